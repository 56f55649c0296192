import type { BackupRow } from './queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Returns whether a worker makes or proves a backup, or is about to. */
export const isBusy = ({ status, proof }: Pick<BackupRow, 'status' | 'proof'>): boolean =>
  status === 'waiting' || status === 'running' || proof === 'waiting' || proof === 'running';

/** Returns whether the last proof is too old to rely on. */
export const isProofOld = (provedAt: string | null, now: number): boolean =>
  provedAt === null || now - Date.parse(provedAt) > 2 * DAY;

const known = [
  'no_space',
  'no_folder',
  'not_writable',
  'interrupted',
  'database',
  'no_database_space',
  'too_long',
  'not_encrypted',
  'passphrase',
  'no_createdb',
  'missing',
  'modified',
  'truncated',
  'wrong_passphrase',
  'failed',
] as const;

/** A reason for a failure, as a key of its text. */
export type FaultKey = (typeof known)[number];

/** Returns the key of a failure's text. */
export const faultKey = (error: string): FaultKey => known.find((one) => one === error) ?? 'failed';

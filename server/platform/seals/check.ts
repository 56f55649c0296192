import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { isSealSigned } from './seal.ts';

export type Sealing = Pick<App, 'secrets'> & { db: Db | Tx };

export interface CheckedLog {
  /** Every entry matches its hash and continues the chain. */
  fits: boolean;
  total: number;
  entries: number | null;
  head: string | null;
  at: Date | null;
  signature: Buffer | null;
  firstEntries: number | null;
  firstAt: Date | null;
  /** The sealed entry exists, at its place, with its hash. */
  stands: boolean;
}

/** The state of a log: `INTACT` as far as it is sealed, `UNSEALED` without any seal, `BROKEN` after a manipulation. */
type SealState = 'INTACT' | 'UNSEALED' | 'BROKEN';

/** The result of a verification. */
export interface SealReport {
  state: SealState;
  /** False if it is broken, or if all seals of an older installation are missing. */
  isIntact: boolean;
  entries: number;
  /** The entries covered by the newest seal. */
  sealedEntries: number;
  sealedAt: Date | null;
  /** The entries before the first seal, unprotected until then. */
  entriesBeforeFirstSeal: number;
  firstSealedAt: Date | null;
}

/** The chain of the sealed list of all chains, which reveals removed seals. */
export const listChain = 'seals';

/** Returns the sealed chains; null if their list was manipulated. */
export async function sealedChains({ db, secrets }: Sealing): Promise<ReadonlySet<string> | null> {
  const { rows } = await sql<{ chain: string; entries: number; head: string; at: Date; signature: Buffer }>`
    select chain, entries, head, at, signature from log_seals order by chain = ${listChain} desc limit 1`.execute(db);
  const [list] = rows;
  if (!list) return new Set(); // nothing was ever sealed
  const { signature, ...statement } = list;
  if (list.chain !== listChain || !isSealSigned(secrets.seal, statement, signature)) return null;
  return new Set(list.head.split('\n'));
}

interface SealedChains {
  /** The chains with a seal; null if the list was manipulated. */
  chains: ReadonlySet<string> | null;
  /** No seals although the installation is older than an hour; seals are made every ten minutes. */
  isMissing: boolean;
}

/** Call it before reading the logs. */
export async function readSealed(sealing: Sealing): Promise<SealedChains> {
  const chains = await sealedChains(sealing);
  if (chains?.size !== 0) return { chains, isMissing: false };
  const { rows } = await sql<{ old: boolean }>`
    select exists (select from audit_entries where at < now() - interval '1 hour') as old`.execute(sealing.db);
  return { chains, isMissing: rows[0]!.old };
}

/**
 * Verifies a log by its entries and seal. An intruder with only the database can rewrite a chain, but can't sign its
 * end.
 */
export function judgeLog(
  sealing: Sealing,
  chain: string,
  checked: CheckedLog,
  { chains, isMissing }: SealedChains,
): SealReport {
  const state = stateOf(sealing, chain, checked, chains);
  return {
    state,
    isIntact: state === 'INTACT' || (state === 'UNSEALED' && !isMissing),
    entries: checked.total,
    sealedEntries: state === 'INTACT' ? checked.entries! : 0,
    sealedAt: state === 'INTACT' ? checked.at : null,
    entriesBeforeFirstSeal: state === 'INTACT' ? (checked.firstEntries ?? 0) : checked.total,
    firstSealedAt: state === 'INTACT' ? checked.firstAt : null,
  };
}

function stateOf(
  { secrets }: Sealing,
  chain: string,
  { fits, stands, entries, head, at, signature }: CheckedLog,
  chains: ReadonlySet<string> | null,
): SealState {
  if (!fits || !chains) return 'BROKEN';
  if (signature === null || entries === null || head === null || at === null)
    return chains.has(chain) ? 'BROKEN' : 'UNSEALED';
  return stands && isSealSigned(secrets.seal, { chain, entries, head, at }, signature) ? 'INTACT' : 'BROKEN';
}

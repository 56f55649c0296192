import { createPublicKey } from 'node:crypto';
import { sql } from 'kysely';
import { publicKeyOf } from '#server/platform/seals/seal.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { FileSource } from './csv.ts';
import { type LogFileEntry, readLogEntries } from './entries.ts';
import type { LineFormat } from './line.ts';
import { keyFingerprint } from './seal.ts';

/** Longer logs are unreadable on paper. */
export const mostPrinted = 20_000;

/** The printed content of a log. */
export interface LogPaper extends LineFormat {
  organisation: string;
  event: { id: number; name: string; mode: string };
  entries: LogFileEntry[];
  whole: boolean;
  /** Fingerprint of the installation's signing key. */
  fingerprint: string;
  made: Date;
}

/** Loads an existing log for printing. */
export async function loadLogPaper({ db, seed, eventId, whole, viewer, reader }: FileSource): Promise<LogPaper> {
  const { rows } = await sql<LogPaper['event']>`select id, name, mode from events where id = ${eventId}`.execute(db);
  const { organisation_name: organisation, system_name: system } = await readSettings(
    db,
    'organisation_name',
    'system_name',
  );
  const entries: LogFileEntry[] = [];
  for await (const portion of readLogEntries(db, eventId, viewer)) entries.push(...portion);
  return {
    ...reader,
    organisation: organisation ?? system ?? 'Meldekette',
    event: rows[0]!,
    entries,
    whole,
    fingerprint: keyFingerprint(createPublicKey(publicKeyOf(seed))),
    made: new Date(),
  };
}

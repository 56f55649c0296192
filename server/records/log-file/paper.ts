import { createPublicKey } from 'node:crypto';
import { sql } from 'kysely';
import { publicKeyOf } from '#server/platform/seals/seal.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { FileSource } from './csv.ts';
import { type Entry, readEntries } from './entries.ts';
import type { Reader } from './line.ts';
import { fingerprintOf } from './seal.ts';

/** How many entries are printed at most; more are no reading matter. */
export const mostPrinted = 20_000;

/** Everything that is printed of a log. */
export interface LogPaper extends Reader {
  organisation: string;
  event: { id: number; name: string; mode: string };
  entries: Entry[];
  whole: boolean;
  /** Of the key that the installation signs with. */
  fingerprint: string;
  made: Date;
}

/** What is printed of a log that there is. */
export async function loadLogPaper({ db, seed, eventId, whole, reader }: FileSource): Promise<LogPaper> {
  const { rows } = await sql<LogPaper['event']>`select id, name, mode from events where id = ${eventId}`.execute(db);
  const { organisation_name: organisation, system_name: system } = await readSettings(
    db,
    'organisation_name',
    'system_name',
  );
  const entries: Entry[] = [];
  for await (const portion of readEntries(db, eventId)) entries.push(...portion);
  return {
    ...reader,
    organisation: organisation ?? system ?? 'Meldekette',
    event: rows[0]!,
    entries,
    whole,
    fingerprint: fingerprintOf(createPublicKey(publicKeyOf(seed))),
    made: new Date(),
  };
}

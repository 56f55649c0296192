import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { inGroups, type Outcome } from '#server/database/in-groups.ts';
import { perDatabase } from '#server/database/per-database.ts';
import { sha256 } from '#server/secrets.ts';
import { alarmState } from './alarm-state.ts';

const groupsOf = perDatabase(({ db }: { db: Db }) => ({
  mark: inGroups((_all: 'all', tokens: readonly string[]) => findMarks(db, tokens)),
}));

/** The mark of what holds of the alarm behind a link; null when there is none. Costs a fraction of reading the question. */
export const findMark = (db: Db, token: string): Promise<string | null> => groupsOf({ db }).mark('all', token);

async function findMarks(db: Db, tokens: readonly string[]): Promise<Outcome<string | null>[]> {
  const hashes = tokens.map(sha256);
  const { rows } = await sql<{ tokenHash: Buffer | null; mark: string }>`
    select r.token_hash, n.mark from message_recipients r join messages m on m.id = r.message_id
    join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
    left join lateral ${alarmState} n on true
    where r.token_hash = any(${hashes}::bytea[])`.execute(db);
  const found = new Map(rows.map(({ tokenHash, mark }) => [tokenHash?.toString('hex'), mark]));
  return hashes.map((hash) => ({ result: found.get(hash.toString('hex')) ?? null }));
}

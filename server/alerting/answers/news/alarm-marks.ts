import { sql } from 'kysely';
import { alarmState } from '#server/alerting/answers/alarm-state.ts';
import { batchByKey, type ItemOutcome } from '#server/platform/database/batch-by-key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { sha256 } from '#server/platform/secrets.ts';

export interface Marked {
  messageId: number;
  mark: string;
}

const markedMessages = sql`messages m join reports p on p.id = m.report_id
  join events e on e.id = p.event_id and e.is_active left join lateral ${alarmState} n on true`;

const groupsOf = perDatabase(({ db }: { db: Db }) => ({
  mark: batchByKey((_all: 'all', tokens: readonly string[]) => findMarks(db, tokens)),
}));

/** Returns the mark of a link's alarm, or null. Cheaper than the question. */
export const findMark = (db: Db, token: string): Promise<Marked | null> => groupsOf({ db }).mark('all', token);

async function findMarks(db: Db, tokens: readonly string[]): Promise<ItemOutcome<Marked | null>[]> {
  const hashes = tokens.map(sha256);
  const { rows } = await sql<Marked & { tokenHash: Buffer | null }>`
    select r.token_hash, m.id as message_id, n.mark from ${markedMessages}
    join message_recipients r on r.message_id = m.id where r.token_hash = any(${hashes}::bytea[])`.execute(db);
  const found = new Map(rows.map(({ tokenHash, ...marked }) => [tokenHash?.toString('hex'), marked]));
  return hashes.map((hash) => ({ result: found.get(hash.toString('hex')) ?? null }));
}

/** Returns the marks of messages, by id. */
export async function findMarksOf(db: Db, messageIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<Marked>`
    select m.id as message_id, n.mark from ${markedMessages} where m.id = any(${messageIds}::int[])`.execute(db);
  return new Map(rows.map(({ messageId, mark }) => [messageId, mark]));
}

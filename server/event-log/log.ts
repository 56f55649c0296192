import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import type { Row } from '#server/graphql/types.ts';
import { actingKey, withKey } from '#server/viewer/acting-key.ts';
import { queueWebhooks } from './webhook-queue.ts';

/** One thing that happened: `kind` and `data` for machines, `text` (German) for the printed log; no addresses in it. */
export interface LogLine {
  eventId: number;
  /** The user who did it; null when the program did. */
  by: number | null;
  kind: string;
  text: string;
  data?: Record<string, unknown>;
}

/**
 * Appends to the event's log, hash-chained, and tells the webhooks; in a transaction it holds the event's log until the
 * commit.
 */
export async function appendLog(db: Db | Tx, line: LogLine): Promise<Row<'logEntries'>> {
  await queueWebhooks(db, line); // before the log is held
  const { eventId, by, kind, text, data } = line;
  const apiKey = actingKey();
  const told = apiKey === undefined ? data : { ...data, apiKey };
  const json = told === undefined ? null : JSON.stringify(told);
  const { rows } = await sql<Row<'logEntries'>>`
    select * from append_log(${eventId}, ${by}, ${kind}, ${withKey(text)}, ${json}::jsonb)`.execute(db);
  return rows[0]!;
}

/**
 * Whether the logs of these events are as they were written: every entry's hash fits its content and continues the
 * entry before. A changed, removed or slipped-in entry breaks the chain (entries cut off at the end do not).
 */
export async function intactLogs(db: Db | Tx, eventIds: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ eventId: number; intact: boolean }>`
    select event_id, bool_and(fits) as intact from (
      select event_id,
        previous_hash = coalesce(lag(hash) over (partition by event_id order by id), '')
        and hash = log_hash(previous_hash, event_id, at, by_user_id, kind, text, data) as fits
      from log_entries where event_id = any(${eventIds})) entries
    group by event_id`.execute(db);
  const found = new Map(rows.map((row) => [row.eventId, row.intact]));
  return new Map(eventIds.map((id) => [id, found.get(id) ?? true]));
}

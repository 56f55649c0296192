import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import type { Row } from '#server/graphql/types.ts';
import { actingKey } from '#server/viewer/acting-key.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';
import { queueWebhooks } from './webhook-queue.ts';

/**
 * One thing that happened in an event; `by` is the user who did it, null when the program did; `apiKey` names the key it was
 * done with when that is not the one acting now. No addresses in it.
 */
export type LogLine = LogContent & { eventId: number; by: number | null; apiKey?: string | undefined };

/**
 * Appends to the event's log, hash-chained, and tells the webhooks; in a transaction it holds the event's log until the
 * commit.
 */
export async function appendLog(db: Db | Tx, line: LogLine): Promise<Row<'logEntries'>> {
  const [entry] = await appendLogs(db, [line]);
  return entry!;
}

/** The same with many lines of one event, in their order, at once. */
export async function appendLogs(db: Db | Tx, lines: readonly LogLine[]): Promise<Row<'logEntries'>[]> {
  if (!lines.length) return [];
  await queueWebhooks(db, lines); // before the log is held
  const column = <T>(value: (line: LogLine) => T) => lines.map(value);
  const { rows } = await sql<Row<'logEntries'>>`
    select e.* from (
      select * from unnest(${column((l) => l.eventId)}::int[], ${column((l) => l.by)}::int[],
        ${column((l) => l.kind)}::text[], ${column((l) => (l.kind === 'note' ? l.text : null))}::text[],
        ${column(dataOf)}::jsonb[]) with ordinality as x (event_id, by_user_id, kind, text, data, place)
      order by place) l
    cross join lateral append_log(l.event_id, l.by_user_id, l.kind, l.text, l.data) e`.execute(db);
  return rows;
}

function dataOf(line: LogLine): string | null {
  const data = line.kind === 'note' ? undefined : line.data;
  const apiKey = line.apiKey ?? actingKey();
  const told = apiKey === undefined ? data : { ...data, apiKey };
  return told === undefined ? null : JSON.stringify(told);
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

import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';

/** A log entry of an event at a past moment. */
export type PastLine = LogContent & { at: Date; by: number | null };

/** Writes a past log with the hash chain of append_logs. */
export async function insertPastLog(tx: Tx, eventId: number, lines: readonly PastLine[]): Promise<void> {
  const sorted = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const column = <T>(value: (line: PastLine) => T) => sorted.map(value);
  await sql`
    with recursive lines as (
      select * from unnest(${column(({ at }) => at)}::timestamptz[], ${column(({ by }) => by)}::int[],
        ${column(({ kind }) => kind)}::text[], ${column((line) => (line.kind === 'note' ? line.text : null))}::text[],
        ${column((line) => (line.kind === 'note' ? null : JSON.stringify(line.data)))}::jsonb[])
        with ordinality as line (at, by, kind, text, data, place)
    ), chain as (
      select place, at, by, kind, text, data, '' as previous, log_hash('', ${eventId}, at, by, kind, text, data) as hash
      from lines where place = 1
      union all
      select l.place, l.at, l.by, l.kind, l.text, l.data, c.hash,
        log_hash(c.hash, ${eventId}, l.at, l.by, l.kind, l.text, l.data)
      from chain c join lines l on l.place = c.place + 1
    )
    insert into log_entries (event_id, at, by_user_id, kind, text, data, previous_hash, hash)
    select ${eventId}, at, by, kind, text, data, previous, hash from chain order by place`.execute(tx);
}

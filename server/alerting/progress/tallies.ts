import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { asksSafety } from './asks-safety.ts';
import { isStranding } from './sends-nothing.ts';

/** Compacts the database's counters of these messages (default: all). */
export async function foldMessages(db: Db | Tx, messageIds?: readonly number[]): Promise<void> {
  const which = messageIds ? sql`message_id = any(${messageIds})` : sql`true`;
  await sql`
    with gone as (delete from message_tallies where ${which} returning *)
    insert into message_tallies (message_id, status, n, moves)
    select message_id, status, sum(n), sum(moves) from gone
    where message_id in (select id from messages) group by message_id, status`.execute(db);
}

/** Compacts all counters. */
export async function foldTallies(db: Db): Promise<void> {
  await foldMessages(db);
  await sql`
    with gone as (delete from answer_tallies returning *)
    insert into answer_tallies (report_id, moves)
    select report_id, sum(moves) from gone where report_id in (select id from reports) group by report_id`.execute(db);
}

/** A report's data without counts of answers. */
export interface ReportChanges {
  /** A change counter: an equal value means equal figures. */
  changes: number;
  isLimited: boolean;
  isRollCall: boolean;
  /** It has an all-clear, or its event is finished. */
  isOver: boolean;
  /** Asking messages on a channel that sends nothing. */
  silent: number[];
}

/** Returns the changes of each report. */
export async function changesOfReports(db: Db, reportIds: readonly number[]): Promise<Map<number, ReportChanges>> {
  const { rows } = await sql<ReportChanges & { id: number }>`
    select asked.id,
      coalesce((select sum(moves) from answer_tallies t where t.report_id = asked.id), 0)
      + coalesce((select sum(t.moves) from messages m join message_tallies t on t.message_id = m.id
        where m.report_id = asked.id and m.request_answer), 0) as changes,
      exists (select 1 from cascades c where c.report_id = asked.id) as is_limited,
      ${asksSafety(sql`asked.id`)} as is_roll_call,
      exists (select 1 from reports p join events e on e.id = p.event_id
        where p.id = asked.id and (p.all_clear_at is not null or e.finished_at is not null)) as is_over,
      array(select m.id from messages m where m.report_id = asked.id and m.request_answer and ${isStranding} order by 1) as silent
    from unnest(${reportIds}::int[]) as asked (id)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

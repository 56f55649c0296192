import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Loaders } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** A running event with an overdue situation report. */
export interface DueReport {
  id: number;
  number: number;
  /** RFC 3339 in UTC. */
  next: string;
  eventId: number;
  eventName: string;
  mode: string;
}

/**
 * The report that determines the due time: the newest submitted one, or the newest draft before. Later drafts may be
 * abandoned.
 */
const newestReport = sql`event_id = e.id and status <> 'discarded'
    order by status in ('in_review', 'approved', 'distributed') desc, number desc limit 1`;

const announced = sql`'^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*Z$'`;

/** Compares times (data.nextReport) as text, because they may be invalid. */
export const dueReports = sql<DueReport>`
  select last.id, last.number, last.next, e.id as event_id, e.name as event_name, e.mode from events e
  cross join lateral (
    select id, number, data ->> 'nextReport' as next from situation_reports
    where ${newestReport}
  ) last
  where e.is_active and e.is_running and last.next ~ ${announced}
    and last.next collate "C" < to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** Returns running events, longest overdue first. */
export async function overdueSituationReports(db: Db, first: number): Promise<Row<'events'>[]> {
  const { rows } = await sql<Row<'events'>>`
    select e.* from events e join (${dueReports}) due on due.event_id = e.id
    order by due.next collate "C" limit ${first}`.execute(db);
  return rows;
}

/** Returns a running event's next due time, or null. */
export async function loadNextDue(ctx: { loaders: Loaders }, eventId: number): Promise<Date | null> {
  const due = loader<number, { next: string }>(ctx.loaders, 'event.situationReportDueAt', async (ids, db) => {
    const { rows } = await sql<{ id: number; next: string }>`
      select e.id, last.next from events e
      cross join lateral (
        select data ->> 'nextReport' as next from situation_reports
        where ${newestReport}
      ) last
      where e.id = any(${ids}) and e.is_running and last.next ~ ${announced}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  const next = new Date((await due.load(eventId))?.next ?? Number.NaN);
  return Number.isNaN(next.getTime()) ? null : next;
}

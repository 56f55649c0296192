import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

/** Hours after the end for which named roles see answers by person, for late all-clears. */
export const hoursOpenAfterEnd = 24;

/** Days after the newest message or answer of an unfinished event, after which its answers by person close. */
export const daysOpenUnfinished = 30;

/** SQL: works-council mode is on, the default. */
export const isCouncilModeOn: RawBuilder<boolean> = sql`coalesce(
  (select bp_w.is_on from works_council_changes bp_w order by bp_w.id desc limit 1), true)`;

/** SQL: works-council mode closes answers of event `event`, which ended long enough ago. */
const isOver = (event: RawBuilder<unknown>): RawBuilder<boolean> => sql`(not ${event}.is_running
  and coalesce(${event}.finished_at <= clock_timestamp() - make_interval(hours => ${hoursOpenAfterEnd}::int), false))`;

/**
 * SQL: works-council mode closes single people's data in `event` at `moment`; continuing the event doesn't reopen them.
 */
export const isClosed = (event: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  ${isCouncilModeOn} and (${isOver(event)} or coalesce(${moment} <= ${event}.by_person_closed_at, false)))`;

/** SQL: the same for a report, by its newest launch, so that newly alerted people are visible. */
export const isReportClosed = (report: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from reports bp_r join events bp_e on bp_e.id = bp_r.event_id
  where bp_r.id = ${report} and ${isClosed(
    sql.ref('bp_e'),
    sql`coalesce((select max(bp_m.launched_at) from messages bp_m where bp_m.report_id = bp_r.id), 'infinity')`,
  )})`;

/** SQL: the same by its first launch, for files. */
export const wasReportClosed = (report: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from reports bp_r join events bp_e on bp_e.id = bp_r.event_id
  where bp_r.id = ${report} and ${isClosed(
    sql.ref('bp_e'),
    sql`coalesce((select min(bp_m.launched_at) from messages bp_m where bp_m.report_id = bp_r.id), 'infinity')`,
  )})`;

/** SQL: a closed report is used again, without a message to this person since. */
export const isPersonClosed = (
  report: RawBuilder<unknown>,
  person: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`exists (
  select from reports bp_p join events bp_v on bp_v.id = bp_p.event_id
  where bp_p.id = ${report} and bp_v.by_person_closed_at is not null and ${isCouncilModeOn}
    and exists (select from messages bp_f where bp_f.report_id = bp_p.id and bp_f.launched_at <= bp_v.by_person_closed_at)
    and not exists (
      select from message_recipients bp_n join messages bp_o on bp_o.id = bp_n.message_id
      where bp_n.report_id = bp_p.id and bp_n.person_id = ${person} and bp_o.launched_at > bp_v.by_person_closed_at))`;

/** SQL: the new `by_person_closed_at` when a finished event is continued. */
export const closedUntilNow: RawBuilder<Date | null> = sql`case
  when finished_at <= clock_timestamp() - make_interval(hours => ${hoursOpenAfterEnd}::int) then clock_timestamp()
  else by_person_closed_at end`;

/**
 * Closes single people's data of running events that no one finished and no one answers any longer, like continuing such
 * an event. The last hour stays open, because an alarm may start at this moment.
 */
export async function closeForgottenEvents(db: Db, now: RawBuilder<Date> = sql`clock_timestamp()`): Promise<void> {
  await sql`
    update events e set by_person_closed_at = ${now}::timestamptz - interval '1 hour'
    from (
      select r.event_id, max(greatest(m.last, a.last)) as last
      from reports r
      cross join lateral (select max(launched_at) as last from messages where report_id = r.id) m
      cross join lateral (select max(at) as last from answers where report_id = r.id) a
      where m.last is not null group by r.event_id) n
    where n.event_id = e.id and e.is_running and n.last > coalesce(e.by_person_closed_at, '-infinity')
      and n.last < ${now}::timestamptz - make_interval(days => ${daysOpenUnfinished}::int)`.execute(db);
}

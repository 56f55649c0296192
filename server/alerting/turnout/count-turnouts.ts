import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { inTimeMinutes } from './in-time.ts';

/**
 * Counts finished real alarms once: asked people, even unreached ones, and timely yes, per stop limit and otherwise.
 * Excludes exercises, roll calls, stopped ones, and people without an answer whose limit ended within their wait.
 */
export async function countTurnouts(db: Db): Promise<void> {
  await sql`
    with over as (
      select m.report_id from messages m
      where m.request_answer and m.counted_at is null and m.finished_at is not null and not exists (
        select 1 from messages o where o.report_id = m.report_id and (o.status in ${messageStates.running}
          or o.finished_at > clock_timestamp() - make_interval(mins => ${inTimeMinutes}::int)))),
    counted as (
      update messages m set counted_at = clock_timestamp()
      where m.report_id in (select report_id from over) and m.request_answer and m.counted_at is null
        and m.finished_at is not null
      returning m.report_id),
    alarms as (
      select r.id, min(m.launched_at) as at
      from reports r join events e on e.id = r.event_id and e.mode = 'LIVE'
      join report_types t on t.id = r.report_type_id and t.identifier = 'activation'
      join messages m on m.report_id = r.id and m.request_answer and m.launched_at is not null
      where r.id in (select report_id from counted)
        and not exists (select 1 from answer_options o where o.report_id = r.id and o.safety is not null) and not exists (select 1 from turnouts o where o.report_id = r.id)
      group by r.id
      having not bool_or(m.status = 'cancelled'
        and m.finished_at < m.launched_at + make_interval(mins => ${inTimeMinutes}::int))),
    called as (
      select distinct x.report_id, x.person_id
      from alarms a join message_recipients x on x.report_id = a.id
      join messages m on m.id = x.message_id and m.request_answer
      join channels c on c.id = m.channel_id join channel_types t on t.id = c.channel_type_id and t.identifier <> 'exercise'
      where x.person_id is not null and not x.superseded
        and x.status in ${recipientStates.acceptedOrFailed}),
    asked as (
      select c.report_id, c.person_id, k.group_id, a.at, coalesce(k.asked_at, a.at) as asked_at,
        coalesce(k.finished_at < k.due_at, false) as cut_short
      from called c join alarms a on a.id = c.report_id
      left join lateral (
        select k.group_id, k.finished_at, m.asked_at, m.due_at
        from cascades k join cascade_members m on m.cascade_id = k.id and m.person_id = c.person_id
        where k.report_id = c.report_id and m.asked_at is not null) k on true),
    answered as (
      select a.*, n.kind from asked a left join lateral (
        select o.kind from answers n join answer_options o on o.id = n.option_id
        where n.report_id = a.report_id and n.person_id = a.person_id
          and n.at <= a.asked_at + make_interval(mins => ${inTimeMinutes}::int)
        order by n.id desc limit 1) n on true)
    insert into turnouts (report_id, group_id, at, asked, came)
    select report_id, group_id, at, count(*), count(*) filter (where kind = 'POSITIVE')
    from answered where kind is not null or not cut_short
    group by report_id, group_id, at`.execute(db);
}

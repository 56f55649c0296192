import { type RawBuilder, sql } from 'kysely';
import { asksSafety } from '#server/alerting/progress/asks-safety.ts';
import { eachPersonOnce } from '#server/alerting/progress/people-figures.ts';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { type AlarmOutcome, type AnswerTimes, type CoursePoint, type GroupOutcome, mostShown } from './after-action.ts';

/** SQL: each person's valid answer to each report. */
export const holdingAnswers = (reports: readonly number[]): RawBuilder<unknown> => sql`(
  select distinct on (a.report_id, a.person_id) a.report_id, a.person_id, a.recipient_id, a.source, o.kind, a.at,
    a.at + make_interval(mins => a.minutes) as expected_at
  from answers a join answer_options o on o.id = a.option_id
  where a.report_id = any(${reports}) and a.person_id is not null
  order by a.report_id, a.person_id, a.id desc)`;

type Sent = Pick<AlarmOutcome, 'reportId' | 'title' | 'sentAt'>;

/** Returns sent reports that asked who comes, oldest first, without roll calls. */
export async function alarmsOfEvents(db: Db, events: readonly number[]): Promise<(Sent & { eventId: number })[]> {
  const { rows } = await sql<Sent & { eventId: number }>`
    select r.id as report_id, r.event_id, r.title, min(f.at) as sent_at
    from reports r join messages m on m.report_id = r.id and m.is_active and m.request_answer
      and m.launched_at is not null and not ${withdrawn}
    left join lateral (select min(x.sent_at) as at from message_recipients x where x.message_id = m.id) f on true
    where r.event_id = any(${events}::int[]) and r.is_active and not ${asksSafety(sql`r.id`)} group by r.id
    order by sent_at nulls last, r.id`.execute(db);
  return rows;
}

/** Returns the same for one event. */
export async function sentAlarms(db: Db, eventId: number): Promise<Sent[]> {
  const alarms = await alarmsOfEvents(db, [eventId]);
  return alarms.map(({ eventId: _event, ...alarm }) => alarm);
}

/** Null if the report is missing or deleted. */
export async function eventOfReport(db: Db, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('reports')
    .select('eventId')
    .where('id', '=', id)
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row?.eventId ?? null;
}

/**
 * Returns by report when the first, half and all of this many people had answered; each person's first answer counts.
 */
export async function answerTimes(
  db: Db,
  asked: readonly Pick<AlarmOutcome, 'reportId' | 'asked'>[],
): Promise<Map<number, AnswerTimes>> {
  const { rows } = await sql<AnswerTimes & { reportId: number }>`
    with k as (
      select report, people from unnest(${asked.map(({ reportId }) => reportId)}::int[],
        ${asked.map((alarm) => alarm.asked)}::int[]) as k (report, people)),
    n as (
      select f.report_id, f.at, row_number() over (partition by f.report_id order by f.at) as place from (
        select a.report_id, min(a.at) as at from answers a join answer_options o on o.id = a.option_id
        where a.report_id in (select report from k)
        group by a.report_id, coalesce(a.person_id, -a.recipient_id)) f)
    select k.report as report_id, min(n.at) as first_at, min(n.at) filter (where n.place = (k.people + 1) / 2) as half_at,
      min(n.at) filter (where n.place = k.people) as all_at
    from k join n on n.report_id = k.report group by k.report`.execute(db);
  return new Map(rows.map((row) => [row.reportId, row]));
}

/** Returns answers by channel; an operator's have the key null. */
export async function answersByChannel(db: Db, reports: readonly number[]): Promise<Map<number | null, number>> {
  const { rows } = await sql<{ channelId: number | null; answers: number }>`
    select case when h.source = 'operator' then null else r.channel_id end as channel_id, count(*) as answers
    from ${holdingAnswers(reports)} h left join message_recipients r on r.id = h.recipient_id
    group by 1`.execute(db);
  return new Map(rows.map(({ channelId, answers }) => [channelId, answers]));
}

/** Returns answers by group; the newest counts. */
export async function groupOutcomes(db: Db, reports: readonly number[]): Promise<GroupOutcome[]> {
  const { rows } = await sql<GroupOutcome>`
    select g.id as group_id, g.name, count(*) as people,
      count(*) filter (where p.delivered or p.kind is not null) as reached,
      count(*) filter (where p.kind = 'POSITIVE') as positive, count(*) filter (where p.kind = 'NEGATIVE') as negative,
      count(*) filter (where p.kind = 'NEUTRAL') as neutral, count(*) filter (where p.kind is null) as none,
      count(v.person_id) as arrived
    from ${eachPersonOnce(sql`${reports}::int[]`)} p
    join person_groups x on x.person_id = p.who join groups g on g.id = x.group_id and g.is_active
    left join (select distinct person_id from arrivals where report_id = any(${reports})) v on v.person_id = p.who
    where p.asked or p.kind is not null
    group by g.id order by count(*) desc, g.sort_order, g.id limit ${mostShown.groups}`.execute(db);
  return rows;
}

/** Returns people who answered, said yes, and arrived, in equal steps of at most six hours. */
export async function courseOf(db: Db, reports: readonly number[], since: Date): Promise<CoursePoint[]> {
  const { rows } = await sql<{ step: number; till: Date; answered: number; coming: number; arrived: number }>`
    with spots as (
      select 'answered' as what, min(a.at) as at from answers a join answer_options o on o.id = a.option_id
      where a.report_id = any(${reports}) and a.person_id is not null group by a.person_id
      union all select 'coming', n.at from (
        select distinct on (h.person_id) h.kind, h.at from ${holdingAnswers(reports)} h
        order by h.person_id, h.at desc) n where n.kind = 'POSITIVE'
      union all select 'arrived', min(v.at) from arrivals v where v.report_id = any(${reports}) group by v.person_id),
    span as (
      select least(max(at), ${since}::timestamptz + interval '6 hours') as till,
        greatest(extract(epoch from least(max(at), ${since}::timestamptz + interval '6 hours') - ${since}::timestamptz), 1)
          as seconds
      from spots)
    select greatest(ceil(extract(epoch from s.at - ${since}::timestamptz) * ${mostShown.points}::int / n.seconds), 0)::int as step,
      n.till, count(*) filter (where s.what = 'answered') as answered,
      count(*) filter (where s.what = 'coming') as coming, count(*) filter (where s.what = 'arrived') as arrived
    from spots s, span n where s.at <= n.till group by 1, n.till order by 1`.execute(db);
  const [first] = rows;
  if (!first) return [];
  const steps = new Map(rows.map((row) => [row.step, row]));
  const length = (first.till.getTime() - since.getTime()) / mostShown.points;
  const sum = { answered: 0, coming: 0, arrived: 0 };
  return Array.from({ length: mostShown.points + 1 }, (_, step) => {
    const { answered = 0, coming = 0, arrived = 0 } = steps.get(step) ?? {};
    sum.answered += answered;
    sum.coming += coming;
    sum.arrived += arrived;
    return { at: new Date(since.getTime() + step * length), ...sum };
  });
}

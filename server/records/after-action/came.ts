import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { Came, CameCounts } from './after-action.ts';
import { holdingAnswers } from './answers.ts';

/** SQL: everyone who said yes or arrived, once. A person stood down after a yes isn't missing. */
const everybody = (reports: readonly number[]): RawBuilder<unknown> => sql`(
  select distinct on (person_id) person_id, h.at as answered_at, h.expected_at, v.at as arrived_at,
    case when v.at is not null then 'arrived' when t.at >= h.at then 'not_needed' else 'missing' end as state
  from (select y.* from ${holdingAnswers(reports)} y where y.kind = 'POSITIVE') h
  full join (select w.report_id, w.person_id, w.at from arrivals w where w.report_id = any(${reports})) v
    using (report_id, person_id)
  left join (
    select s.report_id, n.person_id, max(coalesce(n.sent_at, 'infinity')) as at
    from stand_downs s join message_recipients n on n.report_id = s.notice_id and not n.superseded
    where s.report_id = any(${reports}) and n.person_id is not null
      and n.status in ${recipientStates.openOrAccepted}
    group by s.report_id, n.person_id) t using (report_id, person_id)
  order by person_id, v.at is null, report_id desc)`;

/** Counts arrived, stood-down and other people. */
export async function cameCounts(db: Db, reports: readonly number[]): Promise<CameCounts> {
  const { rows } = await sql<CameCounts>`
    select count(*) filter (where c.state = 'arrived') as arrived,
      count(*) filter (where c.state = 'not_needed') as not_needed,
      count(*) filter (where c.state = 'missing') as missing
    from ${everybody(reports)} c`.execute(db);
  return rows[0]!;
}

/** Returns people in order of arrival, up to a maximum. */
export async function listCame(db: Db, reports: readonly number[], most: number): Promise<Came[]> {
  const { rows } = await sql<Came>`
    select c.person_id, p.first_name, p.last_name, f.functions, c.answered_at, c.expected_at, c.arrived_at, c.state
    from (
      select * from ${everybody(reports)} e
      order by e.arrived_at nulls last, e.expected_at nulls last, e.answered_at, e.person_id limit ${most}) c
    join people p on p.id = c.person_id
    left join lateral (
      select string_agg(distinct g.name, ', ') as functions
      from cascade_members m join cascades k on k.id = m.cascade_id join groups g on g.id = k.group_id
      where m.person_id = c.person_id and k.report_id = any(${reports})) f on true
    order by c.arrived_at nulls last, c.expected_at nulls last, c.answered_at, c.person_id`.execute(db);
  return rows;
}

import { type RawBuilder, sql } from 'kysely';
import { isPersonOpen } from '#server/api/by-person/access.ts';
import { nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { type AnswerState, answerStateOf } from './answer-state.ts';
import { asksSafety } from './asks-safety.ts';

/** Arrived, expected, overdue, without a time, or not needed. */
export type ArrivalState = 'arrived' | 'expected' | 'overdue' | 'open' | 'not_needed';

/** A person who said yes. */
export interface ExpectedArrival extends Pick<AnswerState, 'expectedAt' | 'overdueAt' | 'arrivedAt'> {
  id: number;
  /** A recipient row to record the arrival with. */
  recipientId: number;
  state: ArrivalState;
}

/** SQL: the arrival state by `AnswerState` `s`. */
const arrivalState: RawBuilder<ArrivalState> = sql`
  case when s.arrived_at is not null then 'arrived' when s.told_at >= s.answered_at then 'not_needed'
    when s.overdue_at <= clock_timestamp() then 'overdue' when s.expected_at is not null then 'expected'
    else 'open' end`;

const byArrival: OrderKey[] = [{ key: 'stage' }, { key: 'moment' }, { key: 'id' }];

/** Returns people who said yes: expected ones by time, then without a time, arrived, stood down. */
export function listExpected(ctx: Context, reportId: number, args: PageArgs): Promise<Page<ExpectedArrival>> {
  return nestedPage(
    ctx,
    'report.expected',
    reportId,
    args,
    (parent) => sql<ExpectedArrival & { stage: number; moment: number }>`
      select x.id, x.recipient_id, x.expected_at, x.overdue_at, x.arrived_at, x.state,
        case x.state when 'arrived' then 2 when 'not_needed' then 3 when 'open' then 1 else 0 end as stage,
        (extract(epoch from coalesce(x.arrived_at, x.expected_at, x.answered_at)) * 1000)::bigint as moment
      from (
        select r.person_id as id, r.recipient_id, s.expected_at, s.overdue_at, s.arrived_at, s.answered_at,
          ${arrivalState} as state
        from (
          select person_id, max(recipient_id) as recipient_id from answers
          where report_id = ${parent} and person_id is not null and recipient_id is not null group by person_id) r
        cross join lateral ${answerStateOf(parent, sql`r.person_id`)} s
        where s.kind = 'POSITIVE' and ${isPersonOpen(ctx, parent, sql`r.person_id`)}) x`,
    byArrival,
  );
}

/** Returns the same by `report:person`. */
export async function arrivalsOf(db: Db, keys: readonly string[]): Promise<Map<string, ExpectedArrival>> {
  const pairs = keys.map((key) => key.split(':').map(Number));
  const { rows } = await sql<ExpectedArrival & { reportId: number }>`
    select k.report as report_id, k.person as id, r.recipient_id, s.expected_at, s.overdue_at, s.arrived_at,
      ${arrivalState} as state
    from unnest(${pairs.map(([report]) => report)}::int[], ${pairs.map(([, person]) => person)}::int[]) as k (report, person)
    cross join lateral (
      select max(recipient_id) as recipient_id from answers
      where report_id = k.report and person_id = k.person and recipient_id is not null having count(*) > 0) r
    cross join lateral ${answerStateOf(sql`k.report`, sql`k.person`)} s
    where s.kind = 'POSITIVE'`.execute(db);
  return new Map(rows.map((row) => [`${row.reportId}:${row.id}`, row]));
}

/** A person in transit, with their function. */
export interface Coming extends Pick<AnswerState, 'expectedAt' | 'overdueAt'> {
  firstName: string;
  lastName: string;
  function: string | null;
}

/** Returns the next expected people of these reports by time. `more` counts others, `arrived` those who arrived. */
export async function listComing(
  db: Db,
  reportIds: readonly number[],
  most: number,
): Promise<{ people: Coming[]; more: number; arrived: number }> {
  const { rows } = await sql<Coming & { state: ArrivalState; coming: number; arrived: number }>`
    select p.first_name, p.last_name, x.function, x.expected_at, x.overdue_at, x.state, x.coming, x.arrived from (
      select a.person_id, s.expected_at, s.overdue_at, s.arrived_at, s.answer_id, s.state,
        count(*) filter (where s.state in ('expected', 'overdue', 'open')) over () as coming,
        count(*) filter (where s.state = 'arrived') over () as arrived,
        (select g.name from cascade_members m join cascades c on c.id = m.cascade_id join groups g on g.id = c.group_id
          where c.report_id = a.report_id and m.person_id = a.person_id order by c.id limit 1) as function
      from (
        select distinct on (person_id) person_id, report_id from answers
        where report_id in (select n from unnest(${reportIds}::int[]) n where not ${asksSafety(sql`n`)}) and person_id is not null and option_id is not null
        order by person_id, id desc) a
      cross join lateral (
        select s.*, ${arrivalState} as state from ${answerStateOf(sql`a.report_id`, sql`a.person_id`)} s) s
      where s.kind = 'POSITIVE') x
    join people p on p.id = x.person_id
    order by x.state not in ('expected', 'overdue', 'open'), x.expected_at nulls last, x.answer_id
    limit ${most}`.execute(db);
  const people = rows.filter(({ state }) => state !== 'arrived' && state !== 'not_needed');
  const { coming = 0, arrived = 0 } = rows[0] ?? {};
  return { people, more: coming - people.length, arrived };
}

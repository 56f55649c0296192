import { type RawBuilder, sql } from 'kysely';
import { isPersonOpen } from '#server/api/by-person/access.ts';
import { containing, nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { helpSince } from './help-since.ts';

/** A filter of a report's people. */
export type PeopleFilter =
  | 'all'
  | 'reached'
  | 'unreached'
  | 'waiting'
  | 'involved'
  | 'not_asked'
  | 'coming'
  | 'declined'
  | 'unclear'
  | 'unanswered'
  | 'late'
  | 'needs_help'
  | 'not_heard'
  | 'not_reached'
  | 'no_answer'
  | 'safe';

/** The order of a report's people. */
export type PeopleOrder = 'name' | 'arrival' | 'unreached' | 'safety';

/** A person of a report, with any number of channels. */
export interface ReportPerson {
  id: number;
  reportId: number;
  lastName: string;
  firstName: string;
  /** In a roll call. */
  needsHelpSince: Date | null;
}

// the person of an unneeded message could have been reached
const lacks = sql`(q.lacks and not q.spared)`;
const unreached = sql`((q.tried or q.failed and not q.spared) and not q.reached and not q.waiting)`;

// as `reserve`, `waiting` and `notAsked` of PeopleFigures
const notAsked = sql`(not q.asked and q.kind is null and (q.waiting or not ${lacks}))`;

// as `RollCallFigures`
const notHeard = sql`(q.questioned and q.kind is null)`;

const conditions: Record<PeopleFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  reached: sql`q.reached`,
  unreached,
  waiting: sql`(q.waiting and not q.reached)`,
  involved: sql`not ${notAsked}`,
  not_asked: notAsked,
  coming: sql`(q.kind = 'POSITIVE')`,
  declined: sql`(q.kind = 'NEGATIVE')`,
  unclear: sql`(q.kind = 'NEUTRAL')`,
  unanswered: sql`(q.asked and q.kind is null)`,
  late: sql`q.late`,
  needs_help: sql`(q.safety = 'NEEDS_HELP')`,
  not_heard: notHeard,
  not_reached: sql`(${notHeard} and not q.handed)`,
  no_answer: sql`(${notHeard} and q.handed)`,
  safe: sql`(q.safety = 'SAFE')`,
};

// independent of time: overdue people keep their place
const byArrival = sql`
  case q.kind when 'NEGATIVE' then 5 when 'NEUTRAL' then 3
    when 'POSITIVE' then case when q.arrived_at is not null then 2 when q.told_at >= q.answered_at then 6
      when q.expected_at is not null then 0 else 1 end
    else case when q.asked then 4 else 7 end end`;

const stages: Record<PeopleOrder, RawBuilder<unknown>> = {
  name: sql`0`,
  arrival: byArrival,
  // last those without a question
  safety: sql`case when q.safety = 'NEEDS_HELP' then 0 when q.kind is not null then 3 when not q.questioned then 4
    when q.handed then 2 else 1 end`,
  unreached: sql`case when ${unreached} and q.kind is null then -1 else ${byArrival} end`,
};

const byName: OrderKey[] = [{ key: 'lastName', text: true }, { key: 'firstName', text: true }, { key: 'id' }];

const byStage: OrderKey[] = [{ key: 'stage' }, { key: 'moment' }, ...byName];

interface PeopleArgs extends PageArgs {
  show?: PeopleFilter | null | undefined;
  search?: string | null | undefined;
  order?: PeopleOrder | null | undefined;
  groupId?: number | null | undefined;
  memberOf?: number | null | undefined;
}

/** Returns a report's distinct people, searched by name. */
export function listReportPeople(ctx: Context, reportId: number, args: PeopleArgs): Promise<Page<ReportPerson>> {
  const { show, search, order, groupId, memberOf, ...page } = args;
  const term = search?.trim() ? containing(search) : null;
  const isNamed =
    term === null ? sql`true` : sql`p.first_name || ' ' || p.last_name || ' ' || p.first_name ilike ${term}`;
  const name = `report.people:${JSON.stringify([show, term, order, groupId, memberOf])}`;
  const since = helpSince(sql`q.report_id`, sql`q.person_id`);
  const query = (parent: RawBuilder<number>) => sql<ReportPerson & { stage: number; moment: number }>`
    select p.id, q.report_id, p.last_name, p.first_name, ${stages[order ?? 'name']} as stage,
      case when q.safety = 'NEEDS_HELP' then ${since} end as needs_help_since,
      case when q.safety = 'NEEDS_HELP' then (extract(epoch from ${since}) * 1000)::bigint when q.kind = 'POSITIVE'
        then (extract(epoch from coalesce(q.arrived_at, q.expected_at, q.answered_at)) * 1000)::bigint else 0 end as moment
    from ${peopleOfReport(parent)} q
    cross join lateral (select * from people where id = q.person_id offset 0) p -- or the state is read again for each name
    where ${isPersonOpen(ctx, parent, sql`q.person_id`)} and ${conditions[show ?? 'all']} and ${isNamed} and ${groupId ? isChosenFor(parent, groupId) : sql`true`}
      and ${memberOf ? isMember(memberOf) : sql`true`}`;
  const isByName = (order ?? 'name') === 'name';
  return nestedPage(ctx, name, reportId, page, query, isByName ? byName : byStage);
}

const isChosenFor = (report: RawBuilder<unknown>, groupId: number) => sql`q.person_id in (
  select m.person_id from cascades c join cascade_members m on m.cascade_id = c.id
  where c.report_id = ${report} and c.group_id = ${groupId}::int)`;

const isMember = (group: number) =>
  sql`q.person_id in (select person_id from person_groups where group_id = ${group}::int)`;

/** SQL: each person's state in one pass, because the planner's old statistics would compare all with all. */
export const peopleOfReport = (report: RawBuilder<unknown>) => sql`(
  select x.report_id, x.person_id, bool_or(x.reached) as reached, bool_or(x.waiting) as waiting,
    bool_or(x.failed) as failed, bool_or(x.tried) as tried, bool_or(x.spared) as spared,
    bool_or(x.asked) as asked, bool_or(x.lacks) as lacks, max(x.kind) as kind, max(x.safety) as safety, max(x.answer_id) as answer_id,
    bool_or(x.questioned) as questioned, bool_or(x.handed) as handed, bool_or(x.late) as late,
    max(x.answered_at) as answered_at, max(x.expected_at) as expected_at, max(x.arrived_at) as arrived_at,
    max(x.told_at) as told_at
  from (
    select r.report_id, r.person_id, r.status in ${recipientStates.accepted} as reached,
      r.status in ${recipientStates.open} as waiting,
      r.status in ${recipientStates.unreached} as failed, r.status in ${recipientStates.failed} as tried,
      r.status in ${recipientStates.stopped} as spared,
      m.request_answer and r.status not in ${recipientStates.notAsked} as asked,
      r.status = 'suppressed' and r.status_reason in ('no_address', 'invalid_address', 'opted_out') as lacks,
      m.request_answer as questioned, m.request_answer and r.status in ${recipientStates.accepted} as handed,
      null::int as answer_id, null::text as safety, null::text as kind, null::boolean as late, null::timestamptz as answered_at, null::timestamptz as expected_at,
      null::timestamptz as arrived_at, null::timestamptz as told_at
    from message_recipients r join messages m on m.id = r.message_id and m.is_active
    where r.report_id = ${report} and not r.superseded and r.person_id is not null
    union all (
      select distinct on (a.person_id) a.report_id, a.person_id, null, null, null, null, null, null, null, null, null, a.id, o.safety, o.kind, a.late, a.at,
        a.at + make_interval(mins => a.minutes), null, null
      from answers a join answer_options o on o.id = a.option_id
      where a.report_id = ${report} and a.person_id is not null order by a.person_id, a.id desc)
    union all
    select v.report_id, v.person_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, v.at, null
    from arrivals v where v.report_id = ${report}
    union all
    select s.report_id, n.person_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      coalesce(n.sent_at, 'infinity')
    from stand_downs s join message_recipients n on n.report_id = s.notice_id and not n.superseded
    where s.report_id = ${report} and n.person_id is not null
      and n.status in ${recipientStates.openOrAccepted}) x
  group by x.report_id, x.person_id having count(x.asked) > 0)`;

/** Returns the limited groups of people, by `report:person`. */
export async function functionsOf(db: Db, keys: readonly string[]): Promise<Map<string, number[]>> {
  const pairs = keys.map((key) => key.split(':').map(Number));
  const { rows } = await sql<{ reportId: number; personId: number; groupId: number }>`
    select c.report_id, m.person_id, c.group_id
    from unnest(${pairs.map(([report]) => report)}::int[], ${pairs.map(([, person]) => person)}::int[])
      as k (report, person)
    join cascade_members m on m.person_id = k.person
    join cascades c on c.id = m.cascade_id and c.report_id = k.report
    order by c.id`.execute(db);
  const groups = Map.groupBy(rows, ({ reportId, personId }) => `${reportId}:${personId}`);
  return new Map([...groups].map(([key, own]) => [key, own.map(({ groupId }) => groupId)]));
}

/** Returns recipient rows by `report:person`, in the order of steps. */
export async function recipientsOfPeople(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, Row<'messageRecipients'>[]>> {
  const pairs = keys.map((key) => key.split(':').map(Number));
  const { rows } = await sql<Row<'messageRecipients'>>`
    select r.* from unnest(${pairs.map(([report]) => report)}::int[], ${pairs.map(([, person]) => person)}::int[])
      as k (report, person)
    join message_recipients r on r.report_id = k.report and r.person_id = k.person and not r.superseded
    join messages m on m.id = r.message_id and m.is_active
    order by m.handed_over, r.delay_seconds, r.message_id, r.id`.execute(db);
  return Map.groupBy(rows, (row) => `${row.reportId}:${row.personId}`);
}

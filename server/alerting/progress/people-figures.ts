import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { isHeldUp, isMeant, isOnTheWay, waysOf } from './blocked-by-channel.ts';

/**
 * An alarm's people, each counted once: `people` = `asked` + `reserve` + `waiting` + `unreachable` + `notAsked`, and
 * `asked` = `positive` + `negative` + `neutral` + `none`.
 */
export interface PeopleFigures {
  people: number;
  /** People whose turn has come, or who answered without. */
  asked: number;
  /** People in reserve, in case others don't come. */
  reserve: number;
  /** People whose first message leaves at a later step. */
  waiting: number;
  /** People without a usable address. */
  unreachable: number;
  /** Absent, duplicate, stopped, or unneeded. */
  notAsked: number;
  positive: number;
  negative: number;
  neutral: number;
  none: number;
  /** Safe in a roll call; in `neutral` too. */
  safe: number;
  /** Need help in a roll call; in `neutral` too. */
  needsHelp: number;
  /** Without an answer and without an accepted message, for any reason. */
  notReached: number;
  late: number;
  /** With an accepted message, including receipts. */
  handedOver: number;
  /** With a receipt, including read ones. */
  delivered: number;
  read: number;
  answered: number;
  /** People with a receipt or an answer. */
  reached: number;
  /** Asked without a message, because channels send nothing. */
  stranded: number;
}

/** The figures of an alarm without people. */
export const noFigures: PeopleFigures = {
  ...{ people: 0, asked: 0, reserve: 0, waiting: 0, unreachable: 0, notAsked: 0 },
  ...{ positive: 0, negative: 0, neutral: 0, none: 0, late: 0 },
  ...{ safe: 0, needsHelp: 0, notReached: 0 },
  ...{ handedOver: 0, delivered: 0, read: 0, answered: 0, reached: 0, stranded: 0 },
};

/**
 * SQL: one row per report and person with a question. `who` is the person, or the negative recipient id. One pass,
 * because the planner's old statistics would compare all with all.
 */
const peopleOfAlarms = (reports: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with ways as materialized (${waysOf(reports)}),
  newest as (
    select distinct on (a.report_id, coalesce(a.person_id, -a.recipient_id)) a.report_id,
      coalesce(a.person_id, -a.recipient_id) as who, a.id, o.kind, o.safety, a.late
    from answers a join answer_options o on o.id = a.option_id
    where a.report_id = any(${reports})
    order by a.report_id, coalesce(a.person_id, -a.recipient_id), a.id desc)
  select x.report_id, x.who, max(x.answer_id) as answer_id, max(x.kind) as kind, max(x.safety) as safety, bool_or(x.late) as late,
    bool_or(x.asked) as asked, bool_or(x.under_way) as under_way, bool_or(x.held) as held, bool_or(x.waits) as waits,
    bool_or(x.lacks) and not bool_or(x.spared) as lacks,
    bool_or(x.handed_over) as handed_over, bool_or(x.delivered) as delivered, bool_or(x.was_read) as was_read,
    bool_or(x.stranded) and not bool_or(x.on_the_way) as stranded
  from (
    select report_id, who, id as answer_id, kind, safety, late, false as asked, false as under_way, false as held, false as waits, false as lacks, false as spared,
      false as handed_over, false as delivered, false as was_read, false as stranded, false as on_the_way from newest
    union all
    select r.report_id, r.person_id, null, null, null, null, ${isMeant} and r.status <> 'pending',
      r.status in ${recipientStates.inProgress},
      r.status = 'pending' and r.try_at is null, r.status = 'pending' and r.try_at is not null,
      r.status = 'suppressed' and r.status_reason in ('no_address', 'invalid_address', 'opted_out'),
      r.status in ${recipientStates.stopped},
      r.status in ${recipientStates.accepted}, r.status in ${recipientStates.confirmed}, r.status = 'read',
      ${isMeant} and ${isHeldUp}, ${isMeant} and ${isOnTheWay}
    from message_recipients r join ways w on w.id = r.message_id
    where r.report_id = any(${reports}) and r.person_id is not null and not r.superseded) x
  group by x.report_id, x.who)`;

/** The furthest state of an alarm for a person. */
export type PersonState =
  | 'answered'
  | 'read'
  | 'delivered'
  | 'handed_over'
  | 'under_way'
  | 'failed'
  | 'reserve'
  | 'waiting'
  | 'unreachable'
  | 'not_asked';

/** SQL: the state of `p`, a row of `eachPersonOnce`. */
export const personState: RawBuilder<PersonState> = sql`case when p.kind is not null then 'answered'
  when p.was_read then 'read' when p.delivered then 'delivered' when p.handed_over then 'handed_over'
  when p.under_way then 'under_way' when p.asked then 'failed' when p.held then 'reserve' when p.waits then 'waiting'
  when p.lacks then 'unreachable' else 'not_asked' end`;

const figures = sql`count(*) as people,
  count(*) filter (where p.asked or p.kind is not null) as asked,
  count(*) filter (where p.held and not p.asked and p.kind is null) as reserve,
  count(*) filter (where p.waits and not p.held and not p.asked and p.kind is null) as waiting,
  count(*) filter (where p.lacks and not p.waits and not p.held and not p.asked and p.kind is null) as unreachable,
  count(*) filter (where not p.lacks and not p.waits and not p.held and not p.asked and p.kind is null) as not_asked,
  count(*) filter (where p.kind = 'POSITIVE') as positive,
  count(*) filter (where p.kind = 'NEGATIVE') as negative,
  count(*) filter (where p.kind = 'NEUTRAL') as neutral,
  count(*) filter (where p.asked and p.kind is null) as none,
  count(*) filter (where p.safety = 'SAFE') as safe,
  count(*) filter (where p.safety = 'NEEDS_HELP') as needs_help,
  count(*) filter (where p.kind is null and not coalesce(p.handed_over, false)) as not_reached,
  count(*) filter (where p.late) as late,
  count(*) filter (where p.handed_over) as handed_over,
  count(*) filter (where p.delivered) as delivered,
  count(*) filter (where p.was_read) as read,
  count(*) filter (where p.kind is not null) as answered,
  count(*) filter (where p.delivered or p.kind is not null) as reached,
  count(*) filter (where p.stranded and p.kind is null) as stranded`;

/** Returns figures by report, without empty ones. */
export async function figuresOfReports(db: Db | Tx, reports: readonly number[]): Promise<Map<number, PeopleFigures>> {
  const { rows } = await sql<PeopleFigures & { reportId: number }>`
    select p.report_id, ${figures} from ${peopleOfAlarms(sql`${reports}::int[]`)} p group by p.report_id`.execute(db);
  return new Map(rows.map(({ reportId, ...counts }) => [reportId, counts]));
}

/** SQL: one row per person of all reports; the newest answer counts. */
export const eachPersonOnce = (reports: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select q.who, (array_agg(q.kind order by q.answer_id desc) filter (where q.kind is not null))[1] as kind,
    (array_agg(q.safety order by q.answer_id desc) filter (where q.kind is not null))[1] as safety,
    (array_agg(q.late order by q.answer_id desc) filter (where q.kind is not null))[1] as late,
    bool_or(q.asked) as asked, bool_or(q.under_way) as under_way, bool_or(q.held) as held, bool_or(q.waits) as waits, bool_or(q.lacks) as lacks,
    bool_or(q.handed_over) as handed_over, bool_or(q.delivered) as delivered, bool_or(q.was_read) as was_read,
    bool_or(q.stranded) as stranded
  from ${peopleOfAlarms(reports)} q group by q.who)`;

/** Returns figures of all reports together. */
export async function figuresOfAll(db: Db | Tx, reports: readonly number[]): Promise<PeopleFigures> {
  const { rows } = await sql<PeopleFigures>`
    select ${figures} from ${eachPersonOnce(sql`${reports}::int[]`)} p`.execute(db);
  return rows[0]!;
}

import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { perDatabase } from '#server/database/per-database.ts';
import { isEnded } from './ended.ts';
import { type Goal, goalOf, type LimitStanding } from './goal.ts';
import { standingOf } from './standing.ts';
import { isHeldUp, isMeant, isOnTheWay, isPersonStranded, waysOf } from './stranded.ts';
import { type Changes, changesOf } from './tallies.ts';

/** How far a stop limit is. */
export interface StopLimitProgress extends LimitStanding {
  groupId: number;
  contacted: number;
  remaining: number;
  stranded: number;
}

/** The answers to a report at a glance; the newest answer of a person holds. */
export interface Board extends Goal {
  positive: number;
  negative: number;
  neutral: number;
  none: number;
  late: number;
  /** People who were asked, or answered without. */
  asked: number;
  /** People who are asked only when others do not come. */
  reserve: number;
  /** Of those asked, the people nothing has reached, and whose channels send nothing. */
  stranded: number;
  limits: StopLimitProgress[];
}

/**
 * The boards of several reports in at most three statements: answers are counted only where something changed since, and
 * stop limits looked at only where there are any.
 */
export async function loadBoards(db: Db, reportIds: readonly number[]): Promise<Map<number, Board>> {
  const changes = await changesOf(db, reportIds); // before the count: what changes between the two is counted again
  const limited = reportIds.filter((id) => changes.get(id)?.isLimited);
  const [counts, progress] = await Promise.all([
    answersCounted(db, reportIds, changes),
    limited.length
      ? loadProgress(
          db,
          limited,
          limited.some((id) => changes.get(id)?.silent.length),
        )
      : [],
  ]);
  const limits = Map.groupBy(progress, (row) => row.reportId);
  return new Map(
    reportIds.map((id) => {
      const { reportId: _id, ...count } = counts.get(id) ?? { ...empty, reportId: id };
      const own = limits.get(id) ?? [];
      return [id, { ...count, ...goalOf(count.none, own, changes.get(id)?.isOver ?? false), limits: own }];
    }),
  );
}

const empty = { positive: 0, negative: 0, neutral: 0, none: 0, late: 0, asked: 0, reserve: 0, stranded: 0 };

type Counts = typeof empty & { reportId: number };

const mostKept = 1000;
const keptOf = perDatabase((_parts: { db: Db }) => new Map<number, { state: string; counts: Counts | undefined }>());

/** What was counted before is right as long as the figure of changes, which only grows, and which of its messages wait in vain are the same. */
async function answersCounted(
  db: Db,
  reportIds: readonly number[],
  known: ReadonlyMap<number, Changes>,
): Promise<Map<number, Counts>> {
  const kept = keptOf({ db });
  const stateOf = (id: number) => `${known.get(id)!.changes} ${known.get(id)!.silent}`;
  const stale = reportIds.filter((id) => kept.get(id)?.state !== stateOf(id));
  const counted = stale.length ? await countAnswers(db, stale) : new Map<number, Counts>();
  const found = new Map<number, Counts>();
  for (const id of reportIds) {
    const isStale = stale.includes(id);
    const counts = isStale ? counted.get(id) : kept.get(id)?.counts;
    if (counts) found.set(id, counts);
    if (!isStale) continue;
    kept.delete(id);
    kept.set(id, { state: stateOf(id), counts });
  }
  for (const id of kept.keys()) if (kept.size > mostKept) kept.delete(id);
  return found;
}

/** In one pass over answers and recipients: just after a launch the planner knows neither, and would compare all with all. */
async function countAnswers(db: Db, reportIds: readonly number[]) {
  const { rows } = await sql<Counts>`
    with ways as materialized (${waysOf(sql`${reportIds}`)}),
    newest as (
      select distinct on (a.report_id, coalesce(a.person_id, -a.recipient_id)) a.report_id,
        coalesce(a.person_id, -a.recipient_id) as who, o.kind, a.late
      from answers a join answer_options o on o.id = a.option_id
      where a.report_id = any(${reportIds})
      order by a.report_id, coalesce(a.person_id, -a.recipient_id), a.id desc),
    people as (
      select report_id, max(kind) as kind, bool_or(late) as late, bool_or(asked) as asked, bool_or(held) as held,
        bool_or(stranded) and not bool_or(reached) as stranded from (
        select report_id, who, kind, late, false as asked, false as held, false as stranded, false as reached from newest
        union all
        select r.report_id, r.person_id, null, null, r.status <> 'pending', r.status = 'pending' and r.try_at is null,
          ${isHeldUp}, ${isOnTheWay}
        from message_recipients r join ways w on w.id = r.message_id
        where r.report_id = any(${reportIds}) and r.person_id is not null and ${isMeant}) x
      group by report_id, who)
    select report_id,
      count(*) filter (where kind = 'POSITIVE') as positive,
      count(*) filter (where kind = 'NEGATIVE') as negative,
      count(*) filter (where kind = 'NEUTRAL') as neutral,
      count(*) filter (where late) as late,
      count(*) filter (where asked and kind is null) as none,
      count(*) filter (where asked or kind is not null) as asked,
      count(*) filter (where held and not asked and kind is null) as reserve,
      count(*) filter (where stranded and kind is null) as stranded
    from people group by report_id`.execute(db);
  return new Map(rows.map((row) => [row.reportId, row]));
}

/** How far the stop limits of several reports are, by report and the oldest first; who is stranded, where anybody may be. */
export async function loadProgress(
  db: Db,
  reportIds: readonly number[],
  isStranded = false,
): Promise<(StopLimitProgress & { reportId: number })[]> {
  const { rows } = await sql<StopLimitProgress & { reportId: number }>`
    select c.report_id, c.group_id, c.needed,
      count(*) filter (where a.coming) as reached,
      count(m.asked_at) as contacted,
      count(*) filter (where m.asked_at is null and c.status = 'running' and exists (
        select 1 from message_recipients r
        where r.report_id = c.report_id and r.person_id = m.person_id and r.status = 'pending')) as remaining,
      count(*) filter (where ${isStranded ? sql`m.asked_at is not null and a.kind is null and ${isPersonStranded(sql`c.report_id`, sql`m.person_id`)}` : sql`false`}) as stranded,
      case when count(*) filter (where a.coming) >= c.needed then 'filled'
        when c.status in ('exhausted', 'stopped') then c.status
        when c.status = 'reached' and ${isEnded('c')} then 'stopped' else 'waiting' end as state
    from cascades c join cascade_members m on m.cascade_id = c.id
    cross join lateral ${standingOf(sql`c.report_id`, sql`m.person_id`)} a
    where c.report_id = any(${reportIds}) group by c.id order by c.report_id, c.id`.execute(db);
  return rows;
}

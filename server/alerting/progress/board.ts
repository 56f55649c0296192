import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { answerStateOf } from './answer-state.ts';
import { isBlockedByChannel } from './blocked-by-channel.ts';
import { isEnded } from './ended.ts';
import { type Goal, goalOf, type LimitStanding } from './goal.ts';
import { figuresOfReports, noFigures, type PeopleFigures } from './people-figures.ts';
import { changesOfReports, type ReportChanges } from './tallies.ts';

/** The progress of a stop limit. */
export interface StopLimitProgress extends LimitStanding {
  groupId: number;
  contacted: number;
  remaining: number;
  stranded: number;
}

/** A report's people and answers; the newest answers count. */
export interface Board extends Goal, PeopleFigures {
  /** The next expected arrival; null without a time. */
  nextArrival: Date | null;
  limits: StopLimitProgress[];
  isRollCall: boolean;
}

/** Loads boards in at most four statements; counts again only after changes. */
export async function loadBoards(db: Db, reportIds: readonly number[]): Promise<Map<number, Board>> {
  const changes = await changesOfReports(db, reportIds); // before the count, so that changes in between are counted again
  const limited = reportIds.filter((id) => changes.get(id)?.isLimited);
  const [counts, arrivals, progress] = await Promise.all([
    peopleCounted(db, reportIds, changes),
    nextArrivals(db, reportIds),
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
      const count = counts.get(id) ?? noFigures;
      const own = limits.get(id) ?? [];
      const goal = goalOf(count.none, own, changes.get(id)?.isOver ?? false);
      return [
        id,
        {
          ...count,
          ...goal,
          nextArrival: arrivals.get(id) ?? null,
          limits: own,
          isRollCall: changes.get(id)?.isRollCall ?? false,
        },
      ];
    }),
  );
}

const mostKept = 1000;
const keptOf = perDatabase(
  (_parts: { db: Db }) => new Map<number, { state: string; counts: PeopleFigures | undefined }>(),
);

/** Reuses counts while the change counter and blocked messages are the same. */
async function peopleCounted(
  db: Db,
  reportIds: readonly number[],
  known: ReadonlyMap<number, ReportChanges>,
): Promise<Map<number, PeopleFigures>> {
  const kept = keptOf({ db });
  const stateOf = (id: number) => `${known.get(id)!.changes} ${known.get(id)!.silent}`;
  const stale = reportIds.filter((id) => kept.get(id)?.state !== stateOf(id));
  const counted = stale.length ? await figuresOfReports(db, stale) : new Map<number, PeopleFigures>();
  const found = new Map<number, PeopleFigures>();
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

async function nextArrivals(db: Db, reportIds: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ reportId: number; at: Date }>`
    select a.report_id, min(s.expected_at) as at
    from (
      select distinct report_id, person_id from answers
      where report_id = any(${reportIds}) and person_id is not null and minutes is not null) a
    cross join lateral ${answerStateOf(sql`a.report_id`, sql`a.person_id`)} s
    where s.coming and s.arrived_at is null and s.expected_at is not null group by a.report_id`.execute(db);
  return new Map(rows.map(({ reportId, at }) => [reportId, at]));
}

/** Returns stop limits by report, oldest first, with blocked people. */
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
      count(*) filter (where ${isStranded ? sql`m.asked_at is not null and a.kind is null and ${isBlockedByChannel(sql`c.report_id`, sql`m.person_id`)}` : sql`false`}) as stranded,
      case when count(*) filter (where a.coming) >= c.needed then 'filled'
        when c.status in ('exhausted', 'stopped') then c.status
        when c.status = 'reached' and ${isEnded('c')} then 'stopped' else 'waiting' end as state
    from cascades c join cascade_members m on m.cascade_id = c.id
    cross join lateral ${answerStateOf(sql`c.report_id`, sql`m.person_id`)} a
    where c.report_id = any(${reportIds}) group by c.id order by c.report_id, c.id`.execute(db);
  return rows;
}

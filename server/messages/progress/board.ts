import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { standingOf } from './standing.ts';

/** How far a stop limit is. */
export interface StopLimitProgress {
  groupId: number;
  needed: number;
  /** People who come and are not overdue. */
  reached: number;
  contacted: number;
  remaining: number;
}

/** The answers to a report at a glance; the newest answer of a person holds. */
export interface Board {
  positive: number;
  negative: number;
  neutral: number;
  none: number;
  late: number;
  limits: StopLimitProgress[];
}

/** The boards of several reports in two statements. */
export async function loadBoards(db: Db, reportIds: readonly number[]): Promise<Map<number, Board>> {
  const counts = await countAnswers(db, reportIds);
  const limits = Map.groupBy(await loadProgress(db, reportIds), (row) => row.reportId);
  return new Map(
    reportIds.map((id) => {
      const { reportId: _id, ...count } = counts.get(id) ?? { ...empty, reportId: id };
      return [id, { ...count, limits: limits.get(id) ?? [] }];
    }),
  );
}

const empty = { positive: 0, negative: 0, neutral: 0, none: 0, late: 0 };

async function countAnswers(db: Db, reportIds: readonly number[]) {
  const { rows } = await sql<typeof empty & { reportId: number }>`
    with newest as (
      select distinct on (a.report_id, coalesce(a.person_id, -a.recipient_id)) a.report_id, a.person_id, o.kind, a.late
      from answers a join answer_options o on o.id = a.option_id
      where a.report_id = any(${reportIds})
      order by a.report_id, coalesce(a.person_id, -a.recipient_id), a.id desc),
    asked as (
      select distinct r.report_id, r.person_id from message_recipients r join messages m on m.id = r.message_id
      where r.report_id = any(${reportIds}) and m.request_answer and not r.superseded and r.person_id is not null
        and r.status not in ('suppressed', 'pending', 'skipped', 'cancelled')),
    silent as (
      select report_id, count(*) as n from asked a where not exists (
        select 1 from newest where newest.report_id = a.report_id and newest.person_id = a.person_id)
      group by report_id)
    select ids.id as report_id,
      count(newest.*) filter (where kind = 'POSITIVE') as positive,
      count(newest.*) filter (where kind = 'NEGATIVE') as negative,
      count(newest.*) filter (where kind = 'NEUTRAL') as neutral,
      count(newest.*) filter (where late) as late,
      coalesce((select n from silent where silent.report_id = ids.id), 0) as none
    from unnest(${reportIds}::int[]) as ids (id) left join newest on newest.report_id = ids.id
    group by ids.id`.execute(db);
  return new Map(rows.map((row) => [row.reportId, row]));
}

async function loadProgress(
  db: Db,
  reportIds: readonly number[],
): Promise<(StopLimitProgress & { reportId: number })[]> {
  const { rows } = await sql<StopLimitProgress & { reportId: number }>`
    select c.report_id, c.group_id, c.needed,
      count(*) filter (where a.coming) as reached,
      count(m.asked_at) as contacted,
      count(*) filter (where m.asked_at is null and c.status = 'running' and exists (
        select 1 from message_recipients r
        where r.report_id = c.report_id and r.person_id = m.person_id and r.status = 'pending')) as remaining
    from cascades c join cascade_members m on m.cascade_id = c.id
    cross join lateral ${standingOf(sql`c.report_id`, sql`m.person_id`)} a
    where c.report_id = any(${reportIds}) group by c.id order by c.id`.execute(db);
  return rows;
}

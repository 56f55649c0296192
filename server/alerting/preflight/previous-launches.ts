import { sql } from 'kysely';
import type { CascadePlan } from '#server/alerting/cascade/cascade-plan.ts';
import { mayStillReach } from '#server/alerting/cascade/cascade-queries.ts';
import { type AnswerState, answerStateOf } from '#server/alerting/progress/answer-state.ts';
import { isUnderWay } from '#server/alerting/recipients/absent.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/** A stop limit with its members; moments in milliseconds. */
export interface KnownCascade {
  groupId: number;
  needed: number;
  waitMinutes: number;
  status: string;
  members: KnownMember[];
}

/** One member of it. */
export interface KnownMember {
  personId: number;
  position: number;
  always: boolean;
  askedAt: number | null;
  isAbsent: boolean;
}

/** Of a person who answered, or was stood down since. */
export type KnownAnswerState = Pick<AnswerState, 'kind' | 'coming'> & { told: boolean };

export interface Concerned {
  people: readonly number[];
  cascades: CascadePlan['cascades'];
}

/** Effects of earlier messages on a launch. */
export interface PreviousLaunches {
  /** Chosen people who have answered. */
  answered: Set<number>;
  /** States of members with an answer or stand-down. */
  answerStates: Map<number, KnownAnswerState>;
  /** People that a message reached or still may. */
  asked: Set<number>;
  /** People whose message waits in reserve. */
  held: Set<number>;
  /** Relevant limits with members in scope. */
  cascades: KnownCascade[];
  now: number;
}

/** Returns the effects of earlier messages, independent of other people; empty before the first launch. */
export async function previousLaunches(
  db: Db,
  reportId: number,
  { people, cascades: planned }: Concerned,
): Promise<PreviousLaunches> {
  const { rows } = await sql<{ now: Date; isLaunched: boolean }>`
    select clock_timestamp() as now,
      exists (select from messages where report_id = ${reportId} and launched_at is not null) as is_launched`.execute(
    db,
  );
  const nobody = { answered: new Set<number>(), asked: new Set<number>(), held: new Set<number>() };
  const now = rows[0]!.now.getTime();
  if (!rows[0]!.isLaunched) return { ...nobody, answerStates: new Map(), cascades: [], now };
  const cascades = await loadCascades(db, reportId, planned);
  const members = [...new Set([...planned, ...cascades].flatMap((one) => one.members.map(({ personId }) => personId)))];
  const [answered, answerStates, reached] = await Promise.all([
    loadAnswered(db, reportId, people),
    loadAnswerStates(db, reportId, members),
    loadReached(db, reportId, [...new Set([...people, ...members])]),
  ]);
  const those = (kind: 'asked' | 'held') => new Set(reached.flatMap((row) => (row[kind] ? (row.personId ?? []) : [])));
  return {
    answered,
    answerStates: new Map(answerStates.map(({ personId, ...standing }) => [personId, standing])),
    asked: those('asked'),
    held: those('held'),
    cascades,
    now,
  };
}

async function loadAnswered(db: Db, reportId: number, people: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ personId: number | null }>`
    select distinct person_id from answers
    where report_id = ${reportId} and option_id is not null and person_id = any(${people}::int[])`.execute(db);
  return new Set(rows.flatMap(({ personId }) => personId ?? []));
}

async function loadAnswerStates(db: Db, reportId: number, people: readonly number[]) {
  const { rows } = await sql<{ personId: number } & KnownAnswerState>`
    select p.person_id, s.kind, s.coming, s.told_at is not null and not exists (
      select 1 from cascade_members m join cascades c on c.id = m.cascade_id
      where c.report_id = ${reportId} and m.person_id = p.person_id and m.asked_at > s.told_at) as told
    from (
      select a.person_id from answers a
      where a.report_id = ${reportId} and a.option_id is not null and a.person_id = any(${people}::int[])
      union
      select r.person_id from stand_downs n join message_recipients r on r.report_id = n.notice_id
      where n.report_id = ${reportId} and r.person_id = any(${people}::int[]) and not r.superseded
        and r.status in ${recipientStates.openOrAccepted}) p
    cross join lateral ${answerStateOf(sql`${reportId}::int`, sql`p.person_id`)} s`.execute(db);
  return rows;
}

async function loadReached(db: Db, reportId: number, people: readonly number[]) {
  const { rows } = await sql<{ personId: number | null; asked: boolean; held: boolean }>`
    select r.person_id, bool_or(${mayStillReach}) as asked, bool_or(r.status = 'pending' and r.try_at is null) as held
    from message_recipients r
    where r.report_id = ${reportId} and r.person_id = any(${people}::int[]) and not r.superseded group by r.person_id`.execute(
    db,
  );
  return rows;
}

/** Loads only added people for limits that aren't planned or running. */
async function loadCascades(db: Db, reportId: number, planned: Concerned['cascades']): Promise<KnownCascade[]> {
  const getting = [...new Set(planned.flatMap(({ members }) => members.map(({ personId }) => personId)))];
  const { rows } = await sql<Omit<KnownCascade, 'members'> & Omit<KnownMember, 'askedAt'> & { askedAt: Date | null }>`
    select c.group_id, c.needed, c.wait_minutes, c.status, m.person_id, m.position, m.always, m.asked_at,
      not m.priority and exists (select 1 from absences a where a.person_id = m.person_id and ${isUnderWay}) as is_absent
    from cascades c join cascade_members m on m.cascade_id = c.id
    where c.report_id = ${reportId} and (
      c.group_id = any(${planned.map(({ groupId }) => groupId)}::int[]) or c.status in ('running', 'exhausted')
      or (c.status = 'reached' and m.person_id = any(${getting}::int[])))
    order by c.id, m.position, m.person_id`.execute(db);
  return [...Map.groupBy(rows, ({ groupId }) => groupId).values()].map((members) => {
    const { groupId, needed, waitMinutes, status } = members[0]!;
    const own = members.map(({ personId, position, always, askedAt, isAbsent }) => ({
      ...{ personId, position, always, isAbsent },
      askedAt: askedAt?.getTime() ?? null,
    }));
    return { groupId, needed, waitMinutes, status, members: own };
  });
}

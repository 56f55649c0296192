import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { type Standing, standingOf } from '#server/messages/progress/standing.ts';
import { isUnderWay } from '#server/messages/recipients/absent.ts';
import { isAlive } from '#server/messages/stop-limits/cascade-queries.ts';

/** A stop limit that a report has already, with whom it asked and when, in milliseconds. */
export interface KnownCascade {
  groupId: number;
  needed: number;
  waitMinutes: number;
  status: string;
  members: KnownMember[];
}

/** One person of it. */
export interface KnownMember {
  personId: number;
  position: number;
  always: boolean;
  askedAt: number | null;
  isAbsent: boolean;
}

/** How somebody stands who answered, or was told since they were last asked that they are not needed. */
export type KnownStanding = Pick<Standing, 'kind' | 'coming'> & { told: boolean };

/** What a report's messages did before the next one is launched. */
export interface Before {
  /** How those stand who answered, or were told. */
  standings: Map<number, KnownStanding>;
  /** Whom a message reached or still may. */
  asked: Set<number>;
  /** For whom a message waits until others do not come. */
  held: Set<number>;
  /** In the order in which they are looked at. */
  cascades: KnownCascade[];
  now: number;
}

/** What the messages of a report did so far: nothing, before its first launch. */
export async function beforeOf(db: Db, reportId: number): Promise<Before> {
  const { rows } = await sql<{ now: Date; isLaunched: boolean }>`
    select clock_timestamp() as now,
      exists (select from messages where report_id = ${reportId} and launched_at is not null) as is_launched`.execute(
    db,
  );
  const before = { standings: new Map(), asked: new Set<number>(), held: new Set<number>(), cascades: [] };
  const now = rows[0]!.now.getTime();
  if (!rows[0]!.isLaunched) return { ...before, now };
  const [standings, reached, cascades] = await Promise.all([
    loadStandings(db, reportId),
    loadReached(db, reportId),
    loadCascades(db, reportId),
  ]);
  const those = (kind: 'asked' | 'held') => new Set(reached.filter((row) => row[kind]).map(({ personId }) => personId));
  return {
    standings: new Map(standings.map(({ personId, ...standing }) => [personId, standing])),
    asked: those('asked'),
    held: those('held'),
    cascades,
    now,
  };
}

async function loadStandings(db: Db, reportId: number) {
  const { rows } = await sql<{ personId: number } & KnownStanding>`
    select p.person_id, s.kind, s.coming, s.told_at is not null and not exists (
      select 1 from cascade_members m join cascades c on c.id = m.cascade_id
      where c.report_id = ${reportId} and m.person_id = p.person_id and m.asked_at > s.told_at) as told
    from (
      select a.person_id from answers a
      where a.report_id = ${reportId} and a.option_id is not null and a.person_id is not null
      union
      select r.person_id from stand_downs n join message_recipients r on r.report_id = n.notice_id
      where n.report_id = ${reportId} and r.person_id is not null and not r.superseded
        and r.status in ('pending', 'queued', 'sending', 'retrying', 'sent', 'delivered', 'read')) p
    cross join lateral ${standingOf(sql`${reportId}::int`, sql`p.person_id`)} s`.execute(db);
  return rows;
}

async function loadReached(db: Db, reportId: number) {
  const { rows } = await sql<{ personId: number; asked: boolean; held: boolean }>`
    select r.person_id, bool_or(${isAlive}) as asked, bool_or(r.status = 'pending' and r.try_at is null) as held
    from message_recipients r
    where r.report_id = ${reportId} and r.person_id is not null and not r.superseded group by r.person_id`.execute(db);
  return rows;
}

async function loadCascades(db: Db, reportId: number): Promise<KnownCascade[]> {
  const { rows } = await sql<Omit<KnownCascade, 'members'> & Omit<KnownMember, 'askedAt'> & { askedAt: Date | null }>`
    select c.group_id, c.needed, c.wait_minutes, c.status, m.person_id, m.position, m.always, m.asked_at,
      not m.priority and exists (select 1 from absences a where a.person_id = m.person_id and ${isUnderWay}) as is_absent
    from cascades c join cascade_members m on m.cascade_id = c.id
    where c.report_id = ${reportId} order by c.id, m.position, m.person_id`.execute(db);
  return [...Map.groupBy(rows, ({ groupId }) => groupId).values()].map((members) => {
    const { groupId, needed, waitMinutes, status } = members[0]!;
    const own = members.map(({ personId, position, always, askedAt, isAbsent }) => ({
      ...{ personId, position, always, isAbsent },
      askedAt: askedAt?.getTime() ?? null,
    }));
    return { groupId, needed, waitMinutes, status, members: own };
  });
}

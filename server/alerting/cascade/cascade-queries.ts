import { type RawBuilder, sql } from 'kysely';
import { type AnswerState, answerStateOf } from '#server/alerting/progress/answer-state.ts';
import { isUnderWay } from '#server/alerting/recipients/absent.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { MemberState, ReachableMember } from './cascade-step.ts';

/** A report's cascade that isn't stopped. */
export interface Cascade {
  id: number;
  reportId: number;
  eventId: number;
  groupId: number;
  groupName: string;
  needed: number;
  waitMinutes: number;
  status: 'running' | 'reached' | 'exhausted';
}

/** Locks the cascades of a report in a fixed order, before changing one or rows because of it; see ARCHITECTURE.md. */
export async function lockCascades(tx: Tx, reportId: number): Promise<Cascade[]> {
  const { rows } = await sql<Cascade>`
    select c.id, c.report_id, c.event_id, c.group_id, g.name as group_name, c.needed, c.wait_minutes, c.status
    from cascades c join groups g on g.id = c.group_id
    where c.report_id = ${reportId} and c.status <> 'stopped' order by c.id for no key update of c`.execute(tx);
  return rows;
}

/**
 * Locks a report's event and messages, then its cascades, in the order of ARCHITECTURE.md. Fails instead of waiting for
 * locked messages (`isHeld`), which a launch may hold for long.
 */
export async function holdReport(tx: Tx, reportId: number, who?: 'scheduler'): Promise<Cascade[]> {
  // the event first, like every launch or end, so that a finishing event reopens nothing
  await sql`select 1 from events e join reports r on r.event_id = e.id where r.id = ${reportId} for share of e`.execute(
    tx,
  );
  await sql`
    select 1 from messages where report_id = ${reportId} order by id
    for no key update ${who ? sql`nowait` : sql``}`.execute(tx);
  return lockCascades(tx, reportId);
}

/** Returns whether a transaction failed because of a held lock. */
export const isHeld = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

/** A member with the state of their recipient rows. */
export interface LoadedMember extends ReachableMember {
  held: boolean;
  /** A row would leave in the member's turn. */
  leaves: boolean;
  overdueAt: number | null;
}

interface MemberRow extends Pick<AnswerState, 'kind' | 'coming' | 'arrivedAt' | 'overdueAt'> {
  cascadeId: number;
  personId: number;
  position: number;
  always: boolean;
  askedAt: Date | null;
  held: boolean | null;
  leaves: boolean | null;
  alive: boolean | null;
  told: boolean;
  isAbsent: boolean;
}

/** SQL: recipient `r` reached the person, or a later step still may. */
export const mayStillReach: RawBuilder<boolean> = sql`(r.status in ${recipientStates.inProgressOrAccepted}
  or (r.status = 'pending' and r.try_at is not null))`;

export const newerOf = (reportId: number): RawBuilder<unknown> => sql`newer as materialized (
  select o.id as older_id, n.id from messages o join messages n on n.report_id = o.report_id
    and n.channel_id = o.channel_id and (n.launched_at, n.id) > (o.launched_at, o.id)
  where o.report_id = ${reportId})`;

/** SQL: a newer message asks recipient `r` at the same address, so this one is only a substitute. */
export const isDoubled: RawBuilder<boolean> = sql`exists (
  select 1 from newer join message_recipients d on d.message_id = newer.id and d.address_norm = r.address_norm
  where newer.older_id = r.message_id and d.person_id = r.person_id and d.token_hash is not null and not d.superseded
    and d.status <> 'suppressed'
    and d.status in ${recipientStates.openOrAccepted})`;

/** Loads members with answers and row states, by cascade. */
export async function loadMembers(tx: Tx, reportId: number, ids: number[]): Promise<Map<number, LoadedMember[]>> {
  const { rows } = await sql<MemberRow>`
    with ${newerOf(reportId)}
    select m.cascade_id, m.person_id, m.position, m.always, m.asked_at, a.kind, a.coming, a.arrived_at, a.overdue_at,
      case when a.told_at is null then false else not exists (
        select 1 from cascade_members n join cascades k on k.id = n.cascade_id
        where k.report_id = ${reportId} and n.person_id = m.person_id and n.asked_at > a.told_at) end as told,
      s.held, s.leaves, s.alive,
      not m.priority and exists (select 1 from absences a where a.person_id = m.person_id and ${isUnderWay}) as is_absent
    from cascade_members m
    cross join lateral ${answerStateOf(sql`${reportId}::int`, sql`m.person_id`)} a
    left join lateral (
      select bool_or(r.status = 'pending' and r.try_at is null) as held, bool_or(${mayStillReach}) as alive,
        bool_or(case when r.status = 'pending' and r.try_at is null then not ${isDoubled} end) as leaves
      from message_recipients r
      where r.report_id = ${reportId} and r.person_id = m.person_id and not r.superseded) s on true
    where m.cascade_id = any(${ids}) order by m.position, m.person_id`.execute(tx);
  const members = new Map<number, LoadedMember[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    const { cascadeId, personId, position, always, isAbsent } = row;
    // if no sent row is alive and another waits, the member wasn't asked
    const asked = row.held && !row.alive ? null : row.askedAt;
    const [askedAt, held, state] = [asked?.getTime() ?? null, row.held ?? false, stateOf({ ...row, askedAt: asked })];
    const overdueAt = row.coming && row.arrivedAt === null ? (row.overdueAt?.getTime() ?? null) : null;
    const leaves = row.leaves ?? false;
    members.get(cascadeId)?.push({ personId, position, always, askedAt, held, leaves, isAbsent, state, overdueAt });
  }
  return members;
}

/**
 * Returns `gone` for members without a further turn: answered unasked, without a waiting row, overdue, or stood down
 * since.
 */
function stateOf({ kind, coming, told, askedAt, held, alive }: MemberRow): MemberState {
  if (coming) return 'positive';
  if (kind === 'NEGATIVE') return 'negative';
  if (kind === 'POSITIVE' || told) return 'gone';
  if (kind === 'NEUTRAL') return askedAt ? 'neutral' : 'gone';
  return held || (askedAt && alive) ? 'open' : 'gone';
}

/** Stores a cascade's status. */
export async function storeCascade(tx: Tx, id: number, status: Cascade['status'], dueAt: number | null): Promise<void> {
  await tx
    .updateTable('cascades')
    .set((eb) => ({
      status,
      dueAt: dueAt === null ? null : new Date(dueAt),
      finishedAt: status === 'running' ? null : eb.fn.coalesce('finishedAt', sql<Date>`clock_timestamp()`),
    }))
    .where('id', '=', id)
    .execute();
}

/** Returns the distinct messages of cascades. */
export async function messagesOf(db: Db | Tx, cascadeIds: number[]): Promise<number[]> {
  if (!cascadeIds.length) return [];
  const { rows } = await sql<{ messageId: number }>`
    select distinct message_id from cascade_messages where cascade_id = any(${cascadeIds})`.execute(db);
  return rows.map((row) => row.messageId);
}

/** Returns the database's time, which decides what is due. */
export async function databaseNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/** Clears the wakes of a report's cascades; the caller processes them. */
export async function forgetWakes(tx: Tx, reportId: number, which: 'all' | 'open'): Promise<void> {
  await sql`
    delete from cascade_wakes w using cascades c where c.id = w.cascade_id and c.report_id = ${reportId}
      and (${which === 'all'} or c.status in ('running', 'exhausted'))`.execute(tx);
}

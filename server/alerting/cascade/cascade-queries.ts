import { type RawBuilder, sql } from 'kysely';
import { lifetimeMinutes } from '#server/alerting/messages/lanes.ts';
import { type Standing, standingOf } from '#server/alerting/progress/standing.ts';
import { isUnderWay } from '#server/alerting/recipients/absent.ts';
import { leavesAt } from '#server/alerting/recipients/renew.ts';
import { wakeTroubled } from '#server/alerting/recipients/step-wakes.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import type { RecipientReason } from '#shared/recipient-reasons.ts';
import type { MemberState, ReachableMember } from './cascade-step.ts';

/** A report's cascade that isn't stopped, with its group's name. */
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

/**
 * Locks the cascades of a report until the transaction ends, in a fixed order. Take this lock before changing a cascade, or its
 * people's rows because of it; ARCHITECTURE.md lists the locks before and after.
 */
export async function lockCascades(tx: Tx, reportId: number): Promise<Cascade[]> {
  const { rows } = await sql<Cascade>`
    select c.id, c.report_id, c.event_id, c.group_id, g.name as group_name, c.needed, c.wait_minutes, c.status
    from cascades c join groups g on g.id = c.group_id
    where c.report_id = ${reportId} and c.status <> 'stopped' order by c.id for no key update of c`.execute(tx);
  return rows;
}

/**
 * Locks a report's event and messages, then its cascades, until the transaction ends, in the order of ARCHITECTURE.md. Doesn't
 * wait for locked messages, which a launch may hold for long: the call fails (`isHeld`), and the next turn tries again.
 */
export async function holdReport(tx: Tx, reportId: number, who?: 'clockwork'): Promise<Cascade[]> {
  // the event before the messages, like every launch or end, so that a finishing event reopens nothing
  await sql`select 1 from events e join reports r on r.event_id = e.id where r.id = ${reportId} for share of e`.execute(
    tx,
  );
  await sql`
    select 1 from messages where report_id = ${reportId} order by id
    for no key update ${who ? sql`nowait` : sql``}`.execute(tx);
  return lockCascades(tx, reportId);
}

/** Returns whether a transaction failed only because of a lock it didn't wait for. */
export const isHeld = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

/** A member with the state of their recipient rows. */
export interface LoadedMember extends ReachableMember {
  held: boolean;
  /** At least one of those rows would leave if the member's turn came. */
  leaves: boolean;
  overdueAt: number | null;
}

interface MemberRow extends Pick<Standing, 'kind' | 'coming' | 'arrivedAt' | 'overdueAt'> {
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

/** Recipient `r` reached the person or still may, without anybody's doing: a later step comes at its moment. */
export const mayStillReach: RawBuilder<boolean> = sql`(r.status in ${recipientStates.inProgressOrAccepted}
  or (r.status = 'pending' and r.try_at is not null))`;

/** SQL: the messages of a report with newer ones on the same channel, as `newer`. */
export const newerOf = (reportId: number): RawBuilder<unknown> => sql`newer as materialized (
  select o.id as older_id, n.id from messages o join messages n on n.report_id = o.report_id
    and n.channel_id = o.channel_id and (n.launched_at, n.id) > (o.launched_at, o.id)
  where o.report_id = ${reportId})`;

/**
 * SQL: a newer message has asked, or will ask, recipient `r` at the same address, so this one must not leave. It stays as a
 * substitute in case the newer one is stopped.
 */
export const isDoubled: RawBuilder<boolean> = sql`exists (
  select 1 from newer join message_recipients d on d.message_id = newer.id and d.address_norm = r.address_norm
  where newer.older_id = r.message_id and d.person_id = r.person_id and d.token_hash is not null and not d.superseded
    and d.status <> 'suppressed'
    and d.status in ${recipientStates.openOrAccepted})`;

/** Loads the members of cascades with their answers and the state of their recipient rows, by cascade. */
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
    cross join lateral ${standingOf(sql`${reportId}::int`, sql`m.person_id`)} a
    left join lateral (
      select bool_or(r.status = 'pending' and r.try_at is null) as held, bool_or(${mayStillReach}) as alive,
        bool_or(case when r.status = 'pending' and r.try_at is null then not ${isDoubled} end) as leaves
      from message_recipients r
      where r.report_id = ${reportId} and r.person_id = m.person_id and not r.superseded) s on true
    where m.cascade_id = any(${ids}) order by m.position, m.person_id`.execute(tx);
  const members = new Map<number, LoadedMember[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    const { cascadeId, personId, position, always, isAbsent } = row;
    // if no sent row is alive (stopped, skipped, failed) and another still waits, the member wasn't really asked
    const asked = row.held && !row.alive ? null : row.askedAt;
    const [askedAt, held, state] = [asked?.getTime() ?? null, row.held ?? false, stateOf({ ...row, askedAt: asked })];
    const overdueAt = row.coming && row.arrivedAt === null ? (row.overdueAt?.getTime() ?? null) : null;
    const leaves = row.leaves ?? false;
    members.get(cascadeId)?.push({ personId, position, always, askedAt, held, leaves, isAbsent, state, overdueAt });
  }
  return members;
}

/**
 * Returns `gone` for members who no longer have a turn: they answered without being asked, have no waiting row, are overdue, or
 * received a stand-down after the last question.
 */
function stateOf({ kind, coming, told, askedAt, held, alive }: MemberRow): MemberState {
  if (coming) return 'positive';
  if (kind === 'NEGATIVE') return 'negative';
  if (kind === 'POSITIVE' || told) return 'gone';
  if (kind === 'NEUTRAL') return askedAt ? 'neutral' : 'gone';
  return held || (askedAt && alive) ? 'open' : 'gone';
}

/**
 * Releases these people's waiting rows: later steps at their time, none before its message may leave, no duplicates. Marks the
 * people as asked in every cascade. Returns the changed messages.
 */
export async function askPeople(tx: Tx, reportId: number, people: number[], at: Date): Promise<number[]> {
  if (!people.length) return [];
  await sql`
    update cascade_members m set (asked_at, due_at) = (
      select x.at, x.at + make_interval(mins => c.wait_minutes)
      from (
        select coalesce(min(${leavesAt(at)}), ${at}::timestamptz) as at
        from message_recipients r join messages g on g.id = r.message_id
        where r.report_id = c.report_id and r.person_id = m.person_id and not r.superseded
          and r.status = 'pending' and r.try_at is null) x)
    from cascades c where c.id = m.cascade_id and c.report_id = ${reportId} and m.person_id = any(${people})
      and (m.asked_at is null or not exists (
        select 1 from message_recipients r where r.report_id = ${reportId} and r.person_id = m.person_id
          and not r.superseded and ${mayStillReach}))`.execute(tx);
  const { rows } = await sql<{ messageId: number }>`
    with ${newerOf(reportId)}, held as materialized (
      select r.id, ${leavesAt(at)} as at from message_recipients r join messages g on g.id = r.message_id
      where r.report_id = ${reportId} and r.person_id = any(${people}) and r.status = 'pending' and r.try_at is null
        and not r.superseded and not ${isDoubled}
      order by r.id for update of r)
    update message_recipients r set status = case when delay_seconds = 0 then 'queued' else 'pending' end,
      try_at = held.at + make_interval(secs => delay_seconds),
      valid_until = case when delay_seconds = 0 then held.at + make_interval(mins => case lane
        when 'alarm' then ${lifetimeMinutes.alarm}::int when 'bulk' then ${lifetimeMinutes.bulk}::int
        else ${lifetimeMinutes.normal}::int end) end
    from held where r.id = held.id and r.status = 'pending' returning r.message_id`.execute(tx);
  await wakeTroubled(tx, reportId, people);
  return rows.map((row) => row.messageId);
}

/** Cancels waiting rows of people who have already answered, from later or reopened messages. */
export async function cancelAnswered(tx: Tx, reportId: number, people: number[]): Promise<number[]> {
  if (!people.length) return [];
  const { rows } = await sql<{ messageId: number }>`
    with held as materialized (
      select id from message_recipients
      where report_id = ${reportId} and person_id = any(${people}) and status = 'pending' order by id for update)
    update message_recipients r set status = 'cancelled', status_reason = 'answered', try_at = null
    from held where r.id = held.id and r.status = 'pending' returning r.message_id`.execute(tx);
  return rows.map((row) => row.messageId);
}

/** Skips the waiting rows of people who are absent when their turn comes; returns the changed messages. */
export async function skipAbsent(tx: Tx, reportId: number, people: number[]): Promise<number[]> {
  if (!people.length) return [];
  const { rows } = await sql<{ messageId: number }>`
    with held as materialized (
      select id from message_recipients
      where report_id = ${reportId} and person_id = any(${people}) and status = 'pending' and try_at is null
      order by id for update)
    update message_recipients r set status = 'skipped', status_reason = 'absent'
    from held where r.id = held.id and r.status = 'pending' returning r.message_id`.execute(tx);
  return rows.map((row) => row.messageId);
}

/**
 * Skips duplicates that still wait in an ended cascade, unless another running cascade may need them; this keeps a fallback
 * possible.
 */
export async function skipDoubled(tx: Tx, { id, reportId }: Cascade): Promise<void> {
  await sql`
    with ${newerOf(reportId)}, held as materialized (
      select r.id from cascade_members m join cascade_messages cm on cm.cascade_id = m.cascade_id
      join message_recipients r on r.message_id = cm.message_id and r.person_id = m.person_id
      where (select exists (select 1 from newer)) and m.cascade_id = ${id} and r.status = 'pending' and r.try_at is null
        and not r.superseded and ${isDoubled} and not exists (
          select 1 from cascade_members o join cascades c on c.id = o.cascade_id and c.report_id = ${reportId}
          join cascade_messages x on x.cascade_id = c.id and x.message_id = r.message_id
          where o.person_id = m.person_id and c.status = 'running')
      order by r.id for update of r)
    update message_recipients r set status = 'skipped', status_reason = 'duplicate', superseded = true
    from held where r.id = held.id and r.status = 'pending'`.execute(tx);
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

/** Returns the database's time, which alone decides when something is due. */
export async function databaseNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/** Clears the wakes of a report's cascades, all or only of those that aren't reached; the caller then processes them. */
export async function forgetWakes(tx: Tx, reportId: number, which: 'all' | 'open'): Promise<void> {
  await sql`
    delete from cascade_wakes w using cascades c where c.id = w.cascade_id and c.report_id = ${reportId}
      and (${which === 'all'} or c.status in ('running', 'exhausted'))`.execute(tx);
}

/** Which cascades to stop, why, and whether pending later steps of asked people continue. */
export interface CascadeStop {
  /** True: all; false: only cascades without an unfinished message. */
  all: boolean;
  reason: RecipientReason;
  onlyReserve?: boolean;
}

/** Closes cascades `c`: they ask no current recipient of their report again. Returns the reports. */
export async function closeCascades(tx: Tx, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ reportId: number }>`
    update cascades c set closed_after = (
      select coalesce(max(x.id), 0) from messages m cross join lateral (
        select id from message_recipients where message_id = m.id order by id desc limit 1) x
      where m.report_id = c.report_id)
    where ${which} returning c.report_id`.execute(tx);
  return [...new Set(rows.map(({ reportId }) => reportId))];
}

/**
 * Stops cascades of a report; rows they held back never leave. If all stop, reached ones don't reopen for earlier messages.
 * Returns the number of people held back.
 */
export async function stopCascades(tx: Tx, reportId: number, stop: CascadeStop): Promise<number> {
  const { all, reason, onlyReserve = false } = stop;
  if (all) await closeCascades(tx, sql`c.report_id = ${reportId}`);
  const { rows } = await sql<{ id: number }>`
    update cascades c set status = 'stopped', due_at = null, finished_at = clock_timestamp()
    where c.report_id = ${reportId} and (c.status = 'running' or c.status = 'exhausted' and not ${onlyReserve}) and (${all} or not exists (
      select 1 from cascade_messages cm join messages m on m.id = cm.message_id
      where cm.cascade_id = c.id and m.status in ${messageStates.running}))
    returning c.id`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (!ids.length) return 0;
  const left = await sql<{ personId: number | null }>`
    with held as materialized (
      select r.id from cascade_members m
      join cascade_messages cm on cm.cascade_id = m.cascade_id
      join message_recipients r on r.message_id = cm.message_id and r.person_id = m.person_id
      where m.cascade_id = any(${ids}) and r.status = 'pending' and (not ${onlyReserve} or r.try_at is null) and not exists (
        select 1 from cascade_members o join cascades c on c.id = o.cascade_id and c.report_id = r.report_id
        where o.person_id = m.person_id and c.status = 'running')
      order by r.id for update of r)
    update message_recipients r set status = 'cancelled', status_reason = ${reason}, try_at = null
    from held where r.id = held.id and r.status = 'pending' returning r.person_id`.execute(tx);
  return new Set(left.rows.map(({ personId }) => personId)).size;
}

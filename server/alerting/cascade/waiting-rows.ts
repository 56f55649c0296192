import { sql } from 'kysely';
import { lifetimeMinutes } from '#server/alerting/messages/lanes.ts';
import { leavesAt } from '#server/alerting/recipients/renew.ts';
import { wakeTroubled } from '#server/alerting/recipients/step-wakes.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { type Cascade, isDoubled, mayStillReach, newerOf } from './cascade-queries.ts';

/**
 * Releases waiting rows of people: later steps at their time, no duplicates. Marks them as asked everywhere. Returns
 * the changed messages.
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

/** Cancels waiting rows of people who have answered. */
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

/** Skips waiting rows of absent people; returns the changed messages. */
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

/** Skips duplicates in an ended cascade, unless another may need them. */
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

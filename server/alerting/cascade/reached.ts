import { type RawBuilder, sql } from 'kysely';
import { answerStateOf } from '#server/alerting/progress/answer-state.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { publish } from '#server/platform/live/live.ts';

/** Skips the rest of a reached limit until the next arrival becomes overdue. */
export async function keepReached(tx: Tx, cascadeId: number): Promise<void> {
  await skipRest(tx, cascadeId);
  await awaitOverdue(tx, cascadeId);
}

/**
 * Skips a reached cascade's unsent rows, except for people asked regardless of limits or needed elsewhere; those of
 * people who answered become `cancelled` (`answered`). Leaves rows being sent.
 */
async function skipRest(tx: Tx, cascadeId: number): Promise<void> {
  const rest = sql`
    select r.id, exists (select 1 from answers a where a.report_id = r.report_id and a.person_id = r.person_id
      and a.option_id is not null) as answered
    from cascade_members m
    join cascade_messages cm on cm.cascade_id = m.cascade_id
    join message_recipients r on r.message_id = cm.message_id and r.person_id = m.person_id
    where m.cascade_id = ${cascadeId} and not m.always and not r.superseded and ${isUnwantedAs(sql.ref('r'))}`;
  const skip = sql`
    update message_recipients r set status = case when held.answered then 'cancelled' else 'skipped' end,
      status_reason = case when held.answered then 'answered' else 'limit_reached' end, try_at = null
    from held where r.id = held.id`;
  await sql`
    with held as materialized (${rest} and r.status = 'pending' order by r.id for update of r)
    ${skip} and r.status = 'pending'`.execute(tx);
  await sql`
    with held as materialized (${rest} and r.status in ${recipientStates.inQueue} for update of r skip locked)
    ${skip} and r.status in ${recipientStates.inQueue}`.execute(tx);
}

async function awaitOverdue(tx: Tx, id: number): Promise<void> {
  await sql`
    update cascades c set due_at = n.at
    from (
      select min(s.overdue_at) as at from cascade_members m
      cross join lateral ${answerStateOf(sql`(select report_id from cascades where id = m.cascade_id)`, sql`m.person_id`)} s
      where m.cascade_id = ${id} and s.coming and s.arrived_at is null) n
    where c.id = ${id} and c.status = 'reached' and c.due_at is distinct from n.at`.execute(tx);
}

/** Rechecks reached limits when an event continues. */
export async function wakeReached(tx: Tx, eventId: number): Promise<void> {
  await sql`
    insert into cascade_wakes (cascade_id)
    select id from cascades where event_id = ${eventId} and status = 'reached'`.execute(tx);
  await publish(tx, { work: true });
}

/** Returns the reached cascades of a report. */
export async function reachedOf(tx: Tx, reportId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('cascades')
    .select('id')
    .where('reportId', '=', reportId)
    .where('status', '=', 'reached')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** SQL: all limits of recipient `m`'s person are reached. */
export const isUnwanted: RawBuilder<boolean> = isUnwantedAs(sql.ref('m'));

function isUnwantedAs(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((
    select bool_and(k.status = 'reached' and not x.always) from cascade_members x join cascades k on k.id = x.cascade_id
    where k.report_id = ${row}.report_id and x.person_id = ${row}.person_id and k.status <> 'stopped'), false)`;
}

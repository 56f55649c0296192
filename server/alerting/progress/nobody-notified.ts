import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { sendsNothing } from './sends-nothing.ts';

/** No channel delivered it, or it was stopped. In the API `StayedInside`. */
export type NobodyNotified = 'undelivered' | 'stopped';

/** SQL: message `m` was launched. */
const isLaunched = sql`(m.is_active and (m.status not in ${messageStates.unlaunchedOrCancelled}
  or m.status = 'cancelled' and m.launched_at is not null))`;

/**
 * SQL: recipients of this status on channel `c` of type `k` have or may get the message, unless the channel sends
 * nothing.
 */
const isOut = (
  status: RawBuilder<unknown>,
) => sql`(${status} in ${recipientStates.accepted} or (${status} = 'sending' and (k.identifier = 'voice' or c.trouble is null)) -- it rings, or what was switched off ends it
  or (${status} in ${recipientStates.open} and not ${sendsNothing}))`;

/**
 * SQL: on a channel other than the exercise mailbox, a person may have received message `m`, or has a pending turn on a
 * working channel. A later stop changes nothing. Uses sums, single rows only if necessary.
 */
const isOutside = sql`exists (
  select 1 from channels c join channel_types k on k.id = c.channel_type_id and k.identifier <> 'exercise'
  where c.id = m.channel_id and (exists (
    select 1 from message_tallies t where t.message_id = m.id and ${isOut(sql.ref('t.status'))}
    group by t.status having sum(t.n) > 0)
  or exists (
    select 1 from message_recipients r
    where r.message_id = m.id and (r.maybe_duplicate or (r.superseded and ${isOut(sql.ref('r.status'))})))))`;

const nobodyNotifiedBy = (messages: RawBuilder<unknown>): RawBuilder<NobodyNotified | null> => sql`(
  select case when bool_and(m.status = 'cancelled') then 'stopped' else 'undelivered' end
  from ${messages} and ${isLaunched} having count(*) > 0 and not exists (select 1 from ${messages} and ${isOutside}))`;

/** Returns why no one was notified of live reports; null if anyone may be, or nothing was sent. */
export async function nobodyNotified(
  db: Db,
  reportIds: readonly number[],
): Promise<Map<number, NobodyNotified | null>> {
  const { rows } = await sql<{ id: number; reason: NobodyNotified | null }>`
    select p.id, ${nobodyNotifiedBy(sql`messages m where m.report_id = p.id`)} as reason
    from reports p join events e on e.id = p.event_id and e.mode = 'LIVE'
    where p.id = any(${reportIds})`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

const ofAlarms = sql`messages m join reports p on p.id = m.report_id and p.is_active
  join report_types rt on rt.id = p.report_type_id and rt.identifier = 'activation' where p.event_id = e.id`;

/** Returns the same for all alarms of live events. */
export async function nobodyNotifiedByAlarms(
  db: Db,
  eventIds: readonly number[],
): Promise<Map<number, NobodyNotified | null>> {
  const { rows } = await sql<{ id: number; reason: NobodyNotified | null }>`
    select e.id, ${nobodyNotifiedBy(ofAlarms)} as reason from events e
    where e.id = any(${eventIds}) and e.mode = 'LIVE'`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

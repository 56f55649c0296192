import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { sendsNothing } from './sends-nothing.ts';

/** The reason why nobody was notified: no channel delivered it, or it was stopped before. In the API `StayedInside`. */
export type NobodyNotified = 'undelivered' | 'stopped';

/** Whether message `m` was launched, whatever became of it. */
const isLaunched = sql`(m.is_active and (m.status not in ${messageStates.unlaunchedOrCancelled}
  or m.status = 'cancelled' and m.launched_at is not null))`;

/**
 * SQL: recipients with this status on channel `c` of type `k` have the message or may still get it, unless the channel sends
 * nothing.
 */
const isOut = (
  status: RawBuilder<unknown>,
) => sql`(${status} in ${recipientStates.accepted} or (${status} = 'sending' and (k.identifier = 'voice' or c.trouble is null)) -- it rings, or what was switched off ends it
  or (${status} in ${recipientStates.open} and not ${sendsNothing}))`;

/**
 * SQL: a part of message `m` left the installation or still may: on any channel except the exercise mailbox, a person may have
 * received it, or has a pending turn on a working channel. A later stop changes nothing. Uses stored sums, single rows only where
 * these don't suffice.
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

/** Returns why nobody was notified of reports of live events; null if anyone was or may be, or if nothing was sent. */
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

/** Returns the same for all alarms of these live events. */
export async function nobodyNotifiedByAlarms(
  db: Db,
  eventIds: readonly number[],
): Promise<Map<number, NobodyNotified | null>> {
  const { rows } = await sql<{ id: number; reason: NobodyNotified | null }>`
    select e.id, ${nobodyNotifiedBy(ofAlarms)} as reason from events e
    where e.id = any(${eventIds}) and e.mode = 'LIVE'`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

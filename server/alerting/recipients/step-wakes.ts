import { type RawBuilder, sql } from 'kysely';
import { sendsNothing } from '#server/alerting/progress/sends-nothing.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { isOneOf, type RecipientStatus, recipientSets } from '#shared/delivery-states.ts';

/** How long a provider may hold an alarm before a fallback. */
export const slowAfter = '60 seconds';

/** The same for a failing channel. */
export const silentAfter = '7 seconds';

/** Statuses that may change a person's next step; `queued` on a silent channel, `sent` if unconfirmed. */
const telling: readonly RecipientStatus[] = [...recipientSets.failedOrWaits, 'read', 'sent'];

/**
 * Wakes the next steps for recipients who weren't reached, or read it, in the same transaction. Only inserts rows, so
 * it never waits.
 */
export async function wakeSteps(tx: Tx, moved: readonly { id: number; status: string }[]): Promise<void> {
  const ids = moved.filter(({ status }) => isOneOf(telling, status)).map(({ id }) => id);
  if (!ids.length) return;
  await sql`
    insert into step_wakes (report_id, person_id) select r.report_id, r.person_id
    from message_recipients r join channels c on c.id = r.channel_id
    where r.id = any(${ids}) and r.lane = 'alarm' and r.person_id is not null
      and (r.status <> 'queued' or r.maybe_duplicate or ${sendsNothing})
      and (r.status <> 'sent' or r.status_reason = 'unconfirmed')`.execute(tx);
}

/** The same for people on a channel that sends nothing. */
export async function wakeTroubled(tx: Tx, reportId: number, people: readonly number[]): Promise<void> {
  await sql`
    insert into step_wakes (report_id, person_id) select r.report_id, r.person_id
    from message_recipients r join channels c on c.id = r.channel_id and ${sendsNothing}
    where r.report_id = ${reportId} and r.person_id = any(${people}) and r.status = 'queued' and r.lane = 'alarm'
      and r.person_id is not null`.execute(tx);
}

/**
 * SQL: the same rows (report_id, person_id), for the people of messages. `offset 0` has it look people up one by one:
 * other indexes seem cheap while statistics are of an empty queue.
 */
export const troubledOf = (reportId: number, messageIds: readonly number[]): RawBuilder<unknown> => sql`
  select ${reportId}::int as report_id, t.person_id
  from (select array_agg(c.id) as ids from channels c
    where ${sendsNothing} and c.id in (select channel_id from messages where report_id = ${reportId})) troubled
  cross join lateral (
    select r.person_id from (
      select distinct person_id from message_recipients
      where message_id = any(${messageIds}) and status <> 'suppressed' and person_id is not null) p
    cross join lateral (
      select person_id, channel_id, status, lane from message_recipients
      where report_id = ${reportId} and person_id = p.person_id offset 0) r
    where r.channel_id = any(troubled.ids) and r.status = 'queued' and r.lane = 'alarm' offset 0) t
  where troubled.ids is not null`;

/** The same for all waiting for a channel that fails or is off. */
export async function wakeWaiting(db: Db | Tx, channelId: number): Promise<void> {
  await sql`
    insert into step_wakes (report_id, person_id) select distinct report_id, person_id from message_recipients
    where channel_id = ${channelId} and status in ${recipientStates.inQueue} and lane = 'alarm' and person_id is not null`.execute(
    db,
  );
}

/** The same for failed or waiting rows of running events, when a channel works again. */
export async function wakeLost(db: Db | Tx): Promise<void> {
  await sql`
    insert into step_wakes (report_id, person_id) select distinct r.report_id, r.person_id
    from events e join reports p on p.event_id = e.id join message_recipients r on r.report_id = p.id
    join channels c on c.id = r.channel_id
    where e.is_running and e.is_active and r.lane = 'alarm' and r.person_id is not null and not r.superseded
      and (r.status in ${recipientStates.unreached} or (r.status in ${recipientStates.inQueue} and ${sendsNothing})
        or (r.status = 'sent' and r.status_reason = 'unconfirmed'))`.execute(db);
}

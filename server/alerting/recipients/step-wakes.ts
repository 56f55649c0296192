import { type RawBuilder, sql } from 'kysely';
import { sendsNothing } from '#server/alerting/progress/sends-nothing.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { isOneOf, type RecipientStatus, recipientSets } from '#shared/delivery-states.ts';

/** So long an alarm may be in a provider's hands before another way to the person is taken. */
export const slowAfter = '60 seconds';

/** The same where the channel is in trouble. */
export const silentAfter = '7 seconds';

/**
 * Recipient rows after which a person's next step may come sooner, or not at all; `queued` where the channel sends nothing or
 * another may carry the text meanwhile, `sent` where nobody confirmed it.
 */
const telling: readonly RecipientStatus[] = [...recipientSets.failedOrWaits, 'read', 'sent'];

/**
 * To be called in the transaction that records what became of recipients: the next step of an alarm is looked at for
 * those who were not reached, or read it. Only adds rows, so it never waits for one who takes steps.
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

/** The same for those of these people whose rows wait for a channel that sends nothing. */
export async function wakeTroubled(tx: Tx, reportId: number, people: readonly number[]): Promise<void> {
  await sql`
    insert into step_wakes (report_id, person_id) select r.report_id, r.person_id
    from message_recipients r join channels c on c.id = r.channel_id and ${sendsNothing}
    where r.report_id = ${reportId} and r.person_id = any(${people}) and r.status = 'queued' and r.lane = 'alarm'
      and r.person_id is not null`.execute(tx);
}

/** Rows (report_id, person_id) to be added for the same, for everyone whom these messages reach, however many. */
export const troubledOf = (reportId: number, messageIds: readonly number[]): RawBuilder<unknown> => sql`
  select r.report_id, r.person_id from channels c join message_recipients r on r.channel_id = c.id
  where ${sendsNothing} and r.report_id = ${reportId} and r.status = 'queued' and r.lane = 'alarm'
    and r.person_id in (
      select person_id from message_recipients where message_id = any(${messageIds}) and status <> 'suppressed')`;

/** The same for everyone whose rows wait for a channel, to be called when it gets into trouble or is switched off. */
export async function wakeWaiting(db: Db | Tx, channelId: number): Promise<void> {
  await sql`
    insert into step_wakes (report_id, person_id) select distinct report_id, person_id from message_recipients
    where channel_id = ${channelId} and status in ${recipientStates.inQueue} and lane = 'alarm' and person_id is not null`.execute(
    db,
  );
}

/** The same for everyone whom a channel failed, or waits for one, in an event that runs, to be called when a channel can send again. */
export async function wakeLost(db: Db | Tx): Promise<void> {
  await sql`
    insert into step_wakes (report_id, person_id) select distinct r.report_id, r.person_id
    from events e join reports p on p.event_id = e.id join message_recipients r on r.report_id = p.id
    join channels c on c.id = r.channel_id
    where e.is_running and e.is_active and r.lane = 'alarm' and r.person_id is not null and not r.superseded
      and (r.status in ${recipientStates.unreached} or (r.status in ${recipientStates.inQueue} and ${sendsNothing})
        or (r.status = 'sent' and r.status_reason = 'unconfirmed'))`.execute(db);
}

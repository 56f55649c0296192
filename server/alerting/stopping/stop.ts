import { type RawBuilder, sql } from 'kysely';
import { lockCascades } from '#server/alerting/cascade/cascade-queries.ts';
import { dropStandDown } from '#server/alerting/cascade/stand-down.ts';
import { closeCascades, stopCascades } from '#server/alerting/cascade/stop-cascades.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { endWatches, endWatchesOfDrafts } from '#server/alerting/messages/follow-watches.ts';
import { followsAlarm } from '#server/alerting/messages/message-rows.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';
import type { RecipientReason } from '#shared/recipient-reasons.ts';
import { withdrawAllClear } from './withdraw-all-clear.ts';

/** A message with the data that decides whether it stops. */
export interface Stoppable {
  id: number;
  reportId: number;
  eventId: number;
  status: string;
  title: string;
  channel: string;
  channelEn: string | null;
  activation: boolean;
  followsAlarm: boolean;
  allClear: boolean;
  /** The event is archived or deleted: nothing may leave. */
  over: boolean;
}

/**
 * Stops a message: unsent rows never leave, rows being sent may still arrive. A sent follow-up no longer follows late
 * recipients.
 */
export async function stopMessage(ctx: Context, id: number): Promise<Row<'messages'>> {
  return withRetries(ctx.db, async (tx) => {
    const [message] = await lockStoppable(tx, sql`m.id = ${id} and m.is_active`);
    if (!message) throw new Refusal('error_not_found');
    const by = ctx.viewer!.id;
    if (isOneOf(messageSets.stoppable, message.status)) {
      await stopAll(tx, [message], [message.reportId], { all: false, reason: 'stopped', by });
      if (message.allClear) await withdrawAllClear(tx, message, by);
    } else await stopFollowing(tx, message, by);
    return tx.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  });
}

async function stopFollowing(tx: Tx, message: Stoppable, by: number): Promise<void> {
  const { id, eventId, reportId, title, channel, channelEn } = message;
  const ended = await endWatches(tx, [id]);
  if (!ended.length) throw new Refusal('error_message_over');
  await sql`update messages set follow_ended_at = clock_timestamp() where id = ${id}`.execute(tx);
  await appendLog(tx, { eventId, by, kind: 'follow_up_ended', data: { message: id, title, channel, channelEn } });
  await publish(tx, { message: [id], report: [reportId], event: [eventId] });
}

/**
 * Stops limits, alarms and unsent messages at an event's end, in its transaction. Other leaving messages and all-clears
 * continue.
 */
export async function stopEventMessages(tx: Tx, eventId: number, by: number | null): Promise<void> {
  const messages = await lockStoppable(tx, sql`r.event_id = ${eventId} and m.status = any(${messageSets.stoppable})`);
  const stopped = messages.filter(
    ({ status, activation, followsAlarm, allClear, over }) =>
      over || (!allClear && (status !== 'sending' || activation || followsAlarm)),
  );
  const { rows } = await sql<{ reportId: number }>`
    select distinct report_id from cascades where event_id = ${eventId}`.execute(tx);
  const reports = [...rows, ...stopped].map(({ reportId }) => reportId);
  await stopAll(tx, stopped, reports, { all: true, reason: 'event_finished', by });
  for (const reportId of new Set(reports)) await dropStandDown(tx, reportId);
}

/**
 * Stops messages due before a moment; stop limits reached before ask no one and send no stand-down. Returns the number
 * of messages.
 */
export async function discardMessages(tx: Tx, before: Date, by: number | null): Promise<number> {
  const messages = await lockStoppable(tx, wereToLeave(before));
  const reports = messages.map(({ reportId }) => reportId);
  const closed = await closeCascades(tx, sql`c.status = 'reached' and c.inserted_at < ${before}`);
  for (const reportId of closed) await dropStandDown(tx, reportId);
  await stopAll(tx, messages, reports, { all: true, reason: 'discarded', by });
  return messages.length;
}

/** SQL: messages due before a moment. */
const wereToLeave = (before: Date): RawBuilder<unknown> =>
  sql`m.status in ${messageStates.open}
    and case m.status when 'scheduled' then m.send_at else coalesce(m.sent_at, m.launched_at) end < ${before}`;

/** Locks messages until the transaction ends, in the order of ids. */
export async function lockStoppable(tx: Tx, condition: ReturnType<typeof sql>): Promise<Stoppable[]> {
  const { rows } = await sql<Stoppable>`
    select m.id, m.report_id, r.event_id, m.status, m.title, c.name as channel, c.name_en as channel_en,
      t.identifier = 'activation' as activation, ${followsAlarm(sql.ref('r.id'))} as follows_alarm,
      t.identifier = 'all_clear' as all_clear,
      not e.is_active or s.identifier = 'archived' as over
    from messages m join reports r on r.id = m.report_id join report_types t on t.id = r.report_type_id
    join channels c on c.id = m.channel_id join events e on e.id = r.event_id
    join event_statuses s on s.id = e.event_status_id
    where ${condition} order by m.id for no key update of m`.execute(tx);
  return rows;
}

/** How messages and stop limits end. */
export interface Stop {
  /** False: only cascades without a running message. */
  all: boolean;
  reason: RecipientReason;
  by: number | null;
}

async function stopAll(tx: Tx, messages: Stoppable[], reportIds: number[], stop: Stop): Promise<void> {
  for (const line of await cancelAll(tx, messages, reportIds, stop)) await appendLog(tx, line);
}

/** The same, returning log lines, so that the log is locked at the end. */
export async function cancelAll(
  tx: Tx,
  messages: Stoppable[],
  reportIds: number[],
  { all, reason, by }: Stop,
): Promise<ReturnType<typeof stopLine>[]> {
  const ids = messages.map(({ id }) => id);
  const reports = [...new Set(reportIds)].sort((a, b) => a - b);
  await sql`update messages set status = 'cancelled', finished_at = clock_timestamp() where id = any(${ids})`.execute(
    tx,
  );
  for (const reportId of reports) await lockCascades(tx, reportId);
  const cancelled = await cancelRecipients(tx, ids, reason);
  await endWatches(tx, ids);
  await endWatchesOfDrafts(tx, reports); // stopping one text also stops its remaining drafts
  for (const reportId of reports) {
    await stopCascades(tx, reportId, { all, reason });
    await sql`insert into cascade_wakes (cascade_id)
      select id from cascades where report_id = ${reportId} and status = 'running'`.execute(tx);
  }
  const event = [...new Set(messages.map(({ eventId }) => eventId))];
  if (reports.length)
    await publish(tx, { message: ids, report: reports, event, running: true, work: true, stopped: true });
  return messages.map((message) => stopLine(message, cancelled.get(message.id), by));
}

interface Cancelled {
  cancelled: number;
  onTheWire: number;
}

/**
 * Cancels unsent recipients; one that is being sent gets no further attempt. Locks first, because only a later
 * statement sees an attempt's result.
 */
async function cancelRecipients(
  tx: Tx,
  messageIds: number[],
  reason: RecipientReason,
): Promise<Map<number, Cancelled>> {
  await sql`
    with held as materialized (
      select id from message_recipients
      where message_id = any(${messageIds}) and status in ${recipientStates.open}
      order by id for update)
    select count(*) from held`.execute(tx);
  const { rows } = await sql<Cancelled & { messageId: number }>`
    with leaving as (
      update message_recipients set valid_until = clock_timestamp()
      where message_id = any(${messageIds}) and status = 'sending' returning message_id),
    cancelled as (
      update message_recipients set status = 'cancelled', status_reason = ${reason}, try_at = null
      where message_id = any(${messageIds}) and status in ${recipientStates.cancellable} returning message_id)
    select id as message_id, (select count(*) from cancelled where message_id = id) as cancelled,
      (select count(*) from leaving where message_id = id) as on_the_wire
    from unnest(${messageIds}::int[]) as m (id)`.execute(tx);
  return new Map(rows.map(({ messageId, ...counts }) => [messageId, counts]));
}

const stopLine = (
  { id, eventId, title, channel, channelEn }: Stoppable,
  counts: Cancelled | undefined,
  by: number | null,
) => ({
  eventId,
  by,
  kind: 'message_stopped' as const,
  data: { message: id, title, channel, channelEn, cancelled: 0, ...counts },
});

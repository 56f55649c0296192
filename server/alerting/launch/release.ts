import { databaseNow } from '#server/alerting/cascade/cascade-queries.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { launchInEvent, type OpenState } from '#server/alerting/event-log/states.ts';
import { endWatchesOfDrafts } from '#server/alerting/messages/follow-watches.ts';
import { mailReleaseDecision } from '#server/alerting/messages/mails.ts';
import { findMessage, lockMessages, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { requiredText } from '#server/api/input.ts';
import { refuseRevoked } from '#server/api/viewer/still-may.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { readNumber } from '#server/platform/settings/settings.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { prepareWithLate } from './late-channels.ts';
import { tryLaunch } from './launch.ts';
import { withoutBlocked } from './send.ts';
import { failUnsendable } from './unsendable.ts';

const longestReason = 1000;

/**
 * Releases a waiting message. Fails if no one is left to ask. Authors and senders can't release their own. With `since`,
 * only the text that waits since then.
 */
export async function releaseMessage(ctx: Context, id: number, since?: Date | null): Promise<number> {
  const by = ctx.viewer!.id;
  await decide(ctx, id, async (tx, message, state) => {
    if (since) await refuseUnseen(tx, id, since);
    const now = await databaseNow(tx);
    const later = message.sendAt && message.sendAt > now;
    const status = later ? 'scheduled' : 'pending_approval';
    await tx.updateTable('messages').set({ status, releasedBy: by, releasedAt: now }).where('id', '=', id).execute();
    const refused = later ? null : await launchReleased(ctx, tx, { ...message, releasedAt: now }, state);
    await appendLog(tx, { eventId: message.eventId, by, kind: 'message_released', data: about(message) });
    if (refused) await failUnsendable(tx, message, refused);
    else await mailReleaseDecision(ctx, tx, { messageId: id, by, reason: null });
  });
  return id;
}

/** Refuses a message that was rejected, and sent again after its releaser saw it: its text may be another. */
async function refuseUnseen(tx: Tx, id: number, since: Date): Promise<void> {
  const message = tx.selectFrom('messages').select('waitingSince').where('id', '=', id);
  const { waitingSince } = await message.executeTakeFirstOrThrow();
  if (waitingSince?.getTime() !== since.getTime()) throw new Refusal('error_report_changed');
}

async function launchReleased(ctx: Context, tx: Tx, message: MessageRow, state: OpenState): Promise<RefusalKey | null> {
  const within = { db: tx, viewer: ctx.viewer };
  const { prepared, late } = await prepareWithLate(within, [message], state);
  const ready = withoutBlocked([...prepared, ...late]);
  const undoSeconds = await readNumber(tx, 'undo_seconds', 10);
  const refused = await tryLaunch(ctx, tx, ready, { by: ctx.viewer!.id, state, undoSeconds });
  return prepared[0]!.blockers[0] ?? refused; // without people of its own, the late ones leave without it
}

/** Returns a waiting message to its author with the reason. */
export async function rejectMessage(ctx: Context, id: number, reason: string): Promise<number> {
  const by = ctx.viewer!.id;
  const text = requiredText('reason', reason, longestReason);
  await decide(ctx, id, async (tx, message) => {
    await tx
      .updateTable('messages')
      .set({ status: 'rejected', rejectReason: text, sendAt: null })
      .where('id', '=', id)
      .execute();
    await endWatchesOfDrafts(tx, [message.reportId]); // a rejected text must not leave automatically on another channel
    const data = { ...about(message), reason: text };
    await appendLog(tx, { eventId: message.eventId, by, kind: 'message_rejected', data });
    await mailReleaseDecision(ctx, tx, { messageId: id, by, reason: text });
  });
  return id;
}

async function decide(
  ctx: Context,
  id: number,
  work: (tx: Tx, message: MessageRow, state: OpenState) => Promise<void>,
): Promise<void> {
  const found = await findMessage(ctx.db, id);
  if (!found) throw new Refusal('error_not_found');
  if (!can(ctx, 'release_message')) throw new Refusal('error_forbidden');
  await withRetries(ctx.db, async (tx) => {
    const state = await launchInEvent(tx, found.eventId);
    const [message] = await lockMessages(tx, found.reportId, [id]);
    if (!message) throw new Refusal('error_not_found');
    await refuseRevoked(tx, ctx.viewer!, 'release_message'); // since the wait
    if (message.status !== 'pending_approval') throw new Refusal('error_message_not_waiting');
    if ([message.insertedBy, message.launchedBy].includes(ctx.viewer!.id)) throw new Refusal('error_own_release');
    await work(tx, message, state);
    await publish(tx, { message: [id], report: [message.reportId], event: [message.eventId], running: true });
  });
}

const about = ({ id, title, channel, channelEn }: MessageRow) => ({ message: id, title, channel, channelEn });

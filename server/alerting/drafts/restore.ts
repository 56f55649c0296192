import { sql } from 'kysely';
import { launchInEvent } from '#server/alerting/event-log/states.ts';
import { findEvenRemoved, isOvertaken, lockMessages, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { canAddMessage, mayAct, mayDelete } from '#server/alerting/messages/report-rules.ts';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';

/** Restores a deleted draft. Refused if its channel has another draft, or if its report was sent since. Idempotent. */
export async function restoreMessage(ctx: Context, id: number): Promise<void> {
  const found = await findEvenRemoved(ctx.db, id);
  if (!found) throw new Refusal('error_not_found');
  if (!mayDelete(ctx, found) && !mayAct(ctx, 'addChannel', found)) throw new Refusal('error_forbidden');
  const { reportId, eventId } = found;
  await withRetries(ctx.db, async (tx) => {
    await launchInEvent(tx, eventId);
    const [there] = await lockMessages(tx, reportId, [id]);
    const message = there ?? (await findEvenRemoved(tx, id));
    if (!message) throw new Refusal('error_not_found');
    if (!isOneOf(messageSets.editable, message.status)) throw new Refusal('error_message_already_sent');
    if (there) return;
    await checkPlace(tx, message);
    await tx.updateTable('messages').set({ isActive: true, removedAt: null }).where('id', '=', id).execute();
    await publish(tx, { message: [id], report: [reportId], event: [eventId] });
  });
}

interface Others {
  allowMoreMessage: boolean;
  /** Messages on its channel, and unsent ones among them. */
  messages: number;
  unsent: number;
  isSent: boolean;
}

async function checkPlace(tx: Tx, { id, reportId, channelId }: MessageRow): Promise<void> {
  const { rows } = await sql<Others>`
    with others as (
      select m.* from messages m where m.report_id = ${reportId} and m.id <> ${id} and m.is_active and not ${withdrawn})
    select t.allow_more_message,
      (select count(*) from others where channel_id = c.id) as messages,
      (select count(*) from others where channel_id = c.id and launched_at is null) as unsent,
      (select ${isOvertaken(reportId)} from messages m where m.id = ${id}) as is_sent
    from channels c join channel_types t on t.id = c.channel_type_id where c.id = ${channelId}`.execute(tx);
  const { allowMoreMessage, messages, unsent, isSent } = rows[0]!;
  if (isSent) throw new Refusal('error_report_sent');
  if (unsent > 0 || !canAddMessage(allowMoreMessage, messages)) throw new Refusal('error_channel_used');
}

import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import type { MessageRow } from '#server/alerting/messages/message-rows.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** Ends an unsendable message with the reason in the log. */
export async function failUnsendable(tx: Tx, message: MessageRow, error: RefusalKey): Promise<void> {
  const { id, title, channel, channelEn, eventId, reportId } = message;
  await tx
    .updateTable('messages')
    .set({ status: 'failed', error, finishedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  await appendLog(tx, {
    eventId,
    by: null,
    kind: 'message_unsendable',
    data: { message: id, title, channel, channelEn, error },
  });
  await publish(tx, { message: [id], report: [reportId], event: [eventId], running: true });
}

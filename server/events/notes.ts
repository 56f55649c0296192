import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { appendLog } from '#server/event-log/log.ts';
import { holdEvent } from '#server/event-log/states.ts';
import type { Row } from '#server/graphql/types.ts';
import { requiredText } from '#server/input.ts';
import { publish } from '#server/live/live.ts';

/** Longest hand-written entry, in characters. */
const noteMaximum = 5000;

/** A hand-written entry in the event's log; it can never be changed. */
export async function addLogEntry(ctx: Context, eventId: number, text: string): Promise<Row<'logEntries'>> {
  const note = requiredText('text', text, noteMaximum);
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, eventId);
    const entry = await appendLog(tx, { eventId, by: ctx.viewer!.id, kind: 'note', text: note });
    await publish(tx, { event: [eventId] });
    return entry;
  });
}

import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { appendLog } from '#server/event-log/log.ts';
import { holdEvent } from '#server/event-log/states.ts';
import type { Row } from '#server/graphql/types.ts';
import { requiredText } from '#server/input.ts';
import { publish } from '#server/live/live.ts';
import { takeLaunchKey } from '#server/messages/launch/launch-key.ts';

/** Longest hand-written entry, in characters. */
const noteMaximum = 5000;

/** What somebody writes by hand. */
interface Note {
  eventId: number;
  text: string;
  /** Names the intent: asked for again with the same key, the entry is there once. */
  key?: string | null | undefined;
}

/** A hand-written entry in the event's log; it can never be changed. */
export async function addLogEntry(ctx: Context, { eventId, text, key }: Note): Promise<Row<'logEntries'>> {
  const note = requiredText('text', text, noteMaximum);
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, eventId);
    if (key && !(await takeLaunchKey(tx, by, key, ['note', eventId, note]))) {
      const written = await findNote(tx, { eventId, by, text: note });
      if (written) return written;
    }
    const entry = await appendLog(tx, { eventId, by, kind: 'note', text: note });
    await publish(tx, { event: [eventId] });
    return entry;
  });
}

async function findNote(
  tx: Tx,
  { eventId, by, text }: { eventId: number; by: number; text: string },
): Promise<Row<'logEntries'> | undefined> {
  const { rows } = await sql<Row<'logEntries'>>`
    select * from log_entries where event_id = ${eventId} and by_user_id = ${by} and kind = 'note' and text = ${text}
    order by id desc limit 1`.execute(tx);
  return rows[0];
}

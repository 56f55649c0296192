import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { holdEvent } from '#server/alerting/event-log/states.ts';
import { takeLaunchKey } from '#server/alerting/launch/launch-key.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { requiredText } from '#server/api/input.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';

/** The maximum length of a manual entry in characters. */
const noteMaximum = 5000;
/** The tolerated clock difference in milliseconds. */
const ahead = 60_000;

interface Note {
  eventId: number;
  text: string;
  /** Repetitions with the same key create one entry. */
  key?: string | null | undefined;
  /** The time of the occurrence; default: now. */
  happenedAt?: Date | null | undefined;
  corrects?: number | null | undefined;
}

/** Adds an unchangeable entry, which can be corrected by another. */
export async function addLogEntry(ctx: Context, given: Note): Promise<Row<'logEntries'>> {
  const { eventId, key, happenedAt = null, corrects = null } = given;
  const text = requiredText('text', given.text, noteMaximum);
  if (happenedAt && happenedAt.getTime() > Date.now() + ahead)
    throw new Refusal('error_happened_in_future', { happenedAt: 'error_happened_in_future' });
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, eventId);
    // a repetition may give the time more exactly
    const intent = ['note', eventId, text, ...(corrects === null ? [] : [corrects])];
    if (key && !(await takeLaunchKey(tx, by, key, intent))) {
      const written = await findNote(tx, { eventId, by, text, corrects });
      if (written) return written;
    }
    if (corrects !== null) await requireEntry(tx, eventId, corrects);
    const entry = await appendLog(tx, { eventId, by, kind: 'note', text, happenedAt, corrects });
    await publish(tx, { event: [eventId] });
    return entry;
  });
}

async function requireEntry(tx: Tx, eventId: number, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from log_entries where id = ${id} and event_id = ${eventId}`.execute(tx);
  if (!rows.length) throw new Refusal('error_not_found', { corrects: 'error_not_found' });
}

async function findNote(
  tx: Tx,
  { eventId, by, text, corrects }: { eventId: number; by: number; text: string; corrects: number | null },
): Promise<Row<'logEntries'> | undefined> {
  const { rows } = await sql<Row<'logEntries'>>`
    select * from log_entries where event_id = ${eventId} and by_user_id = ${by} and kind = 'note' and text = ${text}
      and corrects is not distinct from ${corrects}::int
    order by id desc limit 1`.execute(tx);
  return rows[0];
}

import type { Context } from '#server/context.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { stateOf } from '#server/event-log/states.ts';
import { eventValues } from '#server/snippets/values.ts';
import type { PlaceholderValues } from '#shared/placeholders.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { blockersOf } from './blockers.ts';
import type { MessageRow } from './message-rows.ts';
import type { Resolution } from './resolution.ts';
import { resolveMessages } from './resolve-messages.ts';

/** A message with all that is known before it is sent. */
export interface Prepared {
  message: MessageRow;
  /** Who gets it; null when its channel publishes instead of addressing people. */
  resolution: Resolution | null;
  /** What its placeholders stand for, but for those that differ per recipient. */
  values: PlaceholderValues;
  blockers: RefusalKey[];
}

/** Resolves recipients and placeholders of messages of one report and finds what keeps each from being sent. */
export async function prepareMessages(
  ctx: { db: Db | Tx; viewer: Context['viewer'] },
  messages: readonly MessageRow[],
): Promise<Prepared[]> {
  const first = messages[0];
  if (!first) return [];
  const state = await stateOf(ctx.db, first.eventId);
  const values = await eventValues(ctx, first.eventId, first.reportId);
  const resolutions = await resolveMessages(ctx.db, messages);
  return messages.map((message) => {
    const resolution = resolutions.get(message.id) ?? null;
    const recipients = resolution ? resolution.recipients.length : null;
    return { message, resolution, values, blockers: blockersOf(message, { state, values, recipients }) };
  });
}

import type { Context } from '#server/context.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { appendLog } from '#server/event-log/log.ts';
import type { Row } from '#server/graphql/types.ts';
import { limitedText, requireActive, requiredText } from '#server/input.ts';
import { publish } from '#server/live/live.ts';
import type { EventMode } from '#shared/event-mode.ts';
import { limits } from '#shared/limits.ts';

/** What a new event is made of; an absent location is the event type's. */
export interface NewEvent {
  name: string;
  description?: string | null | undefined;
  eventDate?: Date | null | undefined;
  eventType?: number | null | undefined;
  location?: number | null | undefined;
  mode?: EventMode | null | undefined;
  isRunning?: boolean | null | undefined;
}

/** A new event, as a draft or running at once. */
export async function createEvent(ctx: Context, input: NewEvent): Promise<Row<'events'>> {
  const event = await checkedEvent(ctx, input);
  return inTransaction(ctx.db, (tx) => insertEvent(tx, event, ctx.viewer!.id));
}

/** The input with its texts trimmed; refuses missing names, long texts, unknown and inactive references. */
export async function checkedEvent<T extends Omit<NewEvent, 'name'> & { name?: string | undefined }>(
  ctx: { db: Db | Tx },
  input: T,
): Promise<T> {
  const checked = { ...input };
  if (input.name !== undefined) checked.name = requiredText('name', input.name, limits.nameMaximum);
  if (input.description) limitedText('description', input.description, limits.contentMaximum);
  if (input.eventType) await requireActive(ctx.db, 'eventTypes', 'eventType', [input.eventType]);
  if (input.location) await requireActive(ctx.db, 'locations', 'location', [input.location]);
  return checked;
}

/** Inserts a checked event with its first log entry; `activationEventType` marks an activation. */
export async function insertEvent(
  tx: Tx,
  event: NewEvent & { activationEventType?: number | null },
  by: number | null,
): Promise<Row<'events'>> {
  const running = event.isRunning ?? false;
  const mode = event.mode ?? 'LIVE';
  const inserted = await tx
    .insertInto('events')
    .values((eb) => ({
      name: event.name,
      description: event.description || null,
      ...(event.eventDate ? { eventDate: event.eventDate } : {}),
      eventTypeId: event.eventType ?? null,
      activationEventTypeId: event.activationEventType ?? null,
      locationId:
        event.location ??
        eb
          .selectFrom('eventTypes')
          .select('locationId')
          .where('id', '=', event.eventType ?? null),
      mode,
      isRunning: running,
      eventStatusId: eb
        .selectFrom('eventStatuses')
        .select('id')
        .where('identifier', '=', running ? 'published' : 'draft'),
      insertedBy: by,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await appendLog(tx, {
    eventId: inserted.id,
    by,
    kind: 'event_created',
    data: { name: inserted.name, mode, running },
  });
  await publish(tx, { event: [inserted.id], running: true });
  return inserted;
}

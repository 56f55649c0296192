import { beginWork } from '#server/alerting/event-log/begin-work.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { limitedText, requireActive, requiredText } from '#server/api/input.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import type { EventMode } from '#shared/event-mode.ts';
import { limits } from '#shared/limits.ts';

/** Without location and place, it gets the event type's location. */
export interface NewEvent {
  name: string;
  description?: string | null | undefined;
  eventDate?: Date | null | undefined;
  eventType?: number | null | undefined;
  location?: number | null | undefined;
  /** A place in free words instead of a location. */
  place?: string | null | undefined;
  mode?: EventMode | null | undefined;
  isRunning?: boolean | null | undefined;
}

/** Creates an event, as a draft or running. */
export async function createEvent(ctx: Context, input: NewEvent): Promise<Row<'events'>> {
  const event = await checkedEvent(ctx, input);
  return inTransaction(ctx.db, (tx) => insertEvent(tx, event, ctx.viewer!.id));
}

/** Validates and trims input; refuses missing names, long texts, unknown and inactive references. */
export async function checkedEvent<T extends Omit<NewEvent, 'name'> & { name?: string | undefined }>(
  ctx: { db: Db | Tx },
  input: T,
): Promise<T> {
  const checked = { ...input };
  if (input.name !== undefined) checked.name = requiredText('name', input.name, limits.nameMaximum);
  if (input.description) limitedText('description', input.description, limits.contentMaximum);
  if (input.eventType) await requireActive(ctx.db, 'eventTypes', 'eventType', [input.eventType]);
  if (input.location) await requireActive(ctx.db, 'locations', 'location', [input.location]);
  if (typeof input.place === 'string') {
    limitedText('place', input.place, limits.nameMaximum);
    checked.place = input.place.trim() || null;
  }
  if (checked.place && input.location) throw new Refusal('error_invalid_input', { place: 'error_invalid_input' });
  return checked;
}

/**
 * Inserts a validated event with its first log entry. An event `prepared` for a draft is visible only to its author
 * until something is sent.
 */
export async function insertEvent(
  tx: Tx,
  event: NewEvent & { activationEventType?: number | null; prepared?: boolean },
  by: number | null,
): Promise<Row<'events'>> {
  const running = event.isRunning ?? false;
  const mode = event.mode ?? 'LIVE';
  const { prepared = false } = event;
  const saysPlace = Boolean(event.location || event.place);
  const inserted = await tx
    .insertInto('events')
    .values((eb) => ({
      name: event.name,
      description: event.description || null,
      ...(event.eventDate ? { eventDate: event.eventDate } : {}),
      eventTypeId: event.eventType ?? null,
      activationEventTypeId: event.activationEventType ?? null,
      locationId: saysPlace
        ? (event.location ?? null)
        : eb
            .selectFrom('eventTypes')
            .select('locationId')
            .where('id', '=', event.eventType ?? null),
      place: event.place || null,
      isPlaceSuggested: !saysPlace,
      isPrepared: prepared,
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
  await beginWork(tx, inserted.id, by);
  await publish(tx, { event: [inserted.id], ...(prepared ? {} : { running: true }) });
  return inserted;
}

import type { Updateable } from 'kysely';
import { beginWork } from '#server/alerting/event-log/begin-work.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { type EventState, type EventStep, eventStateOf, holdEvent } from '#server/alerting/event-log/states.ts';
import { movePlaceInTitles } from '#server/alerting/snippets/move-place.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { DB } from '#server/platform/database/types.gen.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { checkedEvent, type NewEvent } from './create.ts';
import { stepEvent } from './steps.ts';

/** `eventStatus` (draft, published, archived) takes the step to it. */
export interface EventChange extends Omit<NewEvent, 'name' | 'mode' | 'isRunning'> {
  id: number;
  name?: string | undefined;
  eventStatus?: string | null | undefined;
}

/** Changes an event; archived ones only their status. */
export async function updateEvent(ctx: Context, input: EventChange): Promise<Row<'events'>> {
  const { id, eventStatus, ...given } = input;
  const change = await checkedEvent(ctx, given);
  return inTransaction(ctx.db, async (tx) => {
    const step = eventStatus ? stepTo(await eventStateOf(tx, id), eventStatus) : null;
    if ((step === 'archive' || step === 'restore') && !can(ctx, 'archive_event')) throw new Refusal('error_forbidden');
    if (step === 'restore') await stepEvent(tx, id, step, ctx.viewer!.id);
    const event = await changeFields(tx, id, change, ctx.viewer!.id);
    return step && step !== 'restore' ? stepEvent(tx, id, step, ctx.viewer!.id) : event;
  });
}

/** Returns the step to a status, null if already there; refuses impossible ones. */
export function stepTo(state: EventState, status: string): EventStep | null {
  const has: Partial<Record<EventState, string>> = { running: 'published', finished: 'published' };
  if ((has[state] ?? state) === status) return null;
  const steps: Record<string, EventStep> = {
    'draft published': 'start',
    'draft archived': 'archive',
    'running archived': 'archive', // refused there with its own message
    'finished archived': 'archive',
    'archived published': 'restore',
  };
  const step = steps[`${state} ${status}`];
  if (step) return step;
  throw new Refusal(state === 'deleted' ? 'error_not_found' : 'error_event_status', {
    eventStatus: 'error_event_status',
  });
}

const fieldOf = {
  name: 'name',
  description: 'description',
  eventDate: 'eventDate',
  eventTypeId: 'eventType',
  locationId: 'location',
  place: 'location',
} as const;
const columns = Object.keys(fieldOf) as (keyof typeof fieldOf)[];

async function changeFields(tx: Tx, id: number, input: Omit<EventChange, 'id'>, by: number): Promise<Row<'events'>> {
  const fields = Object.values(input).filter((value) => value !== undefined);
  if (fields.length) await holdEvent(tx, id);
  const existing = tx.selectFrom('events').selectAll().where('id', '=', id).where('isActive', '=', true);
  const before = await existing.executeTakeFirst();
  if (!before) throw new Refusal('error_not_found');
  const wanted: Updateable<DB['events']> = {
    ...(input.name ? { name: input.name } : {}),
    ...(input.description !== undefined ? { description: input.description || null } : {}),
    ...(input.eventDate ? { eventDate: input.eventDate } : {}),
    ...(input.eventType !== undefined ? { eventTypeId: input.eventType } : {}),
    ...(input.location !== undefined ? { locationId: input.location } : {}),
    ...(input.place !== undefined ? { place: input.place || null } : {}),
    // an event has one place: the last change counts
    ...(input.location ? { place: null } : {}),
    ...(input.place ? { locationId: null } : {}),
  };
  const different = columns.filter((key) => {
    const [old, value] = [before[key], wanted[key]];
    return (
      key in wanted && (old instanceof Date ? old.getTime() : old) !== (value instanceof Date ? value.getTime() : value)
    );
  });
  if (!different.length) return before;
  const after = await tx
    .updateTable('events')
    .set({
      ...Object.fromEntries(different.map((key) => [key, wanted[key]])),
      isPrepared: false, // editing the event makes it permanent
      ...('locationId' in wanted || 'place' in wanted ? { isPlaceSuggested: false } : {}),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await appendLog(tx, {
    eventId: id,
    by,
    kind: 'event_updated',
    data: { name: after.name, fields: [...new Set(different.map((key) => fieldOf[key]))] },
  });
  if (different.includes('locationId') || different.includes('place')) await movePlaceInTitles(tx, id, before, after);
  if (different.includes('eventTypeId')) await beginWork(tx, id, by);
  await publish(tx, { event: [id], running: true });
  return after;
}

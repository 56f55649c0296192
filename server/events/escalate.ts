import type { Tx } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import { appendLog } from '#server/event-log/log.ts';
import { holdEvent } from '#server/event-log/states.ts';
import type { Row } from '#server/graphql/types.ts';
import { publish } from '#server/live/live.ts';

/**
 * Makes an event an activation of this event type, which also becomes its event type when it had none. A finished
 * event must be continued first: answers to it would count as late.
 */
export async function escalateEvent(
  tx: Tx,
  id: number,
  eventTypeId: number,
  by: number | null,
): Promise<Row<'events'>> {
  if ((await holdEvent(tx, id)) === 'finished') throw new Refusal('error_event_finished');
  const event = await giveType(tx, id, eventTypeId, { activationEventTypeId: eventTypeId });
  const type = await tx.selectFrom('eventTypes').select('name').where('id', '=', eventTypeId).executeTakeFirstOrThrow();
  await appendLog(tx, {
    eventId: id,
    by,
    kind: 'event_escalated',
    data: { name: event.name, activationEventType: type.name },
  });
  await publish(tx, { event: [id], running: true });
  return event;
}

/** Prepares an event for a communication: it takes the event type when it has none. */
export async function joinEvent(tx: Tx, id: number, eventTypeId: number): Promise<Row<'events'>> {
  await holdEvent(tx, id);
  return giveType(tx, id, eventTypeId, {});
}

function giveType(tx: Tx, id: number, eventTypeId: number, more: { activationEventTypeId?: number }) {
  return tx
    .updateTable('events')
    .set((eb) => ({ ...more, eventTypeId: eb.fn.coalesce('eventTypeId', eb.val(eventTypeId)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

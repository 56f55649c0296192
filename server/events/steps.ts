import type { Context } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import type { Row } from '#server/graphql/types.ts';
import { publish } from '#server/live/live.ts';
import { stopEventMessages } from '#server/messages/stop.ts';
import { appendLog } from './log.ts';
import { type EventStep, holdEvent, takeStep } from './states.ts';

const logged: Record<EventStep, { kind: string; text: string }> = {
  start: { kind: 'event_started', text: 'Ereignis gestartet' },
  finish: { kind: 'event_finished', text: 'Ereignis beendet' },
  continue: { kind: 'event_continued', text: 'Ereignis fortgesetzt' },
  archive: { kind: 'event_archived', text: 'Ereignis archiviert' },
  restore: { kind: 'event_restored', text: 'Ereignis aus dem Archiv geholt' },
  delete: { kind: 'event_deleted', text: 'Ereignis gelöscht' },
};

/** Steps after which nothing may leave any more: cascades end and whatever waits is cancelled. */
const stops: readonly EventStep[] = ['finish', 'archive', 'delete'];

/** Takes a step of an event's life with all that belongs to it: stopping messages, log, live views. */
export async function stepEvent(tx: Tx, id: number, step: EventStep, by: number | null): Promise<Row<'events'>> {
  const event = await takeStep(tx, id, step);
  if (stops.includes(step)) await stopEventMessages(tx, id, by);
  await appendLog(tx, { eventId: id, by, ...logged[step], data: { name: event.name } });
  await publish(tx, { event: [id], running: true });
  return event;
}

const inTransaction = (ctx: Context, id: number, step: EventStep) =>
  ctx.db.transaction().execute((tx) => stepEvent(tx, id, step, ctx.viewer!.id));

/** Running → finished: open cascades end and messages that have not left are cancelled. */
export const finishEvent = (ctx: Context, id: number): Promise<Row<'events'>> => inTransaction(ctx, id, 'finish');

/** Finished → running; nothing that was stopped starts again by itself. */
export const continueEvent = (ctx: Context, id: number): Promise<Row<'events'>> => inTransaction(ctx, id, 'continue');

/** Draft or finished → archived: read-only, still found by searching. */
export const archiveEvent = (ctx: Context, id: number): Promise<Row<'events'>> => inTransaction(ctx, id, 'archive');

/** Archived → finished. */
export const restoreEvent = (ctx: Context, id: number): Promise<Row<'events'>> => inTransaction(ctx, id, 'restore');

/** Anything not running → deleted: gone from every list, kept until retention ends. */
export const deleteEvent = (ctx: Context, id: number): Promise<Row<'events'>> => inTransaction(ctx, id, 'delete');

/**
 * Called in the transaction that launches a message: a draft event starts running, a running or finished one stays as
 * it is (an all-clear leaves from a finished event); archived and deleted ones refuse. Holds the event until the
 * commit, so that finishing it at the same moment sees the launched recipients.
 */
export async function startEvent(tx: Tx, eventId: number, by: number | null): Promise<void> {
  if ((await holdEvent(tx, eventId)) === 'draft') await stepEvent(tx, eventId, 'start', by);
}

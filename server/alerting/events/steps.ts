import { wakeReached } from '#server/alerting/cascade/reached.ts';
import { refuseOpenDeadlines } from '#server/alerting/event-log/begin-deadlines.ts';
import { type EventStep, noteEnd, takeStep } from '#server/alerting/event-log/states.ts';
import { recordStep } from '#server/alerting/event-log/step.ts';
import { stopEventMessages } from '#server/alerting/stopping/stop.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';

const stops: readonly EventStep[] = ['finish', 'archive', 'delete'];

/** Takes an event's step with its effects. */
export async function stepEvent(tx: Tx, id: number, step: EventStep, by: number | null): Promise<Row<'events'>> {
  const event = await takeStep(tx, id, step);
  if (step === 'delete') await refuseOpenDeadlines(tx, event);
  if (stops.includes(step)) await stopEventMessages(tx, id, by);
  if (step === 'finish') await noteEnd(tx, id);
  if (step === 'continue') await wakeReached(tx, id);
  await recordStep(tx, event, step, by);
  return event;
}

const stepOnce = (ctx: Context, id: number, step: EventStep) =>
  inTransaction(ctx.db, (tx) => stepEvent(tx, id, step, ctx.viewer!.id));

/** Running → finished: ends open cascades and cancels unsent messages. */
export const finishEvent = (ctx: Context, id: number): Promise<Row<'events'>> => stepOnce(ctx, id, 'finish');

/** Finished → running; nothing stopped restarts. */
export const continueEvent = (ctx: Context, id: number): Promise<Row<'events'>> => stepOnce(ctx, id, 'continue');

/** Draft or finished → archived: read-only, still found by searching. */
export const archiveEvent = (ctx: Context, id: number): Promise<Row<'events'>> => stepOnce(ctx, id, 'archive');

/** Archived → finished. */
export const restoreEvent = (ctx: Context, id: number): Promise<Row<'events'>> => stepOnce(ctx, id, 'restore');

/** Anything not running → deleted: hidden until retention ends. */
export const deleteEvent = (ctx: Context, id: number): Promise<Row<'events'>> => stepOnce(ctx, id, 'delete');

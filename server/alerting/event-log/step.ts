import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { LogKind } from '#shared/event-log/kinds.ts';
import { beginWork } from './begin-work.ts';
import { appendLog } from './log.ts';
import { type EventStep, type OpenState, takeStep } from './states.ts';

const logged = {
  start: 'event_started',
  finish: 'event_finished',
  continue: 'event_continued',
  archive: 'event_archived',
  restore: 'event_restored',
  delete: 'event_deleted',
} as const satisfies Record<EventStep, LogKind>;

/** Logs an event's step and notifies live views. */
export async function recordStep(tx: Tx, event: Row<'events'>, step: EventStep, by: number | null): Promise<void> {
  await appendLog(tx, { eventId: event.id, by, kind: logged[step], data: { name: event.name } });
  if (step === 'start') await beginWork(tx, event.id, by);
  await publish(tx, { event: [event.id], running: true });
}

/**
 * Starts a draft event, in the transaction of the launch. Running and finished ones stay. The caller locks the event
 * until the commit, so that finishing it sees the launched recipients.
 */
export async function startEvent(tx: Tx, eventId: number, state: OpenState, by: number | null): Promise<void> {
  if (state !== 'draft') return;
  await recordStep(tx, await takeStep(tx, eventId, 'start'), 'start', by);
}

/** Makes a draft's event visible, because a part was sent. */
export async function revealEvent(tx: Tx, eventId: number): Promise<void> {
  await tx
    .updateTable('events')
    .set({ isPrepared: false })
    .where('id', '=', eventId)
    .where('isPrepared', '=', true)
    .execute();
}

import type { Tx } from '#server/database/connect.ts';
import { wakeSteps } from '#server/messages/recipients/step-wakes.ts';
import { wakeCascades } from '#server/messages/stop-limits/cascade.ts';

/** A recipient that moved. */
export interface Moved {
  id: number;
  messageId: number;
  reportId: number;
  personId: number | null;
  status: string;
}

/**
 * To be called in the transaction that moved recipients: stop limits look at whom a message will not reach any more, alarms
 * at whose next step comes sooner or not at all.
 */
export async function wakeAfter(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const lost = moved.flatMap(({ reportId, personId, status }) =>
    personId !== null && (status === 'failed' || status === 'expired') ? [{ reportId, personId }] : [],
  );
  await wakeCascades(tx, lost);
  await wakeSteps(tx, moved);
}

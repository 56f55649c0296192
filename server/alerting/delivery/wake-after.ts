import { wakeCascades } from '#server/alerting/cascade/cascade.ts';
import { wakeSteps } from '#server/alerting/recipients/step-wakes.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { isOneOf, recipientSets } from '#shared/delivery-states.ts';

/** A recipient that moved. */
export interface Moved {
  id: number;
  messageId: number;
  reportId: number;
  personId: number | null;
  status: string;
}

/**
 * To be called in the transaction that moved recipients: stop limits look at whom a message will not reach any more, and at
 * what came back to be tried again, which a limit that was reached meanwhile does not want; alarms at whose next step comes
 * sooner or not at all.
 */
export async function wakeAfter(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const pairs = moved.flatMap(({ reportId, personId, status }) =>
    personId !== null && isOneOf(recipientSets.failedOrWaits, status) ? [{ reportId, personId }] : [],
  );
  await wakeCascades(tx, pairs);
  await wakeSteps(tx, moved);
}

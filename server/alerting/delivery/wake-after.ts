import { wakeCascades } from '#server/alerting/cascade/cascade.ts';
import { wakeSteps } from '#server/alerting/recipients/step-wakes.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { isOneOf, recipientSets } from '#shared/delivery-states.ts';

/** A changed recipient. */
export interface Moved {
  id: number;
  messageId: number;
  reportId: number;
  personId: number | null;
  status: string;
}

/** Wakes stop limits and steps after changes, in the same transaction. */
export async function wakeAfter(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const pairs = moved.flatMap(({ reportId, personId, status }) =>
    personId !== null && isOneOf(recipientSets.failedOrWaits, status) ? [{ reportId, personId }] : [],
  );
  await wakeCascades(tx, pairs);
  await wakeSteps(tx, moved);
}

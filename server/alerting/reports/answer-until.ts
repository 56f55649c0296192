import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { messageSets } from '#shared/delivery-states.ts';

/** Refuses an end of answering that has passed: whoever answers would be late from the start. */
export function checkAnswerUntil(until: Date | null | undefined): void {
  if (until && until.getTime() <= Date.now()) {
    throw new Refusal('error_answer_until_past', { answerUntil: 'error_answer_until_past' });
  }
}

/** Refuses an end of answering that comes before a planned message, which the report's lock keeps planned. */
export async function checkPlanned(tx: Tx, reportId: number, until: Date): Promise<void> {
  const planned = await tx
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', reportId)
    .where('isActive', '=', true)
    .where('requestAnswer', '=', true)
    .where('status', 'in', messageSets.waiting)
    .where('sendAt', '>=', until)
    .executeTakeFirst();
  if (planned) throw new Refusal('error_answer_until_early', { answerUntil: 'error_answer_until_early' });
}

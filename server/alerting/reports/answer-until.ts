import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { messageSets } from '#shared/delivery-states.ts';

/** Refuses a past end of the time for answers. */
export function checkAnswerUntil(until: Date | null | undefined): void {
  if (until && until.getTime() <= Date.now()) {
    throw new Refusal('error_answer_until_past', { answerUntil: 'error_answer_until_past' });
  }
}

/** Refuses an end before a scheduled message; the report's lock keeps it scheduled. */
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

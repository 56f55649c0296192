import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { Prepared } from './prepare.ts';

/**
 * Removes drafts without recipients if others have some; they can be restored. Drafts of a follow-up stay for later
 * recipients.
 */
export async function removeUnreachable(tx: Tx, prepared: readonly Prepared[]): Promise<void> {
  const reachesNobody = ({ blockers }: Prepared) => blockers.includes('error_no_recipients');
  if (prepared.every(reachesNobody)) return;
  const removed = prepared.filter((one) => reachesNobody(one) && !one.message.isFollowUp).map(({ message }) => message);
  const ids = removed.map(({ id }) => id);
  if (!ids.length) return;
  await tx
    .updateTable('messages')
    .set({ isActive: false, removedAt: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute();
  await publish(tx, { message: ids, report: removed.map(({ reportId }) => reportId) });
}

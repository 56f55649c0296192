import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type Moved, wakeAfter } from './wake-after.ts';

/** Ends recipients past their deadline, because outdated alarms do harm; returns their messages. */
export async function expireRecipients(db: Db): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Moved>`
      with late as (
        select r.id, m.status = 'cancelled' as stopped from message_recipients r join messages m on m.id = r.message_id
        where r.status in ${recipientStates.inQueue} and r.valid_until <= now()
        order by r.valid_until limit 500 for update of r skip locked)
      update message_recipients r set try_at = null, status = case when late.stopped then 'cancelled' else 'expired' end,
        status_reason = case when late.stopped then 'stopped' else coalesce(r.status_reason, 'deadline') end
      from late where r.id = late.id
      returning r.id, r.message_id, r.report_id, r.person_id, r.status`.execute(tx);
    await wakeAfter(tx, rows);
    return [...new Set(rows.map(({ messageId }) => messageId))];
  });
}

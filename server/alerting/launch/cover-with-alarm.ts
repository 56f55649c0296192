import { sql } from 'kysely';
import { mayHaveItAs } from '#server/alerting/progress/status.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { RecipientReason } from '#shared/recipient-reasons.ts';

const reason: RecipientReason = 'with_alarm';
const alarmRow = sql.ref('a');

/**
 * Records the waiting recipients of a correction's message who have its text already, because everything that they got of the
 * corrected alarm carried this text or a newer one: the message goes to them as sent, and not again. Returns their number.
 */
export async function coverWithAlarm(tx: Tx, messageId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update message_recipients r set status = 'sending', status_reason = ${reason}, try_at = null, corrected_by = had.newest
    from (
      select own.id, min(coalesce(a.corrected_by, 0)) as oldest, max(a.corrected_by) as newest
      from message_recipients own
      join report_follow_ups f on f.report_id = own.report_id and f.kind = 'correction'
      join message_recipients a on a.report_id = f.follows_id and a.person_id = own.person_id and ${mayHaveItAs(alarmRow)}
      where own.message_id = ${messageId} and own.status in ${recipientStates.inQueue} and own.attempts = 0
      group by own.id) had
    where r.id = had.id and had.oldest >= r.report_id
    returning r.id`.execute(tx);
  if (!rows.length) return 0;
  await sql`
    update message_recipients set status = 'sent', sent_at = clock_timestamp()
    where id = any(${rows.map(({ id }) => id)})`.execute(tx);
  return rows.length;
}

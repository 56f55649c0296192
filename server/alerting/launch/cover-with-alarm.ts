import { sql } from 'kysely';
import { mayHaveItAs } from '#server/alerting/progress/status.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { RecipientReason } from '#shared/recipient-reasons.ts';

const reason: RecipientReason = 'with_alarm';
const unconfirmed: DeliveryReason = 'unconfirmed';
const undelivered: DeliveryReason = 'undelivered';
const alarmRow = sql.ref('a');

// a provider accepted the last attempt
const isAccepted = sql<boolean>`(a.status in ${recipientStates.accepted} and a.status_reason is distinct from ${unconfirmed})`;

// of an unknown outcome, the person may have any earlier text
const carried = sql<number>`case
  when not ${isAccepted} and (a.maybe_duplicate or a.status in ${recipientStates.accepted}) then 0
  else coalesce(a.corrected_by, 0) end`;

/**
 * Records a correction's waiting recipients who have its text: accepted with the corrected alarm, and nothing with an
 * older text is accepted or leaving. They count as sent. Skips messages with a question. Returns their number.
 */
export async function coverWithAlarm(tx: Tx, messageId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update message_recipients r set status = 'sending', status_reason = ${reason}, try_at = null, corrected_by = had.newest
    from (
      select own.id, min(${carried}) as oldest, max(a.corrected_by) filter (where ${isAccepted}) as newest
      from message_recipients own
      join report_follow_ups f on f.report_id = own.report_id and f.kind = 'correction'
      join message_recipients a on a.report_id = f.follows_id and a.person_id = own.person_id
        and (a.status = 'sending' or ${mayHaveItAs(alarmRow)})
      where own.message_id = ${messageId} and own.status in ${recipientStates.inQueue} and own.attempts = 0
        and own.token_hash is null
      group by own.id) had
    where r.id = had.id and had.oldest >= r.report_id and had.newest >= r.report_id
    returning r.id`.execute(tx);
  if (!rows.length) return 0;
  await sql`
    update message_recipients set status = 'sent', sent_at = clock_timestamp()
    where id = any(${rows.map(({ id }) => id)})`.execute(tx);
  return rows.length;
}

/** Fails recipients that `coverWithAlarm` recorded, after their alarm wasn't delivered. Returns their messages. */
export async function failWithAlarm(
  tx: Tx,
  lost: readonly { reportId: number; personId: number | null }[],
): Promise<number[]> {
  if (!lost.length) return [];
  const { rows } = await sql<{ messageId: number }>`
    with recursive corrections (alarm_id, report_id, person_id) as (
      select x.report_id, f.report_id, x.person_id
      from unnest(${lost.map(({ reportId }) => reportId)}::int[], ${lost.map(({ personId }) => personId)}::int[])
        as x (report_id, person_id)
      join report_follow_ups f on f.follows_id = x.report_id and f.kind = 'correction'
      union select c.alarm_id, f.report_id, c.person_id
      from corrections c join report_follow_ups f on f.follows_id = c.report_id and f.kind = 'correction'),
    covered as (
      select r.id from message_recipients r join corrections c on c.report_id = r.report_id and c.person_id = r.person_id
      where r.status = 'sent' and r.status_reason = ${reason} and not exists (
        select from message_recipients a
        where a.report_id = c.alarm_id and a.person_id = r.person_id and ${isAccepted} and a.corrected_by >= r.report_id)
      order by r.id for update of r)
    update message_recipients r set status = 'failed', status_reason = ${undelivered}
    where r.id in (select id from covered) returning r.message_id`.execute(tx);
  return rows.map(({ messageId }) => messageId);
}

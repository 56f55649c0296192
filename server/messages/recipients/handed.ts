import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';

/** Whether recipient `r` may have got the message: it was handed over, is being handed over, or nobody knows. */
export const mayHaveIt: RawBuilder<boolean> = sql`(
  r.status in ('sending', 'sent', 'delivered', 'read') or r.maybe_duplicate)`;

/**
 * For those of these messages that follow other reports: the people who may have got those, as rows (message_id,
 * person_id, place). On a channel that reached some, these; on one that was not used, everyone.
 */
export const handedPeople = (messageIds: readonly number[]): RawBuilder<unknown> => sql`
  select m.id as message_id, r.person_id, min(r.id) as place
  from messages m join report_follow_ups f on f.report_id = m.report_id
  join message_recipients r on r.report_id = f.follows_id join messages first on first.id = r.message_id
  where m.id = any(${messageIds}) and r.person_id is not null and ${mayHaveIt}
    and (first.channel_id = m.channel_id or not exists (
      select 1 from report_follow_ups g join messages other on other.report_id = g.follows_id
      join message_recipients r on r.message_id = other.id
      where g.report_id = m.report_id and other.channel_id = m.channel_id and r.person_id is not null and ${mayHaveIt}))
  group by m.id, r.person_id`;

/** Whether what a report follows is still leaving: who gets it only after the follow-up does not get that. */
export async function stillLeaving(db: Db | Tx, reportId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select r.id from report_follow_ups f join messages m on m.report_id = f.follows_id and m.is_active
    join message_recipients r on r.message_id = m.id
    where f.report_id = ${reportId} and r.status in ('pending', 'queued', 'retrying') and not r.maybe_duplicate
    limit 1`.execute(db);
  return rows.length > 0;
}

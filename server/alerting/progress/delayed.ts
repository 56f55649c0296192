import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { sendsNothing } from './sends-nothing.ts';

/** Returns why messages are late: the most frequent reason of retries, or the channel's failure. Omits others. */
export async function delaysOf(db: Db, messageIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; reason: string }>`
    select m.id, case when c.is_active or e.mode <> 'LIVE' then coalesce(tried.reason, c.trouble) else 'channel_inactive' end as reason
    from messages m join channels c on c.id = m.channel_id
    join reports p on p.id = m.report_id join events e on e.id = p.event_id
    left join lateral (
      select r.status_reason as reason from message_recipients r
      where r.message_id = m.id and r.status = 'retrying' and r.status_reason is not null
      group by 1 order by count(*) desc, 1 limit 1) tried on true
    where m.id = any(${messageIds}) and m.status = 'sending' and (
        select sum(t.n) from message_tallies t where t.message_id = m.id and t.status in ${recipientStates.inProgress}) > 0
      and (tried.reason is not null or e.mode = 'LIVE' and ${sendsNothing})`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

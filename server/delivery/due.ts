import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';

/** Recipients of one message on one channel that are due; counted up to a limit. */
export interface Due {
  messageId: number;
  channelId: number;
  lane: 'alarm' | 'normal' | 'bulk';
  count: number;
}

/**
 * What is due, by message and channel. It steps from one message to the next in the index instead of reading every
 * waiting row, so that a look costs the same with a hundred thousand of them.
 */
export async function findDue(db: Db, countUpTo: number): Promise<Due[]> {
  const waiting = sql`status in ('queued', 'retrying')`;
  const { rows } = await sql<Due>`
    with recursive waiting as (
      (select message_id, channel_id from message_recipients where ${waiting} order by message_id, channel_id limit 1)
      union all
      select next.message_id, next.channel_id from waiting cross join lateral (
        select message_id, channel_id from message_recipients r
        where ${waiting} and (r.message_id, r.channel_id) > (waiting.message_id, waiting.channel_id)
        order by message_id, channel_id limit 1) next)
    select w.message_id, w.channel_id, d.lane, d.count::int from waiting w cross join lateral (
      select min(lane) as lane, count(*) as count, min(try_at) as oldest from (
        select lane, try_at from message_recipients r
        where r.message_id = w.message_id and r.channel_id = w.channel_id and ${waiting} and try_at <= now()
        order by try_at limit ${countUpTo}) first) d
    where d.count > 0
    order by d.oldest`.execute(db);
  return rows;
}

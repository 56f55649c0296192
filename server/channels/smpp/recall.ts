import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

const mostRecalled = 20_000;

/** Returns a channel's ids of three days, oldest first: receipts may write them in another notation. */
export async function recallIds(db: Db, channelId: number): Promise<string[]> {
  const { rows } = await sql<{ externalId: string }>`
    select external_id from (
      select r.external_id, r.sent_at as at from messages m join message_recipients r on r.message_id = m.id
      where m.channel_id = ${channelId} and r.external_id is not null and r.sent_at > now() - interval '3 days'
      union all
      select external_id, inserted_at from message_parts
      where channel_id = ${channelId} and inserted_at > now() - interval '3 days'
      order by at desc limit ${mostRecalled}) lately
    order by at`.execute(db);
  return rows.map(({ externalId }) => externalId);
}

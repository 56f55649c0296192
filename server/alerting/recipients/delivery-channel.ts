import { sql } from 'kysely';
import type { MessageRow } from '#server/alerting/messages/message-rows.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/** Returns its own channel, or the exercise channel unless LIVE. */
export async function deliveryChannel(
  tx: Tx,
  { mode, channelId }: Pick<MessageRow, 'mode' | 'channelId'>,
): Promise<number> {
  if (mode === 'LIVE') return channelId;
  const { rows } = await sql<{ id: number }>`
    select c.id from channels c join channel_types t on t.id = c.channel_type_id
    where t.identifier = 'exercise' order by c.is_active desc, c.id limit 1`.execute(tx);
  return rows[0]!.id;
}

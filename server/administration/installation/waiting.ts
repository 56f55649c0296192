import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';

/** A message that leaves with the release. */
export interface HeldMessage {
  id: number;
  title: string;
  channel: string;
  channelEn: string | null;
  at: Date;
  recipients: number;
}

const most = 200;

/** Returns the messages that leave with the release. */
export async function heldMessages(db: Db): Promise<HeldMessage[]> {
  const { rows } = await sql<HeldMessage>`
    select m.id, m.title, c.name as channel, c.name_en as channel_en,
      case m.status when 'scheduled' then m.send_at else coalesce(m.sent_at, m.launched_at) end as at,
      (select count(*) from message_recipients r
        where r.message_id = m.id and r.status in ${recipientStates.open}) as recipients
    from messages m join channels c on c.id = m.channel_id
    where m.status in ${messageStates.running} or (m.status = 'scheduled' and m.send_at <= clock_timestamp())
    order by at, m.id limit ${most}`.execute(db);
  return rows;
}

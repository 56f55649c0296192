import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { findHold } from '#server/platform/installation/held.ts';
import type { HeldMessage } from './waiting.ts';

/** The work of a place after the other's newest change and before its own hold. */
export interface DoneSinceCut {
  messages: HeldMessage[];
  answers: number;
  logEntries: number;
}

const most = 200;

/** Returns it for manual entry; null unless held for that reason. */
export async function doneSinceCut(db: Db): Promise<DoneSinceCut | null> {
  const hold = await findHold(db);
  if (hold?.why !== 'newer_life' || !hold.newerLifeAsOf) return null;
  const cut = hold.newerLifeAsOf;
  const { rows: messages } = await sql<HeldMessage>`
    select m.id, m.title, c.name as channel, c.name_en as channel_en, min(r.sent_at) as at, count(*)::int as recipients
    from message_recipients r join messages m on m.id = r.message_id join channels c on c.id = r.channel_id
    where r.sent_at > ${cut} group by m.id, c.id order by min(r.sent_at), m.id limit ${most}`.execute(db);
  const { rows: counts } = await sql<Omit<DoneSinceCut, 'messages'>>`
    select (select count(*)::int from answers where at > ${cut}) as answers,
      (select count(*)::int from log_entries where at > ${cut}) as log_entries`.execute(db);
  return { messages, ...counts[0]! };
}

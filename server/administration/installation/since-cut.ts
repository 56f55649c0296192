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

/** Attempts around the cut without a known outcome, which may have reached the person. Most providers answer in a minute. */
const isInDoubt = (cut: Date) => sql`
  r.sent_at is null and r.claimed_at > ${cut}::timestamptz - interval '1 minute'
    and (r.status = 'sending' or r.maybe_duplicate or r.untold)`;

/** Returns it for manual entry; null unless held for that reason. */
export async function doneSinceCut(db: Db): Promise<DoneSinceCut | null> {
  const hold = await findHold(db);
  if (hold?.why !== 'newer_life' || !hold.newerLifeAsOf) return null;
  const cut = hold.newerLifeAsOf;
  const { rows: messages } = await sql<HeldMessage>`
    select m.id, m.title, c.name as channel, c.name_en as channel_en, min(coalesce(r.sent_at, r.claimed_at)) as at,
      count(*)::int as recipients
    from message_recipients r join messages m on m.id = r.message_id join channels c on c.id = r.channel_id
    where r.sent_at > ${cut} or ${isInDoubt(cut)} group by m.id, c.id order by at, m.id limit ${most}`.execute(db);
  const { rows: counts } = await sql<Omit<DoneSinceCut, 'messages'>>`
    select (select count(*)::int from answers where at > ${cut}) as answers,
      (select count(*)::int from log_entries where at > ${cut}) as log_entries`.execute(db);
  return { messages, ...counts[0]! };
}

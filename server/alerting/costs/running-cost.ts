import { sql } from 'kysely';
import { answerOptions } from '#server/channels/rendering/content.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { paidTypes } from './actual-cost.ts';
import { addUp, type LinkParts, type PricedText } from './cost.ts';
import type { Amount } from './money.ts';
import { longestPrefix, priceTable } from './prices.ts';

interface Tally {
  messageId: number;
  prefix: string;
  attempts: number;
}

/**
 * Returns the cost of running messages since a moment. Counts recipients by number prefix; personal texts count without
 * names until the message ends.
 */
export async function runningCost(place: LinkParts, db: Db | Tx, since: Date): Promise<Amount> {
  const { rows: texts } = await sql<PricedText & { id: number }>`
    select m.id, m.title, m.content, m.request_answer, e.mode, t.identifier as channel_type,
      c.settings as channel_settings, m.report_id, ${answerOptions} as options
    from messages m join channels c on c.id = m.channel_id join channel_types t on t.id = c.channel_type_id
    join reports r on r.id = m.report_id join events e on e.id = r.event_id
    where m.cost is null and m.launched_at >= ${since} and e.mode = 'LIVE'
      and t.identifier = any(${paidTypes()})`.execute(db);
  if (!texts.length) return 0n;
  const digits = Math.max(...texts.map(({ channelSettings }) => longestPrefix(priceTable(channelSettings))));
  const { rows: tallies } = await sql<Tally>`
    select message_id, left(target_address, ${digits}::int) as prefix, sum(attempts)::int as attempts
    from message_recipients where message_id = any(${texts.map(({ id }) => id)}) and attempts > 0
    group by 1, 2`.execute(db);
  const byMessage = Map.groupBy(tallies, ({ messageId }) => messageId);
  return texts.reduce((sum, text) => {
    const counted = (byMessage.get(text.id) ?? []).map(({ prefix, attempts }) => ({
      personId: null,
      target: prefix,
      via: [],
      attempts,
    }));
    return counted.length ? sum + addUp(place, text, counted).cost : sum;
  }, 0n);
}

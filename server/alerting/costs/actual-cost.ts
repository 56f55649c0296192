import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { adapters } from '#server/channels/registry.ts';
import { answerOptions } from '#server/channels/rendering/content.ts';
import type { App, Loaders } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { addUp, type PricedRecipient, type PricedText, paidBy } from './cost.ts';
import { formatAmount, parseAmount } from './money.ts';

type Parts = Pick<App, 'publicUrl' | 'secrets'>;
type Text = PricedText & { id: number };
/** Returns the channel types with paid providers. */
export const paidTypes = () => [...adapters.values()].filter(({ cost }) => cost).map(({ type }) => type);
type Tried = PricedRecipient & { messageId: number };

/** Returns messages' cost so far, without unpaid and untried ones. */
export async function actualCosts(app: Parts, db: Db | Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<Text>`
    select m.id, m.title, m.content, m.request_answer, e.mode, t.identifier as channel_type,
      c.settings as channel_settings, m.report_id, ${answerOptions} as options
    from messages m join channels c on c.id = m.channel_id join channel_types t on t.id = c.channel_type_id
    join reports r on r.id = m.report_id join events e on e.id = r.event_id
    where m.id = any(${ids}) and t.identifier = any(${paidTypes()})`.execute(db);
  const paid = rows.filter((text) => paidBy(text.channelType, text.channelSettings));
  if (!paid.length) return new Map();
  const tried = await sql<Tried>`
    select r.message_id, r.person_id, r.target_address as target, r.via, r.attempts, p.first_name, p.last_name, p.title
    from message_recipients r left join people p on p.id = r.person_id
    where r.message_id = any(${paid.map((text) => text.id)}) and r.attempts > 0`.execute(db);
  const byMessage = Map.groupBy(tried.rows, (row) => row.messageId);
  return new Map(
    paid.flatMap((text) => {
      const recipients = byMessage.get(text.id);
      return recipients ? [[text.id, formatAmount(addUp(app, text, recipients).cost)] as const] : [];
    }),
  );
}

const smallEnough = 2000;

/** Returns a message's cost for display: the final sum, before that the sum so far, but not of a large message. */
export async function shownCost(ctx: Parts & { loaders: Loaders }, row: Row<'messages'>): Promise<string | null> {
  if (row.cost !== null) return formatAmount(parseAmount(row.cost) ?? 0n);
  if (row.launchedAt === null || row.recipientCount > smallEnough) return null;
  const costs = loader(ctx.loaders, 'message.cost', (ids: number[], db) => actualCosts(ctx, db, ids));
  return (await costs.load(row.id)) ?? null;
}

import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context, Loaders } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { isWithheld } from './queries.ts';

type Delivery = Row<'webhookDeliveries'>;

/** Returns a page of webhooks by name. */
export const listWebhooks = (ctx: Context, args: PageArgs): Promise<Page<Row<'webhooks'>>> =>
  listPage(ctx, args, ctx.db.selectFrom('webhooks').selectAll(), [{ key: 'name', text: true }, { key: 'id' }]);

/** Returns a webhook's deliveries, newest first. */
export function listDeliveries(
  ctx: Context,
  webhookId: number,
  { status, ...args }: PageArgs & { status?: string | null | undefined },
): Promise<Page<Delivery>> {
  const found = ctx.db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .$if(Boolean(status), (query) => query.where('status', '=', status!));
  return listPage(ctx, args, found, [{ key: 'id', direction: 'desc' }]);
}

/** Returns a webhook's newest delivery, or null. */
export async function loadNewestDelivery(ctx: { loaders: Loaders }, webhookId: number): Promise<Delivery | null> {
  const newest = loader<number, Delivery>(ctx.loaders, 'newestDelivery', async (ids, db) => {
    const { rows } = await sql<Delivery>`
      select d.* from unnest(${ids}::int[]) as w(id) cross join lateral (
        select * from webhook_deliveries where webhook_id = w.id order by id desc limit 1) d`.execute(db);
    return new Map(rows.map((row) => [row.webhookId, row]));
  });
  return (await newest.load(webhookId)) ?? null;
}

/** Returns whether works-council mode withholds the ids of a delivery, for every reader and for the receiver. */
export async function isDeliveryWithheld(ctx: { loaders: Loaders }, id: number): Promise<boolean> {
  const withheld = loader<number, boolean>(ctx.loaders, 'withheldDeliveries', async (ids, db: Db) => {
    const { rows } = await sql<{ id: number }>`
      select d.id from webhook_deliveries d where d.id = any(${ids}::int[]) and ${isWithheld}`.execute(db);
    return new Map(rows.map((row) => [row.id, true]));
  });
  return (await withheld.load(id)) ?? false;
}

import { type RawBuilder, sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import { listPage, nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context, Loaders } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';

const newestFirst: OrderKey[] = [{ key: 'id', direction: 'desc' }];

/** A filter of items. */
export interface ItemFilter extends PageArgs {
  isOpen?: boolean | null | undefined;
  isTaken?: boolean | null | undefined;
}

/** Returns items, newest first. */
export function listItems(ctx: Context, { isOpen, isTaken, ...page }: ItemFilter): Promise<Page<Row<'incomingItems'>>> {
  const query = sql<Row<'incomingItems'>>`
    select i.* from incoming_items i
    where ${isOpen === true ? sql`i.closed_at is null` : isOpen === false ? sql`i.closed_at is not null` : sql`true`}
      and ${typeof isTaken === 'boolean' ? sql`(i.taken_by is not null) = ${isTaken}` : sql`true`}`;
  return listPage(ctx, page, query, newestFirst);
}

/** Returns an item, or null. */
export async function findItem(db: Db, id: number): Promise<Row<'incomingItems'> | null> {
  return (await db.selectFrom('incomingItems').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns an item's alerts, newest first. */
export function listAlerts(ctx: Context, itemId: number, args: PageArgs): Promise<Page<Row<'incomingAlerts'>>> {
  const query = (item: RawBuilder<number>) => sql<Row<'incomingAlerts'>>`
    select a.* from incoming_alerts a where a.item_id = ${item}`;
  return nestedPage(ctx, 'incomingItem.alerts', itemId, args, query, newestFirst);
}

/** Returns the people notified in an item's round. */
export async function noticesOf(ctx: { loaders: Loaders }, itemId: number): Promise<Row<'incomingNotices'>[]> {
  const notices = loader(ctx.loaders, 'incomingItem.notices', async (ids: number[], db: Db) => {
    const { rows } = await sql<Row<'incomingNotices'>>`
      select n.* from incoming_notices n join incoming_items i on i.id = n.item_id and i.round = n.round
      where n.item_id = any(${ids}::int[]) order by n.at, n.person_id`.execute(db);
    return Map.groupBy(rows, (row) => row.itemId);
  });
  return (await notices.load(itemId)) ?? [];
}

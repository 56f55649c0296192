import { isVisibleTo } from '#server/alerting/event-log/visible-to.ts';
import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** Null if the message, its report or its event is deleted. */
export async function loadMessage(db: Db | Tx, id: number): Promise<Row<'messages'> | null> {
  return (await existing(db).where('m.id', '=', id).executeTakeFirst()) ?? null;
}

const existing = (db: Db | Tx) =>
  db
    .selectFrom('messages as m')
    .innerJoin('reports as r', 'r.id', 'm.reportId')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .selectAll('m')
    .where('m.isActive', '=', true)
    .where('r.isActive', '=', true)
    .where('e.isActive', '=', true);

interface MessageFilter {
  report: number | null;
  event: number | null;
  status: readonly Row<'messages'>['status'][] | null | undefined;
}

/** Returns messages, newest first; those of a draft's event only for its author. */
export function listMessages(
  ctx: Context,
  { report, event, status, ...args }: PageArgs & MessageFilter,
): Promise<Page<Row<'messages'>>> {
  let query = existing(ctx.db).where(isVisibleTo(ctx));
  if (report !== null) query = query.where('m.reportId', '=', report);
  if (event !== null) query = query.where('r.eventId', '=', event);
  if (status) query = query.where('m.status', 'in', [...status]);
  return listPage(ctx, args, query, [{ key: 'id', direction: 'desc' }]);
}

export const anyMessage = (db: Db, id: number): Promise<Row<'messages'>> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const existingReport = (db: Db, id: number): Promise<Row<'reports'>> =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const anyRecipient = (db: Db, id: number): Promise<Row<'messageRecipients'>> =>
  db.selectFrom('messageRecipients').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

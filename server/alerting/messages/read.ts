import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** The row of a message that is not deleted, nor its report or event; null otherwise. */
export async function readMessage(db: Db | Tx, id: number): Promise<Row<'messages'> | null> {
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

/** What the list of messages can be narrowed to. */
interface MessageFilter {
  report: number | null;
  event: number | null;
  status: readonly Row<'messages'>['status'][] | null | undefined;
}

/** Messages that are not deleted, newest first; those of an event made for a draft are its author's alone. */
export function listMessages(
  ctx: Context,
  { report, event, status, ...args }: PageArgs & MessageFilter,
): Promise<Page<Row<'messages'>>> {
  let query = existing(ctx.db).where(({ eb, or }) =>
    or([eb('e.isPrepared', '=', false), eb('e.insertedBy', '=', ctx.viewer?.id ?? null)]),
  );
  if (report !== null) query = query.where('m.reportId', '=', report);
  if (event !== null) query = query.where('r.eventId', '=', event);
  if (status) query = query.where('m.status', 'in', [...status]);
  return listPage(ctx, args, query, [{ key: 'id', direction: 'desc' }]);
}

/** The row of a message as it is, for answering the call that changed it. */
export const anyMessage = (db: Db, id: number): Promise<Row<'messages'>> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The row of a report as it is, for answering the call that sent it. */
export const existingReport = (db: Db, id: number): Promise<Row<'reports'>> =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The row of a recipient as it is, for answering the call that changed it. */
export const anyRecipient = (db: Db, id: number): Promise<Row<'messageRecipients'>> =>
  db.selectFrom('messageRecipients').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

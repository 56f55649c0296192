import type { Db, Tx } from '#server/database/connect.ts';
import type { Row } from '#server/graphql/types.ts';

/** The row of a message that is not deleted, nor its report or event; null otherwise. */
export async function readMessage(db: Db | Tx, id: number): Promise<Row<'messages'> | null> {
  const row = await db
    .selectFrom('messages as m')
    .innerJoin('reports as r', 'r.id', 'm.reportId')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .selectAll('m')
    .where('m.id', '=', id)
    .where('m.isActive', '=', true)
    .where('r.isActive', '=', true)
    .where('e.isActive', '=', true)
    .executeTakeFirst();
  return row ?? null;
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

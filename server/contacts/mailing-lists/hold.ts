import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';

/** Locks a list's row against changes of it and its members. */
export async function holdList(tx: Tx, id: number): Promise<Row<'mailingLists'>> {
  const held = tx.selectFrom('mailingLists').selectAll().where('id', '=', id).forNoKeyUpdate();
  const list = await held.executeTakeFirst();
  if (!list) throw new Refusal('error_not_found');
  return list;
}

/** Changes a list and increments its version. */
export function changeList(tx: Tx, id: number, columns: Partial<Row<'mailingLists'>>): Promise<Row<'mailingLists'>> {
  return tx
    .updateTable('mailingLists')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';

/** The row of a group, held against other changes of it and its members until the transaction ends. */
export async function holdGroup(tx: Tx, id: number): Promise<Row<'groups'>> {
  const held = tx.selectFrom('groups').selectAll().where('id', '=', id).forNoKeyUpdate();
  const group = await held.executeTakeFirst();
  if (!group) throw new Refusal('error_not_found');
  return group;
}

/** Notes a change that others could overwrite, and answers the group as it is now. */
export function countChange(tx: Tx, id: number): Promise<Row<'groups'>> {
  return tx
    .updateTable('groups')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

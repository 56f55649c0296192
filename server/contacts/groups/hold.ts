import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';

/** Locks a group's row against changes of it and its members. */
export async function holdGroup(tx: Tx, id: number): Promise<Row<'groups'>> {
  const held = tx.selectFrom('groups').selectAll().where('id', '=', id).forNoKeyUpdate();
  const group = await held.executeTakeFirst();
  if (!group) throw new Refusal('error_not_found');
  return group;
}

/** Increments the group's version and returns the group. */
export function countChange(tx: Tx, id: number): Promise<Row<'groups'>> {
  return tx
    .updateTable('groups')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

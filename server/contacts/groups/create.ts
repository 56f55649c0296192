import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import { checkedName, descriptionOf, numberBetween } from '#server/contacts/input.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import { lockTree, requirePlace } from '#server/contacts/trees.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';

export interface GroupFields {
  name?: string | null | undefined;
  description?: string | null | undefined;
  sortOrder?: number | null | undefined;
  groupType?: number | null | undefined;
  parentGroup?: number | null | undefined;
}

/** The maximum place in an order. */
export const lastPlace = 1_000_000;

/** Creates a group on at most three levels. */
export async function createGroup(ctx: Context, fields: GroupFields): Promise<Row<'groups'>> {
  const name = checkedName(fields.name ?? null)!;
  const description = descriptionOf(fields.description) ?? null;
  const sortOrder = numberBetween('sortOrder', fields.sortOrder, 0, lastPlace) ?? null;
  const { parentGroup = null, groupType = null } = fields;
  return inTransaction(ctx.db, async (tx) => {
    await lockTree(tx, 'groups');
    if (parentGroup !== null) await requirePlace(tx, 'groups', null, parentGroup);
    if (groupType !== null) await requireActive(tx, 'groupTypes', 'groupType', [groupType]);
    const group = await insertGroup(tx, { name, description, groupType, parentGroup, sortOrder });
    const after = { name, description, groupType, parentGroup };
    await recordContacts(tx, ctx, { type: 'Group', row: group, action: 'create', after });
    return group;
  });
}

/** Inserts a validated group, by default last among its siblings. The caller has locked the tree. */
export async function insertGroup(
  tx: Tx,
  { name, description = null, groupType = null, parentGroup = null, sortOrder = null }: GroupFields & { name: string },
): Promise<Row<'groups'>> {
  const { rows } = await sql<Row<'groups'>>`
    insert into groups (name, description, group_type_id, parent_group_id, sort_order)
    select ${name}, ${description}, ${groupType}, ${parentGroup}, coalesce(${sortOrder}::int, max(sort_order) + 1, 0)
    from groups where parent_group_id is not distinct from ${parentGroup}::int
    returning *`.execute(tx);
  return rows[0]!;
}

import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import { checkedName, descriptionOf, numberBetween } from '#server/contacts/input.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import { lockTree, requirePlace } from '#server/contacts/trees.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { differing, refuseStale } from '#server/platform/database/versions.ts';
import { type GroupFields, lastPlace } from './create.ts';
import { refuseGroupInUse } from './delete.ts';
import { holdGroup } from './hold.ts';

/** With `version` only if unchanged since. */
export interface GroupChange extends GroupFields {
  id: number;
  isActive?: boolean | null | undefined;
  version?: number | null | undefined;
}

export async function updateGroup(ctx: Context, change: GroupChange): Promise<Row<'groups'>> {
  const { id, version, ...fields } = change;
  const given: Partial<Row<'groups'>> = {
    name: checkedName(fields.name ?? undefined),
    description: descriptionOf(fields.description),
    sortOrder: numberBetween('sortOrder', fields.sortOrder, 0, lastPlace) ?? undefined,
    groupTypeId: fields.groupType,
    parentGroupId: fields.parentGroup,
    isActive: fields.isActive ?? undefined,
  } as Partial<Row<'groups'>>;
  return inTransaction(ctx.db, async (tx) => {
    await lockTree(tx, 'groups');
    const before = await holdGroup(tx, id);
    refuseStale(before, version);
    const changed = differing(before, given);
    if (!Object.keys(changed).length) return before;
    await requirePossible(tx, before, changed);
    const group = await tx
      .updateTable('groups')
      .set((eb) => ({ ...changed, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordContacts(tx, ctx, { type: 'Group', row: group, before: inAudit(before), after: inAudit(group) });
    return group;
  });
}

const inAudit = ({ name, description, sortOrder, groupTypeId, parentGroupId, isActive }: Row<'groups'>) => ({
  name,
  description,
  sortOrder,
  groupType: groupTypeId,
  parentGroup: parentGroupId,
  isActive,
});

async function requirePossible(tx: Tx, before: Row<'groups'>, changed: Partial<Row<'groups'>>): Promise<void> {
  const { groupTypeId, parentGroupId = before.parentGroupId, isActive } = changed;
  const isPlaced = changed.parentGroupId !== undefined || isActive === true;
  if (isPlaced && parentGroupId !== null) await requirePlace(tx, 'groups', before.id, parentGroupId);
  if (groupTypeId) await requireActive(tx, 'groupTypes', 'groupType', [groupTypeId]);
  if (isActive === false) await refuseGroupInUse(tx, before.id);
}

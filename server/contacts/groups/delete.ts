import { sql } from 'kysely';
import { idOf } from '#server/api/graphql/ids.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import { lockTree } from '#server/contacts/trees.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import { countChange, holdGroup } from './hold.ts';

/** Switches a group off. Refused while an active list or subgroup needs it, with names. */
export async function deleteGroup(ctx: Context, id: number, version?: number | null): Promise<Row<'groups'>> {
  return inTransaction(ctx.db, async (tx) => {
    await lockTree(tx, 'groups');
    const group = await holdGroup(tx, id);
    refuseStale(group, version);
    if (!group.isActive) return group;
    await refuseGroupInUse(tx, id);
    await tx.updateTable('groups').set({ isActive: false }).where('id', '=', id).execute();
    const changed = await countChange(tx, id);
    await recordContacts(tx, ctx, {
      type: 'Group',
      row: group,
      action: 'switch_off',
      before: { isActive: true },
      after: { isActive: false },
    });
    return changed;
  });
}

/**
 * Refuses if active lists or subgroups need the group; `details` contains {lists, groups} with id, name and stop limit.
 */
export async function refuseGroupInUse(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ kind: 'list' | 'group'; id: number; name: string; stopLimit: number | null }>`
    select 'list' as kind, l.id, l.name, lg.stop_limit from list_groups lg
      join mailing_lists l on l.id = lg.mailing_list_id and l.is_active where lg.group_id = ${id}
    union all
    select 'group', g.id, g.name, null from groups g where g.parent_group_id = ${id} and g.is_active
    order by kind, name, id`.execute(tx);
  if (!rows.length) return;
  const named = (kind: 'list' | 'group') => rows.filter((row) => row.kind === kind);
  throw new Refusal('error_group_in_use', undefined, {
    lists: named('list').map((row) => ({
      id: idOf('mailing_lists', row.id),
      name: row.name,
      stopLimit: row.stopLimit,
    })),
    groups: named('group').map((row) => ({ id: idOf('groups', row.id), name: row.name })),
  });
}

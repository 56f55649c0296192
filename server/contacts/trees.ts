import { sql } from 'kysely';
import { requireActive } from '#server/api/input.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';

/** Differences between trees. */
const trees = {
  groups: {
    table: 'groups',
    parent: 'parent_group_id',
    field: 'parentGroup',
    lock: 4214,
    depth: limits.groupDepth,
    cycle: 'error_group_cycle',
    tooDeep: 'error_group_depth',
  },
  mailingLists: {
    table: 'mailing_lists',
    parent: 'parent_list_id',
    field: 'parentList',
    lock: 4215,
    depth: limits.listDepth,
    cycle: 'error_list_cycle',
    tooDeep: 'error_list_depth',
  },
} as const;

/** A tree of contacts. */
export type Tree = keyof typeof trees;

/** Locks a tree against moves, because two valid ones can form a cycle. Call it before locking rows. */
export async function lockTree(tx: Tx, name: Tree): Promise<void> {
  await sql`select pg_advisory_xact_lock(${trees[name].lock})`.execute(tx);
}

/**
 * Refuses a parent that is unknown, inactive or below the entry, or too deep for it. `id` is null for a new entry; the
 * caller has locked the tree.
 */
export async function requirePlace(
  tx: Tx,
  name: Tree,
  id: number | null,
  parentId: number,
  field: string = trees[name].field,
): Promise<void> {
  const { table, parent, depth, cycle, tooDeep } = trees[name];
  await requireActive(tx, name, field, [parentId]);
  const { rows } = await sql<{ levels: number; height: number; isCycle: boolean }>`
    with recursive above as (
      select id, ${sql.ref(parent)} as parent from ${sql.table(table)} where id = ${parentId}
      union select t.id, t.${sql.ref(parent)} from ${sql.table(table)} t join above on t.id = above.parent),
    below as (
      select ${id}::int as id, 1 as level
      union select t.id, level + 1 from ${sql.table(table)} t join below on t.${sql.ref(parent)} = below.id
        where level < 100)
    select (select count(*) from above) as levels, (select max(level) from below) as height,
      coalesce((select bool_or(id = ${id}::int) from above), false) as is_cycle`.execute(tx);
  const { levels, height, isCycle } = rows[0]!;
  if (isCycle) throw new Refusal(cycle, { [field]: cycle });
  if (levels + height > depth) throw new Refusal(tooDeep, { [field]: tooDeep });
}

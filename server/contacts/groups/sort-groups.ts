import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { orderInAudit, recordContacts } from '#server/contacts/record-change.ts';
import { lockTree } from '#server/contacts/trees.ts';
import type { Context } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';

/** With `version` only if unchanged since. */
export interface SortedGroup {
  id: number;
  version?: number | null | undefined;
}

/** Sorts subgroups, or top groups. The order must name exactly the active ones; inactive ones follow. */
export async function sortGroups(
  ctx: Context,
  parentGroupId: number | null,
  sorted: readonly SortedGroup[],
): Promise<Row<'groups'>[]> {
  return inTransaction(ctx.db, async (tx) => {
    await lockTree(tx, 'groups');
    const siblings = tx.selectFrom('groups').selectAll().where('parentGroupId', 'is not distinct from', parentGroupId);
    const rows = await siblings.orderBy('sortOrder').orderBy('id').forNoKeyUpdate().execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    const named = new Set(sorted.map(({ id }) => id));
    const isComplete = rows.every((row) => !row.isActive || named.has(row.id));
    if (!isComplete || named.size < sorted.length || sorted.some(({ id }) => !known.has(id))) {
      throw new Refusal('error_changed_meanwhile');
    }
    if (sorted.length === 0) return [];
    for (const { id, version } of sorted) refuseStale(known.get(id)!, version);
    const order = [...named, ...rows.map(({ id }) => id).filter((id) => !named.has(id))];
    await sql`
      update groups g set sort_order = x.place - 1, version = version + 1
      from unnest(${order}::int[]) with ordinality as x (id, place)
      where g.id = x.id and g.sort_order <> x.place - 1`.execute(tx);
    const changed = await siblings
      .where('id', 'in', [...named])
      .orderBy('sortOrder')
      .execute();
    // top groups have no parent; the first of them stands for the order
    const rowId = parentGroupId ?? changed[0]!.id;
    const row = await tx.selectFrom('groups').select(['id', 'name']).where('id', '=', rowId).executeTakeFirstOrThrow();
    await recordContacts(tx, ctx, { type: 'Group', row, ...orderInAudit('groupOrder', [...known.keys()], order) });
    return changed;
  });
}

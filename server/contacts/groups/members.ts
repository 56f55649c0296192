import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import { numberBetween } from '#server/contacts/input.ts';
import { orderInAudit, recordContacts } from '#server/contacts/record-change.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import { lastPlace } from './create.ts';
import { countChange, holdGroup } from './hold.ts';

/** Adds a person at the end; members keep their place. */
export async function addPersonToGroup(
  ctx: Context,
  groupId: number,
  personId: number,
  priorityAlert?: boolean | null,
): Promise<Row<'personGroups'>> {
  return inTransaction(ctx.db, async (tx) => {
    const group = await holdGroup(tx, groupId);
    await requireActive(tx, 'groups', 'group', [groupId]);
    await requireActive(tx, 'people', 'person', [personId]);
    const before = await memberOf(tx, groupId, personId);
    const { rows } = await sql<Row<'personGroups'>>`
      insert into person_groups as pg (group_id, person_id, priority_alert, sort_order)
      select ${groupId}, ${personId}, ${priorityAlert ?? false}, coalesce(max(sort_order) + 1, 0)
      from person_groups where group_id = ${groupId}
      on conflict (group_id, person_id)
        do update set priority_alert = coalesce(${priorityAlert ?? null}::boolean, pg.priority_alert)
      returning *`.execute(tx);
    const row = rows[0]!;
    if (!before) await recordContacts(tx, ctx, { type: 'Group', row: group, after: { addedPeople: [personId] } });
    else await recordContacts(tx, ctx, { type: 'Group', row: group, ...placeInAudit(before, row) });
    return row;
  });
}

/** Changes a member's place or priority. */
export async function updatePersonGroup(
  ctx: Context,
  id: number,
  change: { sortOrder?: number | null | undefined; priorityAlert?: boolean | null | undefined },
): Promise<Row<'personGroups'>> {
  const sortOrder = numberBetween('sortOrder', change.sortOrder, 0, lastPlace) ?? null;
  return inTransaction(ctx.db, async (tx) => {
    const group = await holdGroupOf(tx, id);
    const before = await tx.selectFrom('personGroups').selectAll().where('id', '=', id).executeTakeFirst();
    const { rows } = await sql<Row<'personGroups'>>`
      update person_groups set sort_order = coalesce(${sortOrder}::int, sort_order),
        priority_alert = coalesce(${change.priorityAlert ?? null}::boolean, priority_alert)
      where id = ${id} returning *`.execute(tx);
    if (!before || !rows[0]) throw new Refusal('error_not_found');
    await countChange(tx, group.id);
    await recordContacts(tx, ctx, { type: 'Group', row: group, ...placeInAudit(before, rows[0]) });
    return rows[0];
  });
}

/** Removes a member from the group. */
export async function removePersonFromGroup(ctx: Context, id: number): Promise<Row<'groups'>> {
  return inTransaction(ctx.db, async (tx) => {
    const group = await holdGroupOf(tx, id);
    const member = await tx.deleteFrom('personGroups').where('id', '=', id).returning('personId').executeTakeFirst();
    if (!member) throw new Refusal('error_not_found');
    await recordContacts(tx, ctx, { type: 'Group', row: group, after: { removedPeople: [member.personId] } });
    return group;
  });
}

const memberOf = (tx: Tx, groupId: number, personId: number) =>
  tx
    .selectFrom('personGroups')
    .selectAll()
    .where('groupId', '=', groupId)
    .where('personId', '=', personId)
    .executeTakeFirst();

/** A member's place by the person's number, because the audit log shows only the parts that differ. */
function placeInAudit(before: Row<'personGroups'>, after: Row<'personGroups'>) {
  const values = ({ personId, sortOrder, priorityAlert }: Row<'personGroups'>) => ({
    member: { [personId]: { sortOrder, priorityAlert } },
  });
  return { before: values(before), after: values(after) };
}

async function holdGroupOf(tx: Tx, memberId: number): Promise<Row<'groups'>> {
  const member = await tx.selectFrom('personGroups').select('groupId').where('id', '=', memberId).executeTakeFirst();
  if (!member) throw new Refusal('error_not_found');
  return holdGroup(tx, member.groupId);
}

/** Sets a group's call order. It must name exactly the active members; inactive ones follow. */
export async function sortGroup(
  ctx: Context,
  groupId: number,
  memberIds: readonly number[],
  version?: number | null,
): Promise<Row<'groups'>> {
  return inTransaction(ctx.db, async (tx) => {
    const group = await holdGroup(tx, groupId);
    refuseStale(group, version);
    const { rows } = await sql<{ id: number; personId: number; isActive: boolean }>`
      select pg.id, p.id as person_id, p.is_active from person_groups pg join people p on p.id = pg.person_id
      where pg.group_id = ${groupId} order by pg.sort_order, pg.id`.execute(tx);
    const known = new Map(rows.map((row) => [row.id, row.personId]));
    const named = new Set(memberIds);
    const isComplete = rows.every((row) => !row.isActive || named.has(row.id));
    if (!isComplete || memberIds.some((id) => !known.has(id))) {
      throw new Refusal('error_changed_meanwhile', undefined, { version: group.version });
    }
    const order = [...memberIds, ...rows.map((row) => row.id).filter((id) => !named.has(id))];
    await sql`
      update person_groups pg set sort_order = x.place - 1
      from unnest(${order}::int[]) with ordinality as x (id, place)
      where pg.id = x.id and pg.sort_order <> x.place - 1`.execute(tx);
    const changed = await countChange(tx, groupId);
    const people = order.map((id) => known.get(id)!);
    const places = orderInAudit('callOrder', [...known.values()], people);
    await recordContacts(tx, ctx, { type: 'Group', row: group, ...places });
    return changed;
  });
}

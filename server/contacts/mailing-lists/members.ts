import { sql } from 'kysely';
import { idOf } from '#server/api/graphql/ids.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import { membersInAudit, recordContacts } from '#server/contacts/record-change.ts';
import { lockTree, requirePlace } from '#server/contacts/trees.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { changeList, holdList } from './hold.ts';
import { requireListRight } from './rights.ts';

export interface ListMembers {
  people: readonly number[];
  groups: readonly number[];
  lists: readonly number[];
}

/** Adds people, groups and sublists. Refuses a sublist with another parent, where it would disappear. */
export async function addToMailingList(ctx: Context, id: number, members: ListMembers): Promise<Row<'mailingLists'>> {
  const { people, groups, lists } = members;
  return inTransaction(ctx.db, async (tx) => {
    if (lists.length) await lockTree(tx, 'mailingLists');
    const list = await holdList(tx, id);
    const isTop = list.parentListId === null;
    if (people.length) requireListRight(ctx, 'add_contact_to', isTop);
    if (groups.length) requireListRight(ctx, 'add_group_to', isTop);
    if (lists.length) requireListRight(ctx, 'add_list_to', isTop);
    await requireActive(tx, 'mailingLists', 'list', [id]);
    const after = {
      addedPeople: membersInAudit(await addPeople(tx, id, people)),
      addedGroups: membersInAudit(await addGroups(tx, id, groups)),
      addedLists: membersInAudit(await addLists(tx, list, lists)),
    };
    await recordContacts(tx, ctx, { type: 'MailingList', row: list, after });
    return list;
  });
}

/** Adds active people to a list that the caller has locked; returns the new ones. */
export async function addPeople(tx: Tx, id: number, people: readonly number[]): Promise<number[]> {
  await requireActive(tx, 'people', 'people', people);
  const { rows } = await sql<{ id: number }>`
    insert into mailing_list_people (mailing_list_id, person_id) select ${id}, unnest(${people}::int[])
    on conflict do nothing returning person_id as id`.execute(tx);
  return idsOf(rows);
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function addGroups(tx: Tx, id: number, groups: readonly number[]): Promise<number[]> {
  await requireActive(tx, 'groups', 'groups', groups);
  const { rows } = await sql<{ id: number }>`
    insert into list_groups (mailing_list_id, group_id, sort_order)
    select ${id}, x.id, place + coalesce((select max(sort_order) from list_groups where mailing_list_id = ${id}), -1)
    from unnest(${groups}::int[]) with ordinality as x (id, place)
    on conflict do nothing returning group_id as id`.execute(tx);
  return idsOf(rows);
}

async function addLists(tx: Tx, list: Row<'mailingLists'>, children: readonly number[]): Promise<number[]> {
  const added: number[] = [];
  for (const child of children) if (await addList(tx, list, child)) added.push(child);
  return added;
}

async function addList(tx: Tx, list: Row<'mailingLists'>, childId: number): Promise<boolean> {
  await requireActive(tx, 'mailingLists', 'lists', [childId]);
  const child = await holdList(tx, childId);
  if (child.parentListId === list.id) return false;
  await requirePlace(tx, 'mailingLists', childId, list.id, 'lists');
  if (child.parentListId !== null) {
    throw new Refusal(
      'error_list_elsewhere',
      { lists: 'error_list_elsewhere' },
      {
        list: idOf('mailing_lists', child.id),
        name: child.name,
        parentList: idOf('mailing_lists', child.parentListId),
      },
    );
  }
  await changeList(tx, childId, { parentListId: list.id });
  return true;
}

/** Removes people and groups, and moves sublists to the top. */
export async function removeFromMailingList(
  ctx: Context,
  id: number,
  { people, groups, lists }: ListMembers,
): Promise<Row<'mailingLists'>> {
  return inTransaction(ctx.db, async (tx) => {
    if (lists.length) await lockTree(tx, 'mailingLists');
    const list = await holdList(tx, id);
    if (people.length && !can(ctx, 'remove_contact_from_mailing_list')) throw new Refusal('error_forbidden');
    if (groups.length || lists.length) requireListRight(ctx, 'edit', list.parentListId === null);
    const formerPeople = await sql<{ id: number }>`
      delete from mailing_list_people where mailing_list_id = ${id} and person_id = any(${people})
      returning person_id as id`.execute(tx);
    const formerGroups = await sql<{ id: number }>`
      delete from list_groups where mailing_list_id = ${id} and group_id = any(${groups})
      returning group_id as id`.execute(tx);
    const formerLists = await sql<{ id: number }>`
      update mailing_lists set parent_list_id = null, version = version + 1
      where parent_list_id = ${id} and id = any(${lists}) returning id`.execute(tx);
    const after = {
      removedPeople: membersInAudit(idsOf(formerPeople.rows)),
      removedGroups: membersInAudit(idsOf(formerGroups.rows)),
      removedLists: membersInAudit(idsOf(formerLists.rows)),
    };
    await recordContacts(tx, ctx, { type: 'MailingList', row: list, after });
    return list;
  });
}

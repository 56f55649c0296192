import { sql } from 'kysely';
import { requireActive } from '#server/api/input.ts';
import { holdGroup } from '#server/contacts/groups/hold.ts';
import { holdList } from '#server/contacts/mailing-lists/hold.ts';
import { requireListRight } from '#server/contacts/mailing-lists/rights.ts';
import { withdrawPersonTokens } from '#server/contacts/people/tokens.ts';
import { membersInAudit, recordContacts } from '#server/contacts/record-change.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { type BulkResult, runBulk } from './bulk.ts';

const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);

export function addPeopleToGroup(
  ctx: Context,
  groupId: number,
  people: readonly number[],
  dryRun: boolean,
): Promise<BulkResult> {
  const act = async (tx: Tx, ids: readonly number[]) => {
    const group = await holdGroup(tx, groupId);
    await requireActive(tx, 'groups', 'group', [groupId]);
    const added = await sql<{ id: number }>`
      insert into person_groups (group_id, person_id, sort_order)
      select ${groupId}, x.id, place + coalesce((select max(sort_order) from person_groups where group_id = ${groupId}), -1)
      from unnest(${ids}::int[]) with ordinality as x (id, place)
      where not exists (select 1 from person_groups where group_id = ${groupId} and person_id = x.id)
      order by place returning person_id as id`.execute(tx);
    const changed = idsOf(added);
    const after = { addedPeople: membersInAudit(changed) };
    return { changed, record: () => recordContacts(tx, ctx, { type: 'Group', row: group, after }) };
  };
  return runBulk(ctx, people, dryRun, {
    touches: { groups: [groupId], lists: [], people: [] },
    needsActive: true,
    act,
  });
}

/** Adds people directly to a mailing list. */
export function addPeopleToMailingList(
  ctx: Context,
  listId: number,
  people: readonly number[],
  dryRun: boolean,
): Promise<BulkResult> {
  const act = async (tx: Tx, ids: readonly number[]) => {
    const list = await holdList(tx, listId);
    requireListRight(ctx, 'add_contact_to', list.parentListId === null);
    await requireActive(tx, 'mailingLists', 'list', [listId]);
    const added = await sql<{ id: number }>`
      insert into mailing_list_people (mailing_list_id, person_id) select ${listId}, unnest(${ids}::int[])
      on conflict do nothing returning person_id as id`.execute(tx);
    const changed = idsOf(added);
    const after = { addedPeople: membersInAudit(changed) };
    return { changed, record: () => recordContacts(tx, ctx, { type: 'MailingList', row: list, after }) };
  };
  return runBulk(ctx, people, dryRun, { touches: { groups: [], lists: [listId], people: [] }, needsActive: true, act });
}

/** Switches people off. */
export function deactivatePeople(ctx: Context, people: readonly number[], dryRun: boolean): Promise<BulkResult> {
  const act = async (tx: Tx, ids: readonly number[]) => {
    const changed = await sql<{ id: number }>`
      update people set is_active = false, version = version + 1, updated_at = now()
      where id = any(${ids}) and is_active returning id`.execute(tx);
    await withdrawPersonTokens(tx, idsOf(changed));
    return { changed: idsOf(changed) };
  };
  return runBulk(ctx, people, dryRun, { touches: { groups: [], lists: [], people }, needsActive: false, act });
}

import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import { checkedName, descriptionOf } from '#server/contacts/input.ts';
import { membersInAudit, recordContacts } from '#server/contacts/record-change.ts';
import { lockTree, requirePlace } from '#server/contacts/trees.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { setEventTypes } from './event-types.ts';
import { requireListRight } from './rights.ts';

export interface ListFields {
  name?: string | null | undefined;
  description?: string | null | undefined;
  listType?: number | null | undefined;
  parentList?: number | null | undefined;
  eventTypes?: readonly number[] | undefined;
}

/** Creates a mailing group (top level) or list. */
export async function createMailingList(ctx: Context, fields: ListFields): Promise<Row<'mailingLists'>> {
  requireListRight(ctx, 'create', (fields.parentList ?? null) === null);
  return inTransaction(ctx.db, async (tx) => {
    const list = await insertList(tx, fields);
    await recordContacts(tx, ctx, { type: 'MailingList', row: list, action: 'create', after: inAudit(list, fields) });
    return list;
  });
}

/** Creates a list of the crisis team for all active event types, so that no alarm misses a member. */
export async function createCrisisTeamList(ctx: Context, name: string): Promise<Row<'mailingLists'>> {
  requireListRight(ctx, 'create', true);
  requireListRight(ctx, 'add_contact_to', true);
  return inTransaction(ctx.db, async (tx) => {
    const types = await tx.selectFrom('eventTypes').select('id').where('isActive', '=', true).orderBy('id').execute();
    const eventTypes = types.map(({ id }) => id);
    const list = await insertList(tx, { name, eventTypes });
    const { rows } = await sql<{ id: number }>`
      insert into mailing_list_people (mailing_list_id, person_id)
      select ${list.id}, id from people where is_crisis and is_active and erased_at is null order by sort_name, id
      returning person_id as id`.execute(tx);
    const addedPeople = membersInAudit(rows.map(({ id }) => id));
    const after = { ...inAudit(list, { eventTypes }), addedPeople };
    await recordContacts(tx, ctx, { type: 'MailingList', row: list, action: 'create', after });
    return list;
  });
}

const inAudit = (list: Row<'mailingLists'>, { eventTypes = [] }: ListFields) => ({
  name: list.name,
  description: list.description,
  listType: list.listTypeId,
  parentList: list.parentListId,
  alertedBy: eventTypes.length ? eventTypes : undefined,
});

async function insertList(tx: Tx, fields: ListFields): Promise<Row<'mailingLists'>> {
  const { parentList = null, listType = null, eventTypes = [] } = fields;
  const name = checkedName(fields.name ?? null)!;
  const description = descriptionOf(fields.description) ?? null;
  await lockTree(tx, 'mailingLists');
  if (parentList !== null) await requirePlace(tx, 'mailingLists', null, parentList);
  if (listType !== null) await requireActive(tx, 'listTypes', 'listType', [listType]);
  const list = await tx
    .insertInto('mailingLists')
    .values({ name, description, listTypeId: listType, parentListId: parentList })
    .returningAll()
    .executeTakeFirstOrThrow();
  await setEventTypes(tx, list.id, eventTypes);
  return list;
}

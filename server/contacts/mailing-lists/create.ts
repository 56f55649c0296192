import { descriptionOf, nameOf } from '#server/contacts/input.ts';
import { lockTree, requirePlace } from '#server/contacts/trees.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Row } from '#server/graphql/types.ts';
import { requireActive } from '#server/input.ts';
import { setEventTypes } from './event-types.ts';
import { requireListRight } from './rights.ts';

/** What a mailing list is made of; its event types are those whose activations call it in. */
export interface ListFields {
  name?: string | null | undefined;
  description?: string | null | undefined;
  listType?: number | null | undefined;
  parentList?: number | null | undefined;
  eventTypes?: readonly number[] | undefined;
}

/** Makes a mailing group (at the top) or a mailing list (below another one). */
export async function createMailingList(ctx: Context, fields: ListFields): Promise<Row<'mailingLists'>> {
  const { parentList = null, listType = null, eventTypes = [] } = fields;
  requireListRight(ctx, 'create', parentList === null);
  const name = nameOf(fields.name ?? null)!;
  const description = descriptionOf(fields.description) ?? null;
  return inTransaction(ctx.db, async (tx) => {
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
  });
}

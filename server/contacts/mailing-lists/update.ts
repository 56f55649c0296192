import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import { checkedName, descriptionOf } from '#server/contacts/input.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import { lockTree, requirePlace } from '#server/contacts/trees.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { differing, refuseStale } from '#server/platform/database/versions.ts';
import type { ListFields } from './create.ts';
import { refuseListInUse } from './delete.ts';
import { setEventTypes } from './event-types.ts';
import { changeList, holdList } from './hold.ts';
import { requireListRight } from './rights.ts';

/** The changed fields; with `version` only if the list hasn't changed since. */
export interface ListChange extends ListFields {
  id: number;
  isActive?: boolean | null | undefined;
  version?: number | null | undefined;
}

export async function updateMailingList(ctx: Context, change: ListChange): Promise<Row<'mailingLists'>> {
  const { id, version, eventTypes, ...fields } = change;
  const given = {
    name: checkedName(fields.name ?? undefined),
    description: descriptionOf(fields.description),
    listTypeId: fields.listType,
    parentListId: fields.parentList,
    isActive: fields.isActive ?? undefined,
  } as Partial<Row<'mailingLists'>>;
  return inTransaction(ctx.db, async (tx) => {
    await lockTree(tx, 'mailingLists');
    const before = await holdList(tx, id);
    requireListRight(ctx, 'edit', before.parentListId === null);
    refuseStale(before, version);
    const changed = differing(before, given);
    if (changed.parentListId !== undefined) requireListRight(ctx, 'edit', changed.parentListId === null);
    await requirePossible(tx, before, changed, ctx.viewer?.language);
    const alerting = eventTypes ? await setEventTypes(tx, id, eventTypes) : null;
    if (!alerting && !Object.keys(changed).length) return before;
    const list = await changeList(tx, id, changed);
    await recordContacts(tx, ctx, {
      type: 'MailingList',
      row: list,
      before: { ...inAudit(before), alertedBy: alerting?.before },
      after: { ...inAudit(list), alertedBy: alerting?.after },
    });
    return list;
  });
}

const inAudit = ({ name, description, listTypeId, parentListId, isActive }: Row<'mailingLists'>) => ({
  name,
  description,
  listType: listTypeId,
  parentList: parentListId,
  isActive,
});

async function requirePossible(
  tx: Tx,
  before: Row<'mailingLists'>,
  changed: Partial<Row<'mailingLists'>>,
  language: string | undefined,
): Promise<void> {
  const { listTypeId, parentListId = before.parentListId, isActive } = changed;
  const isPlaced = changed.parentListId !== undefined || isActive === true;
  if (isPlaced && parentListId !== null) await requirePlace(tx, 'mailingLists', before.id, parentListId);
  if (listTypeId) await requireActive(tx, 'listTypes', 'listType', [listTypeId]);
  if (isActive === false) await refuseListInUse(tx, before.id, language);
}

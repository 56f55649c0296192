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
import { readIn } from '#shared/administration/translated.ts';
import { changeList, holdList } from './hold.ts';
import { requireListRight } from './rights.ts';

/** Switches a list off. Refused while an active event type or sublist needs it, with names. */
export async function deleteMailingList(
  ctx: Context,
  id: number,
  version?: number | null,
): Promise<Row<'mailingLists'>> {
  return inTransaction(ctx.db, async (tx) => {
    await lockTree(tx, 'mailingLists');
    const list = await holdList(tx, id);
    requireListRight(ctx, 'delete', list.parentListId === null);
    refuseStale(list, version);
    if (!list.isActive) return list;
    await refuseListInUse(tx, id, ctx.viewer?.language);
    const changed = await changeList(tx, id, { isActive: false });
    await recordContacts(tx, ctx, {
      type: 'MailingList',
      row: list,
      action: 'switch_off',
      before: { isActive: true },
      after: { isActive: false },
    });
    return changed;
  });
}

/** Refuses if active event types or sublists need the list; `details` contains {eventTypes, lists} with id and name. */
export async function refuseListInUse(tx: Tx, id: number, language: string | undefined): Promise<void> {
  const { rows } = await sql<{
    kind: 'event_types' | 'mailing_lists';
    id: number;
    name: string;
    nameEn: string | null;
  }>`
    select 'event_types' as kind, t.id, t.name, t.name_en from event_type_mailing_lists l
      join event_types t on t.id = l.event_type_id and t.is_active where l.mailing_list_id = ${id}
    union all
    select 'mailing_lists', l.id, l.name, null from mailing_lists l where l.parent_list_id = ${id} and l.is_active
    order by kind, name, id`.execute(tx);
  if (!rows.length) return;
  const named = (kind: 'event_types' | 'mailing_lists') =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({ id: idOf(kind, row.id), name: readIn(row, 'name', language) }));
  throw new Refusal('error_list_in_use', undefined, {
    eventTypes: named('event_types'),
    lists: named('mailing_lists'),
  });
}

import type { Row } from '#server/api/graphql/types.ts';
import { numberBetween } from '#server/contacts/input.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import type { Context } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { differing, refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import { changeList, holdList } from './hold.ts';
import { requireListRight } from './rights.ts';

/** Members covered, wanted answers, wait for each. */
export interface StopLimitInput {
  /** Null for everyone; undefined for no change. */
  stopLimit?: number | null | undefined;
  /** Null for the installation's setting; undefined for no change. */
  waitMinutes?: number | null | undefined;
  /** Only members on duty; undefined for no change. */
  onDuty?: boolean | null | undefined;
  version?: number | null | undefined;
}

/** Sets a group's stop limit on a list; with `version` only if unchanged since. */
export async function setStopLimit(
  ctx: Context,
  listId: number,
  groupId: number,
  limit: StopLimitInput,
): Promise<Row<'listGroups'>> {
  const wanted = {
    stopLimit: numberBetween('stopLimit', limit.stopLimit, 1, 100_000),
    waitMinutes: numberBetween('waitMinutes', limit.waitMinutes, 1, 1440),
    onDuty: limit.onDuty ?? undefined,
  };
  return inTransaction(ctx.db, async (tx) => {
    const list = await holdList(tx, listId);
    requireListRight(ctx, 'edit', list.parentListId === null);
    refuseStale(list, limit.version);
    const one = tx.selectFrom('listGroups').selectAll().where('mailingListId', '=', listId);
    const entry = await one.where('groupId', '=', groupId).executeTakeFirst();
    if (!entry) throw new Refusal('error_not_found', { group: 'error_not_found' });
    const changed = differing(entry, wanted as Partial<Row<'listGroups'>>);
    if (!Object.keys(changed).length) return entry;
    await changeList(tx, listId, {});
    const update = tx.updateTable('listGroups').set(changed).where('id', '=', entry.id);
    const saved = await update.returningAll().executeTakeFirstOrThrow();
    await recordContacts(tx, ctx, {
      type: 'MailingList',
      row: list,
      before: { limitOfGroup: inAudit(entry) },
      after: { limitOfGroup: inAudit(saved) },
    });
    return saved;
  });
}

/** By the group's number, because the audit log shows only the parts that differ. */
const inAudit = ({ groupId, stopLimit, waitMinutes, onDuty }: Row<'listGroups'>) => ({
  [groupId]: { stopLimit, waitMinutes, onDuty },
});

import { appendAudit, changedValues } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { nameShape, text } from '#shared/fields/text.ts';

/** The names of an event status: German, and optionally English. */
export interface StatusNames {
  name: string;
  nameEn?: string | null | undefined;
}

/** Renames an event status; the set is fixed. */
export async function renameEventStatus(
  ctx: SignedIn,
  id: number,
  { name, nameEn }: StatusNames,
): Promise<Row<'eventStatuses'>> {
  const values = { name: checked('name', name), nameEn: nameEn ? checked('nameEn', nameEn) : null };
  if (!values.name) throw new Refusal('error_required', { name: 'error_required' });
  return inTransaction(ctx.db, async (tx) => {
    const before = await tx.selectFrom('eventStatuses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!before) throw new Refusal('error_not_found');
    const changes = changedValues({ name: before.name, nameEn: before.nameEn }, values);
    if (!changes) return before;
    await tx
      .updateTable('eventStatuses')
      .set({ ...values, name: values.name! })
      .where('id', '=', id)
      .execute();
    const row = { type: 'EventStatus', rowId: id, label: before.identifier };
    await appendAudit(tx, { by: ctx.viewer.id, action: 'update', ...row, ...changes });
    await publish(tx, { system: true });
    return { ...before, ...values, name: values.name! };
  });
}

function checked(field: 'name' | 'nameEn', given: string): string | null {
  const found = text.check(given, nameShape);
  if ('fault' in found) throw new Refusal(found.fault, { [field]: found.fault });
  return found.value;
}

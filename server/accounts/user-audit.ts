import { appendAudit, changedValues, filled } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';

const stateOf = (user: Row<'users'>) => ({
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  language: user.language,
  mobilePhoneNumber: user.mobilePhoneNumber,
  image: user.imageId,
  roles: user.roles,
  isActive: user.isActive,
  needApproval: user.needApproval,
});

/** Records that an administrator, or the program (null), created (`before` is null) or changed a user. */
export async function recordUser(
  tx: Tx,
  by: number | null,
  before: Row<'users'> | null,
  after: Row<'users'>,
): Promise<void> {
  const row = { by, type: 'User', rowId: after.id, label: `${after.firstName} ${after.lastName}` };
  if (!before) return appendAudit(tx, { ...row, action: 'create', after: filled(stateOf(after)) });
  const changes = changedValues(stateOf(before), stateOf(after));
  if (changes) await appendAudit(tx, { ...row, action: 'update', ...changes });
}

/** Records a removal without the deleted personal data. */
export const recordRemoval = (tx: Tx, by: number, id: number, before: Record<string, unknown>): Promise<void> =>
  appendAudit(tx, { by, action: 'remove', type: 'User', rowId: id, label: `${id}`, before });

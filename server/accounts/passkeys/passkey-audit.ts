import { appendAudit } from '#server/api/audit/audit.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/** Records a passkey that was added (`before` is null), renamed, or removed (`after` is null). */
export async function recordPasskey(
  tx: Tx,
  { by, userId, before, after }: { by: number | null; userId: number; before: string | null; after: string | null },
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const label = `${user.firstName} ${user.lastName}`;
  const change = { before: { passkey: before }, after: { passkey: after } };
  await appendAudit(tx, { by, action: 'update', type: 'User', rowId: userId, label, ...change });
}

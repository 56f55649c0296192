import { appendAudit } from '#server/api/audit/audit.ts';
import type { Tx } from '#server/platform/database/connect.ts';

type Values = Record<string, unknown>;

export const recordTotp = (tx: Tx, by: number, userId: number, isOn: boolean): Promise<void> =>
  record(tx, by, userId, { totpEnabled: !isOn }, { totpEnabled: isOn });

/** Records new recovery codes of a user. */
export const recordNewCodes = (tx: Tx, userId: number, before: number, after: number): Promise<void> =>
  record(tx, userId, userId, { recoveryCodesLeft: before }, { recoveryCodesLeft: after });

/** Records the use of a recovery code. */
export const recordRecovery = (tx: Tx, userId: number, left: number): Promise<void> =>
  record(tx, userId, userId, { recoveryCodesLeft: left + 1 }, { recoveryCodesLeft: left });

async function record(tx: Tx, by: number, userId: number, before: Values, after: Values): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const label = `${user.firstName} ${user.lastName}`;
  await appendAudit(tx, { by, action: 'update', type: 'User', rowId: userId, label, before, after });
}

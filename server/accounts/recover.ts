import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { recordPasskey } from '#server/accounts/passkeys/passkey-audit.ts';
import { forgetPasskeys } from '#server/accounts/passkeys/passkeys.ts';
import { forgetCodes } from '#server/accounts/totp/recovery-codes.ts';
import { appendAudit, changedValues } from '#server/api/audit/audit.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { forgetFailures, forgetGuesses } from '#server/platform/throttle.ts';
import { hashPassword } from './password.ts';
import { endSessions } from './sessions.ts';

/**
 * Recovers an account: sets a password, removes second factor and sessions, activates, confirms and approves it.
 * Returns the password and whether there was an obstacle, or null without an account.
 */
export async function recoverAccount(db: Db, email: string): Promise<{ password: string; stood: boolean } | null> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'firstName', 'lastName', 'isActive', 'needApproval', 'verifiedAt'])
      .where(sql<string>`lower(email)`, '=', email.trim().toLowerCase())
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return null;
    const { isActive, needApproval, verifiedAt } = user;
    const free = { isActive: true, needApproval: false };
    await tx
      .updateTable('users')
      .set({ passwordHash, ...free, verifiedAt: verifiedAt ?? new Date() })
      .where('id', '=', user.id)
      .execute();
    await tx.deleteFrom('userTotp').where('userId', '=', user.id).execute();
    const passkeys = await forgetPasskeys(tx, user.id);
    await forgetCodes(tx, user.id);
    await forgetGuesses(tx, user.id);
    await forgetFailures(tx, user.email);
    await recordSecurity(tx, { kind: 'password_changed', detail: 'recovered', subject: ['User', user.id] });
    await endSessions(tx, user.id);
    const label = `${user.firstName} ${user.lastName}`;
    const row = { by: null, action: 'update', type: 'User', rowId: user.id, label } as const;
    await appendAudit(tx, { ...row, before: null, after: { totpEnabled: false } });
    for (const passkey of passkeys)
      await recordPasskey(tx, { by: null, userId: user.id, before: passkey, after: null });
    const changes = changedValues({ isActive, needApproval }, free);
    if (changes) await appendAudit(tx, { ...row, ...changes });
    return { password, stood: changes !== null || !verifiedAt };
  });
}

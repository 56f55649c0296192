import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { appendAudit } from '#server/audit/audit.ts';
import { forgetCodes } from '#server/auth/totp/recovery-codes.ts';
import type { Db } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import { forgetFailures, forgetGuesses } from '#server/throttle.ts';
import { hashPassword } from './password.ts';
import { endSessions } from './sessions.ts';

/**
 * Lets somebody in again who lost the password or the second factor and whom nobody else can help: a new password, no
 * second factor, no sessions. Answers the password, or null when no account has this address.
 */
export async function recoverAccount(db: Db, email: string): Promise<string | null> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ passwordHash })
      .where(sql<string>`lower(email)`, '=', email.trim().toLowerCase())
      .returning(['id', 'email', 'firstName', 'lastName'])
      .executeTakeFirst();
    if (!user) return null;
    await tx.deleteFrom('userTotp').where('userId', '=', user.id).execute();
    await forgetCodes(tx, user.id);
    await forgetGuesses(tx, user.id);
    await forgetFailures(tx, user.email);
    await recordSecurity(tx, { kind: 'password_changed', detail: 'recovered', subject: ['User', user.id] });
    await endSessions(tx, user.id);
    const label = `${user.firstName} ${user.lastName}`;
    const row = { by: null, action: 'update', type: 'User', rowId: user.id, label } as const;
    await appendAudit(tx, { ...row, before: null, after: { totpEnabled: false } });
    return password;
  });
}

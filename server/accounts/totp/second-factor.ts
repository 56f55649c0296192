import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { unseal } from '#server/platform/secrets.ts';
import { forgetGuesses, refuseGuessing } from '#server/platform/throttle.ts';
import { codesLeft, takeRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './time-code.ts';
import { recordRecovery } from './totp-audit.ts';

/** The owner of a sealed secret, which opens for no other user. */
export const sealedFor = (userId: number): string => `users/${userId}/totp`;

/** Returns the secret of a user's second factor; null if sealed with another key. */
export function openTotp({ store }: App['secrets'], userId: number, sealed: Buffer): string | null {
  try {
    return unseal<string>(store, sealedFor(userId), sealed);
  } catch {
    return null;
  }
}

/** Returns the users with an active second factor. */
export async function usersWithTotp(db: Db | Tx, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('userTotp')
    .select('userId')
    .where('userId', 'in', userIds)
    .where('secret', 'is not', null)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** The result of a second-factor check; right if none is set up. */
export type SecondFactor = 'right' | 'missing' | 'wrong';

/**
 * Checks a user's second factor: a code of the app or a recovery code, each valid once. Refuses for five minutes after six wrong
 * ones, and if the secret was sealed with another key, because no code could be right.
 */
export async function checkSecondFactor(
  app: Pick<App, 'db' | 'secrets'>,
  userId: number,
  code: string | null,
): Promise<SecondFactor> {
  const factor = await app.db.selectFrom('userTotp').select('secret').where('userId', '=', userId).executeTakeFirst();
  if (!factor?.secret) return 'right';
  if (openTotp(app.secrets, userId, factor.secret) === null) throw new Refusal('error_totp_unreadable');
  if (!code?.trim()) return 'missing';
  await refuseGuessing(app.db, userId);
  return inTransaction(app.db, async (tx) => {
    if (!(await takeCode(app, tx, userId, code))) return 'wrong';
    await forgetGuesses(tx, userId);
    return 'right';
  });
}

async function takeCode(app: Pick<App, 'secrets'>, tx: Tx, userId: number, given: string): Promise<boolean> {
  const digits = given.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return takeTimeCode(app, tx, userId, digits);
  if (!(await takeRecoveryCode(app, tx, userId, given))) return false;
  await recordRecovery(tx, userId, (await codesLeft(tx, [userId])).get(userId) ?? 0);
  return true;
}

async function takeTimeCode({ secrets }: Pick<App, 'secrets'>, tx: Tx, userId: number, code: string): Promise<boolean> {
  const row = await tx.selectFrom('userTotp').select('secret').where('userId', '=', userId).executeTakeFirst();
  const secret = row?.secret && openTotp(secrets, userId, row.secret);
  if (!secret) return false;
  const step = stepOf(secret, code);
  if (step === null) return false;
  // within the statement, so that a code sent twice in parallel counts once
  const { rows } = await sql`
    update user_totp set last_step = ${step} where user_id = ${userId} and coalesce(last_step < ${step}, true)
    returning user_id`.execute(tx);
  return rows.length === 1;
}

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { PasskeyFlow } from '#server/accounts/passkeys/challenges.ts';
import { usersWithPasskeys } from '#server/accounts/passkeys/passkeys.ts';
import { provePasskey, requestOptions } from '#server/accounts/passkeys/prove.ts';
import { relyingParty } from '#server/accounts/passkeys/relying-party.ts';
import type { Assertion } from '#server/accounts/passkeys/responses.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { unseal } from '#server/platform/secrets.ts';
import { forgetGuesses, refuseGuessing } from '#server/platform/throttle.ts';
import { codesLeft, takeRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './time-code.ts';
import { recordRecovery } from './totp-audit.ts';

export const sealedFor = (userId: number): string => `users/${userId}/totp`;

/** Returns an app's secret; null if sealed with another key. */
export function openTotp({ store }: App['secrets'], userId: number, sealed: Buffer): string | null {
  try {
    return unseal<string>(store, sealedFor(userId), sealed);
  } catch {
    return null;
  }
}

/** Returns the users whose authenticator app is set up. */
export async function usersWithTotp(db: Db | Tx, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('userTotp')
    .select('userId')
    .where('userId', 'in', userIds)
    .where('secret', 'is not', null)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Returns users with an app or a passkey. */
export async function usersWithFactor(db: Db | Tx, userIds: readonly number[]): Promise<Set<number>> {
  return (await usersWithTotp(db, userIds)).union(await usersWithPasskeys(db, userIds));
}

/** A second factor that a user gave. */
export interface GivenFactor {
  /** The code of the authenticator app or a recovery code. */
  totp: string | null;
  /** The response of a passkey. */
  passkey: Assertion | null;
}

/** The result of a second-factor check; right if none is set up. */
export type SecondFactor = 'right' | 'missing' | 'wrong';

type Checking = Pick<App, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secrets'>;

/**
 * Checks a passkey, a code or a recovery code, each valid once. Refuses for five minutes after six wrong ones, and if
 * the secret can't be opened.
 */
export async function checkSecondFactor(
  app: Checking,
  userId: number,
  { totp, passkey }: GivenFactor,
): Promise<SecondFactor> {
  const factor = await app.db.selectFrom('userTotp').select('secret').where('userId', '=', userId).executeTakeFirst();
  const hasPasskey = (await usersWithPasskeys(app.db, [userId])).has(userId);
  if (!factor?.secret && !hasPasskey) return 'right';
  if (passkey) {
    await provePasskeyOf(app, passkey, { purpose: 'second_factor', userId, sessionId: null });
    return 'right';
  }
  if (factor?.secret && !hasPasskey && openTotp(app.secrets, userId, factor.secret) === null)
    throw new Refusal('error_totp_unreadable');
  if (!totp?.trim()) return 'missing';
  await refuseGuessing(app.db, userId);
  return inTransaction(app.db, async (tx) => {
    if (!(await takeCode(app, tx, userId, totp))) return 'wrong';
    await forgetGuesses(tx, userId);
    return 'right';
  });
}

/** Checks a known user's passkey, counted like codes. Returns whether it verified its owner. */
export async function provePasskeyOf(
  app: Checking,
  given: Assertion,
  flow: PasskeyFlow & { userId: number },
): Promise<{ isVerified: boolean }> {
  await refuseGuessing(app.db, flow.userId);
  const proven = await provePasskey(app, given, flow);
  await inTransaction(app.db, (tx) => forgetGuesses(tx, flow.userId));
  return proven;
}

/** The second factors that a user can choose from. */
export interface SecondFactors {
  /** True if the user has an authenticator app. */
  app: boolean;
  /** Null if the public address allows none. */
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
}

/** Returns a user's second factors; null with an app only. */
export async function factorsOf(app: Pick<App, 'db' | 'publicUrl'>, userId: number): Promise<SecondFactors | null> {
  if (!(await usersWithPasskeys(app.db, [userId])).has(userId)) return null;
  const flow: PasskeyFlow = { purpose: 'second_factor', userId, sessionId: null };
  return {
    app: (await usersWithTotp(app.db, [userId])).has(userId),
    passkey: relyingParty(app) ? await requestOptions(app, flow) : null,
  };
}

/** Returns the refusal of a sign-in that lacks the second factor. */
export async function factorRequired(app: Pick<App, 'db' | 'publicUrl'>, userId: number): Promise<Refusal> {
  const factors = await factorsOf(app, userId);
  return new Refusal('totp_required', undefined, factors ? { factors } : undefined);
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
  // within the statement, so that parallel codes count once
  const { rows } = await sql`
    update user_totp set last_step = ${step} where user_id = ${userId} and coalesce(last_step < ${step}, true)
    returning user_id`.execute(tx);
  return rows.length === 1;
}

import { checkSecondFactor, factorRequired, type GivenFactor } from '#server/accounts/totp/second-factor.ts';
import { type Proof, proveDevice, trustDevice, useDevice } from '#server/accounts/trusted-devices/trusted-devices.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { demandsTotp } from '#server/api/viewer/totp-demand.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type Attempt, countAttempt, networkOf, recordSuccess, refuseTooSoon } from '#server/platform/throttle.ts';
import { hashPassword, isOutdatedHash, isPassword, limitPasswordWork } from './password.ts';
import { isRegistrationPassword } from './registration-passwords.ts';
import { isUnconfirmed } from './rules.ts';
import { openSession } from './sessions.ts';
import { noteBrowser, type Visit } from './visit.ts';

/** The input and origin of a sign-in. */
export interface Credentials extends GivenFactor {
  email: string;
  password: string;
}

/** The result of a sign-in. */
export interface SignInResult {
  token: string;
  user: Row<'users'>;
  /** The id of a newly trusted browser. */
  trustedDevice: string | null;
}

/**
 * Signs in. A wrong password and an unknown address get the same response after the same time; only the right password
 * reveals other obstacles. With a `publicKey`, trusts the browser.
 */
export function signInWithPassword(
  ctx: Context,
  credentials: Credentials,
  visit: Visit,
  publicKey: string | null = null,
): Promise<SignInResult> {
  const who = { account: credentials.email.toLowerCase() };
  return countRefusedSignIn(ctx, who, () => withPassword(ctx, credentials, visit, publicKey));
}

async function withPassword(
  ctx: Context,
  { email, password, ...given }: Credentials,
  visit: Visit,
  publicKey: string | null,
): Promise<SignInResult> {
  await refuseTooSoon(ctx.db, email, ctx.ip); // a user who must wait does not block the queue
  const user = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  // as for an unknown address: a registrant must not learn from the password whether the address was known
  const hash = user && !isUnconfirmed(user) ? user.passwordHash : null;
  const isRight = await limitPasswordWork(() => tryPassword(ctx, email, hash, password));
  if (!user || !isRight) throw await notSignedIn(ctx, user?.id, password);
  requireUsableAccount(user);
  const factor = await checkSecondFactor(ctx, user.id, given);
  if (factor === 'missing') throw await factorRequired(ctx, user.id);
  if (factor === 'wrong') {
    await noteWrong(ctx, email, await countAttempt(ctx.db, email, ctx.ip));
    throw new Refusal('totp_invalid');
  }
  const renewed = isOutdatedHash(user.passwordHash!) ? await hashPassword(password) : null;
  return inTransaction(ctx.db, async (tx) => {
    await admit(tx, user, renewed);
    await recordSuccess(tx, email, ctx.ip);
    const trustedDevice = publicKey === null ? null : await trustDevice(tx, user.id, publicKey, visit);
    const way = given.passkey || given.totp?.trim() ? 'totp' : 'password';
    return { token: await enter(ctx, tx, user, { visit, trustedDevice, way }), user, trustedDevice };
  });
}

/** Returns the refusal of a wrong password: `user_not_verified` for a registration's, whether its address was known or not. */
async function notSignedIn({ db }: Context, userId: number | undefined, password: string): Promise<Refusal> {
  // an unknown address takes as long as a known one
  const isWaiting = await isRegistrationPassword(db, userId ?? 0, password);
  return new Refusal(isWaiting ? 'user_not_verified' : 'invalid_credentials');
}

/** A trusted device's proof instead of a password. */
export type DeviceProof = Proof & GivenFactor;

/** Signs in by a trusted device's key. A required second factor also needs its code; a voluntary one is replaced. */
export async function signInOnDevice(
  ctx: Context,
  { totp, passkey, ...proof }: DeviceProof,
  visit: Visit,
): Promise<SignInResult> {
  const userId = await countRefusedSignIn(ctx, {}, () => proveDevice(ctx, proof));
  return countRefusedSignIn(ctx, { userId }, () =>
    onDevice(ctx, userId, { device: proof.device, totp, passkey }, visit),
  );
}

async function onDevice(
  ctx: Context,
  userId: number,
  { device, ...given }: GivenFactor & Pick<Proof, 'device'>,
  visit: Visit,
): Promise<SignInResult> {
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  requireUsableAccount(user);
  const factor = (await demandsTotp(ctx.db, userId)) ? await checkSecondFactor(ctx, userId, given) : 'right';
  if (factor === 'missing') throw await factorRequired(ctx, userId);
  if (factor === 'wrong') throw new Refusal('totp_invalid');
  return inTransaction(ctx.db, async (tx) => {
    await admit(tx, user, null);
    await useDevice(tx, device, visit);
    const entry = { visit, trustedDevice: device, way: 'device' } as const;
    return { token: await enter(ctx, tx, user, entry), user, trustedDevice: device };
  });
}

/** Locks the user's row first, and stores a renewed hash; refuses if the password is changing or the user is off. */
async function admit(tx: Tx, user: Row<'users'>, renewed: string | null): Promise<void> {
  const stillValid = await tx
    .updateTable('users')
    .set({ lastSignInAt: new Date(), ...(renewed ? { passwordHash: renewed } : {}) })
    .where('id', '=', user.id)
    .where('passwordHash', 'is not distinct from', user.passwordHash)
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!stillValid.numUpdatedRows) throw new Refusal('invalid_credentials');
}

/** The way a user signed in. */
interface Entry {
  visit: Visit;
  trustedDevice: string | null;
  way: 'password' | 'totp' | 'device' | 'provider' | 'passkey';
  /** True if the way itself checked a second factor. */
  hasSecondFactor?: boolean;
  /** For the end of the session. */
  provider?: { id: number; idToken: string };
}

/** Opens the session of a user proven without a password. */
export const openUserSession = (ctx: Context, user: Row<'users'>, entry: Entry): Promise<SignInResult> =>
  inTransaction(ctx.db, async (tx) => {
    await admit(tx, user, null);
    return { token: await enter(ctx, tx, user, entry), user, trustedDevice: entry.trustedDevice };
  });

/** Opens the session of an admitted user. */
async function enter(ctx: Context, tx: Tx, user: Row<'users'>, entry: Entry): Promise<string> {
  const { visit, way, ...opened } = entry;
  await noteBrowser(ctx, tx, user, visit);
  await recordSecurity(tx, { kind: 'sign_in', by: user.id, network: visit.network, detail: way });
  ctx.log.info({ event: 'sign_in', user: user.id });
  return openSession({ db: tx, secrets: ctx.secrets }, user.id, { ...visit, ...opened });
}

/** Checks a password, counted as wrong first for parallel attempts. */
async function tryPassword(ctx: Context, email: string, phc: string | null, password: string): Promise<boolean> {
  const attempt = await countAttempt(ctx.db, email, ctx.ip);
  const isRight = await isPassword(phc, password);
  await (isRight ? attempt.takeBack() : noteWrong(ctx, email, attempt));
  return isRight;
}

/** Requires a new password after a hundred failures. */
async function noteWrong(ctx: Context, email: string, { isLast }: Attempt): Promise<void> {
  if (isLast) await ctx.jobs.enqueue(ctx.db, 'password_reset', { email });
  ctx.log.info({ event: 'sign_in_failed' });
}

/** Refuses a user who can't sign in yet or any more. */
export function requireUsableAccount(user: Pick<Row<'users'>, 'verifiedAt' | 'needApproval' | 'isActive'>): void {
  if (!user.verifiedAt) throw new Refusal('user_not_verified');
  if (user.needApproval) throw new Refusal('user_needs_approval');
  if (!user.isActive) throw new Refusal('user_inactive');
}

/** Runs a sign-in and counts refusals, except for second factors. */
export async function countRefusedSignIn<T>(
  { securityLog, ip }: Context,
  who: { account?: string; userId?: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.key !== 'totp_required') {
      const kind = error.key === 'too_many_attempts' ? 'sign_in_locked' : 'sign_in_failed';
      securityLog.count({ ...who, kind, network: networkOf(ip), detail: error.key });
    }
    throw error;
  }
}

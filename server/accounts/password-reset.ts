import { hasIdentity } from '#server/accounts/single-sign-on/ways-to-sign-in.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App, Context } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { forgetFailures, refuseFlood, withinLimit } from '#server/platform/throttle.ts';
import { consumeToken, createToken, findTokenUser } from './one-time-tokens.ts';
import { hashPassword } from './password.ts';
import { refuseBadPassword } from './password-rules.ts';
import { mailVerification } from './registration.ts';
import { renewRegistrationPassword } from './registration-passwords.ts';
import { isUnconfirmed } from './rules.ts';
import { endSessions } from './sessions.ts';
import { noteResetRequest } from './warnings/warnings.ts';

/** Accepts a request for a new password; the response reveals nothing. */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await refuseFlood(ctx.db, 'forgot password', ctx.ip, 20, 600);
  await ctx.jobs.enqueue(ctx.db, 'password_reset', { email });
}

/** Mails the link that sets a password, at most three times an hour. */
export async function mailPasswordReset(app: App, email: string): Promise<void> {
  const user = await app.db
    .selectFrom('users')
    .select(['id', 'language', 'verifiedAt', 'isActive', 'roles', 'passwordHash'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  if (!user || !(await withinLimit(app.db, 'password mail', email, 3, 3600))) return;
  await renewRegistrationPassword(app.db, user.id);
  // users of a provider get none, because a person locked out there must not stay signed in here
  if (user.passwordHash === null && (await hasIdentity(app.db, user.id))) return;
  await inTransaction(app.db, async (tx) => {
    if (isUnconfirmed(user)) return mailVerification(app, tx, user);
    const tokenId = await createToken(app, tx, 'reset', user.id);
    if (user.isActive) await noteResetRequest(tx, user.id);
    await sendSystemMail(app, tx, { identifier: 'password_reset', to: user.id, language: user.language, tokenId });
  });
}

/** Sets the password by a mailed token, and ends all sessions. */
export async function resetPassword(ctx: Context, token: string, password: string): Promise<void> {
  const userId = await findTokenUser(ctx.db, token, ['reset', 'invite']);
  if (userId === null) throw new Refusal('invalid_token', { token: 'invalid_token' });
  const person = await ctx.db
    .selectFrom('users')
    .select(['email', 'firstName', 'lastName', 'language', 'verifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await refuseBadPassword(ctx.db, password, person);
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx.db, async (tx) => {
    // the user first, to avoid deadlocks
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const { kind } = await consumeToken(tx, token, ['reset', 'invite']);
    await tx
      .updateTable('users')
      .set({
        passwordHash,
        verifiedAt: person.verifiedAt ?? new Date(), // the link came to this address
        warningsSeenAt: new Date(), // the person who set it knows of the request
      })
      .where('id', '=', userId)
      .execute();
    await tx.deleteFrom('oneTimeTokens').where('userId', '=', userId).where('usedAt', 'is', null).execute();
    await forgetFailures(tx, person.email);
    await recordSecurity(tx, { kind: 'password_changed', by: userId, detail: kind });
    await endSessions(tx, userId);
    if (kind === 'invite') return;
    await publish(tx, { system: true });
    await mailPasswordChanged(ctx, tx, userId, person.language);
  });
  ctx.log.info({ event: 'password_reset', user: userId });
}

/** Mails that the password was changed, with a way to revert it. */
export function mailPasswordChanged(
  ctx: Pick<Context, 'jobs'>,
  tx: Parameters<typeof sendSystemMail>[1],
  userId: number,
  language: string,
): Promise<void> {
  return sendSystemMail(ctx, tx, { identifier: 'password_changed', to: userId, language, page: '/forgot-password' });
}

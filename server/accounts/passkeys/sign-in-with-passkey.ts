import {
  countRefusedSignIn,
  openUserSession,
  requireUsableAccount,
  type SignInResult,
} from '#server/accounts/sign-in.ts';
import type { Visit } from '#server/accounts/visit.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { signInFlow } from './challenges.ts';
import { provePasskey } from './prove.ts';
import type { Assertion } from './responses.ts';

/**
 * Signs in by a verified passkey. Refuses users without a password: a person locked out at the provider must not stay
 * signed in here.
 */
export async function signInWithPasskey(ctx: Context, given: Assertion, visit: Visit): Promise<SignInResult> {
  const { userId } = await countRefusedSignIn(ctx, {}, () => provePasskey(ctx, given, signInFlow));
  return countRefusedSignIn(ctx, { userId }, async () => {
    const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
    if (!user) throw new Refusal('passkey_unknown');
    requireUsableAccount(user);
    if (user.passwordHash === null) throw new Refusal('error_passkey_provider');
    return openUserSession(ctx, user, { visit, trustedDevice: null, way: 'passkey' });
  });
}

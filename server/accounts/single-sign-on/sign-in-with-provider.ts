import {
  countRefusedSignIn,
  openUserSession,
  requireUsableAccount,
  type SignInResult,
} from '#server/accounts/sign-in.ts';
import {
  checkSecondFactor,
  factorRequired,
  factorsOf,
  type GivenFactor,
  type SecondFactors,
} from '#server/accounts/totp/second-factor.ts';
import type { Visit } from '#server/accounts/visit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { admitIdentity } from './admit.ts';
import { isFresh, openText, sealText } from './flow.ts';
import { type ProviderResponse, proveIdentity } from './proven-identity.ts';

const ticketSeconds = 300;

interface Ticket {
  user: number;
  provider: number;
  idToken: string;
  nonce: string;
  at: number;
}

export type ProviderSignInResult = SignInResult | { ticket: string; factors?: SecondFactors };

/** Signs in by a provider's response. Requires a second factor set up here, unless the provider checks one. */
export async function signInWithProvider(
  ctx: Context,
  response: ProviderResponse,
  visit: Visit,
): Promise<ProviderSignInResult> {
  const { identity, flow } = await countRefusedSignIn(ctx, {}, () => proveIdentity(ctx, response));
  if (flow.linkTo !== null) throw new Refusal('error_sso_again');
  const user = await countRefusedSignIn(ctx, {}, () => admitIdentity(ctx, identity));
  return countRefusedSignIn(ctx, { userId: user.id }, async () => {
    requireUsableAccount(user);
    const { provider, idToken, hasSecondFactor } = identity;
    const isMissing =
      !hasSecondFactor && (await checkSecondFactor(ctx, user.id, { totp: null, passkey: null })) === 'missing';
    if (!isMissing) return enter(ctx, user, { provider: provider.id, idToken }, { visit, hasSecondFactor });
    const ticket: Ticket = { user: user.id, provider: provider.id, idToken, nonce: flow.state, at: Date.now() };
    const factors = await factorsOf(ctx, user.id);
    return { ticket: sealText(ctx, 'sso/ticket', ticket), ...(factors ? { factors } : {}) };
  });
}

/** Completes a sign-in with a provider by the second factor. */
export async function completeSignIn(
  ctx: Context,
  { ticket: sealed, ...given }: GivenFactor & { ticket: string },
  visit: Visit,
): Promise<SignInResult> {
  const ticket = openText<Ticket>(ctx, 'sso/ticket', sealed);
  if (!ticket || !isFresh(ticket.at, ticketSeconds)) throw new Refusal('error_sso_again');
  return countRefusedSignIn(ctx, { userId: ticket.user }, async () => {
    const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', ticket.user).executeTakeFirst();
    if (!user) throw new Refusal('error_sso_again');
    requireUsableAccount(user);
    const factor = await checkSecondFactor(ctx, user.id, given);
    if (factor === 'missing') throw await factorRequired(ctx, user.id);
    if (factor === 'wrong') throw new Refusal('totp_invalid');
    if (!(await withinLimit(ctx.db, 'sso_ticket', ticket.nonce, 1, 2 * ticketSeconds)))
      throw new Refusal('error_sso_again');
    return enter(ctx, user, ticket, { visit, hasSecondFactor: false });
  });
}

const enter = (
  ctx: Context,
  user: Row<'users'>,
  { provider, idToken }: { provider: number; idToken: string },
  { visit, hasSecondFactor }: { visit: Visit; hasSecondFactor: boolean },
): Promise<SignInResult> =>
  openUserSession(ctx, user, {
    visit,
    trustedDevice: null,
    way: 'provider',
    hasSecondFactor,
    provider: { id: provider, idToken },
  });

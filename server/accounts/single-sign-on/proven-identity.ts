import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import {
  type Claims,
  deniesSecondFactor,
  groupsOf,
  hasTooManyGroups,
  type ProviderPerson,
  personOf,
} from './claims.ts';
import { clockSeconds, connectTo } from './connection.ts';
import { callbackOf, type Flow, takeFlow } from './flow.ts';
import { refusalOfProvider } from './provider-refusal.ts';
import { findActiveProvider, type Provider } from './providers.ts';

/** The response of a provider, which the browser returns. */
export interface ProviderResponse {
  flow: string;
  code: string | null;
  state: string;
  /** The issuer that the response names (RFC 9207). */
  iss: string | null;
  /** Why the provider refused. */
  error: string | null;
}

/** A person whose identity a provider has proven. */
export interface ProvenIdentity {
  provider: Provider;
  subject: string;
  person: ProviderPerson;
  groups: string[];
  /** The sign-in there had a second factor. */
  hasSecondFactor: boolean;
  idToken: string;
}

export async function proveIdentity(
  ctx: App,
  response: ProviderResponse,
): Promise<{ identity: ProvenIdentity; flow: Flow }> {
  const flow = await takeFlow(ctx, response.flow, response.state);
  const provider = await findActiveProvider(ctx.db, flow.provider);
  try {
    return { identity: await exchange(ctx, provider, response, flow), flow };
  } catch (error) {
    throw refusalOfProvider(ctx, provider, error);
  }
}

async function exchange(ctx: App, provider: Provider, response: ProviderResponse, flow: Flow): Promise<ProvenIdentity> {
  const configuration = await connectTo(ctx, provider);
  const tokens = await authorizationCodeGrant(configuration, addressOf(ctx, response), {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  });
  const token: Claims = tokens.claims()!;
  // the library only compares the expiry; a new token reveals the provider's clock
  if (Math.abs(Date.now() / 1000 - Number(token['iat'])) > clockSeconds) throw new Refusal('error_sso_clock');
  const claims = await withUserInfo(configuration, provider, token, tokens.access_token);
  const groups = groupsOf(claims, provider.groupsClaim);
  if (groups === null && provider.roleMap.length && hasTooManyGroups(claims)) throw new Refusal('error_sso_groups');
  return {
    provider,
    subject: String(token['sub']),
    person: personOf(claims),
    groups: groups ?? [],
    hasSecondFactor: provider.checksSecondFactor && !deniesSecondFactor(token),
    idToken: tokens.id_token!,
  };
}

/** The address of the browser's return. */
function addressOf(ctx: App, { code, state, iss, error }: ProviderResponse): URL {
  const url = new URL(callbackOf(ctx));
  for (const [name, value] of Object.entries({ code, state, iss, error }))
    if (value !== null) url.searchParams.set(name, value);
  return url;
}

/** Adds userinfo claims if the token lacks required ones; the token takes precedence. */
async function withUserInfo(
  configuration: Configuration,
  { groupsClaim, roleMap }: Provider,
  token: Claims,
  accessToken: string,
): Promise<Claims> {
  const lacksGroups = roleMap.length > 0 && groupsOf(token, groupsClaim) === null;
  const lacksPerson = !token['email'] || !(token['name'] || token['family_name']);
  if (!configuration.serverMetadata().userinfo_endpoint || !(lacksGroups || lacksPerson)) return token;
  return { ...(await fetchUserInfo(configuration, accessToken, String(token['sub']))), ...token };
}

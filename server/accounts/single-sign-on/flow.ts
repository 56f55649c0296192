import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { seal, unseal } from '#server/platform/secrets.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { connectTo } from './connection.ts';
import type { Provider } from './providers.ts';

const flowSeconds = 600;

/** A sign-in at a provider, sealed in the browser's tab. */
export interface Flow {
  provider: number;
  state: string;
  nonce: string;
  verifier: string;
  /** The user to link; null for a sign-in. */
  linkTo: number | null;
  at: number;
}

/** Returns the address that a provider redirects the browser to. */
export const callbackOf = ({ publicUrl }: Pick<App, 'publicUrl'>): string => `${publicUrl}/api/sso/callback`;

/** The address to open, and the sealed flow to return. */
export interface Begun {
  url: string;
  flow: string;
}

/** Begins a sign-in at a provider, with PKCE, state and nonce. */
export async function beginFlow(ctx: App, provider: Provider, linkTo: number | null): Promise<Begun> {
  const configuration = await connectTo(ctx, provider);
  const flow: Flow = {
    provider: provider.id,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    linkTo,
    at: Date.now(),
  };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(ctx),
    scope: provider.scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  });
  if (!/^https?:$/.test(url.protocol)) throw new Refusal('error_sso_failed');
  return { url: url.href, flow: sealText(ctx, 'sso/flow', flow) };
}

/** Opens and consumes a flow; refuses an invalid one. */
export async function takeFlow(ctx: Pick<App, 'db' | 'secrets'>, sealed: string, state: string): Promise<Flow> {
  const flow = openText<Flow>(ctx, 'sso/flow', sealed);
  const again = () => new Refusal('error_sso_again');
  if (!flow || !isFresh(flow.at, flowSeconds) || flow.state !== state) throw again();
  if (!(await withinLimit(ctx.db, 'sso_flow', flow.state, 1, 2 * flowSeconds))) throw again();
  return flow;
}

/** Returns whether a moment is recent, allowing for other clocks. */
export const isFresh = (at: number, seconds: number): boolean => Math.abs(Date.now() - at) < seconds * 1000;

/** Encrypts a value for a browser that brings it back unchanged. */
export const sealText = ({ secrets }: Pick<App, 'secrets'>, context: string, value: unknown): string =>
  seal(secrets.challenge, context, value).toString('base64url');

/** Returns what `sealText` encrypted; null for anything else. */
export function openText<T>({ secrets }: Pick<App, 'secrets'>, context: string, text: string): T | null {
  try {
    return unseal<T>(secrets.challenge, context, Buffer.from(text, 'base64url'));
  } catch {
    return null;
  }
}

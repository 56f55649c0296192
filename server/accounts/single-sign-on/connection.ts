import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client';
import { wayOf } from '#server/channels/http/gateway.ts';
import { call } from '#server/platform/call.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { mayBePlain } from './provider-input.ts';
import { refusalOfProvider } from './provider-refusal.ts';
import { clientSecretOf } from './provider-secret.ts';
import type { Provider } from './providers.ts';

type Connecting = Pick<App, 'config' | 'secrets' | 'log'>;

/** Seconds by which the clock of a provider may differ. */
export const clockSeconds = 300;
const patience = 10_000;
const keptFor = 600_000;

// Metadata of providers, per process.
const known = new Map<string, { at: number; metadata: ServerMetadata }>();

/**
 * Returns a provider's client. Caches its metadata for ten minutes, but fetches keys each time, so that rotated ones
 * apply. Always verifies the ID token.
 */
export async function connectTo(app: Connecting, provider: Provider): Promise<Configuration> {
  const secret = clientSecretOf(app.secrets, provider);
  if (secret === undefined) throw new Refusal('error_sso_client');
  const metadata = await metadataOf(app, provider).catch((error: unknown) => {
    throw refusalOfProvider(app, provider, error);
  });
  const byPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false;
  const client = { [clockTolerance]: clockSeconds, ...(secret ? { client_secret: secret } : {}) };
  const authentication = !secret ? None() : byPost ? ClientSecretPost(secret) : ClientSecretBasic(secret);
  const configuration = new Configuration(metadata, provider.clientId, client, authentication);
  configuration[customFetch] = guardedFetch(app, provider);
  configuration.timeout = patience / 1000;
  if (mayBePlain(new URL(provider.issuer), app)) allowInsecureRequests(configuration);
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Fetches a provider's metadata without the cache. Refuses with the reason of a failure. */
export async function checkProvider(app: Connecting, provider: Provider): Promise<void> {
  known.delete(keyOf(provider));
  await connectTo(app, provider);
}

const keyOf = ({ issuer, ownNetwork }: Provider) => `${issuer} ${ownNetwork}`;

async function metadataOf(app: Connecting, provider: Provider): Promise<ServerMetadata> {
  const key = keyOf(provider);
  const found = known.get(key);
  if (found && Date.now() - found.at < keptFor) return structuredClone(found.metadata);
  const issuer = new URL(provider.issuer);
  const configuration = await discovery(issuer, provider.clientId, undefined, None(), {
    [customFetch]: guardedFetch(app, provider),
    timeout: patience / 1000,
    execute: mayBePlain(issuer, app) ? [allowInsecureRequests] : [],
  });
  const { supportsPKCE: _supportsPKCE, ...metadata } = { ...configuration.serverMetadata() };
  known.set(key, { at: Date.now(), metadata: structuredClone(metadata) as ServerMetadata });
  return metadata as ServerMetadata;
}

/** Calls a provider like any user-entered address, without redirects. */
const guardedFetch =
  (app: Connecting, { ownNetwork }: Provider): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const request = { method: method as 'GET' | 'POST', headers, body: body ? String(body) : undefined };
    const way = { ...wayOf({ ownNetwork }, app), timeout: patience, ...(signal ? { signal } : {}) };
    const answer = await call(new URL(url), request, way);
    const told = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value ?? []].flat()) told.append(name, one);
    const hasBody = ![101, 204, 205, 304].includes(answer.status);
    return new Response(hasBody ? new Uint8Array(answer.body) : null, { status: answer.status, headers: told });
  };

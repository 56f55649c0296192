import type { Row } from '#server/api/graphql/types.ts';
import type { Resolve } from '#server/platform/call.ts';
import type { App } from '#server/platform/context.ts';
import { type Allowed, allowedOf } from '#server/platform/network-address.ts';
import { type PostResult, postOutbound } from '#server/platform/outbound/post.ts';
import { signedHeaders } from '#server/platform/outbound/signature.ts';
import { signingSecrets } from './secret.ts';

/** Request options that the webhook doesn't define. */
export interface AttemptOptions {
  timeout: number;
  resolve?: Resolve | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns a body of ids only, so that no personal data leave. */
export const bodyOf = ({ type, data, insertedAt }: Row<'webhookDeliveries'>): string =>
  JSON.stringify({ type, timestamp: insertedAt.toISOString(), data });

/** Sends a signed delivery once and returns the result; changes nothing in the database. */
export async function attemptDelivery(
  app: Pick<App, 'config' | 'secrets'>,
  webhook: Row<'webhooks'>,
  delivery: Row<'webhookDeliveries'>,
  options: AttemptOptions,
): Promise<PostResult> {
  const secrets = signingSecrets(app.secrets, webhook);
  if (!secrets) return { status: null, error: 'secret', retryAfter: null, response: '' };
  const body = bodyOf(delivery);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'accept-encoding': 'identity',
    'user-agent': 'Meldekette-Webhooks',
    ...signedHeaders(secrets, delivery.key, body),
  };
  return postOutbound(new URL(webhook.url), headers, body, { ...options, allowed: allowedHosts(app) });
}

/** Returns the internal hosts that WEBHOOK_ALLOWED_HOSTS permits. */
export const allowedHosts = ({ config }: Pick<App, 'config'>): Allowed => allowedOf(config.WEBHOOK_ALLOWED_HOSTS);

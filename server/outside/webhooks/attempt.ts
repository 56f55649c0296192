import type { Row } from '#server/api/graphql/types.ts';
import type { Resolve } from '#server/platform/call.ts';
import type { App } from '#server/platform/context.ts';
import { type Allowed, allowedOf } from '#server/platform/network-address.ts';
import { post, type Reply } from '#server/platform/outbound/post.ts';
import { signedHeaders } from '#server/platform/outbound/signature.ts';
import { secretsOf } from './secret.ts';

/** How requests go out, beyond what the webhook says. */
export interface AttemptOptions {
  timeout: number;
  resolve?: Resolve | undefined;
  signal?: AbortSignal | undefined;
}

/** What is posted: thin, so that nothing personal leaves; whoever wants more asks the API by the ids. */
export const bodyOf = ({ type, data, insertedAt }: Row<'webhookDeliveries'>): string =>
  JSON.stringify({ type, timestamp: insertedAt.toISOString(), data });

/** Sends a delivery once, signed; answers what came of it and changes nothing. */
export async function attemptDelivery(
  app: Pick<App, 'config' | 'secrets'>,
  webhook: Row<'webhooks'>,
  delivery: Row<'webhookDeliveries'>,
  options: AttemptOptions,
): Promise<Reply> {
  const secrets = secretsOf(app.secrets, webhook);
  if (!secrets) return { status: null, error: 'secret', retryAfter: null, response: '' };
  const body = bodyOf(delivery);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'accept-encoding': 'identity',
    'user-agent': 'Meldekette-Webhooks',
    ...signedHeaders(secrets, delivery.key, body),
  };
  return post(new URL(webhook.url), headers, body, { ...options, allowed: allowedHosts(app) });
}

/** What WEBHOOK_ALLOWED_HOSTS permits inside the house. */
export const allowedHosts = ({ config }: Pick<App, 'config'>): Allowed => allowedOf(config.WEBHOOK_ALLOWED_HOSTS);

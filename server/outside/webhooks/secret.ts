import { randomBytes } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';
import { seal, unseal } from '#server/platform/secrets.ts';

/** Returns whsec_ and 32 random bytes, shown once. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const contextOf = (webhookId: number) => `webhooks/${webhookId}`;

/** Returns the encrypted secret for the database. */
export const sealSecret = ({ store }: Secrets, webhookId: number, secret: string): Buffer =>
  seal(store, contextOf(webhookId), secret);

interface Sealed {
  id: number;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
}

/** Returns the signing secret and, for a day after a change, the previous one. Null if sealed with another key. */
export function signingSecrets(
  secrets: Secrets,
  { id, secret, previousSecret, previousUntil }: Sealed,
): string[] | null {
  const present = opened(secrets, id, secret);
  if (present === null) return null;
  const holds = previousSecret && previousUntil && previousUntil.getTime() > Date.now();
  const former = holds ? opened(secrets, id, previousSecret) : null;
  return former === null ? [present] : [present, former];
}

function opened({ store }: Secrets, id: number, sealed: Buffer): string | null {
  try {
    return unseal<string>(store, contextOf(id), sealed);
  } catch {
    return null;
  }
}

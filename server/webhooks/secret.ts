import { randomBytes } from 'node:crypto';
import type { Secrets } from '#server/secrets.ts';
import { seal, unseal } from '#server/secrets.ts';

/** A fresh secret, whsec_ and 32 random bytes; it is shown once. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const contextOf = (webhookId: number) => `webhooks/${webhookId}`;

/** The secret as it is stored. */
export const sealSecret = ({ store }: Secrets, webhookId: number, secret: string): Buffer =>
  seal(store, contextOf(webhookId), secret);

interface Sealed {
  id: number;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
}

/** The secrets that sign at this moment: the present one and, for a day after it was changed, the one before. */
export function secretsOf({ store }: Secrets, { id, secret, previousSecret, previousUntil }: Sealed): string[] {
  const holds = previousSecret && previousUntil && previousUntil.getTime() > Date.now();
  return [secret, ...(holds ? [previousSecret] : [])].map((sealed) => unseal<string>(store, contextOf(id), sealed));
}

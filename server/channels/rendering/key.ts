import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

/**
 * Returns the key of a message to one recipient at a provider, used for example as the first half of a Message-ID: the same for
 * every attempt, unique, and unguessable.
 */
export function deliveryKey(secrets: Secrets, recipientId: number, generation: number): string {
  const mac = createHmac('sha256', secrets.link).update(`delivery ${recipientId}.${generation}`).digest('hex');
  return `d.${recipientId}.${generation}.${mac.slice(0, 8)}`;
}

/** Returns a key for a message without a recipient's row, which is sent once. */
export const singleKey = (): string => `t.${randomBytes(12).toString('hex')}`;

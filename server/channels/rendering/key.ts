import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

/**
 * What marks a message to one recipient at a provider, e.g. as the first half of a Message-ID: the same for every
 * attempt and for nothing else, not to be guessed from outside.
 */
export function deliveryKey(secrets: Secrets, recipientId: number, generation: number): string {
  const mac = createHmac('sha256', secrets.link).update(`delivery ${recipientId}.${generation}`).digest('hex');
  return `d.${recipientId}.${generation}.${mac.slice(0, 8)}`;
}

/** The same for a message that is no recipient's, which is sent once. */
export const singleKey = (): string => `t.${randomBytes(12).toString('hex')}`;

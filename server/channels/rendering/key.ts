import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

/**
 * Returns the key of a message to one recipient at a provider, used for example as the first half of a Message-ID: the same for
 * every attempt with the same text, unique, and unguessable. With the text of a correction it is another one, because a provider
 * that has the first text would drop the second.
 */
export function deliveryKey(
  secrets: Pick<Secrets, 'link'>,
  recipientId: number,
  generation: number,
  correctedBy: number | null = null,
): string {
  const text = `delivery ${recipientId}.${generation}${correctedBy === null ? '' : `.${correctedBy}`}`;
  const mac = createHmac('sha256', secrets.link).update(text).digest('hex');
  return `d.${recipientId}.${generation}.${mac.slice(0, 8)}`;
}

/** Returns a key for a message without a recipient's row, which is sent once. */
export const singleKey = (): string => `t.${randomBytes(12).toString('hex')}`;

/** Returns the key of a message without a recipient's row that is tried again: the same for every attempt at this purpose. */
export const repeatedKey = (secrets: Pick<Secrets, 'link'>, purpose: string): string =>
  `t.${createHmac('sha256', secrets.link).update(purpose).digest('hex').slice(0, 24)}`;

import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

/**
 * Returns the key of a message to one recipient, for example for a Message-ID: the same for every attempt, unique, and
 * unguessable. A correction has another key, because providers drop repetitions.
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

/** Returns a key for a message without a row, sent once. */
export const singleKey = (): string => `t.${randomBytes(12).toString('hex')}`;

/** Returns a key for a message without a row, the same for every attempt at this purpose. */
export const repeatedKey = (secrets: Pick<Secrets, 'link'>, purpose: string): string =>
  `t.${createHmac('sha256', secrets.link).update(purpose).digest('hex').slice(0, 24)}`;

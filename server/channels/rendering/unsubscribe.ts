import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Secrets, seal, unseal } from '#server/platform/secrets.ts';

type Keys = Pick<Secrets, 'link' | 'store'>;

export const unsubscribeDays = 365;

const purpose = 'unsubscribe';
const day = 86_400_000;
const today = () => Math.floor(Date.now() / day);

/**
 * Returns a person's unsubscribe link, valid for a year. Its encrypted token reveals no number and needs no storage.
 */
export const unsubscribeUrl = (place: { publicUrl: string; secrets: Keys }, personId: number): string =>
  `${place.publicUrl}/u/${seal(place.secrets.store, purpose, [personId, today()]).toString('base64url')}`;

interface Unsubscriber {
  personId: number;
  isUndated: boolean;
}

/** Returns the person of a token; null if it is foreign or expired. */
export function unsubscriberOf(secrets: Keys, token: string): Unsubscriber | null {
  const [, id, mac] = /^(\d{1,9})\.([\w-]{22})$/.exec(token) ?? [];
  if (id && mac) {
    const right = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secrets, Number(id))));
    return right ? { personId: Number(id), isUndated: true } : null;
  }
  try {
    const [personId, made] = unseal<[number, number]>(secrets.store, purpose, Buffer.from(token, 'base64url'));
    return today() - made <= unsubscribeDays ? { personId, isUndated: false } : null;
  } catch {
    return null;
  }
}

function macOf({ link }: Keys, personId: number): string {
  const mac = createHmac('sha256', link).update(`unsubscribe ${personId}`).digest();
  return mac.subarray(0, 16).toString('base64url');
}

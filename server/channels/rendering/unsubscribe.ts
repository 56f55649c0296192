import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Secrets, seal, unseal } from '#server/platform/secrets.ts';

type Keys = Pick<Secrets, 'link' | 'store'>;

/** How long the link of a mail holds. */
export const unsubscribeDays = 365;

const purpose = 'unsubscribe';
const day = 86_400_000;
const today = () => Math.floor(Date.now() / day);

/**
 * Where a person says that they want no more information by mail. The token is encrypted and names the person and the day, so
 * that it tells nobody a number, ends after a year, and none has to be stored for each mail.
 */
export const unsubscribeUrl = (place: { publicUrl: string; secrets: Keys }, personId: number): string =>
  `${place.publicUrl}/u/${seal(place.secrets.store, purpose, [personId, today()]).toString('base64url')}`;

/** A link that was made here, and whether it is of the kind that was sent before links had a date. */
interface Unsubscriber {
  personId: number;
  isUndated: boolean;
}

/** Whose link a token is; null when it was not made here or has ended. */
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

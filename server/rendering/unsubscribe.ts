import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/secrets.ts';

type Signing = Pick<Secrets, 'link'>;

/**
 * Where a person says that they want no more information by mail. It is made from the person's number and the server's secret
 * alone, so that the link of an old mail holds as well, and none has to be stored for each mail.
 */
export const unsubscribeUrl = (place: { publicUrl: string; secrets: Signing }, personId: number): string =>
  `${place.publicUrl}/u/${personId}.${macOf(place.secrets, personId)}`;

/** Whose link a token is; null when it was not made here. */
export function unsubscriberOf(secrets: Signing, token: string): number | null {
  const [, id, mac] = /^(\d{1,9})\.([\w-]{22})$/.exec(token) ?? [];
  if (!id || !mac) return null;
  const right = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secrets, Number(id))));
  return right ? Number(id) : null;
}

function macOf({ link }: Signing, personId: number): string {
  const mac = createHmac('sha256', link).update(`unsubscribe ${personId}`).digest();
  return mac.subarray(0, 16).toString('base64url');
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

type Keys = Pick<Secrets, 'callback'>;

const macOf = ({ callback }: Keys, key: string, device: number): string =>
  createHmac('sha256', callback).update(`push ${key} ${device}`).digest().subarray(0, 16).toString('base64url');

/** Returns the relative path at which a device reports on a message. Only its recipient knows it. */
export const newsPath = (keys: Keys, key: string, device: number): string =>
  `api/push/${key}/${device}/${macOf(keys, key, device)}`;

/** Verifies the path's last part in constant time. */
export function isNewsMac(keys: Keys, key: string, device: number, given: string): boolean {
  const [right, said] = [Buffer.from(macOf(keys, key, device)), Buffer.from(given)];
  return said.length === right.length && timingSafeEqual(said, right);
}

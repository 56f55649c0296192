import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

type Keys = Pick<Secrets, 'callback'>;

const macOf = ({ callback }: Keys, key: string, device: number): string =>
  createHmac('sha256', callback).update(`push ${key} ${device}`).digest().subarray(0, 16).toString('base64url');

/** Where a device tells what became of a message there, relative to the program's address. Only who got the message knows it. */
export const newsPath = (keys: Keys, key: string, device: number): string =>
  `api/push/${key}/${device}/${macOf(keys, key, device)}`;

/** Whether the last part of such a path is right, found out in a time that tells nothing. */
export function isNewsMac(keys: Keys, key: string, device: number, given: string): boolean {
  const [right, said] = [Buffer.from(macOf(keys, key, device)), Buffer.from(given)];
  return said.length === right.length && timingSafeEqual(said, right);
}

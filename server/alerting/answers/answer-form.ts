import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Secrets, tokenOf } from '#server/platform/secrets.ts';

const lifetime = 30 * 60_000;
const pattern = /^([0-9a-z]{8,9})\.([\w-]{11})\.([\w-]{22})$/;

/** Returns the mark of a form, which proves its origin, link and time. */
export function formMark(secrets: Pick<Secrets, 'link'>, token: string, now = Date.now()): string {
  const stamp = `${now.toString(36)}.${randomBytes(8).toString('base64url')}`;
  return `${stamp}.${signature(secrets, token, stamp)}`;
}

/**
 * Returns whether the mark was made for this link, at most half an hour ago; another node's clock may differ by as
 * much.
 */
export function markHolds(secrets: Pick<Secrets, 'link'>, token: string, mark: string, now = Date.now()): boolean {
  const [, time, random, given] = pattern.exec(mark) ?? [];
  if (!time || !random || !given) return false;
  const right = timingSafeEqual(Buffer.from(given), Buffer.from(signature(secrets, token, `${time}.${random}`)));
  const age = now - Number.parseInt(time, 36);
  return right && Math.abs(age) <= lifetime;
}

const signature = (secrets: Pick<Secrets, 'link'>, token: string, stamp: string): string =>
  tokenOf(secrets.link, Buffer.from(`answer form ${token} ${stamp}`));

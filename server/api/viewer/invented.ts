import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

/** The token of an Authorization header. */
export const bearerOf = (authorization: string): string => authorization.replace(/^Bearer /, '');

/** Whether a token claims to be an API key. */
export const isKey = (token: string): boolean => token.startsWith('mk_');

/**
 * Whether a token cannot be one of somebody who is signed in: this installation did not sign it, or its time is over. That costs
 * one HMAC and asks nobody. Of a session that was ended, and of a key, only the database knows.
 */
export function isInvented({ session }: Pick<Secrets, 'session'>, token: string): boolean {
  if (isKey(token)) return false;
  const [, signed = '', payload = '', signature = ''] = /^([\w-]+\.([\w-]+))\.([\w-]+)$/.exec(token) ?? [];
  const expected = createHmac('sha256', session).update(signed).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return true;
  const { exp = 0 } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: number };
  return exp * 1000 <= Date.now();
}

const most = 1000;
const held = new WeakMap<Secrets, Set<string>>();

const keysOf = (secrets: Secrets): Set<string> => {
  const keys = held.get(secrets) ?? new Set();
  held.set(secrets, keys);
  return keys;
};

/** Whether a key held when it was last used here. That opens nothing: each use is looked up. */
export const hasHeld = (secrets: Secrets, key: string): boolean => keysOf(secrets).has(key);

/** Notes whether a key holds. */
export function noteKey(secrets: Secrets, key: string, holds: boolean): void {
  const keys = keysOf(secrets);
  if (!holds) keys.delete(key);
  else if (keys.size < most) keys.add(key);
}

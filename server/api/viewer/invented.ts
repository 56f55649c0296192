import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

export const bearerOf = (authorization: string): string => authorization.replace(/^Bearer /, '');

export const isKey = (token: string): boolean => token.startsWith('mk_');

/** Returns whether a token isn't of this installation or expired. Needs no query. */
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

/** Returns whether a key was valid at its last use here, which grants nothing. */
export const hasHeld = (secrets: Secrets, key: string): boolean => keysOf(secrets).has(key);

/** Records whether a key is valid. */
export function noteKey(secrets: Secrets, key: string, holds: boolean): void {
  const keys = keysOf(secrets);
  if (!holds) keys.delete(key);
  else if (keys.size < most) keys.add(key);
}

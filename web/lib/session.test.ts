import assert from 'node:assert/strict';
import test from 'node:test';
import { signIn, tokenExpiry, validToken } from './session.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenWith = (claims: object) => `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;

const stored = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
});

test('reads the expiry in seconds, also with umlauts in names', () => {
  assert.equal(tokenExpiry(tokenWith({ exp: 1_800_000_000, name: 'Jürgen Weiß?>' })), 1_800_000_000);
});

test('an unreadable token has expired', () => {
  for (const token of ['', 'x', 'a.b.c', tokenWith({}), tokenWith({ exp: 'soon' })])
    assert.equal(tokenExpiry(token), 0);
});

test('a token is valid until its second and is then removed', () => {
  const token = tokenWith({ exp: 1000 });
  stored.set('token', token);
  assert.equal(validToken(999_000), token);
  assert.equal(validToken(1_000_000), null);
  assert.equal(stored.has('token'), false);
});

test('a computer whose clock is a day ahead or behind stays signed in as long as any other', () => {
  const day = 24 * 3600;
  for (const wrong of [day, -day]) {
    const now = Math.floor(Date.now() / 1000);
    const token = tokenWith({ iat: now - wrong, exp: now - wrong + 3600 });
    signIn(token);
    assert.equal(validToken((now + 3500) * 1000), token);
    assert.equal(validToken((now + 3700) * 1000), null);
  }
});

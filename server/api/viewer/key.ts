import { randomBytes } from 'node:crypto';
import { sha256 } from '#server/platform/secrets.ts';

/** Creates a key: shown once, stored as a hash, recognized by its prefix. */
export function newKey(): { key: string; prefix: string; keyHash: Buffer } {
  const prefix = Array.from(randomBytes(8), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('');
  const key = `mk_${prefix}_${randomBytes(32).toString('base64url')}`;
  return { key, prefix, keyHash: sha256(key) };
}

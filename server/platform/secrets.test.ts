import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { findKey, sha256, sha256OfEach, tokenOf } from './secrets.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((some) => Buffer.from(some));

test('a token equals an HMAC for any key and text', () => {
  fc.assert(
    fc.property(bytes(64), bytes(200), (key, text) => {
      const expected = createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
      assert.equal(tokenOf(key, text), expected);
    }),
  );
});

test('hashes many texts like each single one', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      assert.deepEqual(sha256OfEach(texts), Buffer.concat(texts.map(sha256)));
    }),
  );
});

test('reports an unreadable key file in a sentence instead of treating it as missing', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-key-'));
  await mkdir(path.join(dir, 'secret-key')); // unreadable for root too
  await assert.rejects(findKey({ SECRET_KEY: undefined, DATA_DIR: dir }), /secret-key can't be read \(EISDIR\)/);
  await rm(dir, { recursive: true });
});

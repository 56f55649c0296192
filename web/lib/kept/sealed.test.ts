import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { makeSealingKey, seal, unseal } from './sealed.ts';

test('what is sealed comes back as it was, under its name and with its key alone', async () => {
  const [key, other] = [await makeSealingKey(), await makeSealingKey()];
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), fc.string(), async (value, name) => {
      const sealed = await seal(key, name, value);
      const plain = JSON.parse(JSON.stringify(value)) as unknown;
      assert.deepEqual(await unseal(key, name, sealed), plain);
      assert.equal(await unseal(key, `${name}?`, sealed), null);
      assert.equal(await unseal(other, name, sealed), null);
    }),
  );
});

test('nothing of the text can be read in what is kept, and a changed byte opens nothing', async () => {
  const key = await makeSealingKey();
  const sealed = await seal(key, 'board', { name: 'Stromausfall' });
  assert.equal(Buffer.from(sealed.content).includes('Stromausfall'), false);
  for (let at = 0; at < sealed.content.byteLength; at++) {
    const changed = sealed.content.slice(0);
    new Uint8Array(changed)[at]! ^= 1;
    assert.equal(await unseal(key, 'board', { ...sealed, content: changed }), null);
  }
});

test('the same is never sealed the same way twice, and the key cannot be taken out', async () => {
  const key = await makeSealingKey();
  const [one, two] = [await seal(key, 'board', 'x'), await seal(key, 'board', 'x')];
  assert.notDeepEqual(one.iv, two.iv);
  assert.notDeepEqual(Buffer.from(one.content), Buffer.from(two.content));
  for (const format of ['raw', 'jwk'] as const) await assert.rejects(crypto.subtle.exportKey(format, key));
});

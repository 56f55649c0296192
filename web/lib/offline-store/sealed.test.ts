import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { makeSealingKey, seal, unseal } from './sealed.ts';

test('sealed data comes back unchanged under its name and with its key only', async () => {
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

test('stored data reveals no text, and a changed byte prevents opening', async () => {
  const key = await makeSealingKey();
  const sealed = await seal(key, 'board', { name: 'Stromausfall' });
  assert.equal(Buffer.from(sealed.content).includes('Stromausfall'), false);
  for (let at = 0; at < sealed.content.byteLength; at++) {
    const changed = sealed.content.slice(0);
    new Uint8Array(changed)[at]! ^= 1;
    assert.equal(await unseal(key, 'board', { ...sealed, content: changed }), null);
  }
});

test('sealing the same twice differs, and the key cannot be exported', async () => {
  const key = await makeSealingKey();
  const [one, two] = [await seal(key, 'board', 'x'), await seal(key, 'board', 'x')];
  assert.notDeepEqual(one.iv, two.iv);
  assert.notDeepEqual(Buffer.from(one.content), Buffer.from(two.content));
  for (const format of ['raw', 'jwk'] as const) await assert.rejects(crypto.subtle.exportKey(format, key));
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { smsParts, smsSize, withPlainSigns } from './sms.ts';
import { cleanText, cleanTexts } from './stored-text.ts';

test('a text keeps visible characters and loses those that break XML and JSON', async (t) => {
  const kinds: [given: string, cleaned: string][] = [
    ['Teil 1\u000bTeil 2', 'Teil 1 Teil 2'],
    ['a\u000cb\u0085c', 'a b c'],
    ['\u0000a\u0002b\u0007c\u001bd\u007fe\u009ff', 'abcdef'],
    ['a\tb\nc\r\nd\re', 'a\tb\nc\nd\ne'],
    ['Mu\u0308ller', 'Müller'],
    ['\ud83d\udd25 \ud83dx\udd25', '🔥 x'],
    ['a\ufffe\uffffb\ufdd0', 'ab'],
    ['👩\u200d🚒 „ä“', '👩\u200d🚒 „ä“'],
  ];
  for (const [given, cleaned] of kinds) {
    await t.test(JSON.stringify(given), () => {
      assert.equal(cleanText(given), cleaned);
      assert.equal(cleanText(cleaned), cleaned);
    });
  }
  const given = { title: 'a\u0007', list: [{ text: 'u\u0308' }, 1, null], password: 'u\u0308\u0007', at: new Date(0) };
  assert.deepEqual(cleanTexts(given), { ...given, title: 'a', list: [{ text: 'ü' }, 1, null] });
});

test('decomposed letters cost no more SMS than composed ones', () => {
  const text = `${'a'.repeat(148)}u\u0308`;
  assert.deepEqual(smsSize(text), { encoding: 'GSM-7', units: 149, parts: 1 });
  assert.deepEqual(smsParts(text).parts, [text.normalize('NFC')]);
  assert.equal(withPlainSigns('u\u0308 →'), 'ü ->');
});

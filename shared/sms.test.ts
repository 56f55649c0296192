import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { outsideGsm, smsSize, withPlainSigns } from './sms.ts';

test('counts parts and encoding at the limits', () => {
  const cases: [string, number, string][] = [
    ['', 0, 'GSM-7'],
    ['a'.repeat(160), 1, 'GSM-7'],
    ['a'.repeat(161), 2, 'GSM-7'],
    ['a'.repeat(306), 2, 'GSM-7'],
    ['a'.repeat(307), 3, 'GSM-7'],
    ['€'.repeat(80), 1, 'GSM-7'],
    ['€'.repeat(81), 2, 'GSM-7'],
    ['Straße ÄÖÜ', 1, 'GSM-7'],
    ['ç', 1, 'UCS-2'],
    ['ш'.repeat(70), 1, 'UCS-2'],
    ['ш'.repeat(71), 2, 'UCS-2'],
    ['🚨'.repeat(35), 1, 'UCS-2'],
    ['🚨'.repeat(36), 2, 'UCS-2'],
    ['„Achtung“', 1, 'UCS-2'],
    [`${'x'.repeat(152)}€${'y'.repeat(20)}`, 2, 'GSM-7'],
  ];
  for (const [text, parts, encoding] of cases) {
    assert.partialDeepStrictEqual(smsSize(text), { parts, encoding }, JSON.stringify(text.slice(0, 20)));
  }
});

test('counts at least the parts of the units and few more for unsplit characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const { encoding, units, parts } = smsSize(text);
      const [single, each] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
      const least = units <= single ? Math.min(1, units) : Math.ceil(units / each);
      assert.ok(parts >= least);
      assert.ok(units <= single ? parts <= 1 : parts <= Math.ceil(units / (each - 1)));
    }),
  );
});

test('more text never needs fewer parts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'grapheme' }), (text, more) => {
      assert.ok(smsSize(text + more).parts >= smsSize(text).parts);
    }),
  );
});

test('typographic signs become GSM-7 signs; letters never change', () => {
  const cases = [
    ['„Achtung“ – ‚jetzt‘ … “now” ’s', '"Achtung" - \'jetzt\' ... "now" \'s'],
    ['Ärger über Öl, süßer Café: 5 × 3', 'Ärger über Öl, süßer Café: 5 x 3'],
    ['10\u00a0% Rabatt\u200b', '10 % Rabatt'],
    ['„Şahin“ kommt', '„Şahin“ kommt'],
  ];
  for (const [text, plain] of cases) assert.equal(withPlainSigns(text!), plain);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const letters = (one: string) => one.replace(/[^\p{L}\p{N}]/gu, '');
      const plain = withPlainSigns(text);
      assert.ok(plain === text.normalize('NFC') || outsideGsm(plain).length === 0);
      if (!text.includes('×')) assert.equal(letters(plain), letters(text.normalize('NFC')));
    }),
  );
});

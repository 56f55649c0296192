import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { matchedParts } from './fold.ts';

const marked = (text: string, term: string) =>
  matchedParts(text, term)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test('highlights the search term in every spelling', () => {
  assert.equal(marked('Jörg Weißmüller', 'WEISSMUELLER jor'), '[Jör]g [Weißmüller]');
  assert.equal(marked('Jörg Weißmüller', 'muller'), 'Jörg Weiß[müller]');
  assert.equal(marked('Łukasz Brzeziński', 'brzezinski'), 'Łukasz [Brzeziński]');
  assert.equal(marked('Straße', 'ss'), 'Stra[ß]e');
  assert.equal(marked('anna', 'na an'), '[anna]');
  assert.equal(marked('Stab', ''), 'Stab');
});

test('the joined parts equal the text for any search term', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 5 }), (text, term) => {
      const joined = matchedParts(text, term)
        .map((part) => part.text)
        .join('');
      assert.equal(joined, text.normalize('NFC'));
    }),
  );
});

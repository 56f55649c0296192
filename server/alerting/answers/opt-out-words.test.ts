import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { wishIn } from './opt-out-words.ts';

test('recognizes an opt-out word alone in any case, with punctuation and polite words', () => {
  const marks = fc.stringMatching(/^[ .!"„“\n-]{0,3}$/);
  const written = (words: string[]) =>
    fc.tuple(fc.constantFrom(...words), marks, marks, fc.boolean()).map(([word, before, after, loud]) => {
      const cased = loud ? word.toUpperCase() : word;
      return `${before}${cased}${after}`;
    });
  fc.assert(
    fc.property(
      written(['Stop', 'stopp', 'Abmelden', 'bitte abmelden', 'unsubscribe', 'STOP please']),
      (text) => wishIn(text) === 'opt_out',
    ),
  );
  fc.assert(fc.property(written(['Start', 'anmelden', 'Subscribe', '/start']), (text) => wishIn(text) === 'opt_in'));
});

test('an opt-out word among other words is left for an operator', () => {
  for (const text of ['', 'Stop, ich komme später', 'ja', 'Ich stoppe hier', 'start 4711', 'Abmelden wo?', '1']) {
    assert.equal(wishIn(text), null, text);
  }
});

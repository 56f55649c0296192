import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { DeliveryError } from '#server/channels/channel.ts';
import { graphemes, postText, threadParts } from './thread.ts';

const words = fc.array(fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('\n', '👩‍🚒', 'Wort')), {
  maxLength: 60,
});
const squeezed = (text: string) => text.replace(/\s+/g, '');
const characters = (text: string) =>
  [...new Intl.Segmenter('und').segment(text)].map(({ segment }) => segment).filter((one) => one.trim());
const withoutNumber = (part: string) => part.replace(/\n\(\d+\/\d+\)$/, '');

test('a thread contains the whole text in posts within the limit, and splits no character', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 30, max: 80 }), (list, limit) => {
      const text = list.join(' ').trim();
      const parts = threadParts(text, { limit, length: graphemes });
      for (const part of parts) assert.ok(graphemes(part) <= limit, part);
      const said = parts.length > 1 ? parts.map(withoutNumber) : parts;
      assert.equal(squeezed(said.join(' ')), squeezed(text));
      assert.deepEqual(said.flatMap(characters), characters(text), 'a character is in one post');
    }),
  );
});

test('posts end between words and have numbers', () => {
  const text = 'Die Notaufnahme ist geschlossen. Bitte fahren Sie in das Klinikum Süd.';
  assert.deepEqual(threadParts(text, { limit: 40, length: graphemes }), [
    'Die Notaufnahme ist geschlossen.\n(1/3)',
    'Bitte fahren Sie in das Klinikum\n(2/3)',
    'Süd.\n(3/3)',
  ]);
  assert.deepEqual(threadParts('Kurz', { limit: 40, length: graphemes }), ['Kurz']);
  assert.ok(threadParts('x'.repeat(300), { limit: 30, length: graphemes }).length > 9);
  assert.throws(() => threadParts('x'.repeat(1000), { limit: 30, length: graphemes }), DeliveryError);
});

test('does not repeat a subject that the text contains', () => {
  assert.equal(postText({ subject: 'Brand', text: 'Brand in Haus 3' }), 'Brand in Haus 3');
  assert.equal(postText({ subject: 'Brand', text: 'In Haus 3' }), 'Brand\n\nIn Haus 3');
  assert.equal(postText({ subject: 'Brand', text: 'Brandwache in Haus 3' }), 'Brand\n\nBrandwache in Haus 3');
});

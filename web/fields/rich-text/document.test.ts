import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { isHtml } from '#shared/rich-text.ts';
import { contentOf, documentText, plainDocument } from './document.ts';

const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length ? { marks } : {}) });
const textOfBlocks = (...content: object[]) => documentText({ type: 'doc', content });

test('a plain text comes back unchanged with any line breaks', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '<', '{', 'ß', '&') });
  fc.assert(
    fc.property(anyText, (given) => {
      fc.pre(!isHtml(given));
      assert.equal(documentText(plainDocument(given)), given.trim());
    }),
  );
});

test('formatted text becomes HTML of the few allowed elements', () => {
  const link = { type: 'link', attrs: { href: 'https://example.org/?a=1&b="' } };
  assert.equal(
    textOfBlocks(
      { type: 'heading', attrs: { level: 3 }, content: [text('Lage')] },
      paragraph(text('Kommen Sie '), text('sofort', { type: 'bold' }, { type: 'italic' }), { type: 'hardBreak' }),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('a < b'))] }] },
      paragraph(),
      paragraph(text('Karte', link)),
      paragraph(),
    ),
    '<h3>Lage</h3><p>Kommen Sie <strong><em>sofort</em></strong><br /></p><ul><li>a &lt; b</li></ul>' +
      '<p><br /></p><p><a href="https://example.org/?a=1&amp;b=&quot;">Karte</a></p>',
  );
});

test('a plain text that reads like HTML is kept literally', () => {
  assert.equal(textOfBlocks(paragraph(text('<b>x</b>'))), '<p>&lt;b&gt;x&lt;/b&gt;</p>');
});

test('an empty text is empty, and an empty line of an HTML text stays one line', () => {
  assert.equal(textOfBlocks(paragraph()), '');
  assert.equal(contentOf('<p>a</p><p><br /></p><p>b</p>'), '<p>a</p><p></p><p>b</p>');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { documentText } from '#web/fields/rich-text/document.ts';
import { safeContent } from './rich-text.ts';

const words = fc.string({ minLength: 1, unit: fc.constantFrom('a', ' ', 'ü', '<', '>', '&', '"', "'", '{', '}') });
const href = fc.constantFrom('https://example.org/?a=1&b="x"', 'mailto:a@example.org', 'tel:+49151');
const mark = fc.oneof(
  fc.constantFrom('bold', 'italic', 'underline', 'strike').map((type) => ({ type })),
  href.map((to) => ({ type: 'link', attrs: { href: to } })),
);
const inline = fc.oneof(
  fc.record({ type: fc.constant('text'), text: words, marks: fc.uniqueArray(mark, { selector: ({ type }) => type }) }),
  fc.constant({ type: 'hardBreak' }),
);
const paragraph = fc.record({ type: fc.constant('paragraph'), content: fc.array(inline, { maxLength: 4 }) });
const list = fc.record({
  type: fc.constantFrom('bulletList', 'orderedList'),
  content: fc.array(fc.record({ type: fc.constant('listItem'), content: fc.array(paragraph, { minLength: 1 }) })),
});
const heading = fc.record({
  type: fc.constant('heading'),
  attrs: fc.constant({ level: 3 }),
  content: fc.array(inline, { maxLength: 2 }),
});
const document = fc.record({
  type: fc.constant('doc'),
  content: fc.array(fc.oneof(paragraph, list, heading, fc.constant({ type: 'horizontalRule' })), { maxLength: 4 }),
});

test('keeps text of the editor to the letter, so that nothing jumps when it is saved', () => {
  fc.assert(
    fc.property(document, (written) => {
      const text = documentText(written);
      assert.equal(safeContent(text), text);
    }),
  );
});

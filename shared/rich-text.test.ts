import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { escapeHtml, isHtml, plainText } from './rich-text.ts';

test('only elements of the allow-list make a text HTML', () => {
  for (const text of ['<p>Text</p>', 'a<br>b', 'a<br/>b', '<A HREF="x">y</A>']) assert.ok(isHtml(text), text);
  for (const text of ['a < b', '<3', '<Name>', '<pressestelle@example.org>', 'x <a', '5 > 4']) {
    assert.ok(!isHtml(text), text);
  }
});

test('escaped text reads the same again', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const html = `<p>${escapeHtml(text)}</p>`;
      const squeezed = text
        .replace(/\r\n?/g, '\n')
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .trim();
      fc.pre(!/\n{3}|[^\S\n ]|&/.test(squeezed));
      assert.equal(plainText(html), squeezed);
    }),
  );
});

test('paragraphs, lists and links keep their meaning', () => {
  const html =
    '<h2>Brand</h2><p>Bitte <b>sofort</b> kommen:<br>Raum&nbsp;1</p><ul><li>Ausweis</li><li>Funk &amp; Akku</li></ul>' +
    '<p><a href="https://example.org/x">Lageplan</a>, <a href="tel:+4930123">+4930123</a></p>';
  assert.equal(
    plainText(html),
    'Brand\n\nBitte sofort kommen:\nRaum 1\n\n- Ausweis\n- Funk & Akku\n\nLageplan (https://example.org/x), +4930123 (+4930123)',
  );
  assert.equal(plainText(' Zeile 1\r\n\r\nZeile 2 < 3 '), 'Zeile 1\n\nZeile 2 < 3');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Drawing, draw, drawings } from '#server/seed/drawings.ts';
import { cleanImage } from './image.ts';
import { cleanSvg } from './svg.ts';

const svg = (inner: string, attributes = 'viewBox="0 0 24 24"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const path = '<path d="M1 1h5"/>';

test('a drawing keeps what it draws; styles become attributes', () => {
  const drawing = svg(
    `<style>.a,.b{fill:#fff}.b{stroke:red !important}</style><defs><linearGradient id="g" xlink:href="#h"><stop offset="1"
    stop-color="red"/></linearGradient></defs><g id="layer"><path class="a b" d="M1 1" style="opacity:.5;behavior:url(x)"/>
    <circle r="3" fill="url(#g)"/><text x="1">Ä &amp; &lt;b&gt;</text></g><symbol id="s"><rect width="1"/></symbol>
    <use xlink:href="#s"/>`,
    'width="24px" height="12"',
  );
  const clean = cleanSvg(`\uFEFF<?xml version="1.0"?>\n<!-- made by hand -->\n${drawing}`)!;
  assert.match(clean, /^<svg width="24px" height="12" viewBox="0 0 24 12" xmlns="http:\/\/www.w3.org\/2000\/svg">/);
  assert.match(clean, /<path d="M1 1" fill="#fff" stroke="red" opacity=".5"><\/path>/);
  assert.match(clean, /<linearGradient id="g" href="#h">/);
  assert.match(clean, /fill="url\(#g\)"/);
  assert.match(clean, /Ä &amp; &lt;b&gt;/);
  assert.match(clean, /<use href="#s">/);
  assert.doesNotMatch(clean, /style|class|made by hand|behavior/);
  assert.equal(cleanSvg(clean), clean, 'a clean drawing stays as it is');
});

test('scripts, handlers, foreign content and references to elsewhere are gone', () => {
  const bad = [
    '<script>alert(1)</script>',
    '<script href="https://evil.example/x.js"/>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"></body></foreignObject>',
    '<image href="https://evil.example/pixel.png"/>',
    '<a href="javascript:alert(1)"><rect width="1"/></a>',
    '<use href="https://evil.example/x.svg#a"/>',
    '<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>',
    '<rect onclick="alert(1)" onload="alert(1)" width="1"/>',
    '<rect fill="url(https://evil.example/x)" width="1"/>',
    '<rect style="fill:url(//evil.example)" width="1"/>',
    '<rect fill="url(#a) url(https://evil.example)" width="1"/>',
    '<rect style="fill:u\\72l(https://evil.example)" width="1"/>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<iframe src="https://evil.example"/>',
    '<feImage href="https://evil.example"/>',
    '<text>&#60;script&#62;alert(1)&#60;/script&#62;</text>',
  ];
  for (const inner of bad) {
    const clean = cleanSvg(svg(path + inner));
    assert.ok(clean, inner);
    assert.ok(clean.includes('d="M1 1h5"'));
    assert.doesNotMatch(clean, /<(?!\/?(svg|path|rect|use|text)[\s>])|on\w+=|javascript|evil|data:|script>/i, inner);
  }
});

test('what cannot be cleaned is refused: entities, bombs, style sheets with more than classes, broken files', () => {
  const nest = (depth: number) => '<g>'.repeat(depth) + path + '</g>'.repeat(depth);
  const bomb = Array.from({ length: 9 }, (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(9)}</g>`).join(
    '',
  );
  const clips = Array.from({ length: 9 }, (_, n) => {
    const inner = `<rect width="1" clip-path="url(#c${n})"/>`.repeat(9);
    return `<clipPath id="c${n + 1}">${inner}</clipPath>`;
  });
  const bad = [
    `<!DOCTYPE svg [<!ENTITY x "y">]>${svg(path)}`,
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    svg('<text>&x;</text>'),
    svg(`<![CDATA[<script>alert(1)</script>]]>${path}`),
    `<?xml-stylesheet href="https://evil.example/x.css"?>${svg(path)}`,
    svg(`<style>@import url(https://evil.example)</style>${path}`),
    svg(`<style>path{fill:red}</style>${path}`),
    svg(`<path id="u0" d="M1 1"/>${bomb}`),
    svg(clips.join('') + path),
    svg('<use href="#a"/>'.repeat(51)),
    svg(path.repeat(2001)),
    svg(nest(60)),
    svg('<path d="M1 1">'),
    svg(`${path}</g>`),
    svg('<path d="1" d="2"/>'),
    svg('<path d=1/>'),
    svg(path) + svg(path),
    svg('<script>alert(1)</script>'),
    svg(''),
    '<html><svg></svg></html>',
    `${svg(path)}<script>alert(1)</script>`,
    svg('<text>\u0000</text>'),
  ];
  for (const text of bad) assert.equal(cleanSvg(text), null, text.slice(0, 300));
});

test('whatever is put together, nothing but the allowed elements and attributes comes out', () => {
  const part = fc.constantFrom(
    ...[
      '<script',
      '>',
      '/>',
      '</script>',
      '<path d="M1 1"/>',
      '<g ',
      'onload="x"',
      ' href="#a"',
      '<!--',
      '-->',
      '"',
      "'",
    ],
    ...[
      '<use ',
      'style="fill:url(x)"',
      '</g>',
      '&lt;',
      '&#60;',
      'x',
      ' ',
      '<a',
      '<style>',
      '</style>',
      '=',
      '<![CDATA[',
    ],
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const clean = cleanSvg(svg(path + parts.join('')));
      if (clean === null) return;
      read++;
      assert.doesNotMatch(clean, /<\/?(?!(?:svg|path|g|use)[\s>])[a-z!]|<[^>]*\s(?:on|style)/i);
      assert.equal(cleanSvg(clean), clean);
    }),
    { numRuns: 3000 },
  );
  assert.ok(read > 100, 'most of it is no drawing, but enough is');
});

test('an upload is stored as the clean drawing; the drawings of the base data pass', async () => {
  const { content, mimeType } = await cleanImage(Buffer.from(svg(`<script>1</script>${path}`)));
  assert.equal(mimeType, 'image/svg+xml');
  assert.equal(content.toString(), cleanSvg(svg(path)));
  const refused = [svg(`<!-- ${'x'.repeat(200_000)} -->${path}`), svg('<script>1</script>')];
  for (const text of refused) {
    await assert.rejects(cleanImage(Buffer.from(text)), { message: 'error_file_svg' });
  }
  await assert.rejects(cleanImage(Buffer.from(svg('<text>ä</text>'), 'latin1')), { message: 'error_file_svg' });
  for (const drawing of Object.keys(drawings)) {
    const text = draw(drawing as Drawing, '#b31218');
    assert.match(cleanSvg(text)!, /<path d="M/, drawing);
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { atLinks, mapLinks } from './web-links.ts';

test('an address keeps brackets opened within it and nothing else of its sentence', async (t) => {
  const kinds: [text: string, links: string[]][] = [
    ['https://de.wikipedia.org/wiki/Sirene_(Signal)', ['https://de.wikipedia.org/wiki/Sirene_(Signal)']],
    ['https://example.org/lage… und', ['https://example.org/lage']],
    ['https://example.org/lage\u200B und', ['https://example.org/lage']],
    ['(siehe https://example.org/lage).', ['https://example.org/lage']],
    ['(https://example.org/a_(b))', ['https://example.org/a_(b)']],
    ['(https://example.org/a_(b)).', ['https://example.org/a_(b)']],
    ['„https://example.org/lage“', ['https://example.org/lage']],
    ['https://example.org/?a[]=1, HTTP://EXAMPLE.org/b!', ['https://example.org/?a[]=1', 'HTTP://EXAMPLE.org/b']],
    ['[Plan](https://example.org/plan)', ['https://example.org/plan']],
    ['https://example.org/(a)(b)…', ['https://example.org/(a)(b)']],
    ['kein Link', []],
  ];
  for (const [text, links] of kinds) {
    await t.test(text, () => {
      const pieces = atLinks(text);
      assert.deepEqual(
        pieces.filter((_, at) => at % 2),
        links,
      );
      assert.equal(pieces.join(''), text);
    });
  }
  assert.equal(
    mapLinks(
      'a https://x.example. b',
      () => 'L',
      (words) => words.toUpperCase(),
    ),
    'A L. B',
  );
});

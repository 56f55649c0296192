import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';

const numbers = { A: 22, S: 10, Z: 15, G: 18, I: 28, O: 9, K: 9, H: 9, L: 12, C: 7, N: 25 };
const text = readFileSync('docs/checks.md', 'utf8');
const [findings = '', ...parts] = text.split(/^## /m).slice(1);
const rowsOf = (part: string) =>
  [...part.matchAll(/^\| ([A-Z]\d+) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, number, what, tests, result]) => ({
    number: number!,
    what: what!,
    tests: tests!,
    result: result!,
  }));

test('the table lists every finding and every check once', () => {
  const wanted = (letter: string, most: number) => Array.from({ length: most }, (_, n) => `${letter}${n + 1}`);
  assert.deepEqual(
    rowsOf(findings).map(({ number }) => number),
    [...wanted('H', 4), ...wanted('M', 12), ...wanted('L', 16)],
  );
  assert.deepEqual(
    parts.flatMap(rowsOf).map(({ number }) => number),
    Object.entries(numbers).flatMap(([letter, most]) => wanted(letter, most)),
  );
});

test('each row names existing tests or gives the reason for none', () => {
  for (const { number, tests, result } of [findings, ...parts].flatMap(rowsOf)) {
    if (tests === '–') {
      assert.match(result, /cannot be tried|the check|the whole gate|^–$/, number);
      continue;
    }
    for (const cell of tests.split('<br>')) {
      const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
      assert.ok(existsSync(file), `${number}: ${file}`);
      assert.ok(readFileSync(file, 'utf8').includes(name.replaceAll('\\|', '|')), `${number}: ${file}: ${name}`);
    }
  }
});

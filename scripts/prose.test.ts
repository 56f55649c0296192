import assert from 'node:assert/strict';
import test from 'node:test';
import { commentsOf, countProse, rateOf, testNamesOf } from './prose.ts';

test('counts phrases, but not in code', () => {
  for (const [text, found] of [
    ['Returns the people who accepted.', 0],
    ['Whoever answers is told, and nobody else.', 3],
    ['Sends it to who is on duty, all the same.', 2],
    ['`whoever` is a column.', 0],
    ['```\nwhoever\n```', 0],
  ] as const)
    assert.equal(countProse(text).found, found, text);
});

test('relates phrases to 10,000 words of all texts', () => {
  assert.equal(rateOf(['whoever comes first', 'a b c d e f g']), 1000);
  assert.equal(rateOf([]), 0);
});

test('reads comments and names of tests from sources', () => {
  const file = {
    path: 'a.ts',
    text: "/** Marks a row. */\nconst a = 'https://example.org'; // once\ntest('returns one', () => {});",
  };
  assert.match(commentsOf(file), /Marks a row\..*\n.*once/);
  assert.doesNotMatch(commentsOf(file), /example/);
  assert.match(testNamesOf(file), /returns one/);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/operate/disasters.md'), 'utf8');
const [, ...cards] = page.split(/^## /m);

test('there are ten disaster cards, and each of their steps has an expected result', () => {
  assert.deepEqual(
    cards.map((card) => Number.parseInt(card, 10)),
    Array.from({ length: 10 }, (_, at) => at + 1),
  );
  for (const card of cards) {
    const [title = '', ...steps] = card.replace(/^\d+\. /, '').split(/^\d+\. /m);
    assert.ok(steps.length >= 3, title);
    for (const step of steps) assert.equal(step.match(/\*Expected:\*/g)?.length, 1, `${title}: ${step}`);
  }
});

test('a disaster card fits on a page', () => {
  for (const card of cards) assert.ok(card.split('\n').length <= 45, card.slice(0, 40));
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { readCards } from './generated-cards.ts';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../docs/operate', name), 'utf8');
const page = read('disasters.md');
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

test('the German cards have the same steps, commands and links', () => {
  const [english, german] = [page, read('disasters.de.md')];
  const stepsOf = (text: string) => readCards(text).cards.map(({ steps }) => steps.length);
  assert.deepEqual(stepsOf(german), stepsOf(english));
  for (const part of [/^ *```[\s\S]*?```$/gm, /\]\([^)]*\)/g]) {
    const found = (text: string) =>
      text
        .match(part)
        ?.map(String)
        .filter((one) => !one.includes('disasters'));
    assert.deepEqual(found(german), found(english));
  }
  for (const { steps } of readCards(german).cards)
    for (const { text, expected } of steps) assert.ok(text && expected, text);
});

test('printed cards are plain texts with their commands', () => {
  const { title, places, intro, cards } = readCards(page);
  assert.equal(title, 'Disaster cards');
  assert.equal(places.length, 6);
  assert.match(intro[1]!, /^\u00a0mk\(\) \{ systemd-run/);
  const texts = [...places, ...intro, ...cards.flatMap(({ steps }) => steps.flatMap((step) => Object.values(step)))];
  for (const text of texts) assert.doesNotMatch(text, /```|\*\*|\]\(/);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { leftAt } from './left.ts';

const now = Date.parse('2026-01-01T22:40:00Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

test('shows “now” only in the expected minute and later shows the delay', () => {
  const words = [20, 0, -0.9, -1, -66].map((minutes) => leftAt({ expectedAt: at(minutes), overdueAt: null }, now));
  assert.deepEqual(
    words.map(({ word }) => word),
    ['in', 'now', 'now', 'late', 'late'],
  );
  assert.equal(words[0]!.count, 20);
  assert.deepEqual(leftAt({ expectedAt: at(-66), overdueAt: at(-50) }, now), { word: 'overdue', count: 66 });
  assert.equal(leftAt({ expectedAt: at(-3), overdueAt: at(10) }, now).word, 'late');
  assert.equal(leftAt({ expectedAt: at(4.1), overdueAt: null }, now).count, 5);
  assert.equal(leftAt({ expectedAt: at(0.1), overdueAt: null }, now).word, 'in');
});

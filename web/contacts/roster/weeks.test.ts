import assert from 'node:assert/strict';
import test from 'node:test';
import { daysOfWeek, spanOf } from './weeks.ts';

const zone = 'Europe/Berlin';

test('a week begins on Monday in the time of the installation, and so does the next', () => {
  const lateOnSunday = new Date('2026-11-22T22:30:00Z');
  const monday = new Date('2026-11-22T23:30:00Z');
  assert.deepEqual(
    [daysOfWeek(0, zone, lateOnSunday)[0], daysOfWeek(0, zone, lateOnSunday)[6]],
    ['2026-11-16', '2026-11-22'],
  );
  assert.equal(daysOfWeek(0, zone, monday)[0], '2026-11-23');
  assert.equal(daysOfWeek(-1, zone, monday)[0], '2026-11-16');
});

test('a week with a clock change is an hour longer or shorter', () => {
  const hours = (first: string, last: string) => {
    const { from, until } = spanOf(first, last, zone);
    return (Date.parse(until) - Date.parse(from)) / 3_600_000;
  };
  assert.equal(hours('2026-10-19', '2026-10-25'), 169);
  assert.equal(hours('2026-03-23', '2026-03-29'), 167);
  assert.equal(hours('2026-11-16', '2026-11-22'), 168);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastDue } from './due.ts';
import { expired } from './retention.ts';

const at = (text: string) => new Date(text);

test('a backup is due at its time of day in the time zone, also around clock changes', () => {
  const due = (now: string, startAt = '02:30') => lastDue(at(now), startAt, 'Europe/Berlin').toISOString();
  assert.equal(due('2026-01-10T01:29:59Z'), '2026-01-09T01:30:00.000Z');
  assert.equal(due('2026-01-10T01:30:00Z'), '2026-01-10T01:30:00.000Z');
  assert.equal(due('2026-07-10T00:30:00Z'), '2026-07-10T00:30:00.000Z');
  assert.equal(due('2026-07-09T22:00:00Z', '00:00'), '2026-07-09T22:00:00.000Z');
  // 02:30 doesn't exist on 29 March and exists twice on 25 October
  for (const day of ['2026-03-29', '2026-10-25']) {
    const from = at(`${day}T00:00:00Z`).getTime();
    const found = Array.from({ length: 24 * 12 }, (_, n) => due(new Date(from + n * 300_000).toISOString()));
    assert.equal(new Set(found.filter((time) => time >= `${day}T00:00`)).size, 1);
  }
});

test('keeps the newest of days, weeks and months, the newest one and the newest proved one', () => {
  const days = Array.from({ length: 400 }, (_, n) => ({
    startedAt: new Date(Date.UTC(2026, 11, 31, 12) - n * 86_400_000),
    provedAt: n === 390 ? new Date() : null,
  }));
  const rules = { keepDaily: 7, keepWeekly: 4, keepMonthly: 6 };
  const gone = new Set(expired(days, rules, 'Europe/Berlin'));
  const kept = days.filter((day) => !gone.has(day)).map(({ startedAt }) => startedAt.toISOString().slice(0, 10));
  assert.deepEqual(kept, [
    '2026-12-31',
    '2026-12-30',
    '2026-12-29',
    '2026-12-28',
    '2026-12-27',
    '2026-12-26',
    '2026-12-25',
    '2026-12-20',
    '2026-12-13',
    '2026-11-30',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2025-12-06',
  ]);
  const none = { keepDaily: 0, keepWeekly: 0, keepMonthly: 0 };
  assert.equal(expired(days, none, 'UTC').length, 398, 'the newest and the proved one stay');
  const [first] = days;
  assert.deepEqual(expired([first!], none, 'UTC'), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedSpans, chooseMoment, type DrillWindow, secondsIn } from './window.ts';

const window = (values: Partial<DrillWindow>): DrillWindow => ({
  ...{ fromDay: '2027-03-22', untilDay: '2027-03-28', weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ...{ fromTime: '08:00', untilTime: '16:00', timeZone: 'Europe/Berlin', ...values },
});
const shown = (values: Partial<DrillWindow>, after = 0) =>
  allowedSpans(window(values), after).map((span) =>
    [span.from, span.until].map((at) => new Date(at).toISOString().slice(0, 16)),
  );

test('spans follow the local clock, also when clocks change and past midnight', () => {
  assert.deepEqual(shown({ weekdays: [6, 7] }), [
    ['2027-03-27T07:00', '2027-03-27T15:00'],
    ['2027-03-28T06:00', '2027-03-28T14:00'],
  ]);
  const night = { fromTime: '22:00', untilTime: '06:00' };
  assert.deepEqual(shown({ weekdays: [6], ...night }), [['2027-03-27T21:00', '2027-03-28T04:00']], 'an hour less');
  const autumn = { fromDay: '2027-10-30', untilDay: '2027-10-31' };
  assert.deepEqual(shown({ ...autumn, weekdays: [6], ...night }), [['2027-10-30T20:00', '2027-10-31T05:00']]);
  const early = { fromTime: '01:00', untilTime: '04:00' };
  assert.equal(secondsIn(allowedSpans(window({ weekdays: [7], ...early }), 0)), 2 * 3600);
  assert.equal(secondsIn(allowedSpans(window({ ...autumn, weekdays: [7], ...early }), 0)), 4 * 3600);
  assert.deepEqual(shown({ weekdays: [1], fromTime: '00:00', untilTime: '00:00' }), [
    ['2027-03-21T23:00', '2027-03-22T23:00'],
  ]);
});

test('only the time to come is allowed', () => {
  const after = Date.parse('2027-03-27T10:00Z');
  assert.deepEqual(shown({ weekdays: [5, 6, 7] }, after), [
    ['2027-03-27T10:00', '2027-03-27T15:00'],
    ['2027-03-28T06:00', '2027-03-28T14:00'],
  ]);
  assert.deepEqual(shown({}, Date.parse('2027-03-28T14:00Z')), []);
});

test('each second of the spans belongs to one random number, and no other second does', () => {
  const spans = [
    { from: 10_000, until: 13_000 },
    { from: 50_000, until: 50_900 },
    { from: 60_000, until: 62_500 },
  ];
  const all = Array.from({ length: secondsIn(spans) }, (_, at) => chooseMoment(spans, () => at)!.getTime());
  assert.deepEqual(all, [10_000, 11_000, 12_000, 60_000, 61_000]);
  assert.equal(chooseMoment([{ from: 5, until: 500 }]), null);
});

test('the moment comes from the whole of the allowed time', () => {
  const spans = allowedSpans(window({}), 0);
  const days = new Set(Array.from({ length: 2000 }, () => chooseMoment(spans)!.toISOString().slice(0, 10)));
  assert.equal(days.size, 7); // a day is missed with a probability below 10^-130
});

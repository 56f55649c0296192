import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { fromLocalInput, toLocalInput } from './zoned.ts';

const zone = 'Europe/Berlin';

test('shows a moment in the time of the installation in summer and winter', () => {
  assert.equal(toLocalInput('2026-11-21T02:40:00Z', zone), '2026-11-21T03:40');
  assert.equal(toLocalInput('2026-07-01T22:30:00Z', zone), '2026-07-02T00:30');
  assert.equal(fromLocalInput('2026-07-02T00:30', zone), '2026-07-01T22:30:00.000Z');
});

test('an empty or half-typed time is no time', () => {
  for (const text of ['', '2026-11-21', '2026-11-21T', 'x']) assert.equal(fromLocalInput(text, zone), null);
});

test('a shown time reads as the same moment, except in the repeated hour', () => {
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(zone, 'UTC', 'America/New_York', 'Asia/Kolkata'), (moment, timeZone) => {
      moment.setUTCSeconds(0, 0);
      const shown = toLocalInput(moment, timeZone);
      const again = fromLocalInput(shown, timeZone)!;
      assert.equal(toLocalInput(again, timeZone), shown);
      assert.ok(Math.abs(Date.parse(again) - moment.getTime()) <= 3_600_000);
    }),
  );
});

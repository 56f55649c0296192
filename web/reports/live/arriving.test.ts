import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { arrivingAt } from './arriving.ts';

const at = (minutes: number) => new Date(minutes * 60_000).toISOString();

test('minutes count down and up, late after the first one and overdue from its moment on', () => {
  fc.assert(
    fc.property(fc.nat(600), fc.nat(30), fc.nat(900), (expected, patience, now) => {
      const arrival = {
        recipient: '1',
        state: 'expected' as const,
        expectedAt: at(expected),
        overdueAt: at(expected + patience),
        arrivedAt: null,
      };
      const { state, left } = arrivingAt(arrival, now * 60_000);
      assert.equal(left?.count, Math.abs(expected - now));
      assert.equal(left?.word === 'overdue', state === 'overdue');
      const isLate = now > expected;
      assert.equal(state, now >= expected + patience ? 'overdue' : isLate ? 'late' : 'expected');
    }),
  );
});

test('a present, unneeded or unscheduled person is never overdue, and none after the end', () => {
  const past = { recipient: '1', expectedAt: at(1), overdueAt: at(2), arrivedAt: null };
  assert.equal(arrivingAt({ ...past, state: 'arrived', arrivedAt: at(1) }, Date.now()).state, 'arrived');
  assert.equal(arrivingAt({ ...past, state: 'not_needed' }, Date.now()).state, 'not_needed');
  assert.equal(arrivingAt({ ...past, state: 'expected', arrivedAt: null }, Date.now(), true).state, 'not_needed');
  assert.equal(arrivingAt({ ...past, state: 'arrived', arrivedAt: at(1) }, Date.now(), true).state, 'arrived');
  const open = { ...past, state: 'open' as const, expectedAt: null, overdueAt: null };
  assert.deepEqual(arrivingAt(open, Date.now()), { state: 'open', left: null });
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { goalOf } from './goal.ts';

const limit = fc.record({ needed: fc.integer({ min: 1, max: 5 }), reached: fc.nat(6), waits: fc.boolean() });

test('unfilled is said as soon as one limit cannot be met, filled only when all are, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(limit, { minLength: 1, maxLength: 6 }), fc.nat(9), (limits, none) => {
      const missing = limits.filter(({ needed, reached }) => reached < needed);
      const lost = missing.filter(({ waits }) => !waits).length;
      const { goal, unfilled } = goalOf({ none, limits });
      assert.equal(unfilled, lost);
      assert.equal(goal, lost > 0 ? 'unfilled' : missing.length > 0 ? 'waiting' : 'filled');
      assert.deepEqual(goalOf({ none, limits: limits.toReversed() }), { goal, unfilled });
    }),
  );
});

test('without limits it waits for whoever was asked and has not answered', () => {
  assert.equal(goalOf({ none: 3, limits: [] }).goal, 'waiting');
  assert.equal(goalOf({ none: 0, limits: [] }).goal, 'answered');
});

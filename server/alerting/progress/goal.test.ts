import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { goalOf, type LimitStanding } from './goal.ts';

const limit: fc.Arbitrary<LimitStanding> = fc
  .record({
    needed: fc.integer({ min: 1, max: 5 }),
    more: fc.nat(2),
    less: fc.integer({ min: 1, max: 5 }),
    state: fc.constantFrom('filled' as const, 'waiting' as const, 'exhausted' as const, 'stopped' as const),
  })
  .map(({ needed, more, less, state }) => ({
    needed,
    state,
    reached: state === 'filled' ? needed + more : Math.max(0, needed - less),
  }));

test('unfilled needs one limit that cannot be met, filled needs all limits met, in any order', () => {
  fc.assert(
    fc.property(fc.array(limit, { minLength: 1, maxLength: 6 }), fc.nat(9), (limits, none) => {
      const lacking = limits.filter(({ needed, reached }) => reached < needed);
      const lost = lacking.filter(({ state }) => state !== 'waiting');
      const found = goalOf(none, limits, false);
      assert.equal(found.unfilled, lost.length);
      assert.equal(found.filled, limits.length - lacking.length);
      assert.equal(found.missing >= lost.length, true, 'each lacks at least one');
      assert.equal(found.goal, lost.length > 0 ? 'unfilled' : lacking.length > 0 ? 'waiting' : 'filled');
      assert.deepEqual(goalOf(none, limits.toReversed(), false), found);
    }),
  );
});

test('adds up the missing people of lost limits; waiting and met limits are missing none', () => {
  const { missing } = goalOf(
    0,
    [
      { needed: 3, reached: 1, state: 'exhausted' },
      { needed: 2, reached: 0, state: 'stopped' },
      { needed: 4, reached: 0, state: 'waiting' },
      { needed: 1, reached: 2, state: 'filled' },
    ],
    false,
  );
  assert.equal(missing, 4);
});

test('without limits it waits for people without an answer', () => {
  assert.equal(goalOf(3, [], false).goal, 'waiting');
  assert.equal(goalOf(0, [], false).goal, 'answered');
});

test('after the end of an alarm missing people are only a fact', () => {
  const { goal, unfilled, missing } = goalOf(2, [{ needed: 3, reached: 1, state: 'stopped' }], true);
  assert.deepEqual([goal, unfilled, missing], ['over', 1, 2]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { goalNews, type WatchedGoal } from './goal-news.ts';

const goal = (id: string): fc.Arbitrary<WatchedGoal> =>
  fc
    .record({ functions: fc.integer({ min: 1, max: 4 }), filled: fc.nat(4), unfilled: fc.nat(4) })
    .filter(({ functions, filled, unfilled }) => filled + unfilled <= functions)
    .map(({ functions, filled, unfilled }) => ({
      id,
      name: id,
      path: `/${id}`,
      functions,
      unfilled,
      missing: unfilled,
      goal: unfilled > 0 ? 'unfilled' : filled === functions ? 'filled' : 'waiting',
    }));
const goals = fc.tuple(goal('a'), goal('b'));

test('alerts when more cannot be filled than before and once when all is filled', () => {
  fc.assert(
    fc.property(goals, goals, (before, now) => {
      const news = goalNews(before, now);
      for (const [index, of] of now.entries()) {
        const was = before[index]!;
        const own = news.filter((one) => one.of === of).map(({ kind }) => kind);
        if (of.unfilled > was.unfilled) assert.deepEqual(own, ['unfilled']);
        else assert.deepEqual(own, of.goal === 'filled' && was.goal !== 'filled' ? ['filled'] : []);
      }
      assert.deepEqual(goalNews(now, now), []);
    }),
  );
});

test('the first look alerts nothing; an alarm that begins later and fails does', () => {
  fc.assert(
    fc.property(goals, (now) => {
      assert.deepEqual(goalNews(undefined, now), []);
      const lost = now.filter(({ unfilled }) => unfilled > 0);
      assert.deepEqual(
        goalNews([], now),
        lost.map((of) => ({ kind: 'unfilled', of })),
      );
    }),
  );
});

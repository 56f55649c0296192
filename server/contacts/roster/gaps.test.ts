import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { gapsIn } from './gaps.ts';
import type { Turn } from './turns.ts';

const hour = (n: number) => new Date(n * 3_600_000);
const span = fc
  .tuple(fc.nat({ max: 47 }), fc.integer({ min: 1, max: 24 }))
  .map(([from, hours]) => ({ from, until: from + hours }));
const turns = fc.array(fc.record({ time: span, isCalled: fc.boolean(), away: fc.array(span, { maxLength: 3 }) }), {
  maxLength: 6,
});

test('an hour is a gap exactly when it needs people and has none', () => {
  fc.assert(
    fc.property(turns, fc.boolean(), (random, alwaysNeeded) => {
      const window = { from: hour(6), until: hour(60) };
      const rows = random.map(({ time, isCalled, away }) => ({
        from: hour(time.from),
        until: hour(time.until),
        isCalled,
        away: away.map(({ from, until }) => ({ from: hour(from), until: hour(until) })),
      })) as Turn[];
      const gaps = gapsIn(rows, window, alwaysNeeded);
      for (let at = 0; at < 80; at++) {
        const holds = ({ from, until }: { from: number; until: number }) => from <= at && at < until;
        const standing = random.filter(({ time }) => holds(time));
        const there = standing.some(({ isCalled, away }) => isCalled && !away.some(holds));
        const needed = at >= 6 && at < 60 && (alwaysNeeded || standing.length > 0);
        const isGap = gaps.some(({ from, until }) => from <= hour(at) && hour(at) < until);
        assert.equal(isGap, needed && !there, `hour ${at}`);
      }
      for (const [at, gap] of gaps.entries()) assert.ok(!at || gaps[at - 1]!.until < gap.from, 'joined and in order');
    }),
    { numRuns: 500 },
  );
});

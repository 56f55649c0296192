import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { arrivalsDrawing } from './arrivals.ts';
import { timeTicks } from './ticks.ts';

test('marks a time axis at round moments, in order, within its ends and not too often', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000_000 }),
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: 1, max: 8 }),
      (from, length, most) => {
        const ticks = timeTicks(from, from + length, most);
        assert.ok(ticks.length <= most + 1, `${ticks.length}`);
        assert.ok(ticks.every((tick) => tick >= from && tick <= from + length));
        const [first = 0, second = first + 1] = ticks;
        assert.ok(ticks.every((tick, at) => at === 0 || tick - ticks[at - 1]! === second - first));
        assert.ok(ticks.length < 2 || first % (second - first) === 0);
      },
    ),
  );
  assert.deepEqual(timeTicks(0, 1200, 5), [0, 300, 600, 900, 1200]);
});

test('an axis of minutes names each minute once', () => {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 16);
  const at = Date.UTC(2026, 10, 27, 12, 57, 20) / 1000;
  for (const width of [320, 900]) {
    const { shapes } = arrivalsDrawing([{ name: 'Anna', expected: at, arrived: at + 45 }], { width, time });
    const marks = shapes.flatMap((shape) => (shape.is === 'text' && shape.as === 'axis' ? [shape.text] : []));
    assert.deepEqual(marks, ['12:57', '12:58', '12:59']);
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { yieldToAlarms } from './yield-to-alarms.ts';

test('yields to an alarm until its handover, and for at most half of the time', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('begin', 'end', 'pass'), fc.integer({ min: 1, max: 400 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, (all) => {
      let now = 0;
      const way = yieldToAlarms(() => now);
      let [waited, free] = [0, 0];
      for (const [step, time] of all) {
        if (step === 'begin') way.begin();
        if (step === 'end') {
          way.end();
          assert.equal(way.wait(), 0);
        }
        for (let n = 0; n < time; n++) {
          if (way.wait() > 0) waited++;
          else free++;
          now++;
        }
        assert.ok(waited <= free + 1000, `${waited} of ${waited + free}`);
      }
    }),
  );
  const way = yieldToAlarms(() => 1000);
  way.begin();
  assert.equal(way.wait(), 1000);
});

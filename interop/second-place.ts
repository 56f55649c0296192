// Cuts the first place in the middle of an alarm and releases the second: npm run interop -- second-place. SEEDS=1,2 names the
// seeds (1 by default): each cuts at another moment. It is skipped without root or without one of the programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNoMachines } from './failover/machines.ts';
import { missing } from './programs/missing.ts';
import { placePrograms } from './second-place/places.ts';
import { playRelease } from './second-place/trial.ts';

const skip = missing(placePrograms).join(', ') || whyNoMachines() || false;
const seeds = (process.env['SEEDS'] ?? '1').split(',').map(Number);

for (const seed of seeds) {
  test(`seed ${seed}: the second place alarms within a minute after its release`, { skip }, async () => {
    const { unmarkedDoubles, lostEarly, firstMessage, ...rest } = await playRelease(seed);
    console.log(JSON.stringify({ seed, unmarkedDoubles, lostEarly, firstMessage, ...rest }));
    assert.equal(unmarkedDoubles, 0, 'nobody is alarmed twice without a mark');
    assert.deepEqual(lostEarly, { launches: 0, answers: 0 }, 'nothing is lost that was confirmed 15 s before the cut');
    assert.ok(firstMessage < 60, `the first message left after ${firstMessage} s`);
  });
}

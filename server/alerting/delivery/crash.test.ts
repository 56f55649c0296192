import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults } from '../../../faults/list/all.ts';
import { playFault } from '../../../faults/play.ts';

// Real processes, servers and kills, in short. `npm run faults` plays all faults, `npm test -- --full` some more.
const inGate: Record<string, { seed: number; count: number }> = {
  F2: { seed: 1, count: 200 },
  F4: { seed: 2, count: 200 },
  F5: { seed: 3, count: 6 },
};
const inFull: typeof inGate = {
  F6: { seed: 5, count: 600 },
  F10: { seed: 4, count: 800 },
  F11: { seed: 5, count: 600 },
  F18: { seed: 8, count: 600 },
  F33: { seed: 9, count: 80 },
  F37: { seed: 2, count: 300 },
};
const played = process.env['TEST_FULL'] ? { ...inGate, ...inFull } : inGate;

describe('a crash loses no recipient and doubles none without a mark', { concurrency: 3 }, () => {
  for (const fault of faults.filter(({ id }) => played[id])) {
    test(`${fault.id}: ${fault.procedure}`, async () => {
      const { findings } = await playFault(fault, { ...played[fault.id]!, short: true, quiet: false });
      assert.deepEqual(findings, []);
    });
  }
});

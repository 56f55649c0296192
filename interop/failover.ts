// Fails over PostgreSQL under Patroni while alarms, answers and bulk mail run: npm run interop -- failover. SEEDS=1,2 names the
// seeds (1 by default, none for the counter-proof alone), FAULTS the number of faults for each, ONLY=cut,disk-full the faults to choose from, LOGS a folder that
// receives the logs of all programs. It is skipped without root or without one of the programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterPrograms } from './failover/cluster.ts';
import { clusterFaults } from './failover/faults.ts';
import { whyNoMachines } from './failover/machines.ts';
import { type FailoverResult, playTrial } from './failover/trial.ts';
import { missing } from './programs/missing.ts';

const list = (name: string, otherwise: string) => (process.env[name] ?? otherwise).split(',').filter(Boolean);
const only = list('ONLY', '');
const choice = clusterFaults.filter(({ id }) => only.length === 0 || only.includes(id));
const count = Number(process.env['FAULTS'] ?? 4);
const skip = missing(clusterPrograms).join(', ') || whyNoMachines() || false;

const seeds = list('SEEDS', '1').map(Number);
for (const seed of seeds) {
  test(`seed ${seed}: nothing that was confirmed is lost in a failover`, { skip }, async () => {
    const result = await playTrial({ seed, isSynchronous: true, choice, count });
    console.log(rowOf(result));
    assert.deepEqual(violations(result), []);
  });
}

test('with asynchronous replication, the same faults lose something', { skip }, async () => {
  const result = await playTrial({ seed: seeds[0] ?? 1, isSynchronous: false, choice, count });
  console.log(rowOf(result));
  const { lostLaunches, lostAnswers, lostDeliveries } = result;
  assert.ok(lostLaunches + lostAnswers + lostDeliveries > 0, 'the trial finds no loss');
});

function violations(result: FailoverResult): string[] {
  const { lostLaunches, lostAnswers, lostDeliveries, unmarkedDoubles, boardsRight } = result;
  const zero = Object.entries({ lostLaunches, lostAnswers, lostDeliveries, unmarkedDoubles });
  return [
    ...zero.flatMap(([name, value]) => (value === 0 ? [] : [`${name} ${value}`])),
    ...(boardsRight ? [] : ['a board is wrong']),
    ...result.faults.flatMap(({ id, gap, longest }) => (gap > longest ? [`${id}: ${gap} s without a launch`] : [])),
    ...result.findings,
  ];
}

function rowOf(result: FailoverResult): string {
  const { seed, isSynchronous, launches, lostLaunches, answers, lostAnswers, deliveries, lostDeliveries } = result;
  const gaps = result.faults.map(({ id, gap }) => `${id} ${gap.toFixed(1)}`).join(', ');
  const cells = [
    `${seed}${isSynchronous ? '' : ' (asynchronous)'}`,
    gaps,
    `${lostLaunches} of ${launches}`,
    `${lostAnswers} of ${answers}`,
    `${lostDeliveries} of ${deliveries}`,
    `${result.unmarkedDoubles} of ${result.doubles}`,
    result.boardsRight ? 'right' : '**wrong**',
  ];
  return `| ${cells.join(' | ')} |\n${JSON.stringify({ failures: result.failures, starts: result.starts, lostAs: result.lostAs })}`;
}

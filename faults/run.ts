// Kills, cuts and refuses, and judges the fate of every recipient: npm run faults [-- --only F14,F2 --seeds 5 --first 1 --count
// 1000 --short --quiet --lanes 3 --write]. The same seed repeats a trial. --quiet declares an otherwise idle machine, for which
// it also judges time bounds. --write stores each result in results.gen.json, and updates the tables of docs/delivery.md. --lanes
// is the number of mostly waiting faults in parallel to the others.
import { parseArgs } from 'node:util';
import type { Fault, FaultResult } from './fault.ts';
import { faults } from './list/all.ts';
import { playFault } from './play.ts';
import { withPostgres } from './postgres.ts';
import { lineOf, writeFaultResults } from './report.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seeds: { type: 'string', default: '2' },
    first: { type: 'string', default: '1' },
    count: { type: 'string' },
    lanes: { type: 'string', default: '3' },
    short: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [first, seeds] = [Number(values.first), Number(values.seeds)];
const only = values.only.split(',').filter(Boolean);
const wanted = faults.filter(({ id }) => only.length === 0 || only.includes(id));
if (!wanted.length)
  throw new Error(`there is no fault ${values.only}; there are ${faults.map(({ id }) => id).join(', ')}`);

const results: FaultResult[] = [];
let writing = Promise.resolve();
const play = async (fault: Fault, seed: number) => {
  const { short, quiet } = values;
  const given = { seed, short, quiet, count: Number(values.count ?? (short ? fault.count.short : fault.count.full)) };
  const result = await playFault(fault, given);
  results.push(result);
  console.log(lineOf(result));
  if (values.write) writing = writing.then(() => writeFaultResults(faults, [result]));
};
const lane = async (own: readonly Fault[]) => {
  for (const fault of own) for (let seed = first; seed < first + seeds; seed++) await play(fault, seed);
};

const begun = performance.now();
await withPostgres({ fsync: 'off', full_page_writes: 'off' }, async ({ url }) => {
  process.env['TEST_POSTGRES_URL'] = url;
  const waiting = wanted.filter(({ waits }) => waits);
  const lanes = Array.from({ length: Number(values.lanes) }, (_, n) =>
    lane(waiting.filter((_fault, at) => at % Number(values.lanes) === n)),
  );
  await Promise.all([lane(wanted.filter(({ waits }) => !waits)), ...lanes]);
});
const minutes = (performance.now() - begun) / 60_000;
const failures = results.filter(({ findings }) => findings.length).length;
console.log(`${results.length} trials in ${minutes.toFixed(1)} minutes, ${failures} failed`);
await writing;
process.exit(failures ? 1 : 0);

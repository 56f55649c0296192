// Runs all benches with figures in sequence: npm run bench [-- --only rush,delivery --short --json --before COPY --lighthouse
// FOLDER]. Stores a full run in results.json, from which docs/develop/benchmarks.md and docs/scale.md are generated (npm run
// generate); a short run only checks that the benches work. Figures require an otherwise idle machine; each includes the load
// before it. COPY is the project at an earlier commit, checked out with its packages, as the reference of some rows; FOLDER
// contains Lighthouse (lighthouse.ts).
import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { runBench, stopAll } from './child.ts';
import { type BenchResult, machine, markdownTable, writeBenchResults } from './results.ts';
import { print } from './row.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    before: { type: 'string' },
    lighthouse: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const only = values.only.split(',').filter(Boolean);
const unknown = only.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length)
  throw new Error(`there is no bench ${unknown}; there are ${benches.map(({ name }) => name).join(', ')}`);
const wanted = benches.filter(({ name }) => only.length === 0 || only.includes(name));

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => void stopAll().finally(() => process.exit(1)));
}

const measured: BenchResult[] = [];
for (const { name, before, needs, ...args } of wanted) {
  if (needs && !values.lighthouse) {
    console.error(`\n${name} is left out: ${needs} names no folder`);
    continue;
  }
  if (!values.json) console.log(`\n${name}`);
  const earlier = before && values.before ? [before, values.before] : [];
  const needed = needs && values.lighthouse ? [needs, values.lighthouse] : [];
  const one = await runBench(name, [...args[values.short ? 'short' : 'full'], ...earlier, ...needed], (row) =>
    print([row], values.json),
  );
  if (one.error) console.error(`${name} did not come to its end: ${one.error}`);
  measured.push(one);
  if (!values.short)
    await writeBenchResults(
      benches.map((bench) => bench.name),
      measured,
    );
}
if (!values.json) console.log(`\n${await machine()}\n\n${markdownTable(measured)}`);
process.exit(measured.every(({ error, rows }) => error === null && rows.every(({ holds }) => holds)) ? 0 : 1);

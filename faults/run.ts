// Kills and cuts, for as long as wanted: node faults/run.ts [--seeds 20] [--count 5000] [--only killed]
// Prints one line per trial and ends with 1 at the first thing that must not happen. The same seed repeats a trial.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#server/database/embedded.ts';
import { startTestApp } from '#server/testing/app.ts';
import type { Audit } from './audit.ts';
import * as scenarios from './scenarios.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    count: { type: 'string', default: '5000' },
    only: { type: 'string' },
  },
});
const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-test-'));
const postgres = await startEmbedded({ dir });
const killDatabase = async () => {
  process.kill(postgres.pid, 'SIGKILL');
  await sleep(100);
};

const trials: Record<string, (trial: scenarios.Trial) => Promise<Audit>> = {
  killed: (trial) => scenarios.killed(trial, 3),
  shared: scenarios.shared,
  cut: scenarios.cut,
  untold: scenarios.untold,
  asked: (trial) => scenarios.asked(trial, 3),
  frozen: scenarios.frozen,
  databaseKilled: (trial) => scenarios.databaseKilled(trial, killDatabase, 2),
};

let failures = 0;
for (let seed = Number(values.first); seed < Number(values.first) + Number(values.seeds); seed++) {
  for (const [name, play] of Object.entries(trials)) {
    if (values.only && values.only !== name) continue;
    const app = await startTestApp(postgres.url);
    const begun = performance.now();
    try {
      const { duplicates, marked, ambiguous } = await play({ app, count: Number(values.count), seed });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(
        `${name} seed ${seed}: nobody lost, ${duplicates} twice, ${marked} marked, ${ambiguous} untold, ${seconds} s`,
      );
    } catch (error) {
      failures++;
      console.error(`${name} seed ${seed}: ${(error as Error).message}`);
    }
    await app.stop();
  }
}
await postgres.stop();
await rm(dir, { recursive: true, force: true });
process.exit(failures ? 1 : 0);

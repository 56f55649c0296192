import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/platform/database/connect.ts';
import { seeded } from '../../faults/random.ts';
import { type Audit, audit, longestGap, untilSent } from './audit.ts';
import { startCluster } from './cluster.ts';
import type { Fault, Scene } from './faults.ts';
import { type Amount, startLoad } from './load.ts';
import { openMachines } from './machines.ts';
import { startNodes } from './nodes.ts';

/** The options of a trial. */
export interface TrialOptions {
  seed: number;
  isSynchronous: boolean;
  /** The faults to choose from, and the number to choose. */
  choice: readonly Fault[];
  count: number;
}

/** The result of a trial. */
export interface TrialResult extends Audit {
  seed: number;
  isSynchronous: boolean;
  faults: { id: string; gap: number; longest: number }[];
  failures: Record<string, number>;
  starts: number;
  findings: string[];
}

const amount: Amount = { alarms: 600, answering: 4_000, bulk: 3_000, alarmEvery: 700, answerEvery: 200 };
const calm = 6_000;

/** Plays the faults of a seed on a new cluster under load. */
export async function playTrial({ seed, isSynchronous, choice, count }: TrialOptions): Promise<TrialResult> {
  const machines = await openMachines();
  const random = seeded(seed);
  const chosen = shuffled(choice, random).slice(0, count);
  try {
    const cluster = await startCluster(machines, isSynchronous);
    report(seed, 'the cluster is whole');
    const nodes = await startNodes(machines, cluster.url);
    report(seed, 'both nodes are ready');
    const { db, close } = connect(cluster.url, () => undefined, { max: 3 });
    const urls = nodes.map(({ url }) => url);
    const load = await startLoad(db, urls, machines.address, amount);
    const findings: string[] = [];
    const scene: Scene = { cluster, nodes, load, random, find: (text) => void findings.push(text) };
    const played: TrialResult['faults'] = [];
    await sleep(calm);
    for (const { id, longest, play } of chosen) {
      const from = Date.now();
      report(seed, id);
      await play(scene);
      await cluster.whole();
      await sleep(calm);
      const gap = longestGap(load, from, Date.now());
      report(seed, `${id}: ${gap.toFixed(1)} s without a launch`);
      played.push({ id, gap, longest });
    }
    await load.end();
    await untilSent(db);
    const result = await audit(db, load, urls);
    const { failures } = load;
    await load.stop();
    await close();
    const starts = nodes.reduce((sum, node) => sum + node.starts(), 0);
    return { seed, isSynchronous, faults: played, failures, starts, findings, ...result };
  } finally {
    if (!process.env['KEEP']) await machines.remove();
  }
}

const report = (seed: number, text: string) => console.log(`${new Date().toISOString()} seed ${seed}: ${text}`);

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}

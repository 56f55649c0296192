import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/platform/database/connect.ts';
import { seeded } from '../../faults/random.ts';
import { type Audit, audit, longestGap, untilSent } from './audit.ts';
import { startCluster } from './cluster.ts';
import type { ClusterFault, Scene } from './faults.ts';
import { type LoadAmount, startLoad } from './load.ts';
import { openMachines } from './machines.ts';
import { startNodes } from './nodes.ts';

export interface FailoverOptions {
  seed: number;
  isSynchronous: boolean;
  /** The faults to choose from, and the number to choose. */
  choice: readonly ClusterFault[];
  count: number;
}

export interface FailoverResult extends Audit {
  seed: number;
  isSynchronous: boolean;
  faults: { id: string; gap: number; longest: number }[];
  failures: Record<string, number>;
  starts: number;
  findings: string[];
}

const amount: LoadAmount = { alarms: 600, answering: 800, bulk: 3_000, alarmEvery: 700, answerEvery: 200 };
const calm = 6_000;

/** Plays the faults of a seed on a new cluster under load. */
export async function playTrial({ seed, isSynchronous, choice, count }: FailoverOptions): Promise<FailoverResult> {
  const machines = await openMachines();
  const random = seeded(seed);
  const chosen = shuffled(faultsOf(seed, choice, count), random);
  const ends: (() => Promise<unknown>)[] = [machines.remove, () => keepLogs(machines.dir, seed)];
  try {
    const cluster = await startCluster(machines, isSynchronous);
    report(seed, 'the cluster is whole');
    const nodes = await startNodes(machines, cluster.url);
    report(seed, 'both nodes are ready');
    const { db, close } = connect(cluster.url, () => undefined, { max: 3 });
    ends.push(close);
    const urls = nodes.map(({ url }) => url);
    const load = await startLoad(db, urls, machines.address, amount);
    ends.push(load.stop);
    const findings: string[] = [];
    const scene: Scene = { cluster, nodes, load, random, find: (text) => void findings.push(text) };
    await sleep(calm);
    const played: FailoverResult['faults'] = [];
    for (const fault of chosen) played.push(await playFault(fault, scene, seed));
    await load.end();
    await untilSent(db);
    const result = await audit(db, load, urls);
    const starts = nodes.reduce((sum, node) => sum + node.starts(), 0);
    return { seed, isSynchronous, faults: played, failures: load.failures, starts, findings, ...result };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function playFault(
  { id, longest, play }: ClusterFault,
  scene: Scene,
  seed: number,
): Promise<FailoverResult['faults'][0]> {
  const from = Date.now();
  report(seed, id);
  await play(scene);
  await scene.cluster.whole();
  await sleep(calm);
  const gap = longestGap(scene.load, from, Date.now());
  report(seed, `${id}: ${gap.toFixed(1)} s without a launch`);
  return { id, gap, longest };
}

/** Copies the logs of all programs to the folder that LOGS names. */
async function keepLogs(dir: string, seed: number): Promise<void> {
  const logs = process.env['LOGS'];
  if (!logs) return;
  const isLog = (file: string) => file === dir || file.endsWith('.log');
  await cp(dir, path.join(logs, `seed-${seed}`), { recursive: true, filter: isLog });
}

const report = (seed: number, text: string) => console.log(`${new Date().toISOString()} seed ${seed}: ${text}`);

/** Returns the faults of a seed. Seeds in a row go through all faults. */
const faultsOf = (seed: number, choice: readonly ClusterFault[], count: number): ClusterFault[] =>
  Array.from({ length: Math.min(count, choice.length) }, (_, n) => choice[((seed - 1) * count + n) % choice.length]!);

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}

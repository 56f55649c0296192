import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PatroniCluster } from './cluster.ts';
import type { Load } from './load.ts';
import type { Machine } from './machines.ts';
import type { AppNode } from './nodes.ts';

/** The targets of a fault. */
export interface Scene {
  cluster: PatroniCluster;
  nodes: readonly AppNode[];
  load: Load;
  /** Returns the same sequence for the same seed. */
  random(): number;
  /** Records a violation. */
  find(text: string): void;
}

/** A fault of the database cluster. */
export interface ClusterFault {
  id: string;
  does: string;
  /** The permitted seconds without a confirmed launch. */
  longest: number;
  play(scene: Scene): Promise<void>;
}

const unplanned = 30;
const planned = 3;
const fenced = 15_000;

/** Waits for the failover, and lets the fault last for some seconds more. */
async function outlast({ cluster, random }: Scene, primary: Machine): Promise<void> {
  await cluster.takenOver(primary);
  await sleep(2_000 + random() * 6_000);
}

/** Cuts the primary from the rest of its cluster. The program still reaches it. */
const cutting = (direction: 'out' | 'in' | 'both') => async (scene: Scene) => {
  const { primary } = await scene.cluster.whole();
  await primary.cut(restOf(scene.cluster, primary), direction);
  await outlast(scene, primary);
  await primary.heal();
};

const freezing = (names?: readonly string[]) => async (scene: Scene) => {
  const { primary } = await scene.cluster.whole();
  primary.signal('SIGSTOP', names);
  await outlast(scene, primary);
  primary.signal('SIGCONT', names);
};

const restOf = ({ etcd, databases }: PatroniCluster, primary: Machine) => [
  ...etcd,
  ...databases.filter((machine) => machine !== primary),
];

/** The faults from which a seed chooses. */
export const clusterFaults: readonly ClusterFault[] = [
  {
    id: 'server-dies',
    does: 'kill -9 of everything on the primary; it starts again after the failover',
    longest: unplanned,
    async play(scene) {
      const { primary } = await scene.cluster.whole();
      primary.powerOff();
      await outlast(scene, primary);
      primary.powerOn();
    },
  },
  {
    id: 'cut',
    does: 'the primary is cut from the other servers of its cluster, but not from the program',
    longest: unplanned,
    play: cutting('both'),
  },
  {
    id: 'switchover',
    does: 'three planned switchovers',
    longest: planned,
    async play({ cluster }) {
      for (let turn = 0; turn < 3; turn++) {
        await cluster.switchOver();
        await cluster.whole();
        await sleep(5_000);
      }
    },
  },
  {
    id: 'frozen-patroni',
    does: 'SIGSTOP of Patroni on the primary, which is cut from its cluster together with one node of the program',
    longest: unplanned,
    play: freezePatroni,
  },
  {
    id: 'database-dies',
    does: 'kill -9 of PostgreSQL on the primary',
    longest: unplanned,
    async play({ cluster }) {
      const { primary } = await cluster.whole();
      primary.signal('SIGKILL', ['postgres']);
      await sleep(5_000); // Patroni looks that often
    },
  },
  {
    id: 'database-freezes',
    does: 'SIGSTOP of PostgreSQL on the primary until after the failover',
    longest: unplanned,
    play: freezing(['postgres']),
  },
  {
    id: 'cut-out',
    does: 'the same, only for packets from the primary',
    longest: unplanned,
    play: cutting('out'),
  },
  {
    id: 'disk-full',
    does: 'the disk of the synchronous standby is full for 30 seconds',
    longest: unplanned,
    async play({ cluster }) {
      const { synchronous, standbys } = await cluster.whole();
      const file = path.join((synchronous ?? standbys[0]!).dir, 'filling');
      fill(file);
      await sleep(30_000);
      rmSync(file);
    },
  },
  {
    id: 'server-freezes',
    does: 'SIGSTOP of everything on the primary until after the failover',
    longest: unplanned,
    play: freezing(),
  },
  {
    id: 'cut-in',
    does: 'the same, only for packets to the primary',
    longest: unplanned,
    play: cutting('in'),
  },
  {
    id: 'etcd-away',
    does: 'SIGSTOP of two of three etcd for 30 seconds',
    longest: unplanned,
    async play({ cluster, random }) {
      const spared = Math.floor(random() * cluster.etcd.length);
      const away = cluster.etcd.filter((_machine, at) => at !== spared);
      for (const machine of away) machine.signal('SIGSTOP');
      await sleep(30_000);
      for (const machine of away) machine.signal('SIGCONT');
    },
  },
  {
    id: 'frozen-in-reach',
    does: 'SIGSTOP of Patroni on the primary, which is cut from its cluster, while the whole program reaches both primaries',
    longest: unplanned,
    async play(scene) {
      const { primary } = await scene.cluster.whole();
      primary.signal('SIGSTOP', ['patroni']);
      await primary.cut(restOf(scene.cluster, primary), 'both');
      await outlast(scene, primary);
      await sleep(15_000); // without looking for the successor, nothing would be launched
      await primary.heal();
      primary.signal('SIGCONT', ['patroni']);
    },
  },
];

/** Splits the cluster so that the old primary goes on with a node of its own, which must not send for long. */
async function freezePatroni(scene: Scene): Promise<void> {
  const { cluster, nodes, load } = scene;
  const { primary } = await cluster.whole();
  const [own, other] = nodes.map(({ machine }) => machine);
  const rest = restOf(cluster, primary);
  primary.signal('SIGSTOP', ['patroni']);
  await Promise.all([primary.cut([...rest, other!], 'both'), own!.cut(rest, 'both')]);
  const from = Date.now();
  await outlast(scene, primary);
  await sleep(Math.max(0, from + fenced + 10_000 - Date.now()));
  const to = Date.now();
  await Promise.all([primary.heal(), own!.heal()]);
  primary.signal('SIGCONT', ['patroni']);
  const entries = (await Promise.all(load.sinks.map((sink) => sink.ledger()))).flat();
  const late = entries.filter(({ at, by }) => by === own!.address && at > from + fenced && at < to);
  if (late.length) scene.find(`the old side sent ${late.length} mails later than ${fenced / 1000} s after the cut`);
}

function fill(file: string): void {
  const handle = openSync(file, 'w');
  const block = Buffer.alloc(1_048_576, 1);
  try {
    for (;;) writeSync(handle, block);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}

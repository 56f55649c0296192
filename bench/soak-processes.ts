import { setTimeout as sleep } from 'node:timers/promises';
import { delaySamples } from '#server/api/http/metrics.ts';
import { type BenchServer, benchMetricsToken } from './bench-server.ts';
import { below, measure } from './processes.ts';
import { type BenchRow, row } from './row.ts';

/** The figures of a start's processes during the watch. */
export interface SoakFigures {
  /** Memory by process, with the second of each sample. */
  memory: Map<string, { at: number; megabytes: number }[]>;
  /** The 99th percentile of delays in milliseconds. */
  lag: Map<string, number>;
}

const lagOf = async ({ url }: BenchServer): Promise<Map<string, number>> => {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${benchMetricsToken}` } })
  ).text();
  const found = text.matchAll(/^nodejs_eventloop_lag_p99_seconds\{process="([^"]+)"\} (\S+)/gm);
  return new Map(
    [...found].map(([, process, seconds]) => [process!, Math.max(0, Number(seconds) * 1000 - delaySamples)]),
  );
};

/** Watches a start's processes; no one else may request metrics. */
export async function watchProcesses(server: BenchServer): Promise<{ stop(): Promise<SoakFigures> }> {
  const memory: SoakFigures['memory'] = new Map();
  const begun = performance.now();
  let isOver = false;
  const names = new Map<number, string>();
  const nameOf = (pid: number, role: string) => {
    const same = [...names.values()].filter((name) => name.replace(/ \d+$/, '') === role).length;
    const name = names.get(pid) ?? (same ? `${role} ${same + 1}` : role);
    names.set(pid, name);
    return name;
  };
  const look = () => {
    for (const pid of below(server.pid)) {
      try {
        const { name, rss } = measure(pid);
        const key = nameOf(pid, name);
        memory.set(key, [...(memory.get(key) ?? []), { at: (performance.now() - begun) / 1000, megabytes: rss }]);
      } catch {
        // it ended in between
      }
    }
  };
  await lagOf(server); // a request resets the measurement
  const looking = (async () => {
    while (!isOver) {
      look();
      await sleep(2_000);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await looking;
      return { memory, lag: await lagOf(server) };
    },
  };
}

/** Returns memory growth in the second half in MB per hour (least squares). */
function slope(looks: readonly { at: number; megabytes: number }[]): number {
  const half = looks.slice(Math.floor(looks.length / 2));
  const mean = (of: (one: (typeof half)[number]) => number) =>
    half.reduce((sum, one) => sum + of(one), 0) / half.length;
  const [at, megabytes] = [mean((one) => one.at), mean((one) => one.megabytes)];
  const across = half.reduce((sum, one) => sum + (one.at - at) * (one.megabytes - megabytes), 0);
  const along = half.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return along === 0 ? 0 : (across / along) * 3600;
}

/** Returns the rows of the processes. */
export function processRows({ memory, lag }: SoakFigures): BenchRow[] {
  const ofMemory = [...memory].flatMap(([process, looks]) => {
    const seconds = looks.at(-1)!.at - looks[0]!.at;
    const growth = (slope(looks) * seconds) / 2 / 3600;
    const half = looks[Math.floor(looks.length / 2)]!.megabytes;
    return [
      row({ name: `peak memory of ${process}`, value: Math.max(...looks.map((one) => one.megabytes)), unit: 'MB' }),
      row({
        name: `memory of ${process}: growth in the second half, of what it had`,
        value: growth / half,
        unit: 'of 1',
        must: { atMost: 0.1 },
      }),
      row({ name: `memory of ${process}: slope in the second half`, value: slope(looks), unit: 'MB per hour' }),
    ];
  });
  const ofLag = [...lag].map(([process, value]) =>
    row({
      name: `event-loop delay of ${process}, 99 of 100`,
      value,
      unit: 'ms',
      ...(process === 'worker' ? { must: { atMost: 50 } } : {}),
    }),
  );
  return [...ofMemory, ...ofLag];
}

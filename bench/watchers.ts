// Measures many watchers of a report that changes every second: the delay of changes, and the memory of each.
//   node bench/watchers.ts [--watchers 2000] [--seconds 20] [--json]
// The watchers are in the bench's process: on few processors their own reading is part of the figures.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createReport } from '#testing/factories.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { type ReportWatcher, watchReport } from './report-watchers.ts';
import { type BenchRow, percentile, print, row } from './row.ts';

const ofSession = 20; // the maximum of streams per session
const rename = 'mutation ($id: ID!, $title: String!) { updateReport(input: { id: $id, title: $title }) { id } }';

interface Crowd {
  watchers: number;
  seconds: number;
}

/** Changes the report every second; returns delays in milliseconds. */
async function change(
  server: BenchServer,
  { token, id, seconds, arrived }: { token: string; id: number; seconds: number; arrived: Map<string, number[]> },
): Promise<number[]> {
  const delays: number[] = [];
  for (let n = 1; n <= seconds; n++) {
    const title = `Stand ${n}.`;
    const times: number[] = [];
    arrived.set(title, times);
    const begun = performance.now();
    await server.run(token, rename, { id: String(id), title });
    await sleep(Math.max(0, 1000 - (performance.now() - begun)));
    delays.push(...times.map((at) => at - begun));
  }
  return delays;
}

async function measure(server: BenchServer, { watchers, seconds }: Crowd): Promise<BenchRow[]> {
  const tokens = await server.sessions(1 + Math.ceil(watchers / ofSession));
  const { id } = await createReport(server.db, { type: 'staff_information', title: 'Stand 0.' });
  const arrived = new Map<string, number[]>();
  const token = tokens[0]!;
  const warm = watchReport(server, token, id);
  await change(server, { token, id, seconds: 3, arrived });
  warm.stop();
  const before = await server.memory();
  const heard = (text: string) => {
    const title = /Stand \d+\./.exec(text)?.[0];
    if (title) arrived.get(title)?.push(performance.now());
  };
  const all: ReportWatcher[] = [];
  for (let at = 0; at < watchers; at++) {
    all.push(watchReport(server, tokens[1 + Math.floor(at / ofSession)]!, id, heard));
    if (at % 100 === 99) await sleep(100); // spreads the connections
  }
  for (let n = 0; n < 600 && all.some(({ events }) => events === 0); n++) await sleep(100);
  const delays = await change(server, { token, id, seconds, arrived });
  const memory = (await server.memory()) - before;
  const cutOff = all.reduce((sum, one) => sum + one.cutOff, 0);
  for (const { stop } of all) stop();
  const of = `${watchers} watchers`;
  return [
    row({
      name: `time until a change arrives (p95) at ${of}`,
      value: percentile(delays, 0.95),
      unit: 'ms',
      must: { atMost: 300 },
      aim: { atMost: 100 },
    }),
    row({ name: `received changes of ${of}`, value: delays.length / (watchers * seconds), unit: 'of 1' }),
    row({ name: `memory of each of ${of}`, value: memory / watchers, unit: 'KB', must: { atMost: 60 } }),
    row({ name: `disconnected of ${of}`, value: cutOff, unit: 'times', must: { atMost: 0 } }),
  ];
}

/** Measures the crowd. */
async function measureWatchers(crowd: Crowd): Promise<BenchRow[]> {
  const server = await startBenchServer();
  try {
    return await measure(server, crowd);
  } finally {
    await sleep(500); // released streams
    await server.stop();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      watchers: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '20' },
      json: { type: 'boolean' },
    },
  });
  print(await measureWatchers({ watchers: Number(values.watchers), seconds: Number(values.seconds) }));
  process.exit();
}

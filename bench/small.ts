// Runs the whole installation (PostgreSQL, supervisor, web, worker) on one core with 1 GB, and measures what it costs at rest,
// then under load:
//   node bench/small.ts [--settle 120] [--seconds 60] [--mails 10000] [--people 5000] [--watchers 200] [--roles web,worker] [--json]
// It starts twice: the second start finds data and a filled compile cache. The start is compared with that of a Node that loads
// nothing. The load: alarms beside `--mails` on the same channel, then `--people` who open and answer while `--watchers` watch.
// Mail server and load generator run outside the limits. Linux only; limiting the memory needs root. `--roles` runs everything in
// one process.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { benchSecret, withFunctions } from './bench-server.ts';
import { type Box, openBox } from './box.ts';
import { below, memoryBelow, type ProcessMemory, processorSeconds } from './processes.ts';
import { type BenchRow, print, row } from './row.ts';
import { loadRows } from './small-load.ts';

const { values } = parseArgs({
  options: {
    settle: { type: 'string', default: '120' },
    seconds: { type: 'string', default: '60' },
    mails: { type: 'string', default: '10000' },
    people: { type: 'string', default: '5000' },
    watchers: { type: 'string', default: '200' },
    roles: { type: 'string', default: '' },
    json: { type: 'boolean' },
  },
});
const seconds = Number(values.seconds);
const root = path.resolve(import.meta.dirname, '..');
const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-small-'));

const run = (box: Box, command: readonly string[]) => {
  const [file, ...args] = box.inside([process.execPath, ...command]);
  return spawn(file, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      DATA_DIR: dir,
      PORT: '0',
      DEMO_DATA: '1',
      SECRET_KEY: benchSecret,
      LOG_LEVEL: 'warn',
      ROLES: values.roles,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

/** Resolves to the program's address and the milliseconds from `began` until it reports that it is ready. */
function ready(program: ChildProcess, began: number): Promise<{ url: string; took: number }> {
  return new Promise((resolve, reject) => {
    program.stdout!.on('data', (text) => {
      const url = /is running: +(\S+)\s/.exec(String(text))?.[1];
      if (url) resolve({ url, took: performance.now() - began });
    });
    program.once('exit', () => reject(new Error('it did not start')));
  });
}

const start = async (box: Box) => {
  const began = performance.now();
  const program = run(box, ['scripts/run.mjs', 'server/program/main.ts']);
  return { program, ...(await ready(program, began)) };
};

async function end(program: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  await ended;
}

async function emptyNode(box: Box): Promise<number> {
  const began = performance.now();
  const empty = run(box, ['-e', '0']);
  await new Promise((resolve) => empty.once('exit', resolve));
  return performance.now() - began;
}

const used = (pid: number) => below(pid).reduce((sum, one) => sum + processorSeconds(one), 0);

const pss = (some: readonly ProcessMemory[]) => some.reduce((sum, one) => sum + one.pss, 0);

function restRows(box: Box, program: ChildProcess, spent: number): BenchRow[] {
  const all = memoryBelow(program.pid!);
  const ours = all.filter(({ name }) => name !== 'PostgreSQL');
  const named = (name: string) => `${box.limits}: ${name}`;
  const unit = 'MB';
  return [
    ...ours.map((one) => row({ name: named(`PSS of ${one.name}`), value: one.pss, unit })),
    row({ name: named('PSS of ours'), value: pss(ours), unit, must: { atMost: 220 }, aim: { atMost: 150 } }),
    row({ name: named('PSS of PostgreSQL'), value: pss(all) - pss(ours), unit }),
    row({ name: named('processor at rest'), value: spent, unit: '%', must: { atMost: 0.5 }, aim: { atMost: 0.2 } }),
  ];
}

function wholeRows({ limits, peak, kills }: Box): BenchRow[] {
  const [most, killed] = [peak(), kills()];
  const name = `${limits}: killed`;
  return [
    ...(most === null ? [] : [row({ name: `${limits}: peak memory, with cached files`, value: most, unit: 'MB' })]),
    ...(killed === null ? [] : [row({ name, value: killed, unit: 'processes', must: { atMost: 0 } })]),
  ];
}

async function underLoad({ url, program, limits }: { url: string; program: ChildProcess; limits: string }) {
  const embedded = await startEmbedded({ dir: path.join(dir, 'database'), database: 'meldekette' });
  await embedded.stop(); // it continues, because the program uses it
  const { db, close } = connect(embedded.url);
  try {
    const { mails, people, watchers } = values;
    const load = { limits, mails: Number(mails), people: Number(people), watchers: Number(watchers) };
    return await loadRows(withFunctions({ url, db, pid: program.pid! }), load);
  } finally {
    await close();
  }
}

const box = openBox(1024);
try {
  await end((await start(box)).program);
  const empty = await emptyNode(box);
  const { program, took, url } = await start(box);
  print(
    [row({ name: `${box.limits}: start on existing data`, value: took, unit: 'ms', reference: empty })],
    values.json,
  );
  try {
    await sleep(Number(values.settle) * 1000);
    const before = used(program.pid!);
    await sleep(seconds * 1000);
    print(restRows(box, program, ((used(program.pid!) - before) / seconds) * 100), values.json);
    print(await underLoad({ url, program, limits: box.limits }), values.json);
    print(wholeRows(box), values.json);
  } finally {
    await end(program);
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
  box.remove();
}

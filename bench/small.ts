// Runs the whole installation (PostgreSQL, supervisor, web, worker) on one core with 1 GB, and measures what it costs at rest:
//   node bench/small.ts [--settle 120] [--seconds 60] [--roles web,worker] [--json]
// It starts twice: the second start finds data and a filled compile cache. The start is compared with that of a Node that loads
// nothing. Linux only; limiting the memory needs root. `--roles` runs everything in one process.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Box, openBox } from './box.ts';
import { below, memoryBelow, type ProcessMemory, processorSeconds } from './processes.ts';
import { print, row } from './row.ts';

const { values } = parseArgs({
  options: {
    settle: { type: 'string', default: '120' },
    seconds: { type: 'string', default: '60' },
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
      LOG_LEVEL: 'warn',
      ROLES: values.roles,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

/** Resolves to the milliseconds from `began` until the program reports that it is ready. */
function ready(program: ChildProcess, began: number): Promise<number> {
  return new Promise((resolve, reject) => {
    program.stdout!.on('data', (text) => /is running: /.test(String(text)) && resolve(performance.now() - began));
    program.once('exit', () => reject(new Error('it did not start')));
  });
}

const start = async (box: Box) => {
  const began = performance.now();
  const program = run(box, ['scripts/run.mjs', 'server/program/main.ts']);
  return { program, took: await ready(program, began) };
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

function show(box: Box, program: ChildProcess, { took, empty, spent }: Record<'took' | 'empty' | 'spent', number>) {
  const all = memoryBelow(program.pid!);
  const ours = all.filter(({ name }) => name !== 'PostgreSQL');
  const [peak, kills] = [box.peak(), box.kills()];
  const named = (name: string) => `${box.limits}: ${name}`;
  const unit = 'MB';
  print(
    [
      row({ name: named('start on existing data'), value: took, unit: 'ms', reference: empty }),
      ...ours.map((one) => row({ name: named(`PSS of ${one.name}`), value: one.pss, unit })),
      row({ name: named('PSS of ours'), value: pss(ours), unit, must: { atMost: 220 }, aim: { atMost: 150 } }),
      row({ name: named('PSS of PostgreSQL'), value: pss(all) - pss(ours), unit }),
      row({ name: named('processor at rest'), value: spent, unit: '%', must: { atMost: 0.5 }, aim: { atMost: 0.2 } }),
      ...(peak === null ? [] : [row({ name: named('peak memory, with cached files'), value: peak, unit })]),
      ...(kills === null ? [] : [row({ name: named('killed'), value: kills, unit: 'processes', must: { atMost: 0 } })]),
    ],
    values.json,
  );
}

const box = openBox(1024);
try {
  await end((await start(box)).program);
  const empty = await emptyNode(box);
  const { program, took } = await start(box);
  try {
    await sleep(Number(values.settle) * 1000);
    const before = used(program.pid!);
    await sleep(seconds * 1000);
    show(box, program, { took, empty, spent: ((used(program.pid!) - before) / seconds) * 100 });
  } finally {
    await end(program);
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
  box.remove();
}

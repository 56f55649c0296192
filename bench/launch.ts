// Measures time, memory and event loop delay of preflight and launch to a town:
//   node bench/launch.ts [--people 10000,100000,400000] [--before COPY] [--runs 1] [--json]
// COPY is the project at an earlier commit (git worktree add --detach COPY COMMIT, with node_modules): it is measured in the same
// run, alternating, as the reference. Both run like the program's own processes.
import { execFile } from 'node:child_process';
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { nodeFlags } from '#server/program/processes/node-flags.ts';
import { type BenchRow, print, row } from './row.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000,100000,400000' },
    before: { type: 'string' },
    runs: { type: 'string', default: '1' },
    json: { type: 'boolean' },
  },
});

interface Measured {
  seconds: number;
  /** Milliseconds. */
  stand: number;
}
interface Once {
  alarm: Measured;
  preflight: Measured;
  launch: Measured;
  /** A second message to the same people while nothing of the first is sent. */
  second: Measured;
  /** Megabytes. */
  peak: number;
}

const here = path.resolve(import.meta.dirname, '..');
const script = path.join('bench', 'launch-once.ts');
const program = (copy: string) =>
  path.join(copy, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');

async function once(copy: string, people: number): Promise<Once> {
  const { stdout } = await promisify(execFile)(program(copy), [...nodeFlags, script, String(people)], { cwd: copy });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Once;
}

const best = (all: readonly Once[], of: (one: Once) => number) => Math.min(...all.map(of));

async function rowsFor(people: number): Promise<BenchRow[]> {
  const [now, then]: [Once[], Once[]] = [[], []];
  for (let run = 0; run < Number(values.runs); run++) {
    if (values.before) then.push(await once(values.before, people));
    now.push(await once(here, people));
  }
  const timed = (name: string, of: (one: Once) => Measured) => {
    const seconds = (one: Once) => of(one).seconds;
    const compared = then.length ? { reference: best(then, seconds), must: { atMost: 0.5 } } : {};
    return [
      row({ name: `${name} ${people}`, value: best(now, seconds), unit: 's', ...compared }),
      standing(`${name} ${people}: longest event-loop delay`, (one) => of(one).stand),
    ];
  };
  const standing = (name: string, of: (one: Once) => number) =>
    row({ name, value: best(now, of), unit: 'ms', must: { atMost: 50 }, aim: { atMost: 20 } });
  const alarm = (one: Once) => one.alarm.seconds * 1000;
  const compared = then.length ? { reference: best(then, alarm), must: { atMost: 1.2 } } : {};
  return [
    ...timed('preflight', (one) => one.preflight),
    ...timed('launch', (one) => one.launch),
    ...timed('second launch', (one) => one.second),
    row({
      name: `launch ${people}: peak memory`,
      value: best(now, (one) => one.peak),
      unit: 'MB',
      must: { atMost: 350 },
    }),
    row({ name: `alarm to 20 among ${people}`, value: best(now, alarm), unit: 'ms', ...compared }),
  ];
}

if (values.before) await copyFile(path.join(here, script), path.join(values.before, script));
try {
  for (const people of values.people.split(',').map(Number)) print(await rowsFor(people), values.json);
} finally {
  if (values.before) await rm(path.join(values.before, script));
}

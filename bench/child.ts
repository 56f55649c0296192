import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchResult } from './results.ts';
import type { BenchRow } from './row.ts';

const stops = new Set<() => Promise<void>>();

/** Ends everything that benches have started. */
export const stopAll = async (): Promise<void> => {
  await Promise.all([...stops].map((stop) => stop()));
};

/** Runs a bench as a process; in any case, removes its processes and files. */
export async function runBench(
  bench: string,
  args: readonly string[],
  heard: (row: BenchRow) => void,
): Promise<BenchResult> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'mk-bench-'));
  const [at, load, begun] = [new Date().toISOString(), os.loadavg()[0]!, performance.now()];
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${bench}.ts`), ...args, '--json'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, TMPDIR: dir },
    detached: true, // its own process group, to end all together
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= clean(child.pid!, dir);
    return stopped;
  };
  stops.add(stop);
  const rows: BenchRow[] = [];
  let [rest, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines.filter((one) => one.startsWith('{"name":'))) {
      const row = JSON.parse(line) as BenchRow;
      rows.push(row);
      heard(row);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
    child.once('exit', () => void stop()); // remaining processes keep its output open
  });
  await stop();
  stops.delete(stop);
  if (code !== 0) process.stderr.write(said);
  const error =
    code !== 0 ? (/\w*Error: .*/.exec(said)?.[0] ?? `it ended with ${code}`) : rows.length ? null : 'no rows';
  return { bench, at, load, seconds: Math.round((performance.now() - begun) / 1000), rows, error };
}

async function clean(group: number, dir: string): Promise<void> {
  signal(-group, 'SIGTERM');
  await sleep(500);
  signal(-group, 'SIGKILL');
  for (const pid of await postmasters(dir)) {
    signal(pid, 'SIGINT'); // PostgreSQL's fast shutdown
    for (let n = 0; n < 100 && signal(pid, 0); n++) await sleep(100);
    signal(pid, 'SIGQUIT');
  }
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** Returns PostgreSQL processes, which survive in a group of their own, from their folders. */
async function postmasters(dir: string): Promise<number[]> {
  const files = await readdir(dir, { recursive: true }).catch(() => []);
  const own = files.filter((file) => path.basename(file) === 'postmaster.pid');
  const texts = await Promise.all(own.map((file) => readFile(path.join(dir, file), 'utf8').catch(() => '')));
  return texts.map((text) => Number.parseInt(text, 10)).filter((pid) => pid > 1);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false; // it has ended
  }
}

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Processes with one core and limited memory (Linux cgroups, as root). */
export interface Box {
  /** Describes the limits. */
  limits: string;
  /** Returns a command that runs another one inside. */
  inside(command: readonly string[]): readonly [string, ...string[]];
  /** Megabytes of all processes, with cached files; null if unknown. */
  peak(): number | null;
  /** Processes killed for lack of memory; null if unknown. */
  kills(): number | null;
  remove(): void;
}

const root = '/sys/fs/cgroup';

/** Opens a box with one core and `megabytes`; without cgroups only one core. */
export function openBox(megabytes: number): Box {
  const name = `meldekette-bench-${process.pid}`;
  const bytes = megabytes * 1024 ** 2;
  try {
    return existsSync(path.join(root, 'cgroup.controllers')) ? unified(name, bytes) : divided(name, bytes);
  } catch (error) {
    console.error(`No memory limit: ${(error as Error).message}`);
    return {
      limits: 'one core, memory not limited',
      inside: (command) => ['taskset', '-c', '0', ...command],
      peak: () => null,
      kills: () => null,
      remove: () => {},
    };
  }
}

const numberIn = (file: string) => Number(readFileSync(file, 'utf8'));

const countIn = (file: string, key: string) =>
  Number(new RegExp(`^${key} (\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);

/** Joins the groups, then becomes the command. */
const joining = (files: readonly string[], command: readonly string[]): readonly [string, ...string[]] => {
  const join = files.map((file) => `echo $$ > ${file}`).join(' && ');
  return ['sh', '-c', `${join} && exec taskset -c 0 "$@"`, 'sh', ...command];
};

function unified(name: string, bytes: number): Box {
  const dir = path.join(root, name);
  mkdirSync(dir);
  writeFileSync(path.join(dir, 'memory.max'), String(bytes));
  return {
    limits: 'one core, 1 GB',
    inside: (command) => joining([path.join(dir, 'cgroup.procs')], command),
    peak: () => numberIn(path.join(dir, 'memory.peak')) / 1024 ** 2,
    kills: () => countIn(path.join(dir, 'memory.events'), 'oom_kill'),
    remove: () => rmdirSync(dir),
  };
}

function divided(name: string, bytes: number): Box {
  const dir = path.join(root, 'memory', name);
  mkdirSync(dir);
  writeFileSync(path.join(dir, 'memory.limit_in_bytes'), String(bytes));
  return {
    limits: 'one core, 1 GB',
    inside: (command) => joining([path.join(dir, 'cgroup.procs')], command),
    peak: () => numberIn(path.join(dir, 'memory.max_usage_in_bytes')) / 1024 ** 2,
    kills: () => countIn(path.join(dir, 'memory.oom_control'), 'oom_kill'),
    remove: () => rmdirSync(dir),
  };
}

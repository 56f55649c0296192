import { readdirSync, readFileSync } from 'node:fs';

/** A process's memory in megabytes, named by its role. */
export interface ProcessMemory {
  name: string;
  rss: number;
  pss: number;
}

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** Returns a process with all its descendants. */
export function below(pid: number): number[] {
  const isChild = (other: number) => {
    try {
      return Number(/\) \w (\d+)/.exec(read(other, 'stat'))?.[1]) === pid;
    } catch {
      return false; // it ended in between
    }
  };
  const children = readdirSync('/proc').map(Number).filter(Boolean).filter(isChild);
  return [pid, ...children.flatMap(below)];
}

/** Returns the current memory of a process. */
export function measure(pid: number): ProcessMemory {
  const rollup = read(pid, 'smaps_rollup');
  const megabytes = (key: string) => Number(new RegExp(`^${key}: +(\\d+)`, 'm').exec(rollup)?.[1]) / 1024;
  const isPostgres = read(pid, 'comm').startsWith('postgres');
  const roles = /(?:^|\0)ROLES=([^\0]+)/.exec(isPostgres ? '' : read(pid, 'environ'))?.[1];
  return { name: isPostgres ? 'PostgreSQL' : (roles ?? 'supervisor'), rss: megabytes('Rss'), pss: megabytes('Pss') };
}

/** Returns the memory of a process and its living descendants. */
export const memoryBelow = (pid: number): ProcessMemory[] =>
  below(pid).flatMap((one) => {
    try {
      return [measure(one)];
    } catch {
      return [];
    }
  });

const ticksPerSecond = 100;

/** Returns processor seconds of a process and its ended children; 0 if ended. */
export function processorSeconds(pid: number): number {
  let stat = '';
  try {
    stat = read(pid, 'stat');
  } catch {
    return 0;
  }
  const [, fields = ''] = /\) (.*)/s.exec(stat) ?? [];
  const times = fields.split(' ').slice(11, 15).map(Number);
  return times.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
}

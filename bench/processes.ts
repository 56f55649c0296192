import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process in megabytes; it is called by its role. */
export interface Measured {
  name: string;
  rss: number;
  pss: number;
}

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** A process and those that it started, and so on. */
export function below(pid: number): number[] {
  const isChild = (other: number) => {
    try {
      return Number(/\) \w (\d+)/.exec(read(other, 'stat'))?.[1]) === pid;
    } catch {
      return false; // it went in between
    }
  };
  const children = readdirSync('/proc').map(Number).filter(Boolean).filter(isChild);
  return [pid, ...children.flatMap(below)];
}

/** What a process has at the moment. */
export function measure(pid: number): Measured {
  const rollup = read(pid, 'smaps_rollup');
  const megabytes = (key: string) => Number(new RegExp(`^${key}: +(\\d+)`, 'm').exec(rollup)?.[1]) / 1024;
  const isPostgres = read(pid, 'comm').startsWith('postgres');
  const roles = /(?:^|\0)ROLES=([^\0]+)/.exec(isPostgres ? '' : read(pid, 'environ'))?.[1];
  return { name: isPostgres ? 'PostgreSQL' : (roles ?? 'supervisor'), rss: megabytes('Rss'), pss: megabytes('Pss') };
}

// Reads /proc, only on Linux.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100; // sysconf(_SC_CLK_TCK) of every Linux that Node runs on

export interface ProcessTime {
  pid: number;
  parent: number;
  /** Own seconds, and those of ended children. */
  own: number;
  ended: number;
}

export function readProcessTimes(): ProcessTime[] {
  return pids().flatMap((pid) => readProcessTime(pid) ?? []);
}

/** Returns the seconds of a process tree, including ended ones. */
export function secondsOfTree(pid: number, processes: ProcessTime[]): number {
  const root = processes.find((one) => one.pid === pid);
  return [...(root ? [root] : []), ...processesBelow(pid, processes)].reduce(
    (sum, one) => sum + one.own + one.ended,
    0,
  );
}

export function processesBelow(pid: number, processes: ProcessTime[]): ProcessTime[] {
  return processes
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...processesBelow(child.pid, processes)]);
}

/** Empty if the process has ended. */
export function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function readProcessTime(pid: number): ProcessTime | null {
  const stat = readProc(`${pid}/stat`);
  // The name in parentheses may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return null;
  const [user = 0, system = 0, ...ended] = fields.slice(11, 15).map((field) => Number(field) / ticksPerSecond);
  return { pid, parent: Number(fields[1]), own: user + system, ended: ended.reduce((total, one) => total + one, 0) };
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

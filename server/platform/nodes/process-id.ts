import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Names this process by machine, number and start time, so that others can prove its end (`hasEnded`). A UUID if these
 * are unknown.
 */
export function nameProcess(): string {
  const start = startOf(process.pid);
  if (machine === null || typeof start !== 'number') return randomUUID();
  return [machine, process.pid.toString(36), start.toString(36), randomBytes(6).toString('base64url')].join('.');
}

/** Returns the prefix of this machine's process names; null if unknown. */
export const machinePrefix = (): string | null => (machine === null ? null : `${machine}.`);

/**
 * Returns whether a process of this machine has certainly ended: its number is free, reused or a zombie. A stopped
 * (SIGSTOP) process hasn't ended.
 */
export function hasEnded(name: string): boolean {
  const [where, pid = '', start = ''] = name.split('.');
  if (machine === null || where !== machine) return false;
  const found = startOf(Number.parseInt(pid, 36));
  return found === 'ended' || (typeof found === 'number' && found !== Number.parseInt(start, 36));
}

/** The running system (boot) with its namespaces, which differ between containers. Linux only. */
const machine = readMachine();

function readMachine(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const facts = [boot, readlinkSync('/proc/self/ns/pid'), timeNamespace()];
    return boot ? createHash('sha256').update(facts.join()).digest('base64url').slice(0, 12) : null;
  } catch {
    return null;
  }
}

function timeNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/time');
  } catch {
    return ''; // older kernels have none
  }
}

/** Returns a process's start in ticks since boot (proc(5), field 22); null if hidden. */
function startOf(pid: number): number | 'ended' | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'ended';
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
    return Number(fields[19]) || null;
  } catch {
    return null; // hidden from this user, or ending just now
  }
}

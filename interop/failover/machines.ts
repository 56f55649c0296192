import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { whenInterrupted } from '../programs/interrupted.ts';

const run = promisify(execFile);
const prefix = 'mkfail';

let links = 0;

/** A network namespace on the bridge, used as a machine. */
export interface Machine {
  name: string;
  address: string;
  /** Its own folder; a file system of its own if it has a size. */
  dir: string;
  /** Keeps a program running, like a service manager; returns the number of its starts. */
  keep(command: readonly string[], options?: StartOptions): () => number;
  /** Ends all processes at once, and starts nothing until `powerOn`. */
  powerOff(): void;
  powerOn(): void;
  /** Returns the processes by name. */
  processes(): { pid: number; name: string }[];
  /** Sends a signal to the processes with one of these names, or to all; returns their number. */
  signal(signal: NodeJS.Signals, names?: readonly string[]): number;
  /** Drops packets from and to these machines. */
  cut(others: readonly Machine[], direction: 'out' | 'in' | 'both'): Promise<void>;
  heal(): Promise<void>;
}

interface StartOptions {
  env?: Record<string, string>;
  /** The account; root by default. */
  user?: string;
}

/** The machines of a trial and the address of this process on their bridge. */
export interface Machines {
  dir: string;
  address: string;
  add(name: string, number: number, megabytes?: number): Promise<Machine>;
  remove(): Promise<void>;
}

/** Returns why there can be no machines; null if there can. */
export function whyNoMachines(): string | null {
  return process.getuid?.() === 0 ? null : 'only root can create network namespaces';
}

/** Creates a bridge. Everything on it is removed at the end of this process, however it ends, or by the next trial. */
export async function openMachines(): Promise<Machines> {
  removeLeftovers();
  const own = `${prefix}${process.pid}`;
  const network = `10.${200 + (process.pid % 50)}.${process.pid % 251}`;
  const dir = mkdtempSync(path.join(tmpdir(), `${prefix}-${process.pid}-`));
  await run('chmod', ['755', dir]);
  const bridge = `mkf${process.pid}`;
  const mounts: string[] = [];
  const names: string[] = [];
  let isRemoved = false;
  const removeNow = () => {
    isRemoved = true;
    for (const name of names) removeNamespace(name);
    quietly('ip', ['link', 'del', bridge]);
    for (const mount of mounts) quietly('umount', ['--lazy', mount]);
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  };
  const release = removeAtEnd(removeNow);
  await run('ip', ['link', 'add', bridge, 'type', 'bridge']);
  await run('ip', ['addr', 'add', `${network}.1/24`, 'dev', bridge]);
  await run('ip', ['link', 'set', bridge, 'up']);
  return {
    dir,
    address: `${network}.1`,
    async add(name, number, megabytes) {
      const namespace = `${own}-${name}`;
      names.push(namespace);
      const [outer, inner] = [`mk${process.pid}n${++links}`, 'eth0']; // a removed one stays for a moment
      const address = `${network}.${number}`;
      await run('ip', ['netns', 'add', namespace]);
      await run('ip', ['link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', namespace]);
      await run('ip', ['link', 'set', outer, 'master', bridge, 'up']);
      const inside = (...args: string[]) => run('ip', ['-n', namespace, ...args]);
      await inside('link', 'set', 'lo', 'up');
      await inside('addr', 'add', `${address}/24`, 'dev', inner);
      await inside('link', 'set', inner, 'up');
      const folder = path.join(dir, name);
      mkdirSync(folder);
      if (megabytes) {
        mounts.push(folder);
        await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
      }
      return createMachine({ name, namespace, address, dir: folder, logs: dir, isRemoved: () => isRemoved });
    },
    async remove() {
      removeNow();
      release();
    },
  };
}

type Place = Pick<Machine, 'name' | 'address' | 'dir'> & { namespace: string; logs: string; isRemoved: () => boolean };

function createMachine({ name, address, dir, namespace, logs, isRemoved }: Place): Machine {
  const inside = (...command: string[]) => run('ip', ['netns', 'exec', namespace, ...command]);
  const programs: (() => void)[] = [];
  let isOff = false;
  const signal = (sent: NodeJS.Signals, wanted?: readonly string[]) => {
    const found = processesOf(namespace).filter((one) => !wanted || wanted.includes(one.name));
    for (const { pid } of found) send(pid, sent);
    return found.length;
  };
  return {
    name,
    address,
    dir,
    keep(command, options = {}) {
      let count = 0;
      const start = () => {
        count++;
        const log = path.join(logs, `${name}-${path.basename(command[0]!)}.log`);
        const child = spawnInside(namespace, command, { dir, log, ...options });
        child.once('exit', () => void sleep(1_000).then(() => isOff || isRemoved() || start()));
      };
      programs.push(start);
      start();
      return () => count;
    },
    powerOff() {
      isOff = true;
      signal('SIGKILL');
    },
    powerOn() {
      isOff = false;
      for (const start of programs) start();
    },
    processes: () => processesOf(namespace),
    signal,
    async cut(others, direction) {
      const addresses = others.map((other) => other.address).join(', ');
      const rules = [
        ...(direction === 'in' ? [] : [chain('output', `ip daddr { ${addresses} } drop`)]),
        ...(direction === 'out' ? [] : [chain('input', `ip saddr { ${addresses} } drop`)]),
      ];
      await inside('nft', `table inet cut {\n${rules.join('\n')}\n}`);
    },
    heal: async () => void (await inside('nft', 'delete table inet cut')),
  };
}

interface Inside extends StartOptions {
  dir: string;
  log: string;
}

function spawnInside(
  namespace: string,
  command: readonly string[],
  { dir, log, env = {}, user }: Inside,
): ChildProcess {
  const output = openSync(log, 'a');
  const account = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'] : [];
  const child = spawn('ip', ['netns', 'exec', namespace, ...account, ...command], {
    cwd: dir,
    env: { PATH: process.env['PATH'], HOME: dir, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return child;
}

const chain = (hook: string, rule: string) => `chain ${hook} { type filter hook ${hook} priority 0; ${rule}; }`;

function processesOf(namespace: string): { pid: number; name: string }[] {
  const pids = quietly('ip', ['netns', 'pids', namespace]).split('\n').filter(Boolean).map(Number);
  return pids.flatMap((pid) => {
    try {
      return [{ pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }];
    } catch {
      return []; // it has already ended
    }
  });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has already ended
  }
}

function removeNamespace(namespace: string): void {
  for (let turn = 0; turn < 20; turn++) {
    const found = processesOf(namespace);
    if (!found.length) break;
    for (const { pid } of found) send(pid, 'SIGKILL'); // also ends stopped processes
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); // also at the end of this process
  }
  quietly('ip', ['netns', 'del', namespace]);
}

function quietly(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

function removeLeftovers(): void {
  const own = new RegExp(`^(${prefix}(\\d+)-\\w+)`);
  for (const line of quietly('ip', ['netns', 'list']).split('\n')) {
    const [, namespace, pid] = own.exec(line) ?? [];
    if (!namespace || isRunning(Number(pid))) continue;
    removeNamespace(namespace);
    quietly('ip', ['link', 'del', `mkf${pid}`]);
  }
  for (const [, folder, pid] of readFileSync('/proc/mounts', 'utf8').matchAll(/ (\S+\/mkfail-(\d+)-\w+)\/\w+ tmpfs/g)) {
    if (isRunning(Number(pid))) continue;
    for (const name of quietly('ls', [folder!]).split('\n').filter(Boolean))
      quietly('umount', ['--lazy', `${folder}/${name}`]);
    rmSync(folder!, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Calls `remove` when this process ends, is interrupted or loses its parent; returns a function that stops that. */
function removeAtEnd(remove: () => void): () => void {
  process.once('exit', remove);
  const release = whenInterrupted(() => {});
  return () => {
    release();
    process.off('exit', remove);
  };
}

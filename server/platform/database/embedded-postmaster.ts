import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandOf } from './embedded-account.ts';
import { type Cluster, programEnvironment } from './embedded-cluster.ts';

const run = promisify(execFile);

export interface Postmaster {
  pid: number;
  port: number;
}

/** Returns this folder's live PostgreSQL; ignores another program with a reused pid. */
export async function findPostmaster(pgdata: string): Promise<Postmaster | undefined> {
  const entry = await readPidFile(path.join(pgdata, 'postmaster.pid'));
  return entry && (await isProcessAlive(entry.pid)) && (await isPostmaster(entry.pid, pgdata)) ? entry : undefined;
}

async function readPidFile(file: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

/** Returns whether a process with this pid runs; a zombie doesn't count. */
export async function isProcessAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/\) [ZX] /.test(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return !['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? ''); // it ended in between
  }
}

async function isPostmaster(pid: number, pgdata: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [program, ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return Boolean(program?.includes('postgres')) && args.includes(pgdata);
  }
  if (process.platform === 'win32') return true;
  const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(pgdata);
}

/** Starts PostgreSQL in a session of its own, so that it survives Ctrl-C and our end. */
export async function startPostmaster(cluster: Cluster, wantedPort?: number): Promise<Postmaster> {
  const runner = await cluster.runner();
  await setAsideForeignPidFile(cluster.pgdata);
  const port = wantedPort ?? (await freePort());
  const log = await openLog(cluster.logFile);
  const args = ['-D', cluster.pgdata, '-p', String(port), ...settingArguments(cluster.settings)];
  const child = spawn(...commandOf(runner, cluster.binaries.postgres, args), {
    ...runner.account,
    env: programEnvironment,
    cwd: cluster.dir,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  try {
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  } finally {
    await log.close();
  }
  child.unref();
  if (child.pid === undefined) throw new Error('PostgreSQL did not start');
  return { pid: child.pid, port };
}

function settingArguments(settings: Record<string, string>): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '', // the path limit is 107 bytes, and a data folder's is often longer
    max_connections: '200',
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    min_wal_size: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // details and statements of an error contain rows, and so names and addresses
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

// PostgreSQL removes a stale postmaster.pid, unless its pid belongs to another process of the same user. Moves it
// before checking again, to keep a faster starter's file.
async function setAsideForeignPidFile(pgdata: string): Promise<void> {
  const file = path.join(pgdata, 'postmaster.pid');
  const entry = await readPidFile(file);
  if (!entry || !(await isProcessAlive(entry.pid)) || (await isPostmaster(entry.pid, pgdata))) return;
  const aside = `${file}.stale-${process.pid}`;
  await rename(file, aside).catch(() => undefined);
  const moved = await readPidFile(aside);
  if (moved && moved.pid !== entry.pid) await copyFile(aside, file, constants.COPYFILE_EXCL).catch(() => undefined);
  await rm(aside, { force: true });
}

async function openLog(file: string) {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 5_000_000) await rename(file, `${file}.1`);
  return open(file, 'a', 0o600);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().unref();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Stops PostgreSQL: gracefully, after ten seconds immediately (the next start recovers from the log). */
export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  if (process.platform === 'win32') {
    await run(cluster.binaries.pgCtl, ['stop', '-D', cluster.pgdata, '-m', 'fast', '-w']);
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const end = Date.now() + 10_000; Date.now() < end; await sleep(10)) if (!(await isProcessAlive(pid))) return;
  }
}

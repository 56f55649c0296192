import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseRunner, commandOf } from '#server/platform/database/embedded-account.ts';
import { programEnvironment } from '#server/platform/database/embedded-cluster.ts';
import { until } from '#testing/until.ts';

const run = promisify(execFile);
const versions = '/usr/lib/postgresql';
const needed = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore', 'psql'];

/** A running PostgreSQL of the operating system. */
export interface SystemPostgres {
  /** The folder of its socket. */
  dir: string;
  /** Address of its database "postgres" for a superuser. */
  url: string;
  stop(): Promise<void>;
  /** Ends it at once, so that it ships nothing more to a standby; `stop` then removes its folder. */
  crash(): Promise<void>;
}

/** Returns the folder of the newest complete PostgreSQL that Debian or Ubuntu installed, or null. */
export function findSystemPostgres(): string | null {
  const found = existsSync(versions) ? readdirSync(versions) : [];
  const folders = found.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(versions, version, 'bin'));
  return folders.find((folder) => needed.every((program) => existsSync(path.join(folder, program)))) ?? null;
}

/** Starts a new PostgreSQL from the programs in this folder. It listens on a socket in its own folder and never syncs. */
export const startSystemPostgres = (programs: string): Promise<SystemPostgres> =>
  start(programs, async (call, pgdata) => {
    const cluster = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    await call('initdb', ['-D', pgdata, ...cluster]);
  });

/** Starts a streaming standby of another PostgreSQL in the same way. */
export const startStandby = (programs: string, primary: SystemPostgres): Promise<SystemPostgres> =>
  start(programs, async (call, pgdata) => {
    const target = ['-D', pgdata, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];
    await call('pg_basebackup', ['-h', primary.dir, '-U', 'postgres', ...target]);
  });

type Call = (program: string, args: string[]) => Promise<unknown>;

async function start(programs: string, fill: (call: Call, pgdata: string) => Promise<void>): Promise<SystemPostgres> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-test-'));
  const remove = () => rm(dir, { recursive: true, force: true });
  try {
    const { server, ended } = await startServer(programs, dir, fill);
    const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
      server.kill(signal);
      await ended;
    };
    const stop = async () => {
      await end('SIGINT'); // ends its connections
      await remove();
    };
    const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(dir)}`;
    await until(() => accepts(url, server), 60_000).catch(async (error: Error) => {
      await stop();
      throw error;
    });
    return { dir, url, stop, crash: () => end('SIGQUIT') };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startServer(programs: string, dir: string, fill: (call: Call, pgdata: string) => Promise<void>) {
  const [postgres, pgdata] = [path.join(programs, 'postgres'), `${dir}/pgdata`];
  await chmod(dir, 0o711); // until its owner is known
  const runner = await chooseRunner(postgres, dir, pgdata);
  const { uid, gid } = runner.owner;
  if (uid !== undefined && gid !== undefined) await chown(dir, uid, gid);
  await chmod(dir, 0o700); // no password protects the socket
  const options = { ...runner.account, cwd: dir, env: programEnvironment };
  await fill((program, args) => run(...commandOf(runner, path.join(programs, program), args), options), pgdata);
  // a starting standby finds the log that it needs, even after another one's checkpoint
  const kept = 'wal_keep_size=256MB';
  const settings = ['listen_addresses=', `unix_socket_directories=${dir}`, 'fsync=off', kept];
  const server = spawn(
    ...commandOf(runner, postgres, ['-D', pgdata, ...settings.flatMap((setting) => ['-c', setting])]),
    { ...options, stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => server.once('error', resolve).once('close', resolve));
  return { server, ended };
}

async function accepts(url: string, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`PostgreSQL ended with status ${server.exitCode}`);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

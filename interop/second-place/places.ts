import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { programFile } from '#testing/program.ts';
import { until } from '#testing/until.ts';
import { wrongClock } from '../../faults/clock.ts';
import { systemAccount } from '../failover/cluster.ts';
import type { Machine, Machines } from '../failover/machines.ts';
import { isReady, nodeEnvironment } from '../failover/nodes.ts';

/** A place: one machine with its own PostgreSQL and its own node. */
export interface TrialPlace {
  machine: Machine;
  url: string;
  /** The address of its database for the program. */
  databaseUrl: string;
}

const programs = '/usr/lib/postgresql/15/bin';

/** The programs of the trial by their Debian packages. */
export const placePrograms = { [`${programs}/pg_basebackup`]: 'postgresql-15', '/usr/sbin/nft': 'nftables' };

const settings = [
  'listen_addresses=*',
  'fsync=off',
  'wal_keep_size=256MB',
  'max_connections=150',
  'wal_receiver_timeout=5s',
];

/** Starts the first place, with these seconds of error of its clocks, and waits until it works. */
export async function startFirst(machines: Machines, clockError: number): Promise<TrialPlace> {
  const env = clockError === 0 ? {} : wrongClock(`${clockError < 0 ? '' : '+'}${clockError}s`);
  const machine = await machines.add('first', 11, 1_500);
  const data = folderOf(machine);
  const cluster = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await asPostgres(`${programs}/initdb`, ['-D', data, ...cluster]);
  appendFileSync(path.join(data, 'pg_hba.conf'), 'host all all all trust\nhost replication all all trust\n');
  startPostgres(machine, data, env);
  const admin = `postgres://postgres@${machine.address}/postgres`;
  await until(() => execute(admin, 'select 1'));
  await execute(admin, 'create database meldekette');
  const place = await startNode(machine, machines, env);
  await until(() => isReady(place.url), 180_000);
  return place;
}

/** Starts the second place: a streaming standby of the first database, and a node that serves its page. */
export async function startSecond(machines: Machines, first: TrialPlace): Promise<TrialPlace> {
  const machine = await machines.add('second', 12, 1_500);
  const data = folderOf(machine);
  const from = `host=${first.machine.address} user=postgres application_name=meldekette_second_place`;
  const target = ['-D', data, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];
  await asPostgres(`${programs}/pg_basebackup`, ['-d', from, ...target]);
  startPostgres(machine, data);
  await until(() => execute(`postgres://postgres@${machine.address}/postgres`, 'select 1'));
  const place = await startNode(machine, machines);
  await until(async () => (await readStandbyState(place.url))?.status === 'standby', 180_000);
  return place;
}

/** Returns the state that a standby reports; null if it doesn't answer. */
export const readStandbyState = (
  url: string,
): Promise<{ status: string; sending?: string; connected?: boolean; dataAge?: number } | null> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) })
    .then((response) => response.json() as Promise<{ status: string }>)
    .catch(() => null);

/** Runs a program of PostgreSQL to its end, which reaches the machines over their bridge. */
const asPostgres = (program: string, args: readonly string[]) =>
  promisify(execFile)('setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', program, ...args], {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8' },
  });

function folderOf(machine: Machine): string {
  const data = path.join(machine.dir, 'pgdata');
  mkdirSync(data, { mode: 0o700 });
  const { uid, gid } = systemAccount('postgres');
  chownSync(machine.dir, uid, gid);
  chownSync(data, uid, gid);
  return data;
}

function startPostgres(machine: Machine, data: string, env: Record<string, string> = {}): void {
  const all = [...settings, `unix_socket_directories=${machine.dir}`].flatMap((one) => ['-c', one]);
  // the library of the clock must not start before the account changes
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  machine.keep(['/usr/bin/env', ...variables, `${programs}/postgres`, '-D', data, ...all], { user: 'postgres' });
}

/** Starts the node of a place, which knows the address of the other one. */
async function startNode(
  machine: Machine,
  { address }: Machines,
  clock: Record<string, string> = {},
): Promise<TrialPlace> {
  const url = `http://${machine.address}:3000`;
  const databaseUrl = `postgres://postgres@${machine.address}/meldekette`;
  const data = path.join(machine.dir, 'node');
  mkdirSync(data);
  const other = address.replace(/\d+$/, machine.name === 'first' ? '12' : '11');
  const env = { ...nodeEnvironment(databaseUrl, url, data), OTHER_PLACE_URL: `http://${other}:3000`, ...clock };
  machine.keep([process.execPath, await programFile()], { env });
  return { machine, url, databaseUrl };
}

async function execute(url: string, statement: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { until } from '#testing/until.ts';
import type { Machine, Machines } from './machines.ts';

/** Three PostgreSQL under three Patroni with three etcd. */
export interface PatroniCluster {
  etcd: readonly Machine[];
  databases: readonly Machine[];
  /** The address for the program. */
  url: string;
  members(): Promise<Member[]>;
  /** Waits for a primary with standbys; with a synchronous one unless the cluster is asynchronous. */
  whole(): Promise<{ primary: Machine; synchronous: Machine | null; standbys: Machine[] }>;
  /** Waits until another machine is primary. */
  takenOver(from: Machine): Promise<Machine>;
  switchOver(): Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | string;
}

const programs = '/usr/lib/postgresql/15/bin';

/** The programs of the trial by their Debian packages. */
export const clusterPrograms = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  [`${programs}/postgres`]: 'postgresql-15',
  '/usr/sbin/nft': 'nftables',
};

const passwords = { superuser: 'superuser', replicator: 'replicator', meldekette: 'meldekette' };

/** Starts the cluster and creates the program's database. */
export async function startCluster(machines: Machines, isSynchronous: boolean): Promise<PatroniCluster> {
  const account = systemAccount('postgres');
  const etcd = await Promise.all([1, 2, 3].map((n) => machines.add(`etcd${n}`, 10 + n)));
  const databases = await Promise.all([1, 2, 3].map((n) => machines.add(`db${n}`, 20 + n, 1_500)));
  for (const machine of [...etcd, ...databases]) chownSync(machine.dir, account.uid, account.gid);
  for (const machine of etcd) startEtcd(machine, etcd);
  for (const machine of databases) {
    const file = path.join(machine.dir, 'patroni.yml');
    const settings = settingsOf(machine, { etcd, isSynchronous, network: networkOf(machines.address) });
    writeFileSync(file, JSON.stringify(settings)); // JSON is YAML
    machine.keep(['/usr/bin/patroni', file], { user: 'postgres' });
  }
  const cluster = createCluster(etcd, databases, isSynchronous);
  const { primary } = await cluster.whole();
  await createDatabase(primary);
  return cluster;
}

/** Returns the ids of an account of this machine. */
export function systemAccount(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line!.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const networkOf = (address: string) => address.replace(/\d+$/, '0/24');

function startEtcd(machine: Machine, all: readonly Machine[]) {
  const { name, address, dir } = machine;
  const peers = all.map((one) => `${one.name}=http://${one.address}:2380`).join(',');
  const options = {
    name,
    'data-dir': `${dir}/data`,
    'listen-client-urls': `http://${address}:2379`,
    'advertise-client-urls': `http://${address}:2379`,
    'listen-peer-urls': `http://${address}:2380`,
    'initial-advertise-peer-urls': `http://${address}:2380`,
    'initial-cluster': peers,
    'initial-cluster-state': 'new',
    'enable-v2': 'true',
  };
  machine.keep(['/usr/bin/etcd', ...Object.entries(options).map(([key, value]) => `--${key}=${value}`)], {
    user: 'postgres',
  });
}

function settingsOf(
  { name, address, dir }: Machine,
  { etcd, isSynchronous, network }: { etcd: readonly Machine[]; isSynchronous: boolean; network: string },
) {
  return {
    scope: 'meldekette',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    // with version 3 of the protocol, Patroni before 3.0.3 lets a primary that was frozen take the lock back (patroni#2689)
    etcd: { hosts: etcd.map((one) => `${one.address}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        failsafe_mode: true,
        synchronous_mode: isSynchronous,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            shared_buffers: '64MB',
            max_connections: 150,
            max_wal_size: '128MB',
            min_wal_size: '32MB',
            wal_keep_size: '64MB',
            wal_sender_timeout: '10s',
            wal_receiver_timeout: '10s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: `${dir}/data`,
      bin_dir: programs,
      pgpass: `${dir}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replicator },
      },
      parameters: { unix_socket_directories: dir },
      pg_hba: [
        'local all all trust',
        `host replication replicator ${network} scram-sha-256`,
        `host all all ${network} scram-sha-256`,
      ],
    },
    watchdog: { mode: 'off' },
  };
}

function createCluster(etcd: Machine[], databases: Machine[], isSynchronous: boolean): PatroniCluster {
  const members = async (): Promise<Member[]> => {
    for (const { address } of databases) {
      const found = await ask(`http://${address}:8008/cluster`).catch(() => null);
      if (found) return (found as { members: Member[] }).members;
    }
    return [];
  };
  const byName = (name: string) => databases.find((machine) => machine.name === name)!;
  const look = async () => {
    const all = await members();
    const running = all.filter(({ state }) => state === 'running' || state === 'streaming');
    const leader = running.find(({ role }) => role === 'leader');
    const synchronous = running.find(({ role }) => role === 'sync_standby');
    if (!leader || running.length < databases.length || (isSynchronous && !synchronous)) return null;
    const standbys = running.filter((member) => member !== leader);
    if (
      standbys.some(({ timeline, lag }) => timeline !== leader.timeline || typeof lag !== 'number' || lag > 16_000_000)
    )
      return null;
    return {
      primary: byName(leader.name),
      synchronous: synchronous ? byName(synchronous.name) : null,
      standbys: standbys.map(({ name }) => byName(name)),
    };
  };
  const hosts = databases.map(({ address }) => `${address}:5432`).join(',');
  const whole = () => until(look, 240_000);
  return {
    etcd,
    databases,
    url: `postgres://meldekette:${passwords.meldekette}@${hosts}/meldekette?target_session_attrs=read-write`,
    members,
    whole,
    takenOver: (from) =>
      until(async () => {
        for (const machine of databases) {
          if (machine === from) continue;
          const isPrimary = await ask(`http://${machine.address}:8008/primary`).catch(() => null);
          if (isPrimary) return machine;
        }
        return null;
      }, 180_000),
    async switchOver() {
      const { primary, synchronous, standbys } = await whole();
      const response = await fetch(`http://${primary.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: primary.name, candidate: (synchronous ?? standbys[0]!).name }),
        signal: AbortSignal.timeout(120_000),
      });
      if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
    },
  };
}

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return response.json();
}

async function createDatabase({ address }: Machine): Promise<void> {
  const run = async (database: string, statements: readonly string[]) => {
    const client = new pg.Client({
      connectionString: `postgres://postgres:${passwords.superuser}@${address}/${database}`,
    });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await run('postgres', [
    `create role meldekette login password '${passwords.meldekette}' in role pg_read_all_stats`,
    `create database meldekette owner meldekette template template0 encoding 'UTF8'`,
  ]);
  await run('meldekette', ['create extension pg_trgm']);
}

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './embedded-cluster.ts';
import { findPostmaster, isProcessAlive, type Postmaster, startPostmaster } from './embedded-postmaster.ts';

const startAttempts = 80; // children of a killed PostgreSQL may hold its shared memory for seconds
const patience = 30_000;

export async function reachPostmaster(cluster: Cluster, port?: number): Promise<Postmaster & { adopted: boolean }> {
  for (let attempt = 1; attempt <= startAttempts; attempt++) {
    const found = await findPostmaster(cluster.pgdata);
    const postmaster = found ?? (await startPostmaster(cluster, port));
    if (await accepts(cluster, postmaster)) return { ...postmaster, adopted: found !== undefined };
    if (!(await findPostmaster(cluster.pgdata))) await sleep(100);
  }
  throw new Error(`PostgreSQL does not start; the end of ${cluster.logFile}:\n${await endOf(cluster.logFile)}`);
}

// Returns false if the process ended: a lost race, a shutdown or a failure.
async function accepts(cluster: Cluster, postmaster: Postmaster): Promise<boolean> {
  let waitUntil = Date.now() + patience;
  for (;;) {
    const error = await tryConnection(cluster, postmaster);
    if (!error) return true;
    if (!(await isProcessAlive(postmaster.pid))) return false;
    if (error.code === '28P01' || error.code === '28000') throw refusal(cluster, postmaster, 'refuses our password');
    if (error.code === '57P03') waitUntil = Date.now() + patience; // it is starting, recovering or ending
    if (Date.now() > waitUntil) throw refusal(cluster, postmaster, `does not accept connections (${error.message})`);
    await sleep(15);
  }
}

async function tryConnection(cluster: Cluster, { port }: Postmaster): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ connectionString: cluster.url(port, 'postgres'), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refusal(cluster: Cluster, { pid, port }: Postmaster, what: string): Error {
  return new Error(
    `the PostgreSQL of ${cluster.pgdata} runs (process ${pid}, port ${port}) but ${what}. ` +
      `See ${cluster.logFile}; end it with "kill -INT ${pid}" and start again.`,
  );
}

async function endOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-8).join('\n');
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '#server/platform/connection/client.ts';
import type { Cluster } from './embedded-cluster.ts';
import { reachPostmaster } from './embedded-connection.ts';
import { isProcessAlive, type Postmaster, stopPostmaster } from './embedded-postmaster.ts';

const lock = 7300;
const keeperOf = (pid: number) => `keeper ${pid}`;
const longestForgetting = 5_000;

export interface PostmasterKeeper {
  current(): Postmaster;
  leave(): Promise<void>;
}

/**
 * Holds a shared lock while in use, so that the last process can stop PostgreSQL; restarts it after a crash. Rejects if
 * it ended before the lock was acquired.
 */
export async function keepPostmaster(
  cluster: Cluster,
  first: Postmaster,
  log: (line: string) => void,
): Promise<PostmasterKeeper> {
  let postmaster = first;
  let leaving = false;
  let recovery: Promise<void> | undefined;
  let client = await hold();

  async function hold(): Promise<Client> {
    const next = new Client({
      connectionString: cluster.url(postmaster.port, 'postgres'),
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: keeperOf(process.pid),
    });
    await next.connect();
    await next.query('select pg_advisory_lock_shared($1)', [lock]);
    next.once('end', () => {
      recovery = recover();
    });
    return next;
  }

  async function recover(): Promise<void> {
    for (let wait = 0; !leaving; wait = Math.min(wait + 250, 5_000)) {
      await sleep(wait, undefined, { ref: false });
      try {
        postmaster = await reachPostmaster(cluster, postmaster.port);
        client = await hold();
        log(`embedded PostgreSQL was lost and is back: process ${postmaster.pid}, port ${postmaster.port}`);
        return;
      } catch (error) {
        log(`embedded PostgreSQL was lost: ${(error as Error).message}`);
      }
    }
  }

  async function isLast(): Promise<boolean> {
    try {
      await client.query('select pg_advisory_unlock_shared($1)', [lock]);
      // PostgreSQL may still hold the lock of a process killed just now
      for (const end = performance.now() + longestForgetting; ; await sleep(50)) {
        const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [lock]);
        if (rows[0]?.last) return true;
        if (performance.now() > end || (await othersLive())) return false;
      }
    } catch {
      return true; // it is ending or restarting; other users restart it
    }
  }

  async function othersLive(): Promise<boolean> {
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and granted and pid <> pg_backend_pid()`,
      [lock],
    );
    const alive = await Promise.all(rows.map(({ name }) => isProcessAlive(Number(name.split(' ')[1]))));
    return alive.some(Boolean);
  }

  async function leave(): Promise<void> {
    if (leaving) return;
    leaving = true;
    await recovery;
    if (!(await isProcessAlive(postmaster.pid))) return;
    if (await isLast()) await stopPostmaster(cluster, postmaster);
    await client.end().catch(() => undefined);
  }

  return { current: () => postmaster, leave };
}

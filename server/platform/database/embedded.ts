import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '#server/platform/connection/client.ts';
import { addressesOf, type Cluster, openCluster } from './embedded-cluster.ts';
import { reachPostmaster } from './embedded-connection.ts';
import { keepPostmaster, type PostmasterKeeper } from './embedded-keeper.ts';
import { findPostmaster } from './embedded-postmaster.ts';
import { giveToProgram, programUrl } from './embedded-role.ts';

/** Settings of the embedded PostgreSQL. */
export interface EmbeddedOptions {
  dir: string;
  database?: string;
  log?: (line: string) => void;
  /** PostgreSQL's programs: of the npm package by default, `system`, or a folder. */
  programs?: string | undefined;
  /** PostgreSQL settings; they don't affect a running one. */
  settings?: Record<string, string>;
  /** `url` is for the program's role instead of a superuser. */
  forProgram?: boolean;
  /** Database and role exist already. */
  isDatabaseReady?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  adopted: boolean;
  initialised: boolean;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Runs a private PostgreSQL, shared by the processes of one folder. It survives a killed process; `stop` ends it after
 * its last user.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const database = options.database ?? 'app';
  const cluster = await openCluster(path.resolve(options.dir), options);
  const { keeper, adopted } = await join(cluster, log);
  const { pid, port } = keeper.current();
  const url = cluster.url(port, database);
  try {
    if (!options.isDatabaseReady) await prepareDatabase(cluster.url(port, 'postgres'), url, options);
  } catch (error) {
    await keeper.leave(); // it would keep this process alive
    throw error;
  }
  log(`embedded PostgreSQL ${adopted ? 'adopted' : 'started'}: process ${pid}, port ${port}`);
  return {
    url: options.forProgram ? programUrl(url) : url,
    adopted,
    initialised: cluster.initialised,
    get pid() {
      return keeper.current().pid;
    },
    stop: keeper.leave,
  };
}

/** Returns the setup role's address of the PostgreSQL in this folder. Only this role can create databases. */
export async function setupUrl(dir: string): Promise<string> {
  const pgdata = path.join(await realpath(dir), 'pgdata');
  const running = await findPostmaster(pgdata);
  if (!running) throw new Error('The embedded database does not run.');
  return (await addressesOf(pgdata))(running.port, 'postgres');
}

// retries once if its last user stopped it before we got our share
async function join(
  cluster: Cluster,
  log: (line: string) => void,
): Promise<{ keeper: PostmasterKeeper; adopted: boolean }> {
  for (let attempt = 1; ; attempt++) {
    const { adopted, ...postmaster } = await reachPostmaster(cluster);
    try {
      return { keeper: await keepPostmaster(cluster, postmaster, log), adopted };
    } catch (error) {
      if (attempt === 10) throw error;
      await sleep(100);
    }
  }
}

async function prepareDatabase(setup: string, url: string, { database = 'app', forProgram }: EmbeddedOptions) {
  await ensureDatabase(setup, database);
  if (forProgram) await giveToProgram(url);
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  }).catch((error: { code?: string }) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error; // another process created it just now
  });
}

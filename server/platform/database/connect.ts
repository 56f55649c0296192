import { CamelCasePlugin, Kysely, type KyselyPlugin, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { Client } from '#server/platform/connection/client.ts';
import { disconnect } from '#server/platform/connection/disconnect.ts';
import { currentAddress, isMoved, leaveAddress, mostMoves, watchMoves } from '#server/platform/connection/moves.ts';
import type { Settings } from '#server/platform/connection/settings.ts';
import { sendArraysWhole } from './array-values.ts';
import { keepStatements, keptInTransactions, keptPlans } from './kept-statements.ts';
import type { DB } from './types.gen.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number); // ids and counts stay far below 2^53

/** The typed database; names are camelCase in TypeScript and snake_case in SQL. */
export type Db = Kysely<DB>;
/** A transaction of it. */
export type Tx = Transaction<DB>;

export interface Database {
  url: string;
  pool: pg.Pool;
  db: Db;
  statements: { count: number };
  close(): Promise<void>;
}

export interface PoolOptions {
  max?: number;
  /** The connections that stay open when idle, because a new one must load its caches first. */
  warm?: number;
  /** Milliseconds after which the other idle connections end. */
  idle?: number;
  /** Milliseconds after which an unresponsive connection counts as lost. */
  queryTimeout?: number;
  /** Milliseconds that work waits for a free connection. */
  patience?: number;
  /** Seconds after which a connection is replaced, in case the address changed. */
  lifetime?: number;
  /**
   * `plans` keeps plans for index look-ups; `statements` only parses once and lets PostgreSQL choose generic or custom
   * plans; with `transactions`, transactions choose to keep plans (`keepPlans`).
   */
  kept?: 'plans' | 'statements' | 'transactions';
  statements?: Database['statements'];
}

const beginsWithin = 5_000;

// longer than the pauses of background work, at most a minute: a new connection costs more than fifty statements
const idleAtMost = 90_000;

/** Creates a connection class with these settings. Connecting has a short time limit of its own. */
const clientWith = (settings: Settings) =>
  class extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: beginsWithin }, settings);
    }
  };

/** Opens a pool; reports lost connections to `onError` and replaces them. */
export function connect(
  url: string,
  onError: (error: Error) => void = () => {},
  {
    max = 20,
    warm = 0,
    idle = idleAtMost,
    queryTimeout,
    kept,
    patience = beginsWithin,
    lifetime = 0,
    statements = { count: 0 },
  }: PoolOptions = {},
): Database {
  const names = new Map<string, string>();
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min: warm,
    application_name: 'meldekette',
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: idle,
    maxLifetimeSeconds: lifetime,
    Client: clientWith({
      idle_in_transaction_session_timeout: '30s',
      ...(kept === 'plans' ? keptPlans : {}),
      // the server also stops what no one waits for
      ...(queryTimeout ? { statement_timeout: String(queryTimeout) } : {}),
    }),
    // statements of a transaction are sent without waiting, and run in order
    pipeline: true,
    keepAlive: true,
    ...(queryTimeout ? { query_timeout: queryTimeout } : {}),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    // `withRetries` repeats the transaction, which can still roll back
    const leave = () => void left.add(client);
    if (kept === 'transactions') keepStatements(client, names, leave, keptInTransactions());
    else if (kept) keepStatements(client, names, () => disconnect(client));
    endWhenUseless(client, pool);
    sendArraysWhole(client);
  });
  pool.query = queryOf(pool);
  const unwatch = followMoves(pool);
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: () => freshClient(pool), end: () => pool.end() },
    }),
    plugins: [namesInCamelCase()],
    log: () => {
      statements.count++;
    },
  });
  return { url, pool, db, statements, close };

  async function close() {
    unwatch();
    await db.destroy();
  }
}

/** The number of further queries that a pool can run at once. */
export const freeConnections = ({ pool }: Pick<Database, 'pool'>): number =>
  pool.options.max - pool.totalCount + pool.idleCount;

/** Returns whether a pool has more free connections than these, so that no other work waits for them. */
export const canSpare = (database: Pick<Database, 'pool'>, connections: number): boolean =>
  database.pool.waitingCount === 0 && freeConnections(database) > connections;

// Connections to a database whose data moved; those in use close when they return to the pool.
const left = new WeakSet<pg.PoolClient>();

const addressOf = (client: pg.PoolClient) => (client as unknown as Client).address;

const isStale = (client: pg.PoolClient) => left.has(client) || addressOf(client) !== currentAddress(addressOf(client));

/** Returns a client that leads to the current data; retries once if it moved. */
async function freshClient(pool: pg.Pool): Promise<pg.PoolClient> {
  for (let moved = 0; ; ) {
    const client = await pool.connect().catch((error: unknown) => {
      if (!isMoved(error) || ++moved === mostMoves) throw error;
      return null;
    });
    if (client && !isStale(client)) return client;
    client?.release(true); // it was cut while the pool still had it
  }
}

/** Returns a pool's `query`, which runs on a checked connection. */
const queryOf = (pool: pg.Pool) =>
  (async (...args: unknown[]) => {
    const client = await freshClient(pool);
    try {
      const result = await (client.query as (...all: unknown[]) => unknown)(...args);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }) as pg.Pool['query'];

/** Closes idle connections to a database whose data moved. */
function followMoves(pool: pg.Pool): () => void {
  const idle = new Set<pg.PoolClient>();
  const leave = (client: pg.PoolClient) => {
    left.add(client);
    disconnect(client);
  };
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (_error, client) => {
    if (isStale(client)) leave(client);
    else idle.add(client);
  });
  return watchMoves((address) => {
    for (const client of idle) if (addressOf(client) === address) leave(client);
  });
}

/** Like `CamelCasePlugin`, but converts names once per column instead of per row. */
function namesInCamelCase(): KyselyPlugin {
  const plugin = new CamelCasePlugin({ maintainNestedObjectKeys: true });
  return {
    transformQuery: (args) => plugin.transformQuery(args),
    async transformResult({ queryId, result }) {
      if (result.rows.length < 2) return plugin.transformResult({ queryId, result });
      const columns = Object.keys(result.rows[0]!);
      const names = columns.map(camelCase);
      const rows = result.rows.map((row) => {
        const named: Record<string, unknown> = {};
        for (let at = 0; at < columns.length; at++) named[names[at]!] = row[columns[at]!];
        return named;
      });
      return { ...result, rows };
    },
  };
}

const camelCase = (name: string): string =>
  name.replace(/(?<!_)_+([^_])/g, (_all, letter: string) => letter.toUpperCase());

// the server was demoted behind the same address, or is stopping, starting or recovering
const useless = new Set(['25006', '57P01', '57P02', '57P03']);

/**
 * Closes unusable connections, which pg would return to the pool: hung ones, and those to a demoted server. Repeats a
 * statement outside of a transaction elsewhere if its data moved.
 */
function endWhenUseless(client: pg.PoolClient, pool: pg.Pool): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let isInTransaction = false;
  const failed = (error: Error & { code?: string }) => {
    if (isMoved(error)) {
      left.add(client);
      leaveAddress(addressOf(client));
    } else if (error.message === 'Query read timeout' || useless.has(error.code ?? '')) disconnect(client);
  };
  const watched = (...args: unknown[]) => {
    const [text] = args;
    if (typeof text === 'string' && boundary.test(text)) isInTransaction = /^(?:begin|start)/i.test(text);
    const wasAlone = !isInTransaction;
    const result = query(...args);
    if (!(result instanceof Promise)) return result;
    result.catch(failed);
    if (!wasAlone) return result;
    return result.catch(async (error: unknown) => {
      if (!isMoved(error)) throw error;
      pool.options.max++; // this connection has left, but takes a place until it is released
      try {
        const other = await freshClient(pool);
        try {
          return await (other.query as (...all: unknown[]) => unknown)(...args);
        } finally {
          other.release();
        }
      } finally {
        pool.options.max--;
      }
    });
  };
  client.query = watched as typeof client.query;
}

const boundary = /^(?:begin|start transaction|commit|rollback$)/i;

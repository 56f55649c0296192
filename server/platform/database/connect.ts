import { CamelCasePlugin, Kysely, type KyselyPlugin, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { Client } from '#server/platform/connection/client.ts';
import type { Settings } from '#server/platform/connection/settings.ts';
import { sendArraysWhole } from './array-values.ts';
import { keepStatements, keptPlans } from './kept-statements.ts';
import type { DB } from './types.gen.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number); // ids and counts stay far below 2^53

/** The typed database; names are camelCase in TypeScript and snake_case in SQL. */
export type Db = Kysely<DB>;
/** A transaction of it. */
export type Tx = Transaction<DB>;

/** A connection pool, the query builder on it, and a count of statements for tests that prove the absence of N+1. */
export interface Database {
  url: string;
  pool: pg.Pool;
  db: Db;
  statements: { count: number };
  close(): Promise<void>;
}

/** How a pool is opened. */
export interface PoolOptions {
  /** Connections at once. */
  max?: number;
  /** Of those once opened, how many stay however little happens: a new one has everything to learn before its first answer. */
  warm?: number;
  /** Milliseconds after which a connection that answers nothing counts as lost, as behind a cable that was pulled. */
  queryTimeout?: number;
  /** Milliseconds that work waits for a connection that others have. */
  patience?: number;
  /**
   * What each connection keeps of a statement: its plan, for look-ups by index (what many wait for, and nothing that counts);
   * or that it was read, and PostgreSQL decides whether its plan fits all values.
   */
  kept?: 'plans' | 'statements';
  /** Where statements are counted; a count of its own when absent. */
  statements?: Database['statements'];
}

const beginsWithin = 5_000;

/** A connection with these settings. However long work waits for its turn: a database that is not there is not waited for. */
const clientWith = (settings: Settings) =>
  class extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: beginsWithin }, settings);
    }
  };

/** Opens a pool; lost connections are reported to `onError` and replaced, they never end the process. */
export function connect(
  url: string,
  onError: (error: Error) => void = () => {},
  { max = 20, warm = 0, queryTimeout, kept, patience = beginsWithin, statements = { count: 0 } }: PoolOptions = {},
): Database {
  const names = new Map<string, string>();
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min: warm,
    application_name: 'meldekette',
    connectionTimeoutMillis: patience,
    Client: clientWith({
      idle_in_transaction_session_timeout: '30s',
      ...(kept === 'plans' ? keptPlans : {}),
      // what nobody waits for any more ends there, too
      ...(queryTimeout ? { statement_timeout: String(queryTimeout) } : {}),
    }),
    // what a transaction asks at once goes out at once and is done in that order, one behind the other
    pipeline: true,
    keepAlive: true,
    ...(queryTimeout ? { query_timeout: queryTimeout } : {}),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    if (kept) keepStatements(client, names, () => socketOf(client).destroy());
    if (queryTimeout) endWhenHung(client);
    sendArraysWhole(client);
  });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [namesInCamelCase()],
    log: () => {
      statements.count++;
    },
  });
  return { url, pool, db, statements, close: () => db.destroy() };
}

/** Names as `CamelCasePlugin` has them; those of a result's columns are worked out once, not for each of its rows. */
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

/** pg reports a timeout but would give the hung connection back to the pool. */
function endWhenHung(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') socketOf(client).destroy();
      });
    }
    return result;
  };
  client.query = watched as typeof client.query;
}

const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;

import { setTimeout as sleep } from 'node:timers/promises';
import { type PoolName, type ProcessRole, poolNames, sharesOf } from '#server/platform/connection-shares.ts';
import type { App, ConnectionPools } from '#server/platform/context.ts';
import { connect, type PoolOptions } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createGate } from '#server/platform/limiter.ts';
import { createEachUser } from './each-user.ts';

const second = 1000;

interface Waits {
  each?: number;
  queue: number;
  patience?: number;
  statement?: number | null;
  /** Connections that stay open when idle. */
  warm?: number;
  connection?: number;
  kept?: PoolOptions['kept'];
}

/** The connections of vital work that stay open: one for a launch, and one for its notice to the workers. */
export const warmVital = 2;

// concurrency and queue per connection, and the longest wait
const waits: Record<PoolName, Waits> = {
  // never refused; an alarm comes after long idle times
  vital: {
    each: Number.POSITIVE_INFINITY,
    queue: Number.POSITIVE_INFINITY,
    warm: warmVital,
    connection: 30 * second,
    kept: 'transactions',
  },
  // limited by concurrency; a stalled database is reported soon, and the page resends its form
  answers: { each: 32, queue: 2000, patience: 15 * second, statement: 15 * second, kept: 'plans' },
  pages: { queue: 200, patience: 5 * second, kept: 'statements' },
  // a slower view isn't live, and two of them would block all others
  live: { queue: Number.POSITIVE_INFINITY, statement: 10 * second },
  bulk: { queue: 10, patience: 10 * second, statement: null },
};

const lesserLine = { queue: 200, patience: 15 * second };

// a hanging statement delays several requests
const longestStatement = 60 * second;

/** Returns random seconds after which a refused client may retry. */
const retryAfter = () => 2 + Math.floor(Math.random() * 4);

/** A process whose connections are divided. */
export interface Divided {
  url: string;
  roles: readonly ProcessRole[];
  /** All, including delivery's. */
  connections: number;
}

/** Opens the connection pools; `onError` receives lost connections. */
export function openConnectionPools(
  { url, roles, connections }: Divided,
  onError: (error: Error) => void = () => {},
): ConnectionPools {
  const shares = sharesOf(connections, roles);
  const statements = { count: 0 };
  const refusal = () => new Refusal('error_busy', undefined, { retryAfter: retryAfter() });
  const entries = poolNames.map((name) => {
    const { each = 1, statement = longestStatement, warm = 0, connection, kept, queue, patience } = waits[name];
    const database = connect(url, onError, {
      max: shares[name],
      warm,
      statements,
      ...(kept ? { kept } : {}),
      ...(statement ? { queryTimeout: statement } : {}),
      ...(connection ? { patience: connection } : {}),
    });
    const gate = createGate({ width: shares[name] * each, queue, ...(patience ? { patience } : {}), refusal });
    const part = Math.max(1, Math.floor(shares[name] / 2)) * (Number.isFinite(each) ? each : 1);
    const lesser = createGate({ width: part, ...lesserLine, refusal });
    // one user must not fill the lesser gate
    const ofOne = name === 'vital' ? Math.ceil(part / 2) : part;
    return [
      name,
      { database, gate, lesser, eachUser: createEachUser({ width: ofOne, ...lesserLine, refusal }) },
    ] as const;
  });
  return Object.fromEntries(entries) as ConnectionPools;
}

// after the time for requests and jobs
const longestClose = 3_000;

export const closeConnectionPools = async (pools: ConnectionPools): Promise<void> => {
  const closed = Promise.all(Object.values(pools).map(({ database }) => database.close()));
  await Promise.race([closed, sleep(longestClose, undefined, { ref: false })]);
};

/** Returns the program on the pool of this kind of work. */
export function within<A extends Pick<App, 'pools' | 'database' | 'db' | 'publicUrl'>>(app: A, name: PoolName): A {
  const { database } = app.pools[name];
  return {
    ...app,
    database,
    db: database.db,
    // only known when the server listens
    get publicUrl() {
      return app.publicUrl;
    },
  };
}

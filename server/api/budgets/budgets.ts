import { setTimeout as sleep } from 'node:timers/promises';
import { type BudgetName, budgetNames, type ProcessRole, sharesOf } from '#server/platform/connection-shares.ts';
import type { App, Budgets } from '#server/platform/context.ts';
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
  /** Connections that stay however little happens. */
  warm?: number;
  connection?: number;
  kept?: PoolOptions['kept'];
}

// how many may be under way for each connection, how many more may wait, and how long; who waits longer than that is
// better told to come again
const waits: Record<BudgetName, Waits> = {
  // what is vital is never told to wait, it only queues for a connection; an alarm comes when nothing happened for long
  vital: { each: Number.POSITIVE_INFINITY, queue: Number.POSITIVE_INFINITY, warm: 1, connection: 30 * second },
  // they are read and written in groups, and a group is only as large as what may be under way at once
  // who answers stands before the page: a database that stands still is told them, and the page sends its form again
  answers: { each: 32, queue: 2000, patience: 15 * second, statement: 15 * second, kept: 'plans' },
  pages: { queue: 200, patience: 5 * second, kept: 'statements' },
  // a view that takes longer is not live, and two of them would stand before all others
  live: { queue: Number.POSITIVE_INFINITY, statement: 10 * second },
  bulk: { queue: 10, patience: 10 * second, statement: null },
};

const lesserLine = { queue: 200, patience: 15 * second };

// several wait for one statement, so one that hangs must not hang for hours
const longestStatement = 60 * second;

/** Seconds after which a client that was refused may come again; not all of them in the same one. */
const retryAfter = () => 2 + Math.floor(Math.random() * 4);

/** A process whose connections are divided. */
export interface Divided {
  url: string;
  roles: readonly ProcessRole[];
  /** How many there are altogether, with those of delivery. */
  connections: number;
}

/** Opens the budgets of a process; `onError` hears of lost connections. */
export function openBudgets({ url, roles, connections }: Divided, onError: (error: Error) => void = () => {}): Budgets {
  const shares = sharesOf(connections, roles);
  const statements = { count: 0 };
  const refusal = () => new Refusal('error_busy', undefined, { retryAfter: retryAfter() });
  const entries = budgetNames.map((name) => {
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
    // what is changed passes the lesser gate, which one user must not fill
    const ofOne = name === 'vital' ? Math.ceil(part / 2) : part;
    return [
      name,
      { database, gate, lesser, eachUser: createEachUser({ width: ofOne, ...lesserLine, refusal }) },
    ] as const;
  });
  return Object.fromEntries(entries) as Budgets;
}

// after the time that requests and jobs had
const longestClose = 3_000;

/** Gives all connections back; what somebody still works with is cut off by the end of the process. */
export const closeBudgets = async (budgets: Budgets): Promise<void> => {
  const closed = Promise.all(Object.values(budgets).map(({ database }) => database.close()));
  await Promise.race([closed, sleep(longestClose, undefined, { ref: false })]);
};

/** The program as work of this kind sees it: its statements run on the budget's connections. */
export function within<A extends Pick<App, 'budgets' | 'database' | 'db' | 'publicUrl'>>(app: A, name: BudgetName): A {
  const { database } = app.budgets[name];
  return {
    ...app,
    database,
    db: database.db,
    // known only when the server listens
    get publicUrl() {
      return app.publicUrl;
    },
  };
}

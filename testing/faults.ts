import { type Logger, pino } from 'pino';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** A database whose statements fail from one on, until it is told anew. */
export interface FailingDb {
  db: Db;
  /** Lets so many statements through and throws the error at every one after them. */
  failAfter(statements: number, error: unknown): void;
  /** Whether a statement has failed since it was told. */
  hasFailed(): boolean;
}

/** The same database, made to fail. */
export function failingDb(real: Db): FailingDb {
  let left = Number.POSITIVE_INFINITY;
  let fault: unknown;
  let failed = false;
  const db = real.withPlugin({
    transformQuery({ node }) {
      if (left-- > 0) return node;
      failed = true;
      throw fault;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    db,
    failAfter(statements, error) {
      [left, fault, failed] = [statements, error, false];
    },
    hasFailed: () => failed,
  };
}

/** The program on another database, whatever the kind of work. */
export function onDatabase<A extends App>(app: A, db: Db): A {
  const entries = Object.entries(app.budgets).map(([name, budget]) => {
    return [name, { ...budget, database: { ...budget.database, db } }] as const;
  });
  return { ...app, db, budgets: Object.fromEntries(entries) as App['budgets'] };
}

/** A log that keeps its lines, and the program with it. */
export function withKeptLog<A extends App>(app: A): { app: A; lines: () => string[] } {
  let lines: string[] = [];
  const log: Logger = pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(line) });
  return {
    app: { ...app, log, config: { ...app.config, LOG_LEVEL: 'trace' } },
    lines: () => {
      const kept = lines;
      lines = [];
      return kept;
    },
  };
}

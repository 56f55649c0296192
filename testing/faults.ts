import { type Logger, pino } from 'pino';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** A database whose statements fail from a chosen point. */
export interface FailingDb {
  db: Db;
  /** Later statements throw the error. */
  failAfter(statements: number, error: unknown): void;
  /** Returns whether a statement failed since. */
  hasFailed(): boolean;
}

/** Wraps a database so that it can fail. */
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

/** Returns the app on another database. */
export function onOtherDatabase<A extends App>(app: A, db: Db): A {
  const entries = Object.entries(app.pools).map(([name, budget]) => {
    return [name, { ...budget, database: { ...budget.database, db } }] as const;
  });
  return { ...app, db, pools: Object.fromEntries(entries) as App['pools'] };
}

/** Returns the app with a log that stores its lines. */
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

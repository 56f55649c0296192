import { publishingOnce } from '#server/platform/live/live.ts';
import type { Db, Tx } from './connect.ts';

/** Runs a transaction; sends its notifications once, at its end. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => publishingOnce(tx, work));

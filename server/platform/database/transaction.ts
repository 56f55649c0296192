import { publishingOnce } from '#server/platform/live/live.ts';
import type { Db, Tx } from './connect.ts';

export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => publishingOnce(tx, work));

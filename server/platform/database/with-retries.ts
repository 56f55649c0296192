import { isMoved } from '#server/platform/connection/moves.ts';
import type { Db, Tx } from './connect.ts';
import { inTransaction } from './transaction.ts';

const attempts = 3;
// connections to the former database that a pool may still return
const mostStale = 50;
// a referenced row was removed (23503), or a collision with another transaction
const repeatable = new Set(['23503', '40001', '40P01']);

/**
 * Runs a transaction that is on disk when it returns (see connect). Repeats it if PostgreSQL ended it because of another, or if
 * the data moved to another database, so `work` must only run statements. Its notifications are sent once, at its end.
 */
export async function withRetries<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let [attempt, moved] = [1, 0]; ; attempt++) {
    try {
      return await inTransaction(db, work);
    } catch (error) {
      if (isMoved(error) && moved++ < mostStale) attempt = 0;
      else if (attempt === attempts || !repeatable.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

import { isMoved } from '#server/platform/connection/moves.ts';
import type { Db, Tx } from './connect.ts';
import { inTransaction } from './transaction.ts';

const attempts = 3;
// connections to the former database, or from before a change of tables, that a pool may still return
const mostStale = 50;
// a statement was kept before its tables changed, so its result would differ
const isOutdated = (error: unknown) => (error as { routine?: string }).routine === 'RevalidateCachedQuery';
// a referenced row was removed (23503), or a collision with another transaction
const repeatable = new Set(['23503', '40001', '40P01']);

/**
 * Runs a durable transaction (see connect). Repeats it after a collision, or if the data moved or tables changed, so
 * `work` must only run statements. Sends its notifications once, at the end.
 */
export async function withRetries<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let [attempt, stale] = [1, 0]; ; attempt++) {
    try {
      return await inTransaction(db, work);
    } catch (error) {
      if ((isMoved(error) || isOutdated(error)) && stale++ < mostStale) attempt = 0;
      else if (attempt === attempts || !repeatable.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

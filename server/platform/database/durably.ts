import type { Db, Tx } from './connect.ts';
import { inTransaction } from './transaction.ts';

const attempts = 3;
// a referenced row was removed (23503), or a collision with another transaction
const repeatable = new Set(['23503', '40001', '40P01']);

/**
 * Runs a transaction that is on disk when it returns (see connect). Repeats it if PostgreSQL ended it because of another, so
 * `work` must only run statements. Its notifications are sent once, at its end.
 */
export async function durably<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, work);
    } catch (error) {
      if (attempt === attempts || !repeatable.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

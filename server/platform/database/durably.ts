import type { Db, Tx } from './connect.ts';
import { inTransaction } from './transaction.ts';

const attempts = 3;
// what a transaction counted on was removed meanwhile (23503), or it collided with another
const repeatable = new Set(['23503', '40001', '40P01']);

/**
 * Runs a transaction that is on disk when it returns (see connect). One that PostgreSQL ended because of
 * another is run again on what is there by then, so `work` must not do anything but statements. What it publishes is told
 * once, at its end.
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

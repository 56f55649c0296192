import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';

/**
 * Calls `onReplaced` once another installation was restored into the database: everything that this process read is of the
 * replaced one, and it must start again.
 */
export async function watchReplacement({ db, live, log }: App, onReplaced: () => void): Promise<() => void> {
  const read = async () => {
    const { rows } = await sql<{ id: string }>`select id from restore_marks`.execute(db);
    return rows.map(({ id }) => id).join();
  };
  const own = await read();
  const unwatch = live.watch('system', () => {
    void read().then(
      (now) => {
        if (now === own) return;
        unwatch();
        log.warn({ event: 'installation_replaced' });
        onReplaced();
      },
      () => undefined, // the next notification asks again
    );
  });
  return unwatch;
}

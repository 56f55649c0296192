import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';

/** Returns the mark of the installation in the database. A restore brings another one. */
export async function readMark(db: App['db']): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from restore_marks`.execute(db);
  return rows.map(({ id }) => id).join();
}

/**
 * Calls `onReplaced` once another installation was restored into the database: everything that this process read is of the
 * replaced one, and it must start again.
 */
export async function watchReplacement({ db, live, log }: App, onReplaced: () => void): Promise<() => void> {
  const own = await readMark(db);
  const unwatch = live.watch('system', () => {
    void readMark(db).then(
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

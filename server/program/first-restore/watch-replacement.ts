import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';

/** Returns the database's mark; a restore brings another. */
export async function readMark(db: App['db']): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from restore_marks`.execute(db);
  return rows.map(({ id }) => id).join();
}

/** Calls `onReplaced` once another installation was restored, so that this process must restart. */
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

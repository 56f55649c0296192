import { sql } from 'kysely';
import { currentAddress, switchoverSchema } from '#server/platform/connection/moves.ts';
import type { App } from '#server/platform/context.ts';

/**
 * Completes what a killed switchover left: in the old database it stops the record of changes, which would fill the disk; in the
 * new one it validates the foreign keys. Does nothing while a switchover runs.
 */
export async function tidyUpSwitchover({ db, database, log }: Pick<App, 'db' | 'database' | 'log'>): Promise<void> {
  const { rows } = await sql<{ isTidy: boolean }>`
    select to_regclass(${`${switchoverSchema}.state`}) is null
      and not exists (select from pg_constraint where contype = 'f' and not convalidated
        and connamespace = current_schema()::regnamespace) as is_tidy`.execute(db);
  if (rows[0]!.isTidy) return;
  const { removeCapture, switchoverLock } = await import('./capture.ts');
  const { validateForeignKeys } = await import('./finish.ts');
  const { openEnd } = await import('./target.ts');
  const client = await openEnd(currentAddress(database.url));
  try {
    const { rows: locks } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      switchoverLock,
    ]);
    if (!locks[0]!.taken) return;
    if (await removeCapture(client)) log.warn({ event: 'switchover_removed' });
    await validateForeignKeys(client);
  } finally {
    await client.end();
  }
}

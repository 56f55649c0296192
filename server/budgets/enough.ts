import { sql } from 'kysely';
import type { App } from '#server/context.ts';

/** Warns in the log when PostgreSQL has not enough connections for this process. */
export async function warnWhenScarce({ config, db, log }: Pick<App, 'config' | 'db' | 'log'>): Promise<void> {
  const wanted = config.DATABASE_CONNECTIONS;
  const { rows } = await sql<{ available: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      as available`.execute(db);
  const { available } = rows[0]!;
  if (available < wanted) log.warn({ event: 'database_connections_scarce', wanted, available });
}

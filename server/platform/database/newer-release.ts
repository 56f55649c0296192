import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { ownMigrations } from './migrate.ts';

/** Returns whether a newer release has migrated the database, so that this process has to end soon. */
export async function isOutdated({ db }: Pick<App, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from migrations where name <> all(${await ownMigrations}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns whether a worker of a newer release has joined since its migration, and is alive. An older one wouldn't have started. The
 * first heartbeat comes with joining: one that ends right after it, for example because its start fails, replaces no other.
 */
export async function hasSuccessor({ db }: Pick<App, 'db'>, deadAfter: number): Promise<boolean> {
  const { rows } = await sql`
    select from nodes where 'worker' = any(roles)
      and started_at > (select max(applied_at) from migrations where name <> all(${await ownMigrations}::text[]))
      and heartbeat_at > started_at
      and heartbeat_at > clock_timestamp() - make_interval(secs => ${deadAfter / 1000}) limit 1`.execute(db);
  return rows.length > 0;
}

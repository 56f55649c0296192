import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { ownMigrations } from './migrate.ts';

/** Returns whether a newer release has migrated the database. */
export async function isOutdated({ db }: Pick<App, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from migrations where name <> all(${await ownMigrations}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns whether a worker of a newer release has joined since its migration and is alive. Joining sends the first
 * heartbeat, so one that ended right after it doesn't count.
 */
export async function hasSuccessor({ db }: Pick<App, 'db'>, deadAfter: number): Promise<boolean> {
  const { rows } = await sql`
    select from nodes where 'worker' = any(roles)
      and started_at > (select max(applied_at) from migrations where name <> all(${await ownMigrations}::text[]))
      and heartbeat_at > started_at
      and heartbeat_at > clock_timestamp() - make_interval(secs => ${deadAfter / 1000}) limit 1`.execute(db);
  return rows.length > 0;
}

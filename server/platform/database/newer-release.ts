import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { ownMigrations } from './migrate.ts';

/** Returns whether a newer release has migrated the database, so that this process must not touch it. */
export async function isOutdated({ db }: Pick<App, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from migrations where name <> all(${await ownMigrations}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

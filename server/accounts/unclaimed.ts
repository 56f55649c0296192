import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/platform/database/connect.ts';

/** The condition under which nobody uses an installation: its only account is the first one, and it never signed in. */
const unclaimed = `
  (select count(*) from users) = 1 and not exists (select from users where last_sign_in_at is not null)
  and not exists (select from sessions)`;

/** The program's database, or a connection of its own. */
type Queries = Db | Pick<pg.Client, 'query'>;

const ask = <Row extends object>(database: Queries, text: string): Promise<{ rows: Row[] }> =>
  'query' in database ? database.query<Row & pg.QueryResultRow>(text) : sql.raw<Row>(text).execute(database);

/** Returns whether nobody has signed in to this installation yet, so that a backup may replace it. */
export async function isUnclaimed(database: Queries): Promise<boolean> {
  const { rows } = await ask<{ is: boolean }>(database, `select ${unclaimed} as is`);
  return rows[0]!.is;
}

/** Returns the password hash of the only account of an unclaimed installation; null if somebody uses it. */
export async function firstPasswordHash(database: Queries): Promise<string | null> {
  const { rows } = await ask<{ hash: string | null }>(
    database,
    `select max(password_hash) as hash from users having ${unclaimed}`,
  );
  return rows[0]?.hash ?? null;
}

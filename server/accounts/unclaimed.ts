import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/platform/database/connect.ts';

/** No one uses an installation whose only account is the first, without a sign-in. */
const unclaimed = `
  (select count(*) from users) = 1 and not exists (select from users where last_sign_in_at is not null)
  and not exists (select from sessions)`;

/** The program's database, or a connection of its own. */
type Queries = Db | Pick<pg.Client, 'query'>;

const ask = <Row extends object>(database: Queries, text: string): Promise<{ rows: Row[] }> =>
  'query' in database ? database.query<Row & pg.QueryResultRow>(text) : sql.raw<Row>(text).execute(database);

/** Returns whether no one has signed in, so that a backup may replace it. */
export async function isUnclaimed(database: Queries): Promise<boolean> {
  const { rows } = await ask<{ is: boolean }>(database, `select ${unclaimed} as is`);
  return rows[0]!.is;
}

/** The first account of an installation. */
interface FirstAccount {
  email: string;
  hash: string | null;
}

/** Returns an unclaimed installation's account, or null. */
export async function findFirstAccount(database: Queries): Promise<FirstAccount | null> {
  const { rows } = await ask<FirstAccount>(
    database,
    `select email, password_hash as hash from users where ${unclaimed}`,
  );
  return rows[0] ?? null;
}

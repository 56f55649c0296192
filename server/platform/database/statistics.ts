import { sql } from 'kysely';
import type { Db } from './connect.ts';

const ofContacts = ['people', 'person_data', 'groups', 'person_groups', 'mailing_list_people'];

/** Analyzes tables after bulk inserts, because autovacuum follows minutes later. */
export const analyzeContacts = (db: Db): Promise<void> => analyze(db, ofContacts);

/** Analyzes every table above 100 kB without statistics. */
export async function analyzeUnknown(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0
      and pg_relation_size(oid) > 100000 order by relname`.execute(db);
  await analyze(
    db,
    rows.map(({ name }) => name),
  );
}

async function analyze(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db);
}

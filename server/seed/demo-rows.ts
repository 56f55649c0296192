import { sql } from 'kysely';
import type { Tx } from '#server/database/connect.ts';

/** The tables whose demo rows can be removed, in the order in which they go. */
export const demoTables = ['events', 'mailing_lists', 'groups', 'people'] as const;

/** Marks what is added to the tables meanwhile as demo data. */
export async function markDemo(tx: Tx, add: () => Promise<void>): Promise<void> {
  const before = new Map<string, number>();
  for (const table of demoTables) before.set(table, await lastId(tx, table));
  await add();
  for (const table of demoTables)
    await sql`
      insert into demo_rows (table_name, row_id, version)
      select ${table}, id, coalesce((to_jsonb(t) ->> 'version')::int, 1) from ${sql.table(table)} t where id > ${before.get(table)!}`.execute(
      tx,
    );
}

async function lastId(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(tx);
  return rows[0]!.id;
}

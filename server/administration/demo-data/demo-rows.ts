import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';

/** The tables with removable demo rows, in the order of removal. */
export const demoTables = ['events', 'mailing_lists', 'groups', 'people'] as const;

/** Marked only to find the uses of demo rows; they stay. */
const alsoMarked = ['event_types'] as const;

/** Marks rows added to the tables by `add` as demo data. */
export async function markDemo(tx: Tx, add: () => Promise<void>): Promise<void> {
  const before = new Map<string, number>();
  const tables = [...demoTables, ...alsoMarked];
  for (const table of tables) before.set(table, await lastId(tx, table));
  await add();
  for (const table of tables)
    await sql`
      insert into demo_rows (table_name, row_id, version)
      select ${table}, id, coalesce((to_jsonb(t) ->> 'version')::int, ${lastEntry(table)}) from ${sql.table(table)} t where id > ${before.get(table)!}`.execute(
      tx,
    );
}

async function lastId(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(tx);
  return rows[0]!.id;
}

const lastEntry = (table: string) =>
  table === 'events' ? sql`(select coalesce(max(l.id), 0) from log_entries l where l.event_id = t.id)` : sql`1`;

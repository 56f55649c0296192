import { sql } from 'kysely';
import { generalAlarm } from '#server/administration/base-data/base-data.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/** In the order of removal. */
export const demoTables = ['events', 'mailing_lists', 'groups', 'people'] as const;

/** Marked only to find uses; they stay. */
const alsoMarked = ['event_types'] as const;

/** The mark of lists that the demo adds to a type of the base data. */
const calledIn = 'base_type_lists';

/** SQL: the demo added list `e.mailing_list_id` to type `e.event_type_id`. */
export const isDemoCallIn = sql<boolean>`(
  e.event_type_id in (select row_id from demo_rows where table_name = 'event_types')
  or e.event_type_id in (select id from event_types where identifier = ${generalAlarm.type.identifier})
    and e.mailing_list_id in (select row_id from demo_rows where table_name = ${calledIn}))`;

/** Marks the rows of `add` as demo data. */
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
  await sql`
    insert into demo_rows (table_name, row_id, version)
    select ${calledIn}, e.mailing_list_id, 1 from event_type_mailing_lists e join event_types t on t.id = e.event_type_id
    where t.identifier = ${generalAlarm.type.identifier} and e.mailing_list_id > ${before.get('mailing_lists')!}`.execute(
    tx,
  );
}

async function lastId(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(tx);
  return rows[0]!.id;
}

const lastEntry = (table: string) =>
  table === 'events' ? sql`(select coalesce(max(l.id), 0) from log_entries l where l.event_id = t.id)` : sql`1`;

import { sql } from 'kysely';
import type { Db, Tx } from './connect.ts';

export interface Usage {
  /** The other table, by its API list name. */
  what: string;
  count: number;
}

interface ForeignKey {
  tableName: string;
  columnName: string;
}

/** Returns the references to a row, the most numerous first, without rows that are deleted with it. */
export async function usageOf(db: Db | Tx, table: string, id: number): Promise<Usage[]> {
  const byTable = Map.groupBy(await foreignKeys(db, table), ({ tableName }) => tableName);
  if (!byTable.size) return [];
  const counts = [...byTable].map(([other, keys]) => {
    const refers = keys.map(({ columnName }) => sql`${sql.ref(columnName)} = ${id}`);
    return sql`select ${sql.lit(other)} as what, count(*) as count from ${sql.table(other)} where ${sql.join(refers, sql` or `)}`;
  });
  const { rows } = await sql<Usage>`${sql.join(counts, sql` union all `)} order by count desc, what`.execute(db);
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => ({ what: camel(what), count }));
}

/** Returns whether other tables can refer to rows of this table. */
export const canBeReferred = async (db: Db | Tx, table: string): Promise<boolean> =>
  (await foreignKeys(db, table)).length > 0;

/** Reads the columns that refer to the table. */
async function foreignKeys(db: Db | Tx, table: string): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.conrelid::regclass::text as table_name, a.attname as column_name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confdeltype <> 'c' and c.confrelid = ${table}::regclass`.execute(db);
  return rows;
}

const camel = (table: string) => table.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

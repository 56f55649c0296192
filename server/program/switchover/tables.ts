import type { Client } from '#server/platform/connection/client.ts';
import { StartError } from '#server/platform/start-error.ts';
import { tablesQuery } from '../backup/catalog.ts';

/** A table to move. All names are quoted. */
export interface MovedTable {
  /** Its number in the list of changes. */
  at: number;
  name: string;
  /** The columns that are not generated. */
  columns: readonly string[];
  /** The columns of its primary key. */
  key: readonly { name: string; type: string }[];
}

const detailsQuery = `
  select t.name,
    (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
      where attrelid = t.name::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
        order by k.place)
      from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = t.name::regclass and i.indisprimary and k.place <= i.indnkeyatts) as key
  from (${tablesQuery}) as t`;

/** Returns the tables of these schemas. Throws a StartError for one without a primary key, whose changes can't be followed. */
export async function readTables(client: Client, schemas: readonly string[]): Promise<MovedTable[]> {
  const { rows } = await client.query<Omit<MovedTable, 'at'> & { key: MovedTable['key'] | null }>(detailsQuery, [
    schemas,
  ]);
  return rows.map(({ name, columns, key }, at) => {
    if (!key) throw new StartError(`The table ${name} has no primary key, so it can't be moved: add one.`);
    return { at, name, columns, key };
  });
}

import type { Client } from '#server/platform/connection/client.ts';
import { afterRowsQueries, sequencesQuery } from '../backup/catalog.ts';
import { schemaSql } from '../backup/schema-sql.ts';

/** The statements that create the structure of a database, by the moment when the copy needs them. */
export interface DatabaseStructure {
  /** Types, functions, and tables without constraints. */
  tables: string;
  /** Keys, checks, indexes and partitions. */
  indexes: string[];
  /** Foreign keys, triggers, views and comments, which must not interfere with the copy. */
  rest: string[];
  mark: string;
}

interface Sql {
  sql: string;
}

const own = 'any ($1::regnamespace[])';

// those of partitioned tables are checked at once, because not every PostgreSQL defers that
const foreignKeysQuery = `
  select format('alter table %s add constraint %I %s%s;', conrelid::regclass, conname, pg_get_constraintdef(k.oid),
      case when relkind = 'r' and convalidated then ' not valid' end) as sql
  from pg_constraint k join pg_class c on c.oid = conrelid
  where connamespace = ${own} and contype = 'f' and conparentid = 0 order by conrelid::regclass::text, conname`;

const foreignKeysAt = 3;

/** Reads the structure. Expects an empty search_path, so that all names are qualified. */
export async function readStructure(source: Client, schemas: readonly string[]): Promise<DatabaseStructure> {
  const lists: string[][] = [];
  for (const [at, query] of afterRowsQueries.entries()) {
    const { rows } = await source.query<Sql>(at === foreignKeysAt ? foreignKeysQuery : query, [schemas]);
    lists.push(rows.map(({ sql }) => sql));
  }
  const [tables, mark] = [await schemaSql(source, schemas), await readStructureMark(source, schemas)];
  const [indexes, rest] = [lists.slice(0, foreignKeysAt).flat(), lists.slice(foreignKeysAt).flat()];
  return { tables, indexes, rest, mark };
}

/** Returns a hash that differs after any change of the structure, by the transactions that wrote the catalog. */
export async function readStructureMark(source: Client, schemas: readonly string[]): Promise<string> {
  const { rows } = await source.query<{ mark: string }>(
    `with own as (select oid, xmin from pg_class where relnamespace = ${own}),
    written as (
      select 'c', oid, 0, xmin from own
      union all select 'a', attrelid, attnum, a.xmin from pg_attribute a join own on own.oid = attrelid
      union all select 'd', d.oid, 0, d.xmin from pg_attrdef d join own on own.oid = adrelid
      union all select 'k', k.oid, 0, k.xmin from pg_constraint k where connamespace = ${own}
      union all select 't', t.oid, 0, t.xmin from pg_trigger t join own on own.oid = tgrelid
      union all select 'p', oid, 0, xmin from pg_proc where pronamespace = ${own}
      union all select 'y', oid, 0, xmin from pg_type where typnamespace = ${own})
    select md5(string_agg(w::text, ' ' order by w::text)) as mark from written w`,
    [schemas],
  );
  return rows[0]!.mark;
}

/** Sets the sequences of the target to the positions of the source. */
export async function copySequences(source: Client, target: Client, schemas: readonly string[]): Promise<void> {
  const { rows } = await source.query<{ name: string; value: string | null }>(sequencesQuery, [schemas]);
  const known = rows.filter(({ value }) => value !== null);
  await target.query('select setval(name::regclass, value) from unnest($1::text[], $2::bigint[]) as x (name, value)', [
    known.map(({ name }) => name),
    known.map(({ value }) => value),
  ]);
}

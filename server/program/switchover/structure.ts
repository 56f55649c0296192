import { createHash } from 'node:crypto';
import type { Client } from '#server/platform/connection/client.ts';
import { afterRowsQueries, sequencesQuery } from '../backup/catalog.ts';
import { schemaSql } from '../backup/schema-sql.ts';

/** The statements that create the structure of a database, by the moment when the copy needs them. */
export interface Structure {
  /** Types, functions, and tables without constraints. */
  tables: string;
  /** Keys, checks, indexes and partitions. */
  indexes: string[];
  /** Foreign keys, triggers, views and comments, which must not interfere with the copy. */
  rest: string[];
  sha256: string;
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
export async function readStructure(source: Client, schemas: readonly string[]): Promise<Structure> {
  const lists: string[][] = [];
  for (const [at, query] of afterRowsQueries.entries()) {
    const { rows } = await source.query<Sql>(at === foreignKeysAt ? foreignKeysQuery : query, [schemas]);
    lists.push(rows.map(({ sql }) => sql));
  }
  const tables = await schemaSql(source, schemas);
  const [indexes, rest] = [lists.slice(0, foreignKeysAt).flat(), lists.slice(foreignKeysAt).flat()];
  const sha256 = createHash('sha256')
    .update(JSON.stringify([tables, indexes, rest]))
    .digest('hex');
  return { tables, indexes, rest, sha256 };
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

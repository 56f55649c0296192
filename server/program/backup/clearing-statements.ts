import type { Client } from '#server/platform/connection/client.ts';

/** Returns statements that remove the program's objects, but no extension. */
export async function clearingStatements(client: Client): Promise<string[]> {
  const own = (catalog: string, oid: string) => `not exists (
    select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`;
  const { rows } = await client.query<{ sql: string | null }>(`
    select 'drop schema if exists pgboss cascade' as sql
    union all
    select 'drop table ' || string_agg(c.oid::regclass::text, ', ') || ' cascade' from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and ${own('pg_class', 'c.oid')}
    union all
    select format('drop sequence if exists %s cascade', c.oid::regclass) from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind = 'S' and ${own('pg_class', 'c.oid')}
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where pronamespace = current_schema()::regnamespace and prokind in ('f', 'p') and ${own('pg_proc', 'p.oid')}
    union all
    select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t
      where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd') and ${own('pg_type', 't.oid')}`);
  return rows.flatMap(({ sql }) => sql ?? []);
}

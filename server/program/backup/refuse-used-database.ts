import type { Client } from '#server/platform/connection/client.ts';
import { StartError } from '#server/platform/start-error.ts';

const foundQuery = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where nspname not in ('pg_catalog', 'information_schema') and nspname !~ '^pg_(toast|temp)'
      and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('e', 'i'))
  union all
  select p.oid::regproc::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where nspname not in ('pg_catalog', 'information_schema')
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select t.oid::regtype::text from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where nspname not in ('pg_catalog', 'information_schema') and typtype in ('e', 'd')
      and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')
  order by 1`;

/** Refuses a database that holds anything but extensions. */
export async function refuseUsedDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(foundQuery);
  const [first] = rows;
  if (!first) return;
  const more = rows.length > 1 ? ` and ${rows.length - 1} more objects` : '';
  throw new StartError(
    `The database ${client.database} isn't empty (${first.name}${more}): a backup is restored into a new database only, nothing was changed.`,
  );
}

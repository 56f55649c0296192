import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { withClient } from '#server/platform/connection/client.ts';

/** The program's role in the embedded PostgreSQL: owner of its database, but no superuser. */
const role = 'meldekette';

export function programUrl(url: string): string {
  const own = new URL(url);
  own.password = createHmac('sha256', own.password).update(role).digest('base64url');
  own.username = role;
  return own.href;
}

/**
 * Creates the program's role and gives it the database with all objects. Idempotent. Takes the setup role's address.
 * If the data moved, changes nothing: the new database has its own roles.
 */
export async function giveToProgram(url: string): Promise<void> {
  await withClient(url, async (client) => {
    if (client.address !== url) return;
    // several processes of a start call this at once
    await client.query('select pg_advisory_lock(4298)');
    await client.query("set lock_timeout = '20s'");
    await client.query('begin');
    await makeRole(client, new URL(programUrl(url)).password);
    await giveDatabase(client);
    await client.query('commit');
  });
}

async function makeRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount) return;
  await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole noreplication
    password ${client.escapeLiteral(password)}`);
}

async function giveDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(statementsThatGive, [role]);
  for (const { statement } of rows) await client.query(statement);
}

// REASSIGN OWNED refuses initdb's role; dependent objects and extensions' objects follow their owners
const statementsThatGive = `
  with mine as (select oid from pg_roles where rolname = current_user),
  own_schemas as (
    select oid, nspname, nspowner from pg_namespace
    where nspname not like 'pg\\_%' and nspname <> 'information_schema'),
  parts as (select classid, objid from pg_depend where deptype in ('e', 'i'))
  select format('alter database %I owner to %I', datname, $1::text) as statement from pg_database, mine
    where datname = current_database() and datdba = mine.oid
  union all
  select format('alter schema %I owner to %I', nspname, $1::text) from own_schemas, mine where nspowner = mine.oid
  union all
  select format('alter %s %s owner to %I', case c.relkind when 'S' then 'sequence' when 'v' then 'view'
      when 'm' then 'materialized view' else 'table' end, c.oid::regclass, $1::text)
    from pg_class c join own_schemas s on s.oid = c.relnamespace join mine on mine.oid = c.relowner
    where c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from parts where classid = 'pg_class'::regclass and objid = c.oid)
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'a'
        and refclassid = 'pg_class'::regclass and c.relkind = 'S')
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, $1::text)
    from pg_proc p join own_schemas s on s.oid = p.pronamespace join mine on mine.oid = p.proowner
    where not exists (select from parts where classid = 'pg_proc'::regclass and objid = p.oid)
  union all
  select format('alter type %s owner to %I', t.oid::regtype, $1::text)
    from pg_type t join own_schemas s on s.oid = t.typnamespace join mine on mine.oid = t.typowner
    where t.typtype in ('d', 'e') and not exists (select from parts where classid = 'pg_type'::regclass and objid = t.oid)`;

import type pg from 'pg';
import { StartError } from '#server/platform/start-error.ts';

export interface Migration {
  name: string;
  hash: string;
  text: string;
}

const again = 'Restore the backup again into an empty database: see docs/operate/backup.md.';

const namedAtOnce = 3;

export function ofAnotherProgram(tables: readonly string[]): StartError {
  const more = tables.length - namedAtOnce;
  const named = `${tables.slice(0, namedAtOnce).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return new StartError(
    `The database already holds tables of another program (${named}): make one for Meldekette and name it in DATABASE_URL: create database meldekette owner meldekette;`,
  );
}

/** Refuses tables in a database without a list of migrations. */
export async function refuseForeignTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  const missing = await missingOf(client, tables);
  if (missing.length === tables.length) return refuseStrangers(client);
  throw new StartError(`\
The database has tables, but no list of migrations. It belongs to another program, or a restore ended with errors.
${again}`);
}

// Objects of extensions belong to no other program.
async function refuseStrangers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by relname collate "C"`);
  if (rows.length) throw ofAnotherProgram(rows.map(({ name }) => name));
}

/** Refuses a database that lacks tables, as after an incomplete restore. */
export async function refuseMissingTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  const missing = await missingOf(client, tables);
  if (missing.length === 0) return;
  throw new StartError(`\
The database is incomplete. These tables are missing: ${missing.join(', ')}.
A restore probably ended with errors. ${again}`);
}

/** Returns the tables that the migrations create and don't drop. */
export function tablesCreatedBy(migrations: readonly Migration[]): string[] {
  const names = (statement: RegExp) =>
    migrations.flatMap(({ text }) => [...text.matchAll(statement)].map((m) => m[1]!));
  const dropped = new Set(names(/^drop table (?:if exists )?(\w+)/gm));
  return names(/^create (?:unlogged )?table (\w+)/gm).filter((name) => !dropped.has(name));
}

// Other schemas in search_path may have tables of the same names.
async function missingOf(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name
    where not exists (select from pg_class where relnamespace = current_schema()::regnamespace and relname = name)
    order by name collate "C"`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

// Constraints, triggers and unique indexes of the tables in $1.
const objects = `with own as (select oid, relname from pg_class
      where relnamespace = current_schema()::regnamespace and relname = any ($1::text[]))
    select relname || '.' || conname as name from pg_constraint join own on own.oid = conrelid
      where contype in ('p', 'u', 'f', 'c', 'x')
    union all select relname || '.' || tgname from pg_trigger join own on own.oid = tgrelid where not tgisinternal
    union all select own.relname || '.' || i.relname from pg_index x join own on own.oid = x.indrelid
      join pg_class i on i.oid = x.indexrelid where x.indisunique`;

async function objectsOf(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`${objects} order by 1`, [tables]);
  return rows.map(({ name }) => name);
}

// what `refuseRenamedSchema` looks for
const renamed = `
    select quote_ident(current_schema()) as here, setting as there from pg_proc p, unnest(p.proconfig) setting
    where p.pronamespace = current_schema()::regnamespace and p.proname = 'append_logs' and setting like 'search_path=%'
      and setting <> format('search_path=%I, pg_temp', current_schema())`;

// no such table, column or value: another program's database
const isStrange = (code: string | undefined) => code !== undefined && /^(?:22|42)/.test(code) && code !== '42501';

/**
 * Returns whether exactly these migrations are applied and all checks below pass, in one statement. False if in doubt.
 */
export async function isCurrent(client: pg.Client, own: readonly Migration[]): Promise<boolean> {
  const applied = Object.fromEntries(own.map(({ name, hash }) => [name, hash]));
  const { rows } = await client
    .query<{ isCurrent: boolean }>(
      `select (select jsonb_object_agg(name, sha256) = $2::jsonb from migrations)
        and not exists (select from unnest($1::text[]) name where not exists (
          select from pg_class where relnamespace = current_schema()::regnamespace and relname = name))
        and (select count(*) = 1 and bool_and(objects <@ array(${objects})) from restore_marks)
        and not exists (${renamed}) as "isCurrent"`,
      [tablesCreatedBy(own), JSON.stringify(applied)],
    )
    .catch((error: { code?: string }) => {
      if (isStrange(error.code)) return { rows: [] };
      throw error;
    });
  return rows[0]?.isCurrent === true;
}

const hasMarks = async (client: pg.Client): Promise<boolean> =>
  (await missingOf(client, ['restore_marks'])).length === 0;

/** Records the objects after a migration for `refuseDamaged`, in its transaction. */
export async function noteObjects(client: pg.Client, tables: readonly string[]): Promise<void> {
  if (!(await hasMarks(client))) return;
  await client.query('update restore_marks set objects = $1', [await objectsOf(client, tables)]);
}

/** Refuses a database that lacks recorded objects, or contains the rows of two installations. */
export async function refuseDamaged(client: pg.Client, tables: readonly string[]): Promise<void> {
  if (!(await hasMarks(client))) return;
  const { rows: marks } = await client.query<{ objects: string[] }>('select objects from restore_marks');
  if (marks.length > 1) {
    throw new StartError(`\
The database holds the rows of ${marks.length} installations. A backup was restored into a database that was already in use.
${again}`);
  }
  const found = new Set(await objectsOf(client, tables));
  const missing = marks[0]?.objects.filter((name) => !found.has(name)) ?? ['the row of restore_marks'];
  if (missing.length === 0) return;
  const some = missing.slice(0, 5).join(', ');
  throw new StartError(`\
The database is incomplete. Constraints, triggers or unique indexes are missing: ${some}${missing.length > 5 ? `, and ${missing.length - 5} more` : ''}.
A restore was interrupted, or ended with errors. ${again}`);
}

/** Refuses functions of a renamed schema; checks one of them. */
export async function refuseRenamedSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ here: string; there: string }>(renamed);
  const [found] = rows;
  if (!found) return;
  throw new StartError(`\
The tables are in the schema ${found.here}, but functions look for them in another one (${found.there}).
Give the schema the name that it had before, or restore the backup without renaming it.`);
}

/** Returns the error of a start whose role lacks rights on the database. */
export const lacksRights = (error: Error): StartError =>
  new StartError(
    `\
The role of DATABASE_URL lacks rights: ${error.message}. It needs to own the tables, and to create new ones.
If another role restored a backup, restore it again with the role of DATABASE_URL: see docs/operate/backup.md.`,
    { cause: error },
  );

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

/**
 * Returns the functions that need the caller's search_path: SQL functions with a string body, and plpgsql functions
 * that name a table or function without setting search_path. Other objects refer by OID.
 */
async function unboundFunctions(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(String.raw`
    select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prosqlbody is null
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      and not coalesce('search_path=public, pg_temp' = any (p.proconfig), false)
      and (l.lanname <> 'plpgsql' or exists (
        select from (
          select relname as name from pg_class where relnamespace = 'public'::regnamespace
          union select proname from pg_proc where pronamespace = 'public'::regnamespace) own
        where p.prosrc ~ ('\m' || own.name || '\M')))
    order by 1`);
  return rows.map(({ name }) => name);
}

test('SQL functions are bound; plpgsql functions that name tables or functions set search_path', async () => {
  assert.deepEqual(await unboundFunctions(), []);
  await client.query(`
    create function unbound_text() returns bigint language sql as 'select count(*) from people';
    create function unbound_block() returns text language plpgsql as 'begin return fold(''x''); end'`);
  assert.deepEqual(await unboundFunctions(), ['unbound_block', 'unbound_text']);
});

test('each table has a primary key, so that a publication of all tables can replicate updates', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relreplident in ('d', 'n')
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
    order by 1`);
  assert.deepEqual(rows, []);
});

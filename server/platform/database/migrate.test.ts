import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { until } from '#testing/until.ts';
import { isWaitedFor } from './away.ts';
import { migrate } from './migrate.ts';
import { isCurrent } from './refuse-database.ts';

let database: TestDatabase;
let from: string;
before(async () => {
  database = await createTestDatabase();
  from = await mkdtemp(path.join(os.tmpdir(), 'meldekette-migrations-'));
  await cp(path.resolve(import.meta.dirname, '../../../migrations'), from, { recursive: true });
});
after(async () => {
  await database.drop();
  await rm(from, { recursive: true, force: true });
});

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

test('a migration waiting for a table lets others use it and is applied when it is free', async () => {
  await writeFile(path.join(from, '9001_wider.sql'), 'alter table message_recipients add column wider integer;');
  const [backup, page] = [await open(), await open()];
  await backup.query('begin');
  await backup.query('select from message_recipients'); // as pg_dump does for its whole run
  const waits: object[] = [];
  const log = { warn: (entry: object) => void waits.push(entry) } as unknown as { warn: never };
  const migrating = migrate(database.url, { from, log });
  await until(async () => waits.length > 0);
  await page.query('select from message_recipients');
  await page.query("set statement_timeout = '10s'");
  for (let n = 0; n < 3; n++) await page.query('select from message_recipients, pg_sleep(1)');
  await backup.query('commit');
  assert.deepEqual(await migrating, ['9001_wider.sql']);
  await Promise.all([backup.end(), page.end()]);
});

test('reports a failed migration by name and leaves nothing of it', async () => {
  const file = path.join(from, '9002_broken.sql');
  await writeFile(file, 'create table half (id integer); alter table nobody add column x integer;');
  await assert.rejects(migrate(database.url, { from }), {
    message: 'The migration 9002_broken.sql failed, and nothing of it was applied: relation "nobody" does not exist',
  });
  await rm(file);
  assert.deepEqual(await migrate(database.url, { from }), []);
  const client = await open();
  const { rows } = await client.query("select to_regclass('half') as half");
  assert.equal(rows[0].half, null);
  await client.end();
});

test('a start on a current database checks the migrations in one statement', async (t) => {
  assert.deepEqual(await migrate(database.url, { from }), []);
  const sent: string[] = [];
  const query = pg.Client.prototype.query;
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const [what] = args;
    sent.push(typeof what === 'string' ? what : (what as { text: string }).text);
    return Reflect.apply(query, this, args) as unknown;
  });
  assert.deepEqual(await migrate(database.url, { from }), []);
  t.mock.restoreAll();
  const about = sent.filter((statement) => /from migrations|restore_marks|pg_advisory|create table/.test(statement));
  assert.equal(about.length, 1, sent.join('\n'));
  const files = (await readdir(from)).filter((file) => file.endsWith('.sql')).sort();
  const own = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(path.join(from, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
  const client = await open();
  assert.equal(await isCurrent(client, own), true);
  assert.equal(await isCurrent(client, own.slice(1)), false, 'a newer release');
  let made = 0;
  for (const change of [
    `insert into migrations (name, sha256) values ('9999_newer.sql', 'x')`,
    `delete from migrations where name like '0002%'`,
    `update migrations set sha256 = 'x' where name like '0001%'`,
    'alter table people drop constraint people_pkey cascade',
    'drop table receipts cascade',
    'delete from restore_marks',
    'insert into restore_marks select * from restore_marks',
    'drop table restore_marks',
    'drop table migrations',
    'alter function append_logs set search_path = elsewhere, pg_temp',
  ]) {
    await client.query('begin');
    const isMade = await client.query(change).then(
      () => true,
      () => false, // a rule of the database forbids it
    );
    if (isMade) assert.equal(await isCurrent(client, own), false, change);
    made += Number(isMade);
    await client.query('rollback');
  }
  assert.ok(made >= 8, `${made} changes`);
  await client.end();
});

test('stays in the schema of its tables when another one comes first in search_path', async () => {
  const client = await open();
  await client.query('create schema app'); // the role's name, which the usual search_path puts first
  assert.deepEqual(await migrate(database.url, { from }), []);
  const { rows } = await client.query("select to_regclass('app.migrations') as second");
  assert.equal(rows[0].second, null);
  await client.query('drop schema app');
  await client.end();
});

test('an outage of the database fails no migration: the same start works later', async () => {
  const file = path.join(from, '9003_long.sql');
  await writeFile(file, 'create table long_one (id integer primary key); select pg_sleep(60);');
  const client = await open();
  const migrating = assert.rejects(migrate(database.url, { from }), isWaitedFor);
  await until(async () => {
    const { rows } = await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'create table long_one%' and wait_event = 'PgSleep' and datname = current_database()`);
    return rows.length > 0;
  });
  await migrating;
  await writeFile(file, 'create table long_one (id integer primary key);');
  assert.deepEqual(await migrate(database.url, { from }), ['9003_long.sql']);
  await client.end();
});

test('starts in a database with other tables, functions and triggers', async () => {
  const client = await open();
  const name = new URL(database.url).pathname.slice(1);
  await client.query(`
    create schema others; create table others.people (id integer primary key); create table public.reporting (id integer unique);
    create function report() returns int language sql set search_path = pg_catalog return 1;
    create unique index people_reported on people (id) where first_name = 'reported';
    alter database ${name} set search_path = public, others`);
  assert.deepEqual(await migrate(database.url, { from }), []);
  await client.query('drop table public.reporting; drop function report(); drop index people_reported');
  assert.deepEqual(await migrate(database.url, { from }), []);
  await client.query(`drop schema others cascade; alter database ${name} reset search_path`);
  await client.end();
});

test('refuses a renamed schema whose functions would use tables of the former one', async () => {
  const client = await open();
  const name = new URL(database.url).pathname.slice(1); // not the role, which other tests use
  await client.query(`alter schema public rename to renamed; alter database ${name} set search_path = renamed`);
  await assert.rejects(migrate(database.url, { from }), /The tables are in the schema renamed, but functions look/);
  await client.query(`alter schema renamed rename to public; alter database ${name} reset search_path`);
  await client.end();
});

test('refuses tables without a list of migrations', async () => {
  const client = await open();
  await client.query('alter table migrations rename to migrations_away');
  await assert.rejects(migrate(database.url, { from }), /^Error: The database has tables, but no list of migrations/);
  await client.query('alter table migrations_away rename to migrations'); // and no second list was made
  await client.end();
});

test('refuses a database that lacks tables, as an interrupted restore leaves it', async () => {
  const client = await open();
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
  const tables = rows.map(({ name }) => name).filter((name) => name !== 'migrations');
  for (const name of tables) await client.query(`drop table if exists ${name} cascade`);
  const missing = `The database is incomplete. These tables are missing: ${tables.join(', ')}.\n`;
  await assert.rejects(migrate(database.url, { from }), ({ message }: Error) => message.startsWith(missing));
  await client.end();
});

test('takes files with the line ends of Windows for the same migrations, and refuses other changes', async (t) => {
  const own = await mkdtemp(path.join(os.tmpdir(), 'meldekette-windows-'));
  t.after(() => rm(own, { recursive: true, force: true }));
  const one = await createTestDatabase();
  t.after(() => one.drop());
  const files = (await readdir(from)).filter((file) => file.endsWith('.sql') && file < '9000');
  const windows = (text: string) => text.replaceAll('\n', '\r\n');
  const write = (change: (text: string) => string) =>
    Promise.all(
      files.map(async (file) => writeFile(path.join(own, file), change(await readFile(path.join(from, file), 'utf8')))),
    );
  await write(windows);
  assert.deepEqual(await migrate(one.url, { from: own }), []);
  const first = files.toSorted()[0]!;
  const hash = createHash('sha256')
    .update(await readFile(path.join(own, first), 'utf8'))
    .digest('hex');
  const client = new pg.Client({ connectionString: one.url });
  await client.connect();
  await client.query('update migrations set sha256 = $1 where name = $2', [hash, first]); // by an earlier release on Windows
  await client.end();
  for (const change of [windows, String]) {
    await write(change);
    assert.deepEqual(await migrate(one.url, { from: own }), []);
  }
  await write((text) => `${text} `);
  await assert.rejects(migrate(one.url, { from: own }), /was changed after it had been applied/);
});

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let from: string;
before(async () => {
  database = await createTestDatabase();
  from = await mkdtemp(path.join(os.tmpdir(), 'meldekette-migrations-'));
  await cp(path.resolve(import.meta.dirname, '../../migrations'), from, { recursive: true });
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

test('a migration that waits for a table lets others use it, and is applied when it is free', async () => {
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

test('one that fails is told by its name, and nothing of it is left', async () => {
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

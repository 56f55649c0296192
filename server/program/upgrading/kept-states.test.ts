import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Client, withClient } from '#server/platform/connection/client.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openBackup } from '#server/program/backup/open-backup.ts';
import { restoreBackup } from '#server/program/backup/restore-backup.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { startTestServer } from '#testing/server.ts';
import { dumpSchema } from '../../../scripts/schema-dump.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, 'migrations/states');
const states = readdirSync(folder)
  .filter((file) => file.endsWith('.tar'))
  .sort();

let database: TestDatabase; // only for its address
let migrations: string; // a copy to add further ones to
const created: string[] = [];
before(async () => {
  database = await createTestDatabase();
  migrations = await mkdtemp(path.join(os.tmpdir(), 'meldekette-migrations-'));
  await cp(path.join(root, 'migrations'), migrations, { recursive: true });
});
after(async () => {
  for (const name of created) await onServer((client) => client.query(`drop database ${name} with (force)`));
  await database.drop();
  await rm(migrations, { recursive: true, force: true });
});

const onServer = <T>(work: (client: Client) => Promise<T>) =>
  withClient(Object.assign(new URL(database.url), { pathname: '/postgres' }).href, work);

/** Restores a kept state into a new database; returns its address and the rows of each table in the state. */
async function restored(state: string): Promise<{ url: string; kept: Record<string, number> }> {
  const name = `test_state_${process.pid}_${created.length}`;
  await onServer((client) => client.query(`create database ${name} template template0`));
  created.push(name);
  const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
  const backup = await openBackup(path.join(folder, state), async () => ({}));
  await withClient(url, (client) => restoreBackup(client, backup)).finally(() => backup.close());
  const tables = backup.manifest.tables.filter(({ name: table }) => table.startsWith('public.'));
  return { url, kept: Object.fromEntries(tables.map(({ name: table, rows }) => [table, rows])) };
}

/** Counts the rows of these tables; the list of migrations grows with each one. */
const countedIn = (url: string, tables: Record<string, number>) =>
  withClient(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const name of Object.keys(tables)) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
      counts[name] = rows[0]!.count;
    }
    return counts;
  });

const schemaOf = async (url: string) => (await withClient(url, dumpSchema)).split('\n');

/** Tables whose rows a migration adds or removes on purpose: 0092 marks further demo rows. */
const changedOnPurpose: readonly string[] = ['public.demo_rows'];

test('every landed release has a kept state with about 1,000 people', async () => {
  assert.ok(states.length > 0);
  for (const state of states) {
    const { kept } = await restored(state);
    assert.ok(kept['public.people']! > 900, `${state}: ${kept['public.people']} people`);
    assert.ok(kept['public.message_recipients']! > 100 && kept['public.log_entries']! > 20, state);
  }
});

for (const state of states) {
  test(`${state} reaches the present schema with all rows, and the program starts on it`, async () => {
    const { url, kept } = await restored(state);
    const applied = await migrate(url);
    const number = (name: string) => name.slice(0, 4);
    assert.ok(applied.every((name) => number(name) > number(state)));
    assert.deepEqual(await schemaOf(url), (await readFile(path.join(root, 'schema.sql'), 'utf8')).split('\n'));
    const expected: Record<string, number> = {
      ...kept,
      'public.migrations': kept['public.migrations']! + applied.length,
    };
    for (const table of changedOnPurpose) delete expected[table];
    assert.deepEqual(await countedIn(url, expected), expected);

    const server = await startTestServer({ DATABASE_URL: url });
    try {
      const ready = await fetch(`${server.url}/readyz`);
      assert.equal(ready.status, 200, await ready.text());
      const reader = await server.as('contact_manager', 'documentation_officer', 'crisis_manager');
      const query = '{ people(first: 1) { totalCount } events(first: 50) { edges { node { logIntact } } } }';
      const { people, events } = await reader.run(query);
      assert.equal(people.totalCount, kept['public.people']);
      assert.ok(events.edges.length > 3);
      assert.ok(events.edges.every(({ node }: { node: { logIntact: boolean } }) => node.logIntact));
    } finally {
      await server.stop();
    }
  });
}

test('a failed migration leaves the kept state as it was', async () => {
  const { url, kept } = await restored(states.at(-1)!);
  await migrate(url);
  const [counts, schema] = [await countedIn(url, kept), await schemaOf(url)];
  const file = path.join(migrations, '9001_broken.sql');
  const halves = 'alter table people add column half int; delete from person_groups; update people set half = 1;';
  await writeFile(file, `${halves} alter table people add constraint half_check check (half > id);`);
  await assert.rejects(
    migrate(url, { from: migrations }),
    /The migration 9001_broken\.sql failed, and nothing of it was applied: check constraint/,
  );
  assert.deepEqual(await countedIn(url, kept), counts);
  assert.deepEqual(await schemaOf(url), schema);
  await writeFile(file, 'alter table people add column half int;');
  assert.deepEqual(await migrate(url, { from: migrations }), ['9001_broken.sql']);
  assert.notDeepEqual(await schemaOf(url), schema);
});

test('a landed migration that was changed starts on no kept state', async () => {
  const { url } = await restored(states[0]!);
  await appendFile(path.join(migrations, '0001_system.sql'), '\n-- changed');
  await assert.rejects(migrate(url, { from: migrations }), /The migration 0001_system\.sql was changed/);
});

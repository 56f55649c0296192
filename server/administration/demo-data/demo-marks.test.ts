import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web', DEMO_DATA: '1' });
  db = server.app.db;
  administrator = await server.as('administrator', 'contact_manager', 'mailing_list_manager', 'crisis_manager');
});
after(() => server.stop());

const marks = async (): Promise<string[]> => {
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ', table_name, row_id, version) as mark from demo_rows order by table_name, row_id`.execute(db);
  return rows.map(({ mark }) => mark);
};

const kinds = ['events', 'mailingLists', 'groups', 'people'] as const;
const counts = kinds.join(' ');
const demoData = async () =>
  (await administrator.run(`{ demoData { ${counts} removable { ${counts} } changed { ${counts} } } }`)).demoData;

/** Runs the migration's part that marks demo rows. */
async function markAnew(): Promise<void> {
  const file = path.join(import.meta.dirname, '../../../migrations/0092_corrected_texts.sql');
  const all = await readFile(file, 'utf8');
  await sql.raw(all.slice(all.indexOf('with\n'))).execute(db);
}

test('an untouched demo can be removed as a whole, also the list of the general alarm', async () => {
  const { removable, changed, ...there } = await demoData();
  for (const kind of kinds) assert.deepEqual([removable[kind], changed[kind]], [there[kind], 0], kind);
});

test('marks what a demo brought before there were marks, and nothing that users made', async () => {
  const original = await marks();
  await sql`delete from demo_rows`.execute(db);
  const own = { group: await createGroup(db, { name: 'IT' }), list: await createMailingList(db, { name: 'Presse' }) };
  const event = await db.selectFrom('events').select('id').where('isRunning', '=', true).executeTakeFirstOrThrow();
  await administrator.run(`mutation { addLogEntry(event: ${event.id}, text: "Von uns") { id } }`);
  const { createEvent } = await administrator.run(
    'mutation { createEvent(input: { name: "Eigenes", mode: LIVE }) { _id } }',
  );
  await markAnew();
  assert.deepEqual(await marks(), original);
  for (const mark of [`groups ${own.group.id} 1`, `mailing_lists ${own.list.id} 1`, `events ${createEvent._id} `])
    assert.ok(!original.some((one) => one.startsWith(mark)), mark);
  await markAnew();
  assert.deepEqual(await marks(), original, 'once');
  const { changed } = await demoData();
  assert.equal(changed.events, 1, 'in which somebody wrote');
});

test('an installation that began with marks gets no further ones', async () => {
  const before = await marks();
  const { groupId } = await db.selectFrom('listGroups').select('groupId').executeTakeFirstOrThrow();
  await db.deleteFrom('demoRows').where('tableName', '=', 'groups').where('rowId', '=', groupId).execute();
  await markAnew();
  assert.deepEqual(
    before.filter((mark) => !mark.startsWith(`groups ${groupId} `)),
    await marks(),
  );
});

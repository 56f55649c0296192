import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createPerson, createShift } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { uploadCsv } from '#testing/uploads.ts';

let server: TestServer;
let db: Db;
let admin: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  admin = await server.as('administrator', 'contact_manager');
});
after(() => server.stop());

async function upload(...lines: string[]): Promise<{ id: string; people: number[] }> {
  const { data } = await uploadCsv(server, admin, lines.join('\n'), { dryRun: false });
  const { id, rows } = data!.uploadPeople;
  return { id, people: rows.map((row: { person: { _id: number } }) => row.person._id) };
}
const undo = async (id: string) =>
  (await admin.run('mutation ($id: ID!) { undoUpload(id: $id) { notUndone rows { errors } } }', { id })).undoUpload;

test('undoing an upload keeps people with duty, substitution, absence or task', async () => {
  const planned = await createPerson(db);
  const group = await createGroup(db, { name: 'Bereitschaft', members: [planned.id] });
  const { id, people } = await upload(
    'Externe Nummer;Vorname;Nachname',
    ...['Dienst', 'Vertretung', 'Urlaub', 'Aufgabe', 'Unbenutzt'].map((name, at) => `D${at};Anna;${name}`),
  );
  const [onDuty, substitute, away, busy] = people as [number, number, number, number];
  await createShift(db, { groupId: group.id, personId: onDuty, begins: -1, hours: 8 });
  const taken = await createShift(db, { groupId: group.id, personId: planned.id, begins: -1, hours: 8 });
  await db.insertInto('shiftChanges').values({ shiftId: taken.id, turn: 0, substituteId: substitute }).execute();
  await sql`
    insert into absences (person_id, from_at, until_at) values (${away}, now(), now() + interval '1 day')`.execute(db);
  const event = await createEvent(db);
  await sql`insert into tasks (event_id, text, person_id) values (${event.id}, 'Lage erkunden', ${busy})`.execute(db);
  const dutyNow = async () => {
    const { rows } = await sql<{ id: number }>`
      select person_id as id from turns_between(array[${group.id}::int], now(), now() + interval '1 minute')
      order by 1`.execute(db);
    return rows.map((row) => row.id);
  };
  const before = await dutyNow();
  assert.deepEqual(before, [onDuty, substitute]);
  const { notUndone, rows } = await undo(id);
  assert.deepEqual(await dutyNow(), before, 'the roster is as it was');
  assert.deepEqual(
    rows.map(({ errors }: { errors: string[] }) => errors),
    [...Array.from({ length: 4 }, () => ['error_in_use']), []],
  );
  assert.equal(notUndone, 4);
});

test('a group created by an upload stays when it has a roster, or a task or checklist names it', async () => {
  const { id } = await upload(
    'Externe Nummer;Vorname;Nachname;Gruppen',
    'G1;Anna;Eins;"Mit Dienst; Mit Aufgabe; Mit Liste; Ohne alles"',
  );
  const made = await db.selectFrom('groups').select(['id', 'name']).where('name', 'in', names).execute();
  const idOf = (name: string) => made.find((group) => group.name === name)!.id;
  const planned = await createPerson(db);
  await createShift(db, { groupId: idOf('Mit Dienst'), personId: planned.id, begins: 2, hours: 8 });
  const event = await createEvent(db);
  await sql`
    insert into tasks (event_id, text, group_id) values (${event.id}, 'Absperren', ${idOf('Mit Aufgabe')})`.execute(db);
  await sql`
    insert into checklist_items (event_type_id, name, group_id, sort_order)
    select id, 'Absperren', ${idOf('Mit Liste')}, 99 from event_types order by id limit 1`.execute(db);
  await undo(id);
  const left = await db.selectFrom('groups').select('name').where('name', 'in', names).orderBy('id').execute();
  assert.deepEqual(new Set(left.map(({ name }) => name)), new Set(['Mit Aufgabe', 'Mit Dienst', 'Mit Liste']));
});
const names = ['Mit Dienst', 'Mit Aufgabe', 'Mit Liste', 'Ohne alles'];

test('checks all references to people and groups before an undo removes them', async () => {
  // written by uploads
  const own = ['person_data.person_id', 'upload_rows.person_id', 'directory_people.person_id'];
  const code = `${await readFile(new URL('undo-rows.ts', import.meta.url), 'utf8')}
    ${await readFile(new URL('undo.ts', import.meta.url), 'utf8')}`;
  const { rows } = await sql<{ name: string; column: string; to: string }>`
    select c.conrelid::regclass::text as name, a.attname as column, c.confrelid::regclass::text as to
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('people'::regclass, 'groups'::regclass)`.execute(db);
  assert.ok(rows.length > 20);
  const forgotten = rows.filter(({ name, column, to }) => {
    const looked = `from ${name} where ${column} = ${to === 'people' ? 'r.person_id' : 'g.id'}`;
    return !own.includes(`${name}.${column}`) && !code.includes(looked);
  });
  assert.deepEqual(forgotten, []);
});

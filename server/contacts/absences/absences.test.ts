import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createPerson, createUser } from '#testing/factories.ts';
import { takeMail } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { forgetAbsences } from './absences.ts';

let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer();
  manager = await server.as('contact_manager');
});
after(() => server.stop());

const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString();
const add = (client: TestClient, person: number, input: Record<string, unknown>) =>
  client.send('mutation ($p: ID!, $i: AbsenceInput!) { addAbsence(person: $p, input: $i) { _id } }', {
    p: String(person),
    i: input,
  });
const absencesOf = async (client: TestClient, person: number) =>
  (
    await client.run(`query ($id: ID!) { person(id: $id) { absence { until } absences { _id from until remark } } }`, {
      id: String(person),
    })
  ).person;

let count = 0;
/** A user who is a contact too. */
async function ownPerson() {
  const email = `selbst.${++count}.${process.pid}@example.org`;
  const user = await createUser(server.app.db, { email, roles: ['editor'] });
  const person = await createPerson(server.app.db, { email: email.toUpperCase() });
  return { person: person.id, client: await server.client(user.id) };
}

test('users enter and end their own absences; without exactly one contact they get an error', async () => {
  const { person, client } = await ownPerson();
  const enter = `mutation ($i: AbsenceInput!) { addOwnAbsence(input: $i) { absences { _id } } }`;
  const until = day(2);
  const made = (await client.run(enter, { i: { until, remark: ' Urlaub ' } })).addOwnAbsence.absences;
  assert.partialDeepStrictEqual(await absencesOf(client, person), {
    absence: { until },
    absences: [{ _id: made[0]._id, remark: 'Urlaub' }],
  });
  assert.equal((await client.run('{ ownPerson { _id } }')).ownPerson._id, person);
  const stranger = await server.as('editor');
  assert.equal((await stranger.send(enter, { i: {} })).errors?.[0]?.message, 'error_no_own_person');
  const end = 'mutation ($id: Int!) { endOwnAbsence(id: $id) { absence { until } } }';
  const { client: other } = await ownPerson();
  const foreign = await other.send(end, { id: made[0]._id });
  assert.equal(foreign.errors?.[0]?.message, 'error_not_found', 'somebody else’s stays');
  assert.equal((await client.run(end, { id: made[0]._id })).endOwnAbsence.absence, null);
  const over = await client.send(end, { id: made[0]._id });
  assert.equal(over.errors?.[0]?.message, 'error_not_found');
});

test('all see current and coming absences; only the person and contact managers see the reason', async () => {
  const { person, client } = await ownPerson();
  await add(manager, person, { from: day(3), remark: 'Operation' });
  await add(manager, person, { until: day(1), remark: 'Arzt' });
  const reader = await server.as('editor');
  const seen = await absencesOf(reader, person);
  assert.equal(seen.absences.length, 2);
  assert.deepEqual(
    seen.absences.map(({ remark }: { remark: string | null }) => remark),
    [null, null],
  );
  assert.ok(seen.absence.until < seen.absences[1].from, 'the one that holds now');
  for (const who of [client, manager]) {
    const { absences } = await absencesOf(who, person);
    assert.deepEqual(
      absences.map(({ remark }: { remark: string | null }) => remark),
      ['Arzt', 'Operation'],
    );
  }
  const refused = async (input: Record<string, unknown>) => (await add(manager, person, input)).errors?.[0]?.message;
  assert.equal(await refused({ until: day(-1) }), 'error_absence_over');
  assert.equal(await refused({ from: day(3), until: day(2) }), 'error_absence_over');
});

test('absences belong to the data of a person, go with them and expire a month after their end', async () => {
  const { db } = server.app;
  const { id } = await createPerson(db);
  await add(manager, id, { until: day(5), remark: 'Kur' });
  const old = (days: number) => ({ personId: id, fromAt: new Date(day(-days - 1)), untilAt: new Date(day(-days)) });
  await db
    .insertInto('absences')
    .values([old(40), old(20)])
    .execute();
  const all = async () => (await db.selectFrom('absences').selectAll().where('personId', '=', id).execute()).length;
  await forgetAbsences(db);
  assert.equal(await all(), 2);
  const { exportPerson } = await manager.run('query ($id: ID!) { exportPerson(id: $id) }', { id: String(id) });
  assert.deepEqual(
    exportPerson.absences.map(({ remark }: { remark: string | null }) => remark),
    [null, 'Kur'],
  );
  await manager.run('mutation ($id: ID!) { erasePerson(id: $id) }', { id: String(id) });
  assert.equal(await all(), 0);
});

test('the audit log records absences, and none is entered unnoticed', async () => {
  const { db } = server.app;
  const email = `still.${process.pid}@example.org`;
  const person = await createPerson(db, { email });
  const answer = await add(manager, person.id, { until: day(2), remark: 'geheim' });
  assert.equal(answer.errors, undefined);
  assert.match((await takeMail(server, email)).text, /wurden geändert:\s+Abwesenheit/);
  const { absences } = await absencesOf(manager, person.id);
  await manager.run('mutation ($id: Int!) { endAbsence(id: $id) { _id } }', { id: absences[0]._id });
  const { rows } = await sql<{ action: string; role: string; after: object | null; before: object | null }>`
    select e.action, u.roles[1] as role, e.before, e.after from audit_entries e join users u on u.id = e.by_user_id
    where e.type = 'Absence' and e.label = ${String(person.id)} order by e.id`.execute(db);
  assert.partialDeepStrictEqual(rows, [
    { action: 'create', role: 'contact_manager', after: { person: person.id } },
    { action: 'remove', role: 'contact_manager', before: { person: person.id } },
  ]);
  assert.ok(!JSON.stringify(rows).includes('geheim'));
});

test('contact managers are notified of an absence that a user enters for themselves', async () => {
  const { client } = await ownPerson();
  const looksAfter = await createUser(server.app.db, { roles: ['contact_manager'] });
  await client.run('mutation ($i: AbsenceInput!) { addOwnAbsence(input: $i) { _id } }', { i: { until: day(2) } });
  assert.match((await takeMail(server, looksAfter.email)).text, /hat selbst geändert:\s+Abwesenheit/);
});

test('refuses one absence too many by name', async () => {
  const person = await createPerson(server.app.db);
  await sql`insert into absences (person_id, from_at, until_at)
    select ${person.id}, now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour'
    from generate_series(1, 50) n`.execute(server.app.db);
  assert.equal((await add(manager, person.id, {})).errors?.[0]?.message, 'error_absences_full');
});

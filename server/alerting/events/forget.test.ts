import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createEvent, createMailingList, createPerson } from '#testing/factories.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { forgetDeletedEvents } from './forget.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ DEMO_DATA: '1' });
  administrator = await server.as('administrator', 'crisis_manager');
});
after(() => server.stop());

const tables = ['log_entries', 'cascades', 'reports', 'situation_reports', 'events'];

/** Counts the rows of an event and of others, by table. */
async function rowsOf(event: number): Promise<Record<string, readonly [number, number]>> {
  const counted = await Promise.all(
    tables.map(async (table) => {
      const column = sql.ref(table === 'events' ? 'id' : 'event_id');
      const { rows } = await sql<{ own: number; others: number }>`
        select count(*) filter (where ${column} = ${event}) as own, count(*) filter (where ${column} <> ${event}) as others
        from ${sql.table(table)}`.execute(server.app.db);
      return [table, [rows[0]!.own, rows[0]!.others]] as const;
    }),
  );
  return Object.fromEntries(counted);
}

const later = (months: number) => new Date(Date.now() + months * 31 * 86_400_000);
const retention = (months: string | null) =>
  administrator.run(
    'mutation ($to: String) { updateSystemSetting(valueKey: "retention_months", valueStr: $to) { id } }',
    {
      to: months,
    },
  );

test('a deleted event stays until its retention ends, and then goes with all its data', async () => {
  const { db } = server.app;
  const { rows } = await sql<{ id: number }>`
    select r.event_id as id from answers a join reports r on r.id = a.report_id join events e on e.id = r.event_id
    where not e.is_running group by r.event_id order by count(*) desc limit 1`.execute(db);
  const id = rows[0]!.id;
  const before = await rowsOf(id);
  assert.ok(before['log_entries']![0] > 0 && before['reports']![0] > 0);
  await administrator.run('mutation ($id: ID!) { deleteEvent(id: $id) { id } }', { id: String(id) });
  const deleted = await rowsOf(id);

  await forgetDeletedEvents(db, later(100));
  assert.deepEqual(await rowsOf(id), deleted, 'nothing goes while no retention is set');
  await retention('3');
  await forgetDeletedEvents(db, later(2));
  assert.deepEqual(await rowsOf(id), deleted, 'not before its time');
  await assert.rejects(sql`delete from log_entries where event_id = ${id}`.execute(db), /append-only/);
  const another = sql`delete from answers where report_id in (select id from reports where event_id = ${id})`;
  await assert.rejects(another.execute(db), /append-only/);

  await forgetDeletedEvents(db, later(5));
  const gone = await rowsOf(id);
  for (const table of tables) assert.deepEqual(gone[table], [0, deleted[table]![1]], table);
  const { auditEntries, auditIntact } = await administrator.run(
    '{ auditEntries(type: "Event") { edges { node { action rowId by { id } } } } auditIntact }',
  );
  assert.deepEqual(
    auditEntries.edges.map(({ node }: { node: unknown }) => node),
    [{ action: 'remove', rowId: id, by: null }],
  );
  assert.equal(auditIntact, true);
});

test('the PDF of a situation report in the exercise mailbox goes with its event', async () => {
  const { db } = server.app;
  const event = await createEvent(db, { mode: 'EXERCISE', state: 'finished' });
  const officer = await server.as('documentation_officer');
  const report = await db
    .insertInto('situationReports')
    .values({ eventId: event.id, number: 1, status: 'approved' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = await createPerson(db);
  const list = await createMailingList(db, { people: [person.id] });
  await officer.run(`mutation { mailSituationReport(id: ${report.id}, lists: [${list.id}]) { id } }`);
  const box = `{ exerciseMessages(person: ${person.id}) { edges { node { files { contentUrl } } } } }`;
  const mails = async () => (await officer.run(box)).exerciseMessages.edges;
  const [{ node }] = await until(async () => ((await mails()).length > 0 ? await mails() : null));
  await administrator.run(`mutation { deleteEvent(id: ${event.id}) { id } }`);
  assert.equal((await get(server, node.files[0].contentUrl)).status, 200);
  await forgetDeletedEvents(db, later(5));
  assert.equal((await get(server, node.files[0].contentUrl)).status, 404);
  assert.deepEqual(await mails(), []);
});

test('an event that cannot be deleted delays no other, and the failure shows', async () => {
  const { db } = server.app;
  const [stuck, free] = [await createEvent(db, { state: 'finished' }), await createEvent(db, { state: 'finished' })];
  for (const { id } of [stuck, free]) await administrator.run(`mutation { deleteEvent(id: ${id}) { id } }`);
  await sql`create table holding (event_id int references events)`.execute(db);
  await sql`insert into holding values (${stuck.id})`.execute(db);
  await assert.rejects(forgetDeletedEvents(db, later(5)), /holding/);
  const left = await db.selectFrom('events').select('id').where('id', 'in', [stuck.id, free.id]).execute();
  assert.deepEqual(left, [{ id: stuck.id }]);
  assert.ok((await rowsOf(stuck.id))['log_entries']![0] > 0, 'it stays whole');
});

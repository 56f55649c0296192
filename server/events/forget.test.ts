import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { startTestServer, type TestClient, type TestServer } from '../testing/server.ts';
import { forgetDeletedEvents } from './forget.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ DEMO_DATA: '1' });
  administrator = await server.as('administrator', 'crisis_manager');
});
after(() => server.stop());

const tables = ['log_entries', 'cascades', 'reports', 'situation_reports', 'events'];

/** How many rows there are of an event and of the others, by table. */
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

test('a deleted event stays until its retention ends, and then goes with everything that belongs to it', async () => {
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

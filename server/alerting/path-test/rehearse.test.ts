import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connect } from '#server/platform/database/connect.ts';
import { withKeptLog } from '#testing/faults.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { rehearsedAlarm } from './insert-test-alarm.ts';
import { rehearse, startRehearsals } from './rehearse.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  // not rolled back with the launches, in contrast to a table
  for (const name of ['rehearsed', 'last_process', 'process_before'])
    await sql`create sequence ${sql.ref(name)}`.execute(server.app.db);
  await sql`
    create function count_rehearsal() returns trigger language plpgsql set search_path = public as $$ begin
      perform nextval('rehearsed');
      perform setval('process_before', (select last_value from last_process));
      perform setval('last_process', pg_backend_pid());
      return null; end $$`.execute(server.app.db);
  await sql`
    create trigger count_rehearsal after insert on message_recipients for each row
    when (new.message_id = ${sql.lit(rehearsedAlarm)}) execute function count_rehearsal()`.execute(server.app.db);
});
after(() => server.stop());

async function rehearsals(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select case when is_called then last_value else 0 end::int as n from rehearsed`.execute(server.app.db);
  return rows[0]!.n;
}

test('a rehearsal launches an alarm over each connection and leaves nothing behind', async () => {
  const { db } = server.app;
  const rows = async () =>
    (
      await sql`select (select count(*) from events) as events, (select count(*) from people) as people,
      (select count(*) from message_recipients) as recipients, (select count(*) from security_entries) as entries`.execute(
        db,
      )
    ).rows;
  const found = await rows();
  const begun = await rehearsals();
  await rehearse(server.app, 2);
  assert.equal(await rehearsals(), begun + 2);
  const { rows: processes } = await sql<{ last: number; before: number }>`
    select l.last_value::int as last, b.last_value::int as before from last_process l, process_before b`.execute(db);
  assert.notEqual(processes[0]!.last, processes[0]!.before);
  assert.deepEqual(await rows(), found);
});

test('no other work waits for the connection of a rehearsal', async () => {
  const begun = await rehearsals();
  const database = connect(server.app.database.url, undefined, { max: 2 });
  await rehearse({ ...server.app, database }, 2);
  await database.close();
  assert.equal(await rehearsals(), begun);
});

test('two processes do not wait for each other', async () => {
  const { db } = server.app;
  const begun = await rehearsals();
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${rehearsedAlarm})`.execute(tx);
    await rehearse(server.app, 2);
  });
  assert.equal(await rehearsals(), begun);
});

test('rehearsals repeat, survive a failure, and end', async () => {
  const { db } = server.app;
  const begun = await rehearsals();
  await sql`alter table reports rename to reports_away`.execute(db);
  await assert.rejects(rehearse(server.app, 1));
  const { app, lines } = withKeptLog(server.app);
  const loop = startRehearsals(app, 1, { every: [1, 1], afterStart: 1 });
  await until(() => lines().some((line) => line.includes('rehearsal_failed')));
  await sql`alter table reports_away rename to reports`.execute(db);
  await until(async () => (await rehearsals()) > begun + 1);
  await loop.stop();
  const ended = await rehearsals();
  await rehearse(server.app, 1);
  assert.equal(await rehearsals(), ended + 1);
});

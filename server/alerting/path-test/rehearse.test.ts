import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { rehearsedAlarm } from './insert-test-alarm.ts';
import { rehearse, startRehearsals } from './rehearse.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  // not rolled back with the launches, in contrast to a table
  await sql`create sequence rehearsed`.execute(server.app.db);
  await sql`create sequence rehearsed_by_process`.execute(server.app.db);
  await sql`
    create function count_rehearsal() returns trigger language plpgsql set search_path = public as $$ begin
      perform nextval('rehearsed'), setval('rehearsed_by_process', pg_backend_pid());
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

async function process(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select last_value::int as pid from rehearsed_by_process`.execute(
    server.app.db,
  );
  return rows[0]!.pid;
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
  await rehearse(server.app, 1);
  const first = await process();
  await db.connection().execute(() => rehearse(server.app, 2));
  assert.equal(await rehearsals(), begun + 3);
  assert.notEqual(await process(), first, 'other connections are in use');
  assert.deepEqual(await rows(), found);
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
  const loop = startRehearsals(server.app, 1, { every: [1, 1], afterStart: 1 });
  await assert.rejects(rehearse(server.app, 1));
  await sql`alter table reports_away rename to reports`.execute(db);
  await until(async () => (await rehearsals()) > begun + 1);
  await loop.stop();
  const ended = await rehearsals();
  await rehearse(server.app, 1);
  assert.equal(await rehearsals(), ended + 1);
});

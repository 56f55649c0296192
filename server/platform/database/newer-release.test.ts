import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { startWorker } from '#server/program/worker.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

const join = (db: Db, at: string) =>
  sql`insert into nodes (id, roles, started_at) values ('newer', '{worker}', ${sql.raw(at)})`.execute(db);

test('a worker goes on after the migration of a newer release until a newer worker works', async (t) => {
  const server = await startTestServer();
  t.after(() => server.stop());
  const { db } = server.app;
  const statuses = async (messageId: number) =>
    (await db.selectFrom('messageRecipients').select('status').where('messageId', '=', messageId).execute()).map(
      ({ status }) => status,
    );
  const isSent = async (messageId: number) =>
    (await statuses(messageId)).every((status) => status === 'sent' || status === 'delivered');
  const workers = async () =>
    (await sql`select from nodes where 'worker' = any(roles) and id <> 'newer'`.execute(db)).rows;
  await until(async () => (await workers()).length === 1);
  await join(db, "now() - interval '1 hour'"); // of the same release
  await sql`insert into migrations (name, sha256) values ('9999_later.sql', 'x')`.execute(db);
  await publish(db, { system: true }); // it looks at once
  const between = await createRecipients(db, { count: 2, lane: 'alarm' });
  await until(() => isSent(between.messageId));

  await sql`delete from nodes where id = 'newer'`.execute(db);
  await join(db, 'clock_timestamp()'); // its start may still fail
  await publish(db, { system: true });
  const starting = await createRecipients(db, { count: 2, lane: 'alarm' });
  await until(() => isSent(starting.messageId));
  assert.equal((await workers()).length, 1);
  await until(async () => {
    await sql`update nodes set heartbeat_at = clock_timestamp() where id = 'newer'`.execute(db);
    return (await workers()).length === 0;
  });
  const after = await createRecipients(db, { count: 2, lane: 'alarm' });
  await server.app.jobs.enqueue(db, 'purge', {});
  await sleep(2_000); // ten times as long as a worker looks away
  assert.deepEqual(await statuses(after.messageId), ['queued', 'queued']);
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where name = 'purge'`.execute(db);
  assert.deepEqual(rows, [{ state: 'created' }]);
  const answer = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ systemSettings { totalCount } }"}',
  });
  assert.equal(answer.status, 200, 'what is on the screen can still be looked at');
});

test('without a newer worker, it ends some minutes after the migration', async (t) => {
  const server = await startTestServer({ ROLES: 'web' });
  t.after(() => server.stop());
  const { db } = server.app;
  const worker = await startWorker({ ...server.app, roles: ['worker'] }, undefined, {
    ...usualTimes,
    heartbeat: 50,
    release: 50,
    outdated: 100,
  });
  t.after(() => worker.stop());
  const workers = async () => (await sql`select from nodes where 'worker' = any(roles)`.execute(db)).rows.length;
  await until(async () => (await workers()) === 1);
  await sql`insert into migrations (name, sha256) values ('9999_later.sql', 'x')`.execute(db);
  await until(async () => (await workers()) === 0);
});

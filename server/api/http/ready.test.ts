import assert from 'node:assert/strict';
import os from 'node:os';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { Registry } from 'prom-client';
import { createHttp } from '#server/program/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { metric } from '#testing/watching.ts';
import { askReadiness } from './ready.ts';
import { sendingOf } from './sending.ts';

let server: TestServer;
let operator: pg.Client;
before(async () => {
  server = await startTestServer({ ROLES: 'web', DATA_DIR: os.tmpdir() });
  operator = new pg.Client({ connectionString: server.app.config.DATABASE_URL! });
  operator.on('error', () => {});
  await operator.connect();
});
after(async () => {
  await operator.end();
  await server.stop();
});

async function ready(): Promise<[number, string]> {
  const answer = await fetch(`${server.url}/readyz`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
}
/** Settings of a database hold for new connections. */
const anew = () =>
  operator.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
const becomes = (status: string) => until(async () => (await ready())[1] === status);

test('reports a locked table within seconds, and its recovery', async () => {
  assert.deepEqual(await ready(), [200, 'ok']);
  for (const table of ['messages', 'message_recipients', 'nodes']) {
    await operator.query('begin');
    await operator.query(`lock table ${table} in access exclusive mode`);
    await becomes('database');
    assert.equal((await ready())[0], 503, table);
    await operator.query('rollback');
    await becomes('ok');
  }
});

test('reports a disk that is too full for new rows although updates still work', async () => {
  const { database } = operator;
  await operator.query(`alter database ${database} set temp_file_limit = '64kB'`);
  await anew();
  await becomes('disk');
  assert.equal((await ready())[0], 503);
  await operator.query(`alter database ${database} reset temp_file_limit`);
  await anew();
  await becomes('ok');
});

test('reports a database that rejects all writes', async () => {
  // responds like a demoted server
  await operator.query(`
    create function test_demoted() returns trigger language plpgsql as $$ begin
      raise 'cannot execute INSERT in a read-only transaction' using errcode = '25006'; end $$;
    create trigger test_demoted before insert or update on nodes execute function test_demoted()`);
  await becomes('database');
  await operator.query('drop trigger test_demoted on nodes; drop function test_demoted');
  await becomes('ok');
});

test('the figures return the longest wait for a message and the free capacity', async () => {
  assert.equal(await metric(server, 'recipients_oldest_due_seconds'), 0);
  const { messageId } = await createRecipients(server.app.db, { count: 2, lane: 'alarm' });
  await operator.query(`update message_recipients set try_at = now() - interval '90 seconds' where message_id = $1`, [
    messageId,
  ]);
  const seconds = await metric(server, 'recipients_oldest_due_seconds');
  assert.ok(seconds >= 90, `${seconds}`);
  assert.equal(await metric(server, 'recipients_due'), 2);
  assert.ok((await metric(server, 'disk_free_bytes')) > 0);
});

test('reports that no worker sends or that due messages are not claimed', async () => {
  const { db } = server.app;
  const sending = () => sendingOf(server.app, 61);
  await operator.query("update message_recipients set status = 'cancelled'");
  assert.equal(await sending(), 'nobody');
  assert.equal(await sendingOf(server.app, 59), 'ok', 'a worker starts after the pages');
  await operator.query("insert into nodes (id, roles) values ('a worker', '{worker}')");
  assert.equal(await sending(), 'ok');
  const { messageId } = await createRecipients(db, { count: 1 });
  const change = (what: string) =>
    operator.query(`update message_recipients set ${what} where message_id = $1`, [messageId]);
  assert.equal(await sending(), 'ok', 'it is due, but not for a minute');
  await change("try_at = now() - interval '2 minutes'");
  assert.equal(await sending(), 'late');
  await change("status = 'sending', owner = 'a worker'");
  assert.equal(await sending(), 'ok');
});

test('a process started with a worker is not ready while none sends; one without a worker is', async () => {
  await operator.query("delete from nodes where 'worker' = any(roles)");
  const asked = (hasWorker: boolean) => askReadiness(server.app, { hasWorker, uptime: () => 61 })();
  assert.deepEqual(await asked(true), { status: 'sending', sending: 'nobody' });
  assert.deepEqual(await asked(false), { status: 'ok', sending: 'nobody' });
  await operator.query("insert into nodes (id, roles) values ('a worker', '{worker}')");
  assert.deepEqual(await asked(true), { status: 'ok', sending: 'ok' });
});

test('a start is ready only when its own worker can send, regardless of earlier leftovers', async () => {
  const heartbeat = (ago: string) =>
    operator.query(`update nodes set heartbeat_at = clock_timestamp() - $1::interval where id = 'a worker'`, [ago]);
  const asked = (hasWorker: boolean) => askReadiness(server.app, { hasWorker, uptime: () => 5 })();
  await heartbeat('7 seconds');
  assert.deepEqual(await asked(true), { status: 'sending', sending: 'nobody' });
  assert.deepEqual(await asked(false), { status: 'ok', sending: 'ok' });
  await heartbeat('1 second');
  assert.deepEqual(await asked(true), { status: 'ok', sending: 'ok' });
  await operator.query("update installation set held_at = now(), held_why = 'copied'");
  await operator.query("delete from nodes where id = 'a worker'");
  assert.deepEqual(await asked(true), { status: 'ok', sending: 'held' });
  await operator.query('update installation set held_at = null, held_why = null');
});

test('a working process includes the sending state in its answer; missing notifications fail', async () => {
  await becomes('ok');
  await until(async () => {
    await operator.query(`insert into nodes (id, roles) values ('a worker', '{worker}')
      on conflict (id) do update set heartbeat_at = clock_timestamp()`);
    return (await (await fetch(`${server.url}/readyz`)).text()) === '{"status":"ok","sending":"ok"}';
  });
  const deaf = { ...server.app, live: { ...server.app.live, watch: () => () => {} } };
  const ask = askReadiness(deaf, { hasWorker: false, deafAfter: 500 });
  assert.equal((await ask()).status, 'ok', 'it has not had the time to hear');
  await until(async () => (await ask()).status === 'listening');
});

test('reports a release older than the database, but not during a rolling update', async () => {
  const ask = askReadiness(server.app, { hasWorker: false, outdatedAfter: 1_500 });
  await operator.query("insert into migrations (name, sha256) values ('9999_later.sql', 'x')");
  assert.equal((await ask()).status, 'ok', 'it keeps answering until it is replaced');
  await until(async () => (await ask()).status === 'release');
  assert.deepEqual(await ready(), [200, 'ok'], 'ten minutes have not passed');
});

test('a process that is stopping tells proxies to send requests elsewhere, and answers those that still come', async () => {
  const http = await createHttp(server.app, { registry: new Registry(), stopping: AbortSignal.abort() });
  const answer = await http.inject('/readyz');
  assert.deepEqual([answer.statusCode, answer.json()], [503, { status: 'stopping' }]);
  assert.equal((await http.inject('/healthz')).statusCode, 200);
  await http.close();
});

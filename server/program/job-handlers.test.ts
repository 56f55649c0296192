import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from '#server/platform/log.ts';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { handlersOf } from './job-handlers.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

/** Returns the job of every minute, and what it logs. */
function minuteOf(limit?: number) {
  const logged: { event: string; queue: string }[] = [];
  const warn = (entry: { event: string; queue: string }) => void logged.push(entry);
  const log = Object.assign(Object.create(server.app.log), { warn }) as Logger;
  const { minute } = handlersOf({ ...server.app, log }, limit);
  return { logged, minute: () => minute({}, 'none') };
}

test('a part of the work of every minute that fails is reported, and stops no other', async (t) => {
  const { db } = server.app;
  const { logged, minute } = minuteOf();
  await sql`alter table directories rename to directories_of_another_name`.execute(db);
  t.after(() => sql`alter table directories_of_another_name rename to directories`.execute(db));
  const failure = { event: 'job_failed', queue: 'directories_due', name: 'error', code: '42P01', reason: undefined };
  // a busy machine may lack connections for a moment
  await until(async () => {
    logged.length = 0;
    await minute();
    return isDeepStrictEqual(logged, [failure]);
  });
});

test('a part of the work of every minute that hangs is reported, holds up no other, and runs once', async (t) => {
  const { db, config } = server.app;
  const { logged, minute } = minuteOf(300);
  const lateParts = async () => {
    logged.length = 0;
    await minute();
    return logged.filter(({ event }) => event === 'job_late').map(({ queue }) => queue);
  };
  const event = await createEvent(db);
  await sql`insert into tasks (event_id, text, due_at) values (${event.id}, 'Halle lüften', now() - interval '1 hour')`.execute(
    db,
  );
  const operator = new pg.Client({ connectionString: config.DATABASE_URL });
  await operator.connect();
  t.after(() => operator.end());
  await operator.query('begin');
  await operator.query('lock table directories in access exclusive mode');
  // on a busy machine others may take as long
  await until(async () => isDeepStrictEqual(await lateParts(), ['directories_due']));
  const { rows: tasks } =
    await sql`select from tasks where event_id = ${event.id} and owner_told_at is not null`.execute(db);
  assert.equal(tasks.length, 1, 'others did their work');
  const { rows: waiting } = await operator.query(`
    select from pg_locks where database = (select oid from pg_database where datname = current_database())
      and relation = 'directories'::regclass and not granted`);
  assert.equal(waiting.length, 1, 'not started again');
  await operator.query('rollback');
  await until(async () => (await lateParts()).length === 0);
});

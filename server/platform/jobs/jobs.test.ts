import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { until } from '#testing/until.ts';
import { type Handlers, startJobs } from './jobs.ts';
import { queues } from './queues.ts';
import { dueJobs } from './schedule.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

test('jobs of every queue are found without a notification, such as repeated ones', async (t) => {
  const jobs = await startJobs({ ...app, roles: ['worker'] });
  t.after(() => jobs.stop());
  const names = Object.keys(queues);
  const found = new Set<string>();
  const handlers = names.map((name) => [
    name,
    async ({ by }: { by?: string }) => {
      if (by) found.add(`${name} ${by}`);
    },
  ]);
  const { pool } = app.database;
  await pool.query(`insert into pgboss.schedule (name, cron) values ('budget', '* * * * *')`);
  await jobs.work(Object.fromEntries(handlers) as unknown as Handlers);
  const { rows } = await pool.query('select name from pgboss.schedule');
  assert.deepEqual(rows, [], 'an earlier release would add jobs too');
  const insert = `insert into pgboss.job (name, data, start_after)
    select name, json_build_object('by', by), now() + wait::interval
    from unnest($1::text[]) as name, (values ('test', '0'), ('later', '1 hour')) as kind (by, wait)`;
  await pool.query(insert, [names]);
  await until(() => found.size >= names.length);
  assert.deepEqual(found, new Set(names.map((name) => `${name} test`)));
});

test('several workers add each repeated job once', async (t) => {
  const { pool } = app.database;
  await pool.query('delete from pgboss.job');
  const begun = Date.now();
  const some = await Promise.all([1, 2].map(() => startJobs({ ...app, roles: ['worker'] })));
  t.after(() => Promise.all(some.map((jobs) => jobs.stop())));
  let runs = 0;
  const count = async () => void runs++;
  const handlers = Object.fromEntries(
    Object.keys(queues).map((name) => [name, name === 'minute' ? count : async () => {}]),
  );
  for (const jobs of some) await jobs.work(handlers as unknown as Handlers);
  await until(() => runs > 0);
  const { rows } = await pool.query<{ id: string }>("select id from pgboss.job where name = 'minute'");
  const minutes = Array.from({ length: Math.ceil((Date.now() - begun) / 60_000) + 1 }, (_, n) => begun + n * 60_000);
  const expected = minutes.flatMap((now) => dueJobs(now - 60_000, now).filter(({ queue }) => queue === 'minute'));
  const ids = new Set(expected.map(({ id }) => id));
  assert.deepEqual(
    rows.filter(({ id }) => !ids.has(id)),
    [],
    'the same ids in all processes',
  );
});

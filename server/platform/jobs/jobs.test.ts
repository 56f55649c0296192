import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { until } from '#testing/until.ts';
import { type Handlers, startJobs } from './jobs.ts';
import { queues, schedules } from './queues.ts';

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
  const { rows } = await pool.query<{ name: string }>('select name from pgboss.schedule');
  const scheduled = rows.map(({ name }) => name);
  assert.deepEqual(new Set(scheduled), new Set(schedules.map(({ queue }) => queue)), 'none of an earlier release');
  const insert = `insert into pgboss.job (name, data, start_after)
    select name, json_build_object('by', by), now() + wait::interval
    from unnest($1::text[]) as name, (values ('test', '0'), ('later', '1 hour')) as kind (by, wait)`;
  await pool.query(insert, [names]);
  await until(() => found.size >= names.length);
  assert.deepEqual(found, new Set(names.map((name) => `${name} test`)));
});

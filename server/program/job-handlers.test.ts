import test from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Logger } from '#server/platform/log.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { handlersOf } from './job-handlers.ts';

test('a part of the work of every minute that fails is reported, and stops no other', async (t) => {
  const server = await startTestServer({ ROLES: 'web' });
  t.after(() => server.stop());
  const { app } = server;
  const logged: unknown[] = [];
  const log = Object.assign(Object.create(app.log), { warn: (entry: unknown) => void logged.push(entry) }) as Logger;
  const { minute } = handlersOf({ ...app, log });
  await sql`alter table directories rename to directories_of_another_name`.execute(app.db);
  const failure = { event: 'job_failed', queue: 'directories_due', name: 'error', code: '42P01', reason: undefined };
  // a busy machine may lack connections for a moment
  await until(async () => {
    logged.length = 0;
    await minute({}, 'none');
    return isDeepStrictEqual(logged, [failure]);
  });
});

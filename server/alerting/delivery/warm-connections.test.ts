import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connect } from '#server/platform/database/connect.ts';
import { startTestApp } from '#testing/app.ts';
import { warmConnections } from './warm-connections.ts';

test('plans the statements of an alarm on each warm connection, and changes nothing', async () => {
  const app = await startTestApp();
  const database = connect(app.database.url, undefined, { max: 8, warm: 3, kept: 'plans' });
  const { db, pool, close } = database;
  try {
    await warmConnections(database, { id: 'the process of the test' }, 3);
    assert.equal(pool.totalCount, 3);
    const planned = () => sql<{ pid: number; n: number }>`
      select pg_backend_pid() as pid, (select sum(generic_plans)::int from pg_prepared_statements
        where statement like '%due_of_message%' or statement like '%target_address%' or statement like '%system_settings%') as n`;
    const found = (await Promise.all([1, 2, 3].map(() => planned().execute(db)))).map(({ rows }) => rows[0]!);
    assert.equal(new Set(found.map(({ pid }) => pid)).size, 3, 'three connections are open');
    for (const { n } of found) assert.ok(n >= 2, `${n} plans`);
  } finally {
    await close();
    await app.stop();
  }
});

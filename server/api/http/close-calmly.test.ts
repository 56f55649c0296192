import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

test('a stopping server answers earlier requests, ends streams and drops idle connections', async (t) => {
  const server = await startTestServer({ ROLES: 'web' });
  let stopped: Promise<void> | undefined;
  t.after(() => (stopped ??= server.stop()));
  const manager = await server.as('crisis_manager');
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
  idle.on('error', () => {});
  const stream = await fetch(`${server.url}/api/graphql/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${manager.token}`,
    },
    body: JSON.stringify({ query: 'subscription { runningEventsChanged }' }),
  });
  const events = stream.text();
  const { app } = server;
  let asked: ReturnType<typeof manager.run> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await sql`lock table events in access exclusive mode`.execute(tx);
    asked = manager.run('mutation { createEvent(input: { name: "Bis zuletzt", mode: LIVE }) { name } }');
    await until(async () => {
      // outside of the transaction, which would never see later connections
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
      return rows.length > 0;
    });
    stopped = server.stop();
  });
  assert.equal((await asked!).createEvent.name, 'Bis zuletzt');
  assert.match(await events, /event: complete/);
  await stopped;
  idle.destroy();
});

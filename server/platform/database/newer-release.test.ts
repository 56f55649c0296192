import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createRecipients } from '#testing/deliveries.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

test('a worker that sees the migration of a newer release claims nothing more', async (t) => {
  const server = await startTestServer();
  t.after(() => server.stop());
  const { db } = server.app;
  const statuses = async (messageId: number) =>
    (await db.selectFrom('messageRecipients').select('status').where('messageId', '=', messageId).execute()).map(
      ({ status }) => status,
    );
  const before = await createRecipients(db, { count: 2, lane: 'alarm' });
  await until(async () =>
    (await statuses(before.messageId)).every((status) => status === 'sent' || status === 'delivered'),
  );
  await sql`insert into migrations (name, sha256) values ('9999_later.sql', 'x')`.execute(db);
  const workers = sql`select from nodes where 'worker' = any(roles)`;
  await until(async () => (await workers.execute(db)).rows.length === 0);
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

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { connect } from '#server/platform/database/connect.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { uploadCsv } from '#testing/uploads.ts';
import { startWorkerProcess } from '../../../faults/process.ts';

const ends: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of ends) await end();
});

const patiently: typeof until = (look) => until(look, 120_000);

test('stopping does not wait for a long upload; the next process completes it', async () => {
  const server = await startTestServer({ ROLES: 'web' });
  ends.push(server.stop);
  const { db } = server.app;
  const administrator = await server.as('administrator');
  const file = 'Vorname;Nachname;E-Mail\nAnna;Adler;anna.adler@example.org\n';
  const { id } = (await uploadCsv(server, administrator, file, { dryRun: true })).data!.uploadPeople;
  const status = async () =>
    (await sql<{ status: string }>`select status from uploads order by id desc limit 1`.execute(db)).rows[0]!.status;
  const other = connect(server.app.database.url, () => undefined, { max: 1 });
  ends.unshift(other.close);
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = other.db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`lock table people in share mode`.execute(tx); // all users may read
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const first = await startWorkerProcess(db, server.app.database.url);
  await administrator.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id });
  await patiently(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
  assert.equal(await first.end('SIGTERM'), 0, first.log());
  assert.match(first.log(), /jobs_unfinished/);
  assert.equal(await status(), 'running');
  release.resolve();
  await holding;
  const second = await startWorkerProcess(db, server.app.database.url);
  ends.unshift(() => second.end('SIGTERM'));
  await patiently(async () => (await status()) === 'applied');
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from people where last_name = 'Adler' and first_name = 'Anna'`.execute(db);
  assert.equal(rows[0]!.n, 1);
});

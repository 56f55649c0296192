import assert from 'node:assert/strict';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { openGuard } from './guard.ts';
import { findHold } from './held.ts';

let server: TestServer;
let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-guard-'));
  server = await startTestServer({ ROLES: 'web', DATA_DIR: path.join(dir, 'data') });
});
after(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

/** A process that starts with this folder. */
const started = (folder = 'data', patience = 600) => {
  const { app } = server;
  return openGuard({ ...app, config: { ...app.config, DATA_DIR: path.join(dir, folder) } }, patience);
};
const held = async () => (await findHold(server.app.db))?.why ?? null;
const lift = () =>
  sql`update installation set held_at = null, held_why = null, lived_at = clock_timestamp()`.execute(server.app.db);
const age = (span: string) =>
  sql`update installation set lived_at = clock_timestamp() - ${span}::interval`.execute(server.app.db);

test('continues after a restart, as a new container and from a moved folder', async () => {
  assert.equal(await started().mayLive(), true);
  assert.equal(await started('empty').mayLive(), true);
  await rename(path.join(dir, 'empty'), path.join(dir, 'moved'));
  assert.equal(await started('moved').mayLive(), true);
  assert.equal(await held(), null);
});

test('blocks a copied folder unless another process proves that it uses this database', async () => {
  await cp(path.join(dir, 'data'), path.join(dir, 'copy'), { recursive: true, preserveTimestamps: true });
  assert.equal(await started('copy').mayLive(), false);
  assert.equal(await held(), 'copied');
  assert.equal(await started().mayLive(), false, 'it holds for all who work on it');
  await lift();
  const beat = sql`insert into nodes (id, roles) values ('other', '{worker}') on conflict (id)
    do update set heartbeat_at = clock_timestamp()`;
  const beating = setInterval(() => void beat.execute(server.app.db), 50);
  try {
    assert.equal(await started('copy', 60_000).mayLive(), true);
  } finally {
    clearInterval(beating);
  }
  await sql`delete from nodes where id = 'other'`.execute(server.app.db);
  assert.equal(await started('copy').mayLive(), true, 'from then on it is known where it stands');
});

test('blocks a database that was set back, in running processes and at the next start', async () => {
  const running = started();
  assert.equal(await running.mayLive(), true);
  await age('1 minute');
  assert.equal(await running.mayLive(), true, 'a standby may lack so much');
  await age('10 minutes');
  assert.equal(await started().mayLive(), false);
  assert.equal(await held(), 'set_back');
  await lift();
  assert.equal(await running.mayLive(), true);
  await age('10 minutes');
  assert.equal(await running.mayLive(), false);
  assert.equal(await held(), 'set_back');
  await lift();
});

test('continues on another timeline for a known database and blocks it for an unknown one', async () => {
  const running = started();
  const branch = () => sql`update installation set timeline = 'FFFFFFFF'`.execute(server.app.db);
  assert.equal(await running.mayLive(), true);
  await branch();
  assert.equal(await running.mayLive(), true);
  await branch();
  assert.equal(await started().mayLive(), true, 'the folder saw it');
  await branch();
  assert.equal(await started('new').mayLive(), false);
  assert.equal(await held(), 'branched');
  await lift();
});

test('blocks a database by what a heartbeat has read, and looks for itself without one', async () => {
  const running = started();
  const { db } = server.app;
  const beat = () => running.beat(db, 'the heartbeat of a test', ['worker']);
  assert.equal(await running.mayLive(), true);
  const { at } = await beat();
  const { rows } = await sql<{ at: Date }>`
    select heartbeat_at as at from nodes where id = 'the heartbeat of a test'`.execute(db);
  assert.deepEqual(rows, [{ at }]);
  // a busy machine may take longer than the read counts
  await until(async () => {
    await age('10 minutes');
    await beat();
    await sql`update installation set lived_at = clock_timestamp()`.execute(db); // later than what it has read
    return !(await running.mayLive());
  });
  assert.equal(await held(), 'set_back');
  await lift();
  assert.equal(await running.mayLive(), true);
});

test('a heartbeat that answers late does not lift a hold that came meanwhile', async () => {
  const running = started();
  const { db } = server.app;
  const beat = () => running.beat(db, 'a late heartbeat', ['worker']);
  assert.equal(await running.mayLive(), true);
  await beat();
  let late: Promise<unknown> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from nodes where id = 'a late heartbeat' for update`.execute(tx);
    late = beat();
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%insert into nodes%'`.execute(db); // a transaction would see the same state all the time
      return rows.length > 0;
    });
    await sql`update installation set held_at = clock_timestamp(), held_why = 'newer_life'`.execute(db);
    await until(async () => !(await running.mayLive())); // may use the first heartbeat
  });
  await late;
  assert.equal(await running.mayLive(), false);
  await lift();
  assert.equal(await running.mayLive(), true);
});

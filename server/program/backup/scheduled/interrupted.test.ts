import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createUser } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { KnownFault } from '../known-fault.ts';
import { removeRemains, tidyFolder } from './files.ts';
import { failInterrupted, findInterrupted, type Job, recordCreated, recordFailure, TakenOver } from './queue.ts';
import { guardSpace, refuseWithoutSpace } from './space.ts';

let dir: string;
let folder: string;
let server: TestServer;
let worker: TestServer;
let owner: TestClient;
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-interrupted-'));
  server = await startTestServer({ ROLES: 'web' });
  worker = await startTestServer();
  owner = await worker.client((await createUser(worker.app.db, { roles: ['system_owner', 'administrator'] })).id);
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(dir, 'folder-'));
  await sql`delete from backups`.execute(server.app.db);
});
after(async () => {
  await server.stop();
  await worker.stop();
  await rm(dir, { recursive: true, force: true });
});

const name = 'meldekette-x.backup';
const file = () => path.join(folder, name);
const oneDay = { keepDaily: 1, keepWeekly: 0, keepMonthly: 0 };

/** Adds a backup whose process gives no sign of life. */
async function addInterrupted(kind: 'scheduled' | 'manual', encryption = 'passphrase'): Promise<Job> {
  await sql`
    insert into backups (kind, status, folder, file, encryption, node, attempts, alive_at, started_at)
    values (${kind}, 'running', ${folder}, ${name}, ${encryption}, 'gone', 1, now() - interval '2 minutes', now())`.execute(
    server.app.db,
  );
  const [job] = await findInterrupted(server.app);
  return job!;
}

const stateOf = async (id: number) => {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', status, error, proof, proof_error) as state from backups where id = ${id}`.execute(
    server.app.db,
  );
  return rows[0]!.state;
};

test('an interrupted backup with a complete file is done, any other is made again if it was scheduled', async () => {
  const cases: [Parameters<typeof addInterrupted>, boolean, string][] = [
    [['scheduled'], false, 'waiting interrupted'],
    [['manual'], false, 'failed interrupted'],
    [['scheduled'], true, 'done waiting'],
    [['manual', 'recipient'], true, 'done failed interrupted'],
  ];
  for (const [given, isComplete, expected] of cases) {
    const job = await addInterrupted(...given);
    await writeFile(`${file()}.part`, 'half');
    if (isComplete) await writeFile(file(), 'whole');
    const size = await removeRemains(job);
    assert.equal(size, isComplete ? 5 : null);
    await failInterrupted(server.app, job, size);
    assert.equal(await stateOf(job.id), expected);
    assert.deepEqual(await readdir(folder), isComplete ? [name] : []);
    await sql`delete from backups`.execute(server.app.db);
  }
});

test('an interrupted backup does not block one that became due since', async () => {
  const job = await addInterrupted('scheduled');
  await sql`insert into backups (kind, due_at) values ('scheduled', now())`.execute(server.app.db);
  await failInterrupted(server.app, job, null);
  assert.equal(await stateOf(job.id), 'failed interrupted');
});

test('a process that was taken for dead records nothing', async () => {
  const job = await addInterrupted('scheduled');
  const late = { ...job, node: 'another' };
  const created = { size: 1, tables: 1, rows: 1, createdAt: new Date().toISOString() };
  await assert.rejects(recordCreated(server.app, late, created), TakenOver);
  await assert.rejects(recordFailure(server.app, late, { error: 'failed', detail: '' }), TakenOver);
  assert.equal(await stateOf(job.id), 'running');
});

test('files of a folder that was not mounted are found again and deleted by the rules', async () => {
  for (const days of [0, 1]) {
    await writeFile(path.join(folder, `${days}.backup`), 'x');
    await sql`
      insert into backups (kind, status, folder, file, started_at)
      values ('manual', 'done', ${folder}, ${`${days}.backup`}, now() - make_interval(days => ${days}))`.execute(
      server.app.db,
    );
  }
  const known = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from backups where deleted_at is null`.execute(server.app.db);
    return rows[0]!.n;
  };
  await rename(folder, `${folder}-away`);
  await mkdir(folder);
  await tidyFolder(server.app, folder, oneDay);
  assert.equal(await known(), 0);
  await rm(folder, { recursive: true });
  await rename(`${folder}-away`, folder);
  await tidyFolder(server.app, folder, oneDay);
  assert.deepEqual([await known(), await readdir(folder)], [1, ['0.backup']]);
});

test('one old file of twenty that can’t be deleted keeps no other one', async () => {
  for (let days = 0; days < 20; days++) {
    const one = path.join(folder, `${days}.backup`);
    // a folder in the place of a file
    await (days === 7 ? mkdir(one) : writeFile(one, 'x'));
    await sql`
      insert into backups (kind, status, folder, file, started_at)
      values ('scheduled', 'done', ${folder}, ${`${days}.backup`}, now() - make_interval(days => ${days}))`.execute(
      server.app.db,
    );
  }
  await tidyFolder(server.app, folder, oneDay);
  assert.deepEqual((await readdir(folder)).sort(), ['0.backup', '7.backup']);
});

test('a disk that the database needs is not filled', async () => {
  await refuseWithoutSpace(dir, 'no_space', 0, 1);
  await guardSpace(dir, 'no_space', 1)();
  const isFull = (error: unknown) => error instanceof KnownFault && error.key === 'no_database_space';
  await assert.rejects(refuseWithoutSpace(dir, 'no_database_space', Number.MAX_SAFE_INTEGER), isFull);
  await assert.rejects(guardSpace(dir, 'no_database_space', Number.MAX_SAFE_INTEGER)(), isFull);
});

test('a restored copy keeps the backup that it comes from, and makes none while it is held back', async () => {
  const { db } = worker.app;
  const save = 'mutation ($i: BackupSettingsInput!) { updateBackupSettings(input: $i) { version } }';
  await owner.run(save, { i: { folder, passphrase: 'vier Zebras grasen im Nebel' } });
  type Listed = {
    _id: number;
    kind: string;
    status: string;
    proof: string | null;
    proofError: string | null;
    file: string;
  };
  const proved = () =>
    until(async () => {
      const { backups } = await owner.run('{ backups { _id kind status proof proofError file } }');
      const [found] = backups as Listed[];
      assert.ok(found && found.status !== 'failed' && found.proof !== 'failed', JSON.stringify(found));
      return found.proof === 'proved' && found;
    }, 300_000);
  const start = 'mutation { startBackup { _id } }';
  await owner.run(start);
  const { file: name } = await proved();
  // the backup contains its own row
  await sql`
    update backups set status = 'running', proof = null, proved_at = null, node = 'gone',
      alive_at = now() - interval '1 hour'`.execute(db);
  const made = await proved();
  assert.deepEqual([made.kind, made.file, await readdir(folder)], ['manual', name, [name]]);

  await sql`update installation set held_at = now(), held_why = 'set_back'`.execute(db);
  assert.equal((await owner.send(start)).errors?.[0]?.message, 'error_installation_held');
  const get = () =>
    fetch(`${worker.url}/api/v2/backups/${made._id}/file`, { headers: { authorization: `Bearer ${owner.token}` } });
  assert.equal((await get()).status, 200);
  await writeFile(path.join(dir, 'secret'), 'of the server');
  await rm(path.join(folder, made.file));
  await symlink(path.join(dir, 'secret'), path.join(folder, made.file));
  assert.equal((await get()).status, 404);
});

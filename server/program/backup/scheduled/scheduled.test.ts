import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { withClient } from '#server/platform/connection/client.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { openBackup } from '../open-backup.ts';
import type { BackupReport } from './backup-process.ts';
import { proofPrefix, proveBackup } from './prove-backup.ts';

const passphrase = 'vier Zebras grasen im Nebel';

let dir: string;
let server: TestServer;
let owner: TestClient;
let url: string;
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-backups-'));
  server = await startTestServer();
  url = server.app.config.DATABASE_URL!;
  owner = await server.client((await createUser(server.app.db, { roles: ['system_owner', 'administrator'] })).id);
});
after(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const fields =
  '_id kind status file folder size rows encryption error proof provedAt proofError proofDetail errorDetail';
const save = 'mutation ($i: BackupSettingsInput!) { updateBackupSettings(input: $i) { hasPassphrase folder version } }';

interface Listed {
  _id: number;
  kind: string;
  status: string;
  file: string;
  size: number;
  rows: number;
  error: string | null;
  proof: string | null;
  provedAt: string | null;
  proofError: string | null;
}

const list = async (): Promise<Listed[]> => (await owner.run(`{ backups { ${fields} } }`)).backups;
const find = async (id: number) => (await list()).find(({ _id }) => _id === id)!;
const isOver = ({ status, proof }: Listed) => status === 'failed' || proof === 'proved' || proof === 'failed';
const over = (id: number) =>
  until(async () => {
    const found = await find(id);
    return isOver(found) && found;
  }, 300_000);
const back = async (): Promise<number> => (await owner.run('mutation { startBackup { _id } }')).startBackup._id;
const newFolder = (name: string) => mkdir(path.join(dir, name)).then(() => path.join(dir, name));
const throwAway = () =>
  withClient(url, async (client) => {
    // other tests prove on the same server
    const query = `select from pg_database d join pg_database own on own.datname = current_database()
      where starts_with(d.datname, $1::text || own.oid || '_')`;
    return (await client.query(query, [proofPrefix])).rows.length;
  });

test('backs up on request, proves it, and gives the file to owners only', async () => {
  const administrator = await server.as('administrator');
  const refused = async (client: TestClient, document: string, variables = {}) =>
    (await client.send(document, variables)).errors?.[0]?.message;
  const start = 'mutation { startBackup { _id } }';
  assert.equal(await refused(owner, start), 'error_backup_settings');
  assert.equal(await refused(administrator, start), 'error_forbidden');
  assert.equal(await refused(owner, save, { i: { folder: 'relative' } }), 'error_backup_folder');
  assert.equal(await refused(owner, save, { i: { passphrase: 'short' } }), 'error_backup_passphrase');
  assert.equal(await refused(owner, save, { i: { recipient: 'age1abc' } }), 'error_backup_recipient');
  assert.equal(await refused(owner, save, { i: { isActive: true } }), 'error_required');

  const folder = await newFolder('manual');
  const saved = await owner.run(save, { i: { folder, passphrase } });
  assert.deepEqual(saved.updateBackupSettings, { hasPassphrase: true, folder, version: 2 });
  const { rows: kept } = await sql<{ audit: string; row: string }>`
    select (select string_agg(e::text, '') from audit_entries e) as audit, s::text as row from backup_settings s`.execute(
    server.app.db,
  );
  assert.ok(!kept[0]!.audit.includes(passphrase) && !kept[0]!.row.includes(passphrase));

  const id = await back();
  assert.equal(await refused(owner, start), 'error_backup_running');
  const made = await over(id);
  assert.deepEqual([made.status, made.proof, made.error, made.proofError], ['done', 'proved', null, null]);
  assert.deepEqual(await readdir(folder), [made.file]);
  assert.equal(await throwAway(), 0);
  const bytes = await readFile(path.join(folder, made.file));
  assert.equal(made.size, bytes.length);
  const backup = await openBackup(path.join(folder, made.file), async () => ({ passphrase }));
  assert.equal(
    backup.manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    made.rows,
  );
  await backup.close();

  const get = (token: string | null) =>
    fetch(`${server.url}/api/v2/backups/${id}/file`, { headers: { authorization: `Bearer ${token}` } });
  const file = await get(owner.token);
  assert.equal(file.status, 200);
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes));
  assert.equal((await get(administrator.token)).status, 403);
  assert.equal((await get('nobody')).status, 401);
  const { rows: entries } = await sql`
    select from security_entries where kind = 'contacts_exported' and what = ${`/api/v2/backups/${id}/file`}`.execute(
    server.app.db,
  );
  assert.equal(entries.length, 1);
});

test('finds a changed and a missing file when asked to prove again', async () => {
  const folder = path.join(dir, 'manual');
  const [made] = await list();
  const name = path.join(folder, made!.file);
  const bytes = await readFile(name);
  const prove = async () => {
    await owner.run('mutation ($id: ID!) { proveBackup(id: $id) { _id } }', { id: `${made!._id}` });
    return over(made!._id);
  };
  const changed = Buffer.from(bytes);
  changed[changed.length - 3000]! ^= 1;
  await writeFile(name, changed);
  assert.deepEqual([(await prove()).proof, (await find(made!._id)).proofError], ['failed', 'modified']);
  await rm(name);
  assert.equal((await prove()).proofError, 'missing');
  await writeFile(name, bytes);
  assert.equal((await prove()).proof, 'proved');
});

test('proves a backup for a public key right after making it, and not later', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  await owner.run(save, { i: { recipient } });
  const id = await back();
  const made = await over(id);
  assert.deepEqual([made.status, made.proof], ['done', 'proved']);
  const again = await owner.send('mutation ($id: ID!) { proveBackup(id: $id) { _id } }', { id: `${id}` });
  assert.equal(again.errors?.[0]?.message, 'error_backup_unreadable');
  await owner.run(save, { i: { recipient: '' } });
});

test('one of two workers makes the scheduled backup, and old files are deleted by the rules', async () => {
  const folder = await newFolder('scheduled');
  const second = await startTestServer({ DATABASE_URL: url });
  try {
    await owner.run(save, { i: { folder, keepDaily: 2, keepWeekly: 0, keepMonthly: 0 } });
    for (const days of [1, 2, 3]) {
      const file = `meldekette-old-${days}.backup`;
      await writeFile(path.join(folder, file), 'old');
      await sql`
        insert into backups (kind, status, folder, file, started_at) values ('manual', 'done', ${folder}, ${file},
          now() - make_interval(days => ${days}))`.execute(server.app.db);
    }
    await writeFile(path.join(folder, 'foreign.txt'), 'not ours');
    await owner.run(save, { i: { isActive: true, startAt: '00:00' } });
    await sql`update backup_settings set active_since = now() - interval '2 days'`.execute(server.app.db);
    const made = await until(
      async () => (await list()).find((one) => one.kind === 'scheduled' && isOver(one)),
      300_000,
    );
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from backups where kind = 'scheduled'`.execute(server.app.db);
    assert.equal(rows[0]!.n, 1);
    const scheduled = (await readdir(folder)).filter((name) => !name.startsWith('meldekette-2'));
    assert.deepEqual(scheduled.toSorted(), ['foreign.txt', 'meldekette-old-1.backup']);
    assert.ok(made.provedAt);
  } finally {
    await owner.run(save, { i: { isActive: false } });
    await second.stop();
  }
});

test('a killed process leaves no file, and a worker takes over a killed one', async () => {
  const folder = await newFolder('killed');
  await owner.run(save, { i: { folder } });
  await withClient(url, async (client) => {
    await client.query('begin');
    await client.query('lock table people in access exclusive mode');
    const id = await back();
    const part = await until(async () => (await readdir(folder)).find((name) => name.endsWith('.part')));
    assert.match(part, /^meldekette-.*\.backup\.part$/);
    process.kill(await backupProcess(), 'SIGKILL');
    const killed = await over(id);
    assert.deepEqual([killed.status, killed.error], ['failed', 'interrupted']);
    assert.deepEqual(await readdir(folder), []);
    await client.query('rollback');
  });

  await writeFile(path.join(folder, 'meldekette-x.backup.part'), 'half');
  const { rows } = await sql<{ id: number }>`
    insert into backups (kind, status, folder, file, node, attempts, alive_at, started_at)
    values ('scheduled', 'running', ${folder}, 'meldekette-x.backup', 'gone', 1, now() - interval '2 minutes', now())
    returning id`.execute(server.app.db);
  const made = await over(rows[0]!.id);
  assert.deepEqual([made.status, made.proof], ['done', 'proved']);
  assert.deepEqual(await readdir(folder), [made.file]);
});

async function backupProcess(): Promise<number> {
  return until(async () => {
    for (const task of await readdir('/proc/self/task'))
      for (const pid of (await readFile(`/proc/self/task/${task}/children`, 'utf8')).split(' ').filter(Boolean))
        if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('backup-process'))
          return Number(pid);
    return null;
  });
}

test('a folder that does not exist is a clear failure in list, metrics and log', async () => {
  await owner.run(save, { i: { folder: path.join(dir, 'no such folder') } });
  const failed = await over(await back());
  assert.deepEqual([failed.status, failed.error], ['failed', 'no_folder']);
  await newFolder('no such folder');
  assert.equal((await over(await back())).status, 'done');
});

test('a full disk is reported as such and leaves no file', async () => {
  const folder = await newFolder('full');
  const program = fileURLToPath(new URL('./backup-process.ts', import.meta.url));
  const script = 'mount -t tmpfs -o size=64k none "$2" && { "$0" "$1"; echo "left: $(ls -A "$2")"; }';
  const child = spawn(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', script, process.execPath, program, folder],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const reports: BackupReport[] = [];
  child.on('message', (report: BackupReport) => void (report.is !== 'progress' && reports.push(report)));
  let output = '';
  child.stdout!.on('data', (text) => {
    output += text;
  });
  child.send({ protection: { passphrase }, file: path.join(folder, 'x.backup'), url, embedded: null, expectedRows: 0 });
  await once(child, 'close');
  const [report] = reports;
  assert.ok(report?.is === 'failed' && report.step === 'backup', JSON.stringify(reports));
  assert.equal(report.fault.error, 'no_space');
  assert.match(report.fault.detail, /There is no space for .*\(ENOSPC\)/);
  assert.equal(output, 'left: \n');
});

test('says what is missing if the role may not create databases', async () => {
  const role = `test_plain_${process.pid}`;
  const folder = path.join(dir, 'manual');
  const [file] = (await readdir(folder)).toSorted(); // the first one has the passphrase
  await withClient(url, async (client) => {
    await client.query(`create role ${role} login password 'plain' nosuperuser nocreatedb nocreaterole`);
    try {
      const own = Object.assign(new URL(url), { username: role, password: 'plain' }).href;
      const proof = proveBackup(
        { url: own, setupUrl: null },
        { file: path.join(folder, file!), unlocking: { passphrase } },
      );
      await assert.rejects(proof, (error: Error & { key?: string }) => {
        assert.equal(error.key, 'no_createdb');
        assert.match(error.message, new RegExp(`alter role ${role} createdb`));
        return true;
      });
    } finally {
      await client.query(`drop role ${role}`);
    }
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { withClient } from '#server/platform/connection/client.ts';
import { createPerson, createUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { createBackup } from '../backup/create-backup.ts';

const passphrase = 'vier Zebras grasen im Nebel';
const password = 'owner password of the tests';
const email = 'admin@example.org';

let dir: string;
let backup: Buffer;
let ofOtherKey: Buffer;
let target: TestServer;
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-first-'));
  const original = await startTestServer({ ROLES: 'web' });
  const { db, config } = original.app;
  await createUser(db, { roles: ['system_owner'] });
  for (let n = 0; n < 5; n++) await createPerson(db);
  await sql`update users set password_hash = null where email = ${email}`.execute(db);
  const save = async (name: string) => {
    const file = path.join(dir, name);
    await withClient(config.DATABASE_URL!, (client) =>
      createBackup(client, { file, protection: { passphrase }, key: null }),
    );
    return readFile(file);
  };
  await sql`update restore_marks set id = gen_random_uuid()`.execute(db); // the databases of tests share a template
  backup = await save('backup');
  await sql`update installation set key_fingerprint = '\\x00'`.execute(db);
  ofOtherKey = await save('of another key');
  await original.stop();
});
beforeEach(async () => {
  await target?.stop();
  target = await startTestServer({ ROLES: 'web' });
});
after(async () => {
  await target.stop();
  await rm(dir, { recursive: true, force: true });
});

const call = (method: string, where: string, body?: object | Buffer) =>
  fetch(`${target.url}${where}`, {
    method,
    headers: { 'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json' },
    ...(body ? { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  });
const begin = async (): Promise<string> => {
  const response = await call('POST', '/api/restore', { password });
  assert.equal(response.status, 201);
  return ((await response.json()) as { upload: string }).upload;
};
const upload = async (content: Buffer): Promise<string> => {
  const name = await begin();
  const half = Math.ceil(content.length / 2);
  for (const at of [0, half]) {
    const response = await call('PUT', `/api/restore/${name}?at=${at}`, content.subarray(at, at + half));
    assert.equal(response.status, 200);
  }
  return name;
};
type Report = { percent?: number; done?: true; fault?: string };
const reportsOf = async (response: Response) =>
  (await response.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Report);
const finish = async (name: string, given: object = { passphrase }) =>
  (await reportsOf(await call('POST', `/api/restore/${name}`, given))).at(-1)!;
const restored = async () => {
  const { rows } = await target.app.database.pool.query(
    'select (select count(*)::int from people) as people, (select held_why from installation) as held',
  );
  return rows[0] as { people: number; held: string | null };
};
const refused = async (expected = 404) => {
  assert.equal((await call('GET', '/api/restore')).status, expected);
  for (const [method, where] of [
    ['POST', '/api/restore'],
    ['PUT', '/api/restore/x?at=0'],
    ['POST', '/api/restore/x'],
  ] as const)
    assert.equal((await call(method, where, {})).status, 404);
};

test('restores over an installation that nobody uses, which then sends nothing and offers no restore', async () => {
  assert.equal((await call('GET', '/api/restore')).status, 200);
  assert.equal(((await (await call('GET', '/api/status')).json()) as { restorable: boolean }).restorable, true);
  const reports = await reportsOf(await call('POST', `/api/restore/${await upload(backup)}`, { passphrase }));
  assert.deepEqual(reports.at(-1), { done: true });
  assert.ok(reports.some(({ percent }) => percent));
  assert.deepEqual(await restored(), { people: 5, held: 'set_back' });
  assert.deepEqual(await readdir(path.join(target.app.config.DATA_DIR, 'restore')), []);
  await refused(503); // until this process starts again
  const again = await startTestServer({ DATABASE_URL: target.app.config.DATABASE_URL! });
  try {
    assert.equal((await fetch(`${again.url}/api/restore`)).status, 404);
    const owner = await again.as('system_owner');
    const { installationHold } = await owner.run('{ installationHold { why asOf } }');
    assert.equal(installationHold.why, 'set_back');
    assert.equal(((await (await fetch(`${again.url}/readyz`)).json()) as { sending: string }).sending, 'held');
  } finally {
    await again.stop();
  }
});

test('refuses other passwords, portions out of order and unknown uploads', async () => {
  assert.equal((await call('POST', '/api/restore', { password: 'guessed' })).status, 401);
  const name = await begin();
  assert.equal((await call('PUT', `/api/restore/${name}?at=5`, Buffer.from('x'))).status, 409);
  assert.equal((await call('PUT', `/api/restore/${name}x?at=0`, Buffer.from('x'))).status, 404);
  assert.equal((await call('POST', '/api/restore/..%2f..%2fetc', {})).status, 404);
  for (let n = 0; n < 40; n++) await call('POST', '/api/restore', { password: 'guessed' });
  assert.equal((await call('POST', '/api/restore', { password: 'guessed' })).status, 429);
});

test('refuses truncated, changed and foreign files, another passphrase and another key, and changes nothing', async () => {
  const changed = Buffer.from(backup);
  changed[changed.length - 3000]! ^= 1;
  const cases: [Buffer, object, string][] = [
    [backup.subarray(0, backup.length - 700), { passphrase }, 'truncated'],
    [changed, { passphrase }, 'modified'],
    [Buffer.from('Vorname;Nachname\n'.repeat(100)), { passphrase }, 'foreign'],
    [backup, { passphrase: 'another passphrase' }, 'wrong_passphrase'],
    [ofOtherKey, { passphrase }, 'other_key'],
  ];
  for (const [content, given, expected] of cases) {
    assert.equal((await finish(await upload(content), given)).fault, expected);
    assert.deepEqual(await restored(), { people: 0, held: null });
  }
  assert.equal((await call('GET', '/api/restore')).status, 200);
});

test('killed in the middle, the installation is as unused as before and can be restored again', async () => {
  const name = await upload(backup);
  const response = await call('POST', `/api/restore/${name}`, { passphrase });
  const reader = response.body!.getReader();
  await reader.read(); // the first tables are loaded
  process.kill(await restoreProcess(), 'SIGKILL');
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += Buffer.from(part.value).toString();
  assert.match(text, /"fault":"interrupted"/);
  assert.deepEqual(await restored(), { people: 0, held: null });
  assert.equal((await call('GET', '/api/restore')).status, 200);
  assert.deepEqual(await finish(name), { done: true });
  assert.equal((await restored()).people, 5);
});

async function restoreProcess(): Promise<number> {
  return until(async () => {
    for (const task of await readdir('/proc/self/task'))
      for (const pid of (await readFile(`/proc/self/task/${task}/children`, 'utf8')).split(' ').filter(Boolean))
        if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('restore-process'))
          return Number(pid);
    return null;
  });
}

test('of many restores at once, one succeeds', async () => {
  const name = await upload(backup);
  const results = await Promise.all(Array.from({ length: 4 }, () => finish(name).catch(() => ({ fault: 'refused' }))));
  assert.equal(results.filter((result) => 'done' in result).length, 1, JSON.stringify(results));
  assert.deepEqual(await restored(), { people: 5, held: 'set_back' });
});

test('of a first sign-in and a restore, one succeeds', async () => {
  const name = await upload(backup);
  const restoring = finish(name);
  const signingIn = call('POST', '/api/auth', { email, password });
  const [result, signedIn] = await Promise.all([restoring, signingIn]);
  const isRestored = 'done' in result;
  assert.notEqual(isRestored, signedIn.status === 200, `${JSON.stringify(result)} ${signedIn.status}`);
  if (!isRestored) assert.equal(result.fault, 'claimed');
  assert.equal((await restored()).people, isRestored ? 5 : 0);
  await refused(isRestored ? 503 : 404);
});

test('after the first sign-in there is no restore', async () => {
  const name = await upload(backup);
  assert.equal((await call('POST', '/api/auth', { email, password })).status, 200);
  await refused();
  assert.equal((await call('PUT', `/api/restore/${name}?at=0`, Buffer.from('x'))).status, 404);
  assert.equal((await call('POST', `/api/restore/${name}`, { passphrase })).status, 404);
});

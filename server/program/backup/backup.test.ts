import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { storeFile } from '#server/api/files/store.ts';
import { type Client, withClient } from '#server/platform/connection/client.ts';
import { sealLogs } from '#server/platform/seals/seal-logs.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { type Alarm, createAlarm } from '#testing/alarms/answered.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { dumpSchema } from '../../../scripts/schema-dump.ts';
import { createBackup } from './create-backup.ts';
import { openBackup, type Unlocking } from './open-backup.ts';
import { refuseUsedDatabase } from './refuse-used-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { readMembers, TarWriter } from './tar.ts';

const passphrase = 'vier Zebras grasen im Nebel';
const secret = 'a secret key that only tests know'; // that of the test servers

let dir: string;
let original: TestServer;
let alarm: Alarm;
let url: string;
let identity: string;
let sample: string; // encrypted to the identity
let restored: string; // from that, by the program; no process works on it
const databases: string[] = [];
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-backup-'));
  original = await startTestServer({ ROLES: 'web' });
  url = original.app.config.DATABASE_URL!;
  alarm = await createAlarm(original, await original.as('crisis_manager'), 20);
  const content = Buffer.from([0, 10, 92, 255]);
  await storeFile(original.app.db, { name: 'Ärzte\\"\t.pdf', mimeType: 'application/pdf', content, insertedBy: null });
  await sealLogs(original.app);
  identity = await generateX25519Identity();
  sample = path.join(dir, 'sample');
  const recipient = await identityToRecipient(identity);
  await withClient(url, (client) => createBackup(client, { file: sample, protection: { recipient }, key: null }));
  restored = await createEmptyDatabase();
  await restore(sample, restored);
});
after(async () => {
  for (const name of databases) await onServer((client) => client.query(`drop database ${name} with (force)`));
  await original.stop();
  await rm(dir, { recursive: true, force: true });
});

const onServer = <T>(work: (client: Client) => Promise<T>) =>
  withClient(Object.assign(new URL(url), { pathname: '/postgres' }).href, work);

async function createEmptyDatabase(): Promise<string> {
  const name = `test_restored_${process.pid}_${databases.length}`;
  await onServer((client) => client.query(`create database ${name} template template0`));
  databases.push(name);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

const unlockWith = (unlocking: Unlocking) => async () => unlocking;
const withIdentity = () => unlockWith({ identities: [identity] });

async function restore(file: string, target: string, unlock = withIdentity()): Promise<void> {
  const backup = await openBackup(file, unlock);
  await withClient(target, (client) => restoreBackup(client, backup)).finally(() => backup.close());
}

/** Returns the number and hash of each table's rows, without the copy guard. */
const contentOf = (database: string): Promise<Record<string, string>> =>
  withClient(database, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1`);
    const contents: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ content: string }>(`
        select concat_ws(' ', count(*), md5(string_agg(md5((to_jsonb(t) - '{held_at,held_why}'::text[])::text), '' order by
          md5((to_jsonb(t) - '{held_at,held_why}'::text[])::text)))) as content from ${name} t`);
      contents[name] = rows[0]!.content;
    }
    return contents;
  });

test('backs up while people answer and restores a complete copy that sends nothing', async () => {
  const file = path.join(dir, 'while answering');
  const ending = new AbortController();
  let answers = 0;
  const answering = Array.from({ length: 8 }, async () => {
    while (!ending.signal.aborted) {
      const n = answers++;
      const recipientId = alarm.asked[n % alarm.asked.length]![0]!;
      const answer = { recipientId, option: '1', minutes: 5, source: 'link', requestHash: sha256(`${n}`) } as const;
      await recordAnswer(original.app, answer);
    }
  });
  await until(async () => answers > 50);
  const manifest = await withClient(url, (client) =>
    createBackup(client, { file, protection: { passphrase }, key: null }),
  );
  const during = answers;
  ending.abort();
  await Promise.all(answering);
  const counted = manifest.tables.find(({ name }) => name === 'public.answers')!.rows;
  assert.ok(counted > 0 && counted <= during);

  const target = await createEmptyDatabase();
  await restore(file, target, unlockWith({ passphrase }));
  const copy = await startTestServer({ DATABASE_URL: target });
  try {
    const ready = (await (await fetch(`${copy.url}/readyz`)).json()) as { sending: string };
    assert.equal(ready.sending, 'held');
    const owner = await copy.as('system_owner');
    assert.equal((await owner.run('{ installationHold { why } }')).installationHold.why, 'set_back');
    assert.ok((await owner.run('{ heldMessages { id } }')).heldMessages.length > 0);
    const officer = await copy.as('documentation_officer');
    const { events } = await officer.run('{ events(first: 50) { edges { node { logIntact } } } }');
    assert.ok(events.edges.length > 0);
    assert.ok(events.edges.every(({ node }: { node: { logIntact: boolean } }) => node.logIntact));
    assert.equal((await (await copy.as('administrator')).run('{ auditIntact }')).auditIntact, true);
    const { rows } = await copy.app.database.pool.query('select count(*)::int as n from answers');
    assert.equal(rows[0].n, counted);
  } finally {
    await copy.stop();
  }
});

test('restores the same rows, tables and sequences', async () => {
  const file = path.join(dir, 'unencrypted');
  await withClient(restored, (client) => createBackup(client, { file, protection: null, key: null }));
  const target = await createEmptyDatabase();
  await restore(file, target, () => assert.fail('there is nothing to unlock'));
  assert.deepEqual(await contentOf(target), await contentOf(restored));
  const schemaOf = (database: string) => withClient(database, dumpSchema);
  const schema = await schemaOf(url);
  assert.deepEqual([await schemaOf(target), await schemaOf(restored)], [schema, schema]);
  const next = 'insert into groups (name, group_type_id) select $1, min(id) from group_types returning id';
  const newest = 'select max(id) as id from groups';
  await withClient(target, async (client) => {
    const { rows: before } = await client.query(newest);
    const { rows: created } = await client.query(next, ['Neu']);
    assert.ok(created[0].id > before[0].id);
  });
});

const copyOf = async (name: string, change: (bytes: Buffer) => Buffer | undefined): Promise<string> => {
  const file = path.join(dir, name);
  const bytes = await readFile(sample);
  await writeFile(file, change(bytes) ?? bytes);
  return file;
};

const refusals: [string, (bytes: Buffer) => Buffer | undefined, RegExp][] = [
  ['an empty file', () => Buffer.alloc(0), /is truncated/],
  ['the first bytes', (bytes) => bytes.subarray(0, 300), /is truncated/],
  ['half of the manifest', (bytes) => bytes.subarray(0, 5000), /is truncated/],
  ['half of the file', (bytes) => bytes.subarray(0, bytes.length / 2), /is truncated/],
  ['all but the last block', (bytes) => bytes.subarray(0, -512), /is truncated/],
  ['all but the last byte', (bytes) => bytes.subarray(0, -1), /is truncated/],
  [
    'something appended',
    (bytes) => Buffer.concat([bytes, Buffer.alloc(512)]),
    /modified or is damaged: something was app/,
  ],
  ['a text', () => Buffer.from('Vorname;Nachname\n'.repeat(100)), /is no backup made by "npm run backup"/],
  ['a newer migration', (bytes) => replace(bytes, '"migration": "0', '"migration": "9'), /comes from another release/],
  [
    'a newer format',
    (bytes) => replace(bytes, '"formatVersion": 1', '"formatVersion": 2'),
    /has format 2 of a newer release/,
  ],
  [
    'a manifest with another moment',
    (bytes) => replace(bytes, '"createdAt": "2', '"createdAt": "3'),
    /manifest.json has another/,
  ],
];

function replace(bytes: Buffer, from: string, to: string): undefined {
  const at = bytes.indexOf(from);
  assert.ok(at > 0);
  bytes.write(to, at);
}

for (const [name, change, expected] of refusals) {
  test(`refuses ${name}`, async () => {
    await assert.rejects(openBackup(await copyOf(name, change), withIdentity()), expected);
  });
}

test('refuses a foreign tar and another passphrase or identity', async () => {
  const foreign = path.join(dir, 'foreign');
  const file = await open(foreign, 'wx');
  const tar = new TarWriter(file, 0);
  await tar.fill(tar.reserve(5), 'hello.txt', Buffer.from('hello'));
  await tar.end();
  await file.close();
  await assert.rejects(openBackup(foreign, withIdentity()), /is no backup/);
  const other = await generateX25519Identity();
  await assert.rejects(openBackup(sample, unlockWith({ identities: [other] })), /The identity is not the one/);
  await assert.rejects(openBackup(sample, unlockWith({ passphrase })), /The passphrase is not the one/);
});

test('refuses one changed byte in a header and in every kind of member', async () => {
  const file = await open(sample);
  const positions: number[] = [];
  let tables = 0;
  for await (const { name, at, size } of readMembers(file)) {
    if (!name.startsWith('tables/')) positions.push(at - 500, at, at + size - 1);
    else if (tables++ % 4 === 0) positions.push(at + [0, Math.floor(size / 2), size - 1][tables % 3]!);
  }
  await file.close();
  assert.ok(tables > 100);
  const changed = path.join(dir, 'changed');
  await copyFile(sample, changed);
  const bytes = await readFile(sample);
  const handle = await open(changed, 'r+');
  for (const position of positions) {
    await handle.write(Buffer.from([bytes[position]! ^ 1]), 0, 1, position);
    await assert.rejects(
      openBackup(changed, withIdentity()),
      /damaged|is truncated|another release/,
      `byte ${position}`,
    );
    await handle.write(bytes, position, 1, position);
  }
  await handle.close();
  await (await openBackup(changed, withIdentity())).close();
});

const environment = (target: string, data: string) => ({
  ...process.env,
  DATABASE_URL: target,
  SECRET_KEY: '',
  DATA_DIR: path.join(dir, data),
});

/** Returns exit code and output. */
function run(env: NodeJS.ProcessEnv, command: 'backup' | 'restore', ...args: string[]) {
  const program = `server/program/backup/${command}-command.ts`;
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test('the commands include the key and refuse an existing file and database', async () => {
  const [file, first, second] = ['with key', 'first', 'second'].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(first, `${passphrase}\n`);
  await writeFile(second, 'Kiefer Regen Amboss sieben\n');
  const choice = ['--passphrase-file', first, '--with-key', '--key-passphrase-file', second];
  const env = { ...environment(url, 'none'), SECRET_KEY: secret };
  const made = await run(env, 'backup', file, ...choice);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /The secret key is in it/);
  const bytes = await readFile(file);
  assert.deepEqual([bytes.includes('"hasKey": true'), bytes.includes(secret)], [true, false]);
  const again = withClient(url, (client) => createBackup(client, { file, protection: null, key: null }));
  await assert.rejects(again, /exists already/);

  const target = await createEmptyDatabase();
  const restored = await run(environment(target, 'restored'), 'restore', file, ...choice);
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal(await readFile(path.join(dir, 'restored/secret-key'), 'utf8'), secret);
  await assert.rejects(restore(sample, target), /isn't empty/);
});

test('reports a full disk in one sentence and leaves no file', async () => {
  const file = path.join(dir, 'too large');
  const program = `ulimit -f 40; exec "$0" server/program/backup/backup-command.ts "$1" --unencrypted`;
  const env = environment(url, 'none');
  const child = spawn('sh', ['-c', program, process.execPath, file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [text, [code]] = await Promise.all([textOf(child), once(child, 'exit')]);
  assert.equal(code, 2, text);
  assert.match(text, /There is no space for .*too large\.part \(EFBIG\): free some space or choose another disk\.\n$/);
  assert.deepEqual(
    (await readdir(dir)).filter((name) => name.startsWith('too large')),
    [],
  );
});

async function textOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const part of child.stderr!) text += part;
  return text;
}

test('a killed restore leaves the database empty', async () => {
  const target = await createEmptyDatabase();
  const files = Object.fromEntries(
    ['../../platform/connection/client.ts', './open-backup.ts', './restore-backup.ts'].map((name) => [
      path.basename(name),
      JSON.stringify(new URL(name, import.meta.url).href),
    ]),
  );
  const program = `
    import { withClient } from ${files['client.ts']};
    import { openBackup } from ${files['open-backup.ts']};
    import { restoreBackup } from ${files['restore-backup.ts']};
    const [file, identity, target] = process.argv.slice(1);
    const backup = await openBackup(file, async () => ({ identities: [identity] }));
    await withClient(target, (client) => restoreBackup(client, backup, { onTable: (table) => {
      if (table === 'public.people') process.kill(process.pid, 'SIGKILL');
    } }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, sample, identity, target], {
    stdio: 'inherit',
  });
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  const sessions = 'select from pg_stat_activity where datname = $1';
  const name = new URL(target).pathname.slice(1);
  await onServer((client) => until(async () => (await client.query(sessions, [name])).rowCount === 0));
  await withClient(target, refuseUsedDatabase);
});

const programs = ['age', 'tar', 'zstd', 'psql', 'sha256sum'];
const areThere = programs.every((name) => spawnSync(name, ['--version']).status === 0);
const strangers = { skip: areThere ? false : 'needs the Debian packages age, zstd and postgresql-client' };

test('restores without Meldekette by the commands of the manual', strangers, async () => {
  const manual = await readFile(path.resolve(import.meta.dirname, '../../../docs/operate/backup.md'), 'utf8');
  const commands = [...manual.matchAll(/^ *```bash\n(.*?)^ *```/gms)].map(([, text]) => text!);
  assert.equal(commands.length, 6);
  const target = await createEmptyDatabase();
  const [cwd, key] = [path.join(dir, 'stranger'), path.join(dir, 'key')];
  await mkdir(cwd);
  await writeFile(key, `${identity}\n`);
  const env = { ...process.env, FILE: sample, KEY: key, DATABASE_URL: target };
  const outputs = commands.map((command) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, ''], command);
    return stdout;
  });
  assert.deepEqual([outputs[1], outputs[2], outputs[3], outputs[4]], ['AGE-SECRET-KEY-\n', '', '', '']);
  assert.match(outputs[5]!, /^(\d+)\n.*"rows": \1\n$/s);
  assert.deepEqual(await contentOf(target), await contentOf(restored));
  const [byStranger, byProgram] = await Promise.all(
    [target, restored].map((database) => withClient(database, dumpSchema)),
  );
  assert.equal(byStranger, byProgram);
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { fetchCsv } from '#server/contacts/directories/csv/fetch-csv.ts';
import { findDirectory } from '#server/contacts/directories/directory.ts';
import { runScheduled } from '#server/contacts/directories/run-directory.ts';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { tryTestDirectory } from '#testing/directories.ts';
import { createGroup } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { makeCertificate } from '#testing/syslog/certificate.ts';

let server: TestServer;
let administrator: TestClient;
let folder: string;
let directory: { id: string; _id: number };
let next = 0;

const header = 'Personalnummer;Vorname;Nachname;E-Mail;Mobil;Ausgeschieden;Funktion';
const row = (n: number, left = '', role = '') =>
  `${900_000 + n};Carla;Csv${n};carla${n}@example.org;+49170${String(n).padStart(7, '0')};${left};${role}`;
const fileOf = (...rows: string[]) => [header, ...rows, ''].join('\n');
const write = async (text: string, name = 'personen.csv') => {
  await writeFile(path.join(folder, name), text);
  // written long ago
  await utimes(path.join(folder, name), 1, 1);
};
const numbers = (count: number) => Array.from({ length: count }, () => ++next);

const create = 'mutation ($input: CreateDirectoryInput!) { createDirectory(input: $input) { id _id } }';
const createFile = async (changes: Record<string, unknown> = {}): Promise<typeof directory> => {
  const input = {
    kind: 'csv',
    label: `Datei ${crypto.randomUUID()}`,
    url: 'file:personen.csv',
    disabledAttribute: 'Ausgeschieden',
    groupBaseDn: 'Funktion',
    ...changes,
  };
  return (await administrator.run(create, { input })).createDirectory;
};
const update = (changes: Record<string, unknown>) =>
  administrator.run('mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }', {
    input: { id: directory.id, ...changes },
  });
const refusalOf = async (changes: Record<string, unknown>) => {
  const input = { kind: 'csv', label: crypto.randomUUID(), url: 'file:personen.csv', ...changes };
  return (await administrator.send(create, { input })).errors?.[0]?.extensions.fields;
};
const runs = async () => {
  const { directories } = await administrator.run(
    '{ directories { _id runs { id status held error created updated } } }',
  );
  return directories.find(({ _id }: { _id: number }) => _id === directory._id).runs;
};
const runsAfter = async (work: () => Promise<unknown>) => {
  await work();
  return runs();
};
const run = () => runScheduled(server.app, directory._id);
const activeOf = async (ns: readonly number[]) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from people
    where is_active and last_name = any(${ns.map((n) => `Csv${n}`)})`.execute(server.app.db);
  return rows[0]!.n;
};

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meldekette-files-'));
  server = await startTestServer({ ROLES: 'web', DIRECTORY_FOLDER: folder });
  administrator = await server.as('administrator', 'contact_manager');
});
beforeEach(async () => {
  await sql`delete from directories`.execute(server.app.db);
  directory = await createFile();
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test('a file runs by schedule with its groups and leavers; an equal file changes nothing', async () => {
  const people = numbers(12);
  const { id: group } = await createGroup(server.app.db);
  await update({ groupRules: [{ dn: 'Leitung', group: String(group) }], intervalHours: 1 });
  await write(fileOf(...people.map((n, at) => row(n, '', at === 0 ? 'leitung; Pflege' : 'Pflege'))));
  const { checkDirectory } = await administrator.run(
    'mutation ($id: ID!) { checkDirectory(id: $id) { identifier groups { name } attributes { name values } } }',
    { id: directory.id },
  );
  assert.equal(checkDirectory.identifier, String(900_000 + people[0]!));
  assert.deepEqual(checkDirectory.groups, [{ name: 'leitung' }, { name: 'Pflege' }]);
  await run();
  assert.deepEqual([(await runs())[0].status, await activeOf(people)], ['applied', 12]);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from person_groups where group_id = ${group}`.execute(server.app.db);
  assert.equal(rows[0]!.n, 1);
  await run();
  assert.equal((await runs()).length, 1, 'an equal file makes no further run');
  await write(fileOf(...people.map((n, at) => row(n, at === 1 ? 'ja' : 'nein', at === 0 ? 'Leitung' : ''))));
  await run();
  assert.equal(await activeOf(people), 11);
  await update({ mostOffPeople: 19 });
  await run();
  assert.equal((await runs()).length, 3, 'a changed mapping compares the file again');
});

test('no rows, half of them or a lost column change nothing and wait for a person', async () => {
  const people = numbers(12);
  await update({ intervalHours: 1 });
  await write(fileOf(...people.map((n) => row(n))));
  await run();
  await write(fileOf(...people.slice(0, 6).map((n) => row(n))));
  await run();
  assert.equal((await runs())[0].held, 'error_directory_many_off');
  await write(fileOf());
  await run();
  assert.equal((await runs())[0].held ?? (await runs())[0].error, 'error_directory_empty_file');
  for (const [text, error] of [
    ['', 'error_directory_empty_file'],
    [fileOf(...people.map((n) => row(n))).replace('Nachname', 'Name'), 'error_directory_column'],
    [fileOf(...people.map((n) => row(n))).replace('Mobil', 'E-Mail'), 'error_directory_column'],
    ['<!doctype html><title>Anmelden</title>', 'error_upload_binary'],
  ] as const) {
    await write(text);
    await run();
    assert.deepEqual([(await runs())[0].status, (await runs())[0].error], ['failed', error]);
  }
  await rm(path.join(folder, 'personen.csv'));
  await run();
  assert.equal((await runs())[0].error, 'error_directory_file_missing');
  assert.equal(await activeOf(people), 12);
  await write(fileOf(...people.map((n) => row(n))));
  await run();
  assert.equal((await runs())[0].status, 'applied', 'the next right file ends the trouble');
});

test('only files in the allowed folder are read', async () => {
  const outside = await mkdtemp(path.join(os.tmpdir(), 'meldekette-outside-'));
  try {
    await writeFile(path.join(outside, 'geheim.csv'), fileOf(row(1)));
    await symlink(path.join(outside, 'geheim.csv'), path.join(folder, 'link.csv'));
    await mkdir(path.join(folder, 'ordner'));
    for (const [url, error] of [
      ['file:link.csv', 'error_directory_file_address'],
      ['file:ordner', 'error_directory_file_missing'],
      ['file:ordner/fehlt.csv', 'error_directory_file_missing'],
    ] as const) {
      const { id } = await createFile({ url });
      const { errors } = await administrator.send('mutation ($id: ID!) { tryDirectory(id: $id) { id } }', { id });
      assert.equal(errors?.[0]?.message, error, url);
    }
  } finally {
    await rm(outside, { recursive: true });
  }
  for (const url of [
    'file:../x.csv',
    'file:/etc/passwd',
    'file:a/../../x',
    'file:',
    'file://x/y',
    'file:a\\b',
    'ftp://x/y',
    'http://x/y',
    'https://user:pass@x/y',
    '/etc/passwd',
  ])
    assert.ok((await refusalOf({ url }))?.['url'], url);
  assert.deepEqual(await refusalOf({ bindPassword: 'x' }), { bindDn: 'error_directory_account' });
  const { errors } = await administrator.send(create, {
    input: { kind: 'csv', label: 'x', url: 'file:a.csv', attributes: [{ attribute: 'a', target: 'firstName' }] },
  });
  assert.equal(errors?.[0]?.message, 'error_directory_required');
});

test('a file at an address: account or token, own authority, no redirect, no internal address, whole and not too large', async () => {
  const people = numbers(2);
  const certificate = makeCertificate();
  let answer: (request: { headers: Record<string, unknown> }, response: import('node:http').ServerResponse) => void =
    () => {};
  const peer = https.createServer({ key: certificate.key, cert: certificate.cert }, (request, response) =>
    answer(request, response),
  );
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  try {
    const url = `https://127.0.0.1:${(peer.address() as AddressInfo).port}/people.csv`;
    directory = await createFile({ url, ca: certificate.cert, ownNetwork: true, bindPassword: 'geheim' });
    let seen: unknown;
    answer = (request, response) => {
      seen = request.headers['authorization'];
      response.end(fileOf(...people.map((n) => row(n))));
    };
    assert.equal((await tryTestDirectory(administrator, directory.id)).created, 2);
    assert.equal(seen, 'Bearer geheim');
    await update({ bindDn: 'meldekette', bindPassword: 'neu' });
    await tryTestDirectory(administrator, directory.id);
    assert.equal(seen, `Basic ${Buffer.from('meldekette:neu').toString('base64')}`);
    const elsewhere = await administrator.send(
      'mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }',
      { input: { id: directory.id, url: 'https://other.example.org/x.csv' } },
    );
    assert.equal(elsewhere.errors?.[0]?.message, 'error_directory_password_again');
    for (const [respond, error] of [
      [(_, response) => response.writeHead(302, { location: 'https://127.0.0.1/' }).end(), 'error_directory_moved'],
      [(_, response) => response.writeHead(401).end(), 'error_directory_password'],
      [(_, response) => response.writeHead(500).end(), 'error_directory_failed'],
      [
        (_, response) =>
          response.writeHead(200, { 'content-length': 10_000 }).write(fileOf(row(1)), () => response.destroy()),
        'error_directory_cut',
      ],
      [(_, response) => response.end(Buffer.alloc(21_000_000, 'a')), 'error_directory_file_size'],
    ] as [typeof answer, string][]) {
      answer = respond;
      const { errors } = await administrator.send('mutation ($id: ID!) { tryDirectory(id: $id) { id } }', {
        id: directory.id,
      });
      assert.equal(errors?.[0]?.message, error);
    }
    await update({ ownNetwork: false, bindPassword: 'neu' });
    const { errors } = await administrator.send('mutation ($id: ID!) { tryDirectory(id: $id) { id } }', {
      id: directory.id,
    });
    assert.equal(errors?.[0]?.message, 'error_directory_blocked');
  } finally {
    peer.closeAllConnections();
    peer.close();
  }
});

test('a file that is being written is read when nothing was added for a while', async () => {
  const file = path.join(folder, 'personen.csv');
  await writeFile(file, fileOf(row(1)));
  const bytes = await fetchCsv(server.app, await findDirectory(server.app.db, directory._id), 2000);
  assert.equal(Buffer.from(bytes).toString(), fileOf(row(1)));
  assert.ok(Date.now() - (await stat(file)).mtimeMs >= 2000);
});

test('a group that would lose everyone of the file waits for a person, however small it is', async () => {
  const people = numbers(30);
  const { id: group } = await createGroup(server.app.db);
  await update({ groupRules: [{ dn: 'Krisenstab', group: String(group) }], intervalHours: 1 });
  const writeWith = (name: string) => write(fileOf(...people.map((n, at) => row(n, '', at < 2 ? name : ''))));
  const members = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from person_groups where group_id = ${group}`.execute(server.app.db);
    return rows[0]!.n;
  };
  await writeWith('Krisenstab');
  await run();
  assert.equal(await members(), 2);
  await writeWith('Krisenteam');
  await run();
  assert.deepEqual([(await runs())[0].held, await members()], ['error_directory_group_emptied', 2]);
  await write(fileOf(...people.map((n, at) => row(n, at < 2 ? 'ja' : '', at < 2 ? 'Krisenstab' : ''))));
  await run();
  assert.deepEqual([(await runs())[0].held, await activeOf(people)], ['error_directory_group_emptied', 30]);
  await write(fileOf(...people.map((n, at) => row(n, at === 0 ? 'ja' : '', at < 2 ? 'Krisenstab' : ''))));
  await run();
  assert.deepEqual([(await runs())[0].status, await activeOf(people)], ['applied', 29]);
});

test('a staff number that was given to another person makes nobody someone else', async () => {
  const people = numbers(12);
  await update({ intervalHours: 1 });
  const writeWith = (name: (n: number) => string) =>
    write(fileOf(...people.map((n, at) => (at ? row(n) : row(n).replace(`Carla;Csv${n}`, name(n))))));
  await writeWith((n) => `Carla;Csv${n}`);
  await run();
  await writeWith((n) => `CARLA;CSV${n}`);
  await run();
  assert.equal((await runs())[0].status, 'applied', 'capitals make no other person');
  await writeWith(() => 'Nina;Neu');
  await run();
  const { rows } = await sql<object>`select 1 from people where last_name = 'Neu' and first_name = 'Nina'`.execute(
    server.app.db,
  );
  assert.deepEqual([(await runs())[0].held, rows.length], ['error_directory_renamed', 0]);
});

test('people whose identifiers lost their zeros are not replaced by new ones', async () => {
  const people = numbers(12);
  await update({ intervalHours: 1 });
  const writeWith = (zeros: string) => write(fileOf(...people.map((n, at) => `${at ? '' : zeros}${row(n)}`)));
  await writeWith('00');
  await run();
  await writeWith('');
  await run();
  const [{ held, created }] = await runs();
  assert.deepEqual([held, created, await activeOf(people)], ['error_directory_replaced', 1, 12]);
});

test('a second problem of the same kind is mailed too, after a person decided about the first one', async () => {
  const people = numbers(12);
  await update({ intervalHours: 1 });
  const runWith = async (count: number) => {
    await write(fileOf(...people.slice(0, count).map((n) => row(n))));
    await run();
  };
  const mails = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pgboss.job where name = 'system_mail' and data ->> 'identifier' = 'directory_stopped'
        and data ->> 'to' = ${String(administrator.userId)} and data #>> '{values,directory.name}' = (
          select label from directories where id = ${directory._id})`.execute(server.app.db);
    return rows[0]!.n;
  };
  await runWith(12);
  await runWith(9);
  assert.deepEqual([(await runs())[0].held, await mails()], ['error_directory_many_off', 1]);
  const { id } = (await runs())[0];
  await administrator.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id });
  await applyUpload(server.app, Number(id.split('/').at(-1)));
  await run();
  assert.equal(await activeOf(people), 9);
  await runWith(6);
  assert.deepEqual([(await runs())[0].held, await mails()], ['error_directory_many_off', 2]);
});

test('a person who is changed between check and application is compared again, though the file is the same', async () => {
  const people = numbers(12);
  await update({ intervalHours: 1 });
  await write(fileOf(...people.map((n) => row(n))));
  await run();
  await sql`
    create function touch_person() returns trigger language plpgsql as $$
    begin
      update people set version = version + 1 where last_name = ${sql.lit(`Csv${people[0]}`)};
      return null;
    end $$`.execute(server.app.db);
  await sql`
    create trigger touch_person after update on uploads for each row when (new.status = 'running' and old.status = 'checked')
      execute function touch_person()`.execute(server.app.db);
  await write(fileOf(...people.map((n, at) => row(n, at === 0 ? 'ja' : ''))));
  await run();
  assert.equal(await activeOf(people), 12);
  await sql`drop function touch_person cascade`.execute(server.app.db);
  await run();
  assert.equal(await activeOf(people), 11);
});

test('a run that ends before its application is repeated with the same file', async () => {
  const people = numbers(3);
  await update({ intervalHours: 1 });
  await write(fileOf(...people.map((n) => row(n))));
  await sql`
    insert into uploads (status, file_name) values ('running', 'other.csv')`.execute(server.app.db);
  await assert.rejects(run(), { message: 'error_upload_running' });
  await sql`delete from uploads where file_name = 'other.csv'`.execute(server.app.db);
  // the process ended between check and application
  const [checked] = await runsAfter(() => tryTestDirectory(administrator, directory.id));
  assert.equal(checked.status, 'checked');
  await run();
  assert.equal(await activeOf(people), 3);
  const [first] = await runs();
  await run();
  assert.equal((await runs())[0].id, first.id, 'then the file is read');
});

import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { createTestDirectory, personEntry, tryTestDirectory } from '#testing/directories.ts';
import { type LdapServer, startLdapServer } from '#testing/fakes/ldap-server.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runScheduled } from './run-directory.ts';

let server: TestServer;
let administrator: TestClient;
let ldap: LdapServer;
let directory: { id: string; _id: number; version: number };

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
beforeEach(async () => {
  const { db } = server.app;
  await sql`delete from people where last_name like 'Verzeichnis%'`.execute(db);
  await sql`delete from directories`.execute(db);
  await ldap?.stop();
  ldap = await startLdapServer();
  ldap.entries = [personEntry(1)];
  directory = await createTestDirectory(administrator, ldap);
});
after(async () => {
  await ldap?.stop();
  await server.stop();
});

const apply = async (id: string) => {
  await administrator.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id });
  await applyUpload(server.app, Number(id.split('/').at(-1)));
};
const sync = async (): Promise<string> => {
  const { id } = await tryTestDirectory(administrator, directory.id);
  await apply(id);
  return id;
};
const undo = (id: string) => administrator.run('mutation ($id: ID!) { undoUpload(id: $id) { status } }', { id });
const update = (changes: object) =>
  administrator.run('mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }', {
    input: { id: directory.id, ...changes },
  });
const give = (firstName: string) => {
  ldap.entries = [personEntry(1, { givenName: [firstName] })];
};
const names = async () => {
  const { rows } = await sql<{ firstName: string }>`
    select first_name from people where last_name = 'Verzeichnis1'`.execute(server.app.db);
  return rows.map(({ firstName }) => firstName);
};
const mails = async () =>
  (
    await sql`select 1 from pgboss.job where name = 'system_mail' and data ->> 'identifier' = 'directory_stopped'`.execute(
      server.app.db,
    )
  ).rows.length;
/** Works while a scheduled run reads. */
const runDuring = async (work: () => Promise<unknown>) => {
  ldap.mood.beforeAnswer = async () => {
    delete ldap.mood.beforeAnswer;
    await work();
  };
  await runScheduled(server.app, directory._id);
  assert.equal(ldap.mood.beforeAnswer, undefined);
};

test('an undo while the next run reads the directory is not undone by that run', async () => {
  await sync();
  give('Theodora');
  const second = await sync();
  await update({ intervalHours: 1 });
  await runDuring(() => undo(second));
  assert.deepEqual(await names(), ['Dora']);
  assert.equal(await mails(), 0);
  const { directories } = await administrator.run('{ directories { intervalHours runs { id } } }');
  assert.equal(directories[0].intervalHours, 0);
  assert.equal(directories[0].runs.length, 2);
});

test('a run by an older mapping, or of a removed directory, changes nothing', async () => {
  await sync();
  await update({ intervalHours: 1 });
  give('Theodora');
  await runDuring(() => update({ filter: '(objectClass=user)' }));
  assert.deepEqual(await names(), ['Dora']);
  await runDuring(() => administrator.run('mutation ($id: ID!) { deleteDirectory(id: $id) }', { id: directory.id }));
  assert.deepEqual(await names(), ['Dora']);
  assert.equal(await mails(), 0);
});

test('undoing an older run leaves the link of a later one', async () => {
  const first = await sync();
  const { rows: before } = await sql`select * from directory_people`.execute(server.app.db);
  assert.equal(before.length, 1);
  give('Theodora');
  await sync();
  await undo(first);
  const { rows } = await sql<{ firstName: string }>`
    select given #>> '{values,firstName}' as first_name from directory_people`.execute(server.app.db);
  assert.deepEqual(rows, [{ firstName: 'Theodora' }]);
  assert.deepEqual(await names(), ['Theodora']);
});

test('a run that two machines start or apply at the same time takes place once', async () => {
  await update({ intervalHours: 1 });
  const runs = await Promise.allSettled([1, 2].map(() => runScheduled(server.app, directory._id)));
  for (const run of runs) if (run.status === 'rejected') assert.equal(run.reason.message, 'error_upload_running');
  assert.deepEqual(await names(), ['Dora']);
  give('Theodora');
  const { id, _id } = await tryTestDirectory(administrator, directory.id);
  await administrator.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id });
  // the job and its repetition after a crash
  await Promise.all([applyUpload(server.app, _id), applyUpload(server.app, _id)]);
  const { upload } = await administrator.run('query ($id: ID!) { upload(id: $id) { status updated failed } }', { id });
  assert.deepEqual(upload, { status: 'applied', updated: 1, failed: 0 });
  assert.deepEqual(await names(), ['Theodora']);
});

import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createTestDirectory, groupEntry, personEntry, tryTestDirectory } from '#testing/directories.ts';
import { createGroup, createPerson, createUser } from '#testing/factories.ts';
import { type LdapServer, startLdapServer } from '#testing/fakes/ldap-server.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runScheduled, startDueDirectories } from './run-directory.ts';

let server: TestServer;
let administrator: TestClient;
let ldap: LdapServer;
let directory: { id: string; _id: number; version: number };

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator', 'contact_manager');
});
beforeEach(async () => {
  await sql`delete from directories`.execute(server.app.db);
  await ldap?.stop();
  ldap = await startLdapServer();
  directory = await createTestDirectory(administrator, ldap);
});
after(async () => {
  await ldap?.stop();
  await server.stop();
});

let next = 0;
const numbers = (count: number) => Array.from({ length: count }, () => ++next);
const bring = (...ns: number[]) => {
  ldap.entries = ns.map((n) => personEntry(n));
  return ns;
};

async function apply(id: string): Promise<void> {
  await administrator.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id });
  await applyUpload(server.app, Number(id.split('/').at(-1)));
  const { upload } = await administrator.run('query ($id: ID!) { upload(id: $id) { status error failed } }', { id });
  assert.deepEqual(upload, { status: 'applied', error: null, failed: 0 });
}

const sync = async () => {
  const run = await tryTestDirectory(administrator, directory.id);
  await apply(run.id);
  return run;
};

interface Stored {
  id: number;
  firstName: string;
  isActive: boolean;
  email: string | null;
}
const personOf = async (n: number): Promise<Stored | undefined> =>
  (
    await sql<Stored>`
      select p.id, p.first_name, p.is_active, d.value_str as email from people p
      left join person_data d on d.person_id = p.id and d.key_field_id = 1
      where p.last_name = ${`Verzeichnis${n}`} order by p.id`.execute(server.app.db)
  ).rows[0];
const activeOf = async (ns: readonly number[]) => {
  const people = await Promise.all(ns.map(personOf));
  return people.filter((one) => one?.isActive).length;
};
const schedule = async () => {
  await sql`update directories set interval_hours = 1 where id = ${directory._id}`.execute(server.app.db);
};
const mails = async () => {
  const { rows } = await sql<{ reason: string }>`
    select data #>> '{values,directory.reason}' as reason from pgboss.job
    where name = 'system_mail' and data ->> 'identifier' = 'directory_stopped'
      and data ->> 'to' = ${String(administrator.userId)}
      and data #>> '{values,directory.name}' = ${`Verzeichnis ${ldap.url}`}`.execute(server.app.db);
  return rows.map(({ reason }) => reason);
};
const setGroups = (rules: { dn: string; group: number }[]) =>
  administrator.run('mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }', {
    input: { id: directory.id, groupRules: rules.map(({ dn, group }) => ({ dn, group: String(group) })) },
  });
const addRecipient = async (personId: number) => {
  const { recipients } = await createRecipients(server.app.db, { count: 1, lane: 'alarm' });
  await sql`update message_recipients set person_id = ${personId} where id = ${recipients[0]!.id}`.execute(
    server.app.db,
  );
};
const recipientsOf = async (personId: number) =>
  (await sql`select * from message_recipients where person_id = ${personId}`.execute(server.app.db)).rows;
const groupsOf = async (personId: number) => {
  const { rows } = await sql<{ groupId: number }>`
    select group_id from person_groups where person_id = ${personId} order by group_id`.execute(server.app.db);
  return rows.map(({ groupId }) => groupId);
};

test('a run shows the differences field by field, applies them and can be undone', async () => {
  const [n] = bring(...numbers(1));
  const first = await tryTestDirectory(administrator, directory.id);
  assert.deepEqual([first.status, first.created, first.format, first.held], ['checked', 1, 'directory', null]);
  assert.equal(await personOf(n!), undefined);
  await apply(first.id);
  assert.equal((await personOf(n!))?.firstName, 'Dora');
  ldap.entries[0]!.attributes['givenName'] = ['Theodora'];
  const second = await tryTestDirectory(administrator, directory.id);
  assert.deepEqual(
    second.rows[0].changes.map(({ field, before: from, after: to }: Record<string, string>) => [field, from, to]),
    [['firstName', 'Dora', 'Theodora']],
  );
  await apply(second.id);
  await schedule();
  const { undoUpload } = await administrator.run('mutation ($id: ID!) { undoUpload(id: $id) { status notUndone } }', {
    id: second.id,
  });
  assert.deepEqual(undoUpload, { status: 'undone', notUndone: 0 });
  assert.equal((await personOf(n!))?.firstName, 'Dora');
  const { directories } = await administrator.run('{ directories { intervalHours peopleCount } }');
  assert.deepEqual(directories, [{ intervalHours: 0, peopleCount: 1 }]);
  const third = await tryTestDirectory(administrator, directory.id);
  assert.deepEqual(
    third.rows[0].changes.map(({ after: to }: Record<string, string>) => to),
    ['Theodora'],
    'the undone value counts as one of the directory, not as entered by hand',
  );
});

test('sentence 1: a run that would switch off too many changes nothing, mails once and asks a person', async () => {
  const people = bring(...numbers(12));
  await sync();
  await schedule();
  ldap.entries = ldap.entries.slice(0, 6);
  await runScheduled(server.app, directory._id);
  await runScheduled(server.app, directory._id);
  assert.equal(await activeOf(people), 12);
  assert.deepEqual(await mails(), ['Zu viele Personen würden abgeschaltet. Es wurde nichts geändert.']);
  const { directories } = await administrator.run('{ directories { runs { id status held canApply updated } } }');
  const [held] = directories[0].runs;
  assert.deepEqual(
    [held.status, held.held, held.canApply, held.updated],
    ['checked', 'error_directory_many_off', true, 6],
  );
  const [, older] = directories[0].runs;
  const late = await administrator.send('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id: older.id });
  assert.equal(late.errors?.[0]?.message, 'error_directory_newer');
  await apply(held.id);
  assert.equal(await activeOf(people), 6);
});

test('sentence 1: a directory without anybody changes nothing', async () => {
  const people = bring(...numbers(3));
  await sync();
  await schedule();
  ldap.entries = [];
  await runScheduled(server.app, directory._id);
  assert.equal(await activeOf(people), 3);
  assert.equal((await mails()).length, 1);
  assert.match((await mails())[0]!, /niemanden geliefert/);
});

test('sentence 2: people who left or were disabled are switched off at the next run; running alarms are untouched', async () => {
  const people = bring(...numbers(30));
  await sync();
  await schedule();
  const [left, disabled] = [people[0]!, people[1]!];
  const person = (await personOf(left))!;
  await addRecipient(person.id);
  const before = await recipientsOf(person.id);
  assert.equal(before.length, 1);
  ldap.entries = ldap.entries.slice(1);
  ldap.entries[0]!.attributes['userAccountControl'] = ['514'];
  await runScheduled(server.app, directory._id);
  assert.equal(await activeOf([left, disabled]), 0);
  assert.equal(await activeOf(people), 28);
  assert.deepEqual(await recipientsOf(person.id), before);
  assert.deepEqual(await mails(), []);
  bring(...people);
  await runScheduled(server.app, directory._id);
  assert.equal(await activeOf(people), 30, 'people who return are switched on again');
});

test('sentence 3: a person belongs to the directory that brought them first', async () => {
  const [n] = bring(...numbers(1));
  await sync();
  const second = await startLdapServer();
  try {
    second.entries = [personEntry(n!, { objectGUID: [Buffer.alloc(16, 7)], givenName: ['Dora'], title: ['Dr.'] })];
    const other = await createTestDirectory(administrator, second);
    const run = await tryTestDirectory(administrator, other.id);
    assert.deepEqual([run.created, run.updated, run.unchanged], [0, 0, 1]);
    assert.deepEqual(
      run.rows[0].remarks.map(({ key }: { key: string }) => key),
      ['error_directory_other'],
    );
    await apply(run.id);
    const { directories } = await administrator.run('{ directories { _id peopleCount } }');
    const counts = new Map(directories.map((one: { _id: number; peopleCount: number }) => [one._id, one.peopleCount]));
    assert.deepEqual([counts.get(directory._id), counts.get(other._id)], [1, 0]);
  } finally {
    await second.stop();
  }
});

test('sentence 4: groups are worked out at every run, downwards as well; a membership given by hand stays', async () => {
  const [n, m] = bring(...numbers(2));
  const byDirectory = await createGroup(server.app.db, { name: `Aus dem Verzeichnis ${n}` });
  const byHand = await createGroup(server.app.db, { name: `Von Hand ${n}` });
  const dn = (name: string) => `cn=${name},ou=groups,dc=test`;
  const groups = (inner: string[], other: string[]) => [
    groupEntry('outer', [dn('inner')]),
    // a loop
    groupEntry('inner', [...inner, dn('outer')]),
    groupEntry('other', other),
  ];
  const [first, second] = ldap.entries;
  ldap.entries.push(...groups([first!.dn.toUpperCase(), second!.dn], []));
  await setGroups([
    { dn: dn('Outer').replaceAll(',', ', '), group: byDirectory.id },
    { dn: dn('other'), group: byHand.id },
  ]);
  await sync();
  const person = (await personOf(n!))!;
  assert.deepEqual(await groupsOf(person.id), [byDirectory.id]);
  await sql`insert into person_groups (person_id, group_id) values (${person.id}, ${byHand.id})`.execute(server.app.db);
  ldap.entries = [first!, second!, ...groups([second!.dn], [])];
  const run = await sync();
  assert.deepEqual(await groupsOf(person.id), [byHand.id]);
  const row = run.rows.find(({ person: { _id } }: { person: { _id: number } }) => _id === person.id);
  assert.deepEqual(
    row.remarks.map(({ key, value }: Record<string, string>) => [key, value]),
    [['error_directory_by_hand', `Von Hand ${n}`]],
  );
  assert.equal(row.changes[0].before, `Aus dem Verzeichnis ${n}`);
  await administrator.run('mutation ($id: ID!) { undoUpload(id: $id) { status } }', { id: run.id });
  assert.deepEqual(await groupsOf(person.id), [byDirectory.id, byHand.id]);
  assert.equal(await activeOf([m!]), 1);
});

test('sentence 5: a directory never touches users, so the last owner keeps role and password', async () => {
  const [n] = bring(...numbers(1));
  const email = `dora.Verzeichnis${n}@example.org`;
  const owner = await createUser(server.app.db, { email, roles: ['system_owner'], lastName: `Verzeichnis${n}` });
  await sync();
  ldap.entries = [];
  const run = await tryTestDirectory(administrator, directory.id);
  assert.equal(run.held, 'error_directory_empty');
  await apply(run.id);
  assert.equal(await activeOf([n!]), 0);
  const { rows } = await sql`
    select roles, is_active, email, password_hash is not distinct from ${owner.passwordHash} as same
    from users where id = ${owner.id}`.execute(server.app.db);
  assert.deepEqual(rows, [{ roles: ['system_owner'], isActive: true, email, same: true }]);
});

test('sentence 6: a mapping without a required field is refused when it is saved', async () => {
  const { errors } = await administrator.send(
    'mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }',
    { input: { id: directory.id, attributes: [{ attribute: 'givenName', target: 'firstName' }] } },
  );
  assert.equal(errors?.[0]?.message, 'error_directory_required');
  assert.deepEqual(errors?.[0]?.extensions.details, { missing: ['Nachname'] });
});

test('a value entered by hand stays and is shown as such, as long as the directory has another one', async () => {
  const [n] = bring(...numbers(1));
  await sync();
  const person = (await personOf(n!))!;
  await sql`update people set first_name = 'Dorothee', version = version + 1 where id = ${person.id}`.execute(
    server.app.db,
  );
  const run = await sync();
  assert.equal((await personOf(n!))?.firstName, 'Dorothee');
  assert.deepEqual(
    run.rows[0].remarks.map(({ key }: { key: string }) => key),
    ['error_directory_by_hand'],
  );
});

test('an entry is known by its identifier, whatever else changes; a shared address makes nobody the same person', async () => {
  const [n, m] = bring(...numbers(2));
  await sync();
  const before = (await personOf(n!))!;
  ldap.entries[0]!.dn = 'cn=Moved,ou=elsewhere,dc=test';
  ldap.entries[0]!.attributes['mail'] = [`new${n}@example.org`];
  // another person takes over the address
  ldap.entries.push(personEntry(++next, { mail: [`dora.Verzeichnis${n}@example.org`], givenName: ['Emil'] }));
  const run = await sync();
  assert.deepEqual([run.created, run.updated, run.failed], [1, 1, 0]);
  assert.deepEqual(await personOf(n!), { ...before, email: `new${n}@example.org` });
  assert.equal(await activeOf([m!, next]), 2);
});

test('a person entered by hand is linked by external number, or by address and name', async () => {
  const [n] = bring(...numbers(1));
  const email = `dora.verzeichnis${n}@example.org`;
  const same = await createPerson(server.app.db, { firstName: 'Dora', lastName: `Verzeichnis${n}`, email });
  const run = await sync();
  assert.equal(run.created, 0);
  const { rows } = await sql<{ personId: number }>`
    select person_id from directory_people where directory_id = ${directory._id}`.execute(server.app.db);
  assert.deepEqual(rows, [{ personId: same.id }]);
});

test('erased people stay erased', async () => {
  const [n] = bring(...numbers(1));
  await sync();
  const person = (await personOf(n!))!;
  await administrator.run('mutation ($id: ID!) { erasePerson(id: $id) }', { id: String(person.id) });
  const run = await sync();
  assert.deepEqual([run.created, run.updated, run.unchanged], [0, 0, 1]);
  assert.equal(await personOf(n!), undefined);
  const { rows } = await sql<{ given: object }>`
    select given from directory_people where person_id = ${person.id}`.execute(server.app.db);
  assert.deepEqual(rows, [{ given: {} }]);
});

test('a due directory is started once, and its next time is in the future', async () => {
  await schedule();
  await sql`update directories set due_at = now() - interval '1 minute' where id = ${directory._id}`.execute(
    server.app.db,
  );
  await Promise.all([startDueDirectories(server.app), startDueDirectories(server.app)]);
  const jobs = await sql`
    select 1 from pgboss.job where name = 'directory_sync' and data ->> 'directory' = ${String(directory._id)}`.execute(
    server.app.db,
  );
  assert.equal(jobs.rows.length, 1);
  const { rows } = await sql<{ isNext: boolean }>`
    select due_at between now() and now() + interval '1 hour' as is_next from directories
    where id = ${directory._id}`.execute(server.app.db);
  assert.deepEqual(rows, [{ isNext: true }]);
});

test('the password of the account is never returned, and is asked for again when the server changes', async () => {
  const { rows } = await sql<{ bindPassword: Buffer }>`
    select bind_password from directories where id = ${directory._id}`.execute(server.app.db);
  assert.equal(rows[0]!.bindPassword.includes(ldap.password), false);
  const { errors } = await administrator.send(
    'mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }',
    { input: { id: directory.id, url: 'ldaps://other.example.org' } },
  );
  assert.equal(errors?.[0]?.message, 'error_directory_password_again');
  const logged = await sql<{ text: string }>`
    select coalesce(string_agg(a::text, ' '), '') as text from audit_entries a where type = 'Directory'`.execute(
    server.app.db,
  );
  assert.equal(logged.rows[0]!.text.includes(ldap.password), false);
});

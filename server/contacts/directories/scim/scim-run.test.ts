import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { runScheduled, startDueDirectories } from '#server/contacts/directories/run-directory.ts';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { forgetInUploads } from '#server/contacts/uploads/forget.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { tryTestDirectory } from '#testing/directories.ts';
import { createGroup } from '#testing/factories.ts';
import { createTestScim, type ScimSender, scimPatch, scimSender, scimUser, type TestScim } from '#testing/scim.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let administrator: TestClient;
let scim: TestScim;
let send: ScimSender;
let next = 100;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator', 'contact_manager');
});
beforeEach(async () => {
  await sql`delete from directories`.execute(server.app.db);
  scim = await createTestScim(administrator);
  send = scimSender(server.url, scim.token);
});
after(() => server.stop());

const provision = async (count: number) => {
  const made: { id: string; n: number }[] = [];
  for (let at = 0; at < count; at++) {
    const n = next++;
    const { body, status } = await send('POST', '/Users', scimUser(n));
    assert.equal(status, 201);
    made.push({ id: body.id, n });
  }
  return made;
};
const apply = async (id: string) => {
  await administrator.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id });
  await applyUpload(server.app, Number(id.split('/').at(-1)));
};
const applyAll = async () => apply((await tryTestDirectory(administrator, scim.id)).id);
const schedule = () =>
  administrator.run('mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }', {
    input: { id: scim.id, intervalHours: 1 },
  });
const run = () => runScheduled(server.app, scim._id);
const newest = async () => {
  const { directories } = await administrator.run('{ directories { runs { id status held error updated created } } }');
  return directories[0].runs[0];
};
const activeOf = async (people: readonly { n: number }[]) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from people
    where is_active and last_name = any(${people.map(({ n }) => `Scim${n}`)})`.execute(server.app.db);
  return rows[0]!.n;
};
const isDue = async () => {
  const { rows } = await sql<{ isDue: boolean }>`
    select due_at is not null as is_due from directories where id = ${scim._id}`.execute(server.app.db);
  return rows[0]!.isDue;
};

test('people of a SCIM client become contacts when a person applies the dry run, with the differences field by field', async () => {
  const [one] = await provision(1);
  assert.equal(await activeOf([one!]), 0);
  const dryRun = await tryTestDirectory(administrator, scim.id);
  assert.deepEqual([dryRun.status, dryRun.created, dryRun.format, dryRun.held], ['checked', 1, 'directory', null]);
  await apply(dryRun.id);
  assert.equal(await activeOf([one!]), 1);
  await send('PATCH', `/Users/${one!.id}`, scimPatch({ op: 'Replace', path: 'name.givenName', value: 'Sabine' }));
  const second = await tryTestDirectory(administrator, scim.id);
  assert.deepEqual(
    second.rows[0].changes.map(({ field, before: from, after: to }: Record<string, string>) => [field, from, to]),
    [['firstName', 'Sara', 'Sabine']],
  );
  const { checkDirectory } = await administrator.run(
    'mutation ($id: ID!) { checkDirectory(id: $id) { dn identifier attributes { name values } } }',
    { id: scim.id },
  );
  assert.equal(checkDirectory.identifier, one!.id);
  assert.ok(checkDirectory.attributes.some(({ name }: { name: string }) => name === 'emails[type eq "work"].value'));
});

test('a change is followed by a run only if the directory runs by itself, also after a crash in the middle', async () => {
  const people = await provision(12);
  assert.equal(await isDue(), true, 'the page shows since when changes wait');
  await sql`update directories set due_at = now() - interval '1 day'`.execute(server.app.db);
  await startDueDirectories(server.app);
  assert.equal(await isDue(), true, 'without a schedule nothing starts');
  await applyAll();
  assert.equal(await isDue(), false);
  await schedule();
  await sql`update directories set due_at = now() where id = ${scim._id}`.execute(server.app.db);
  await startDueDirectories(server.app);
  await run();
  assert.equal(await isDue(), false);
  await send('PATCH', `/Users/${people[0]!.id}`, scimPatch({ op: 'Replace', path: 'active', value: 'False' }));
  assert.equal(await isDue(), true);
  await sql`update directories set due_at = now() where id = ${scim._id}`.execute(server.app.db);
  await startDueDirectories(server.app);
  const { rows } = await sql<{ isLater: boolean }>`
    select due_at > now() + interval '30 minutes' as is_later from directories where id = ${scim._id}`.execute(
    server.app.db,
  );
  assert.deepEqual(rows, [{ isLater: true }], 'started once, and again if the process ends before its run');
  await run();
  assert.equal(await isDue(), false);
  assert.deepEqual([(await newest()).status, await activeOf(people)], ['applied', 11]);
  await send('PATCH', `/Users/${people[0]!.id}`, scimPatch({ op: 'Replace', path: 'active', value: 'True' }));
  await run();
  assert.equal(await activeOf(people), 12, 'a person who returns is switched on again');
});

test('a client that repeats what it sent before starts no run, and changes during a dry run wait for the next one', async () => {
  const [one] = await provision(1);
  await applyAll();
  assert.equal(await isDue(), false);
  await send('PUT', `/Users/${one!.id}`, scimUser(one!.n));
  await send('PATCH', `/Users/${one!.id}`, scimPatch({ op: 'Replace', path: 'active', value: 'True' }));
  assert.equal(await isDue(), false);
  await send('PATCH', `/Users/${one!.id}`, scimPatch({ op: 'Replace', path: 'title', value: 'Dr.' }));
  assert.equal(await isDue(), true);
  await administrator.run('mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }', {
    input: { id: scim.id, groupRules: [{ dn: 'fehlt', group: String((await createGroup(server.app.db)).id) }] },
  });
  const { errors } = await administrator.send('mutation ($id: ID!) { tryDirectory(id: $id) { id } }', { id: scim.id });
  assert.equal(errors?.[0]?.message, 'error_directory_group_gone');
  assert.equal(await isDue(), true, 'a dry run that fails ends no waiting');
});

test('a dry run that nobody applies is on the start page after an hour', async () => {
  const isReady = async () => {
    const { readiness } = await administrator.run('{ readiness { key done } }');
    return readiness.find(({ key }: { key: string }) => key === 'directories').done;
  };
  await provision(1);
  const { id } = await tryTestDirectory(administrator, scim.id);
  assert.equal(await isReady(), true);
  await sql`update uploads set inserted_at = now() - interval '2 hours' where directory_id = ${scim._id}`.execute(
    server.app.db,
  );
  assert.equal(await isReady(), false);
  await apply(id);
  assert.equal(await isReady(), true);
});

test('people who are removed one by one are held by the same share, until a person agrees', async () => {
  const people = await provision(20);
  await applyAll();
  await schedule();
  for (const { id } of people.slice(0, 2)) {
    assert.equal((await send('DELETE', `/Users/${id}`)).status, 204);
    await run();
  }
  assert.equal(await activeOf(people), 18);
  for (const { id } of people.slice(2, 5)) {
    await send('DELETE', `/Users/${id}`);
    await run();
    assert.equal((await newest()).held, 'error_directory_many_off');
  }
  assert.equal(await activeOf(people), 18, 'a third person within a day is more than 10 %');
  const { readiness } = await administrator.run('{ readiness { key done count } }');
  assert.deepEqual(
    readiness.find(({ key }: { key: string }) => key === 'directories'),
    { key: 'directories', done: false, count: 1 },
  );
  await apply((await newest()).id);
  assert.equal(await activeOf(people), 15);
  await send('DELETE', `/Users/${people[5]!.id}`);
  await run();
  assert.equal(await activeOf(people), 14, 'counting begins again after the consent');
});

test('a client that removes everybody, or empties a mapped group, switches nobody off', async () => {
  const people = await provision(12);
  const { id: group } = await createGroup(server.app.db);
  const { body } = await send('POST', '/Groups', {
    displayName: 'Notfall',
    members: people.map(({ id }) => ({ value: id })),
  });
  await administrator.run('mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }', {
    input: { id: scim.id, groupRules: [{ dn: 'notfall', group: String(group) }] },
  });
  await applyAll();
  await schedule();
  const members = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from person_groups where group_id = ${group}`.execute(server.app.db);
    return rows[0]!.n;
  };
  assert.equal(await members(), 12);
  await send('PATCH', `/Groups/${body.id}`, scimPatch({ op: 'Replace', path: 'members', value: [] }));
  await run();
  assert.deepEqual([(await newest()).held, await members()], ['error_directory_many_left', 12]);
  await send('DELETE', `/Groups/${body.id}`);
  await run();
  assert.deepEqual([(await newest()).error, await members()], ['error_directory_group_gone', 12]);
  await send('POST', '/Groups', { displayName: 'NOTFALL', members: people.map(({ id }) => ({ value: id })) });
  for (const { id } of people) await send('DELETE', `/Users/${id}`);
  await run();
  assert.deepEqual([(await newest()).held, await activeOf(people)], ['error_directory_scim_empty', 12]);
});

test('an undone run stops the following of the client, and groups of groups count', async () => {
  const people = await provision(12);
  await applyAll();
  await schedule();
  await send('DELETE', `/Users/${people[0]!.id}`);
  await run();
  assert.equal(await activeOf(people), 11);
  const { undoUpload } = await administrator.run('mutation ($id: ID!) { undoUpload(id: $id) { status } }', {
    id: (await newest()).id,
  });
  assert.deepEqual([undoUpload.status, await activeOf(people)], ['undone', 12]);
  const { directories } = await administrator.run('{ directories { intervalHours } }');
  assert.deepEqual(directories, [{ intervalHours: 0 }]);
  const { id: group } = await createGroup(server.app.db);
  const inner = await send('POST', '/Groups', { displayName: 'innen', members: [{ value: people[1]!.id }] });
  const outer = await send('POST', '/Groups', { displayName: 'aussen', members: [{ value: inner.body.id }] });
  await send(
    'PATCH',
    `/Groups/${inner.body.id}`,
    scimPatch({ op: 'add', path: 'members', value: [{ value: outer.body.id }] }),
  );
  await administrator.run('mutation ($input: UpdateDirectoryInput!) { updateDirectory(input: $input) { version } }', {
    input: { id: scim.id, groupRules: [{ dn: outer.body.id, group: String(group) }] },
  });
  await applyAll();
  const { rows } = await sql<{ lastName: string }>`
    select p.last_name from person_groups m join people p on p.id = m.person_id where m.group_id = ${group}`.execute(
    server.app.db,
  );
  assert.deepEqual(rows, [{ lastName: `Scim${people[1]!.n}` }]);
});

test('a person that the client creates again is the same person', async () => {
  const [one] = await provision(1);
  await applyAll();
  await send('DELETE', `/Users/${one!.id}`);
  await send('POST', '/Users', scimUser(one!.n));
  const dryRun = await tryTestDirectory(administrator, scim.id);
  assert.deepEqual([dryRun.created, dryRun.updated, dryRun.unchanged], [0, 0, 1]);
});

test('a request that arrives while a person is erased brings no value back', async () => {
  const [one] = await provision(1);
  await applyAll();
  const { rows } = await sql<{ personId: number }>`
    select person_id from directory_people where directory_id = ${scim._id}`.execute(server.app.db);
  const waiting = sql<object>`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%scim_resources%'`;
  let patched: ReturnType<ScimSender>;
  await inTransaction(server.app.db, async (tx) => {
    await forgetInUploads(tx, rows[0]!.personId);
    patched = send('PATCH', `/Users/${one!.id}`, scimPatch({ op: 'Replace', path: 'title', value: 'Dr.' }));
    await until(async () => (await waiting.execute(server.app.db)).rows.length > 0);
  });
  assert.equal((await patched!).status, 200);
  const { rows: kept } = await sql<{ resource: object }>`
    select resource from scim_resources where directory_id = ${scim._id}`.execute(server.app.db);
  assert.deepEqual(new Set(Object.keys(kept[0]!.resource)), new Set(['active', 'externalId', 'userName']));
});

test('an erased person keeps only what the client needs to recognize them, and stays erased', async () => {
  const [one] = await provision(1);
  await applyAll();
  const { rows } = await sql<{ personId: number }>`
    select person_id from directory_people where directory_id = ${scim._id}`.execute(server.app.db);
  await sql`update people set erased_at = now(), is_active = false where id = ${rows[0]!.personId}`.execute(
    server.app.db,
  );
  await inTransaction(server.app.db, (tx) => forgetInUploads(tx, rows[0]!.personId));
  const kept = await send('GET', `/Users/${one!.id}`);
  assert.deepEqual(
    new Set(Object.keys(kept.body)),
    new Set(['active', 'externalId', 'id', 'meta', 'schemas', 'userName']),
  );
  const again = await send('PUT', `/Users/${one!.id}`, scimUser(one!.n));
  assert.deepEqual([again.status, again.body.name, again.body.emails], [200, undefined, undefined]);
  const dryRun = await tryTestDirectory(administrator, scim.id);
  assert.deepEqual([dryRun.created, dryRun.updated], [0, 0]);
});

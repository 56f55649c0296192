import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createRecipients } from '#testing/deliveries.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createMessage,
  createPerson,
  createReport,
  createUser,
} from '#testing/factories.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

test('the path of a resource is its id; GET returns its values and the ids of its references', async () => {
  const { db } = server.app;
  const parent = await createGroup(db, { name: 'Stab' });
  const group = await createGroup(db, { name: 'S3', parentGroupId: parent.id });
  const reader = await server.as('contact_manager');
  const { id } = (await reader.run(`{ group(id: ${group.id}) { id } }`)).group;
  const { status, headers, body } = await get(server, id, reader.token);
  assert.equal(status, 200);
  assert.match(headers.get('content-type')!, /application\/json/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual([body.id, body._id, body.name, body.isActive], [id, group.id, 'S3', true]);
  assert.deepEqual(body.parentGroup, { id: `/api/v2/groups/${parent.id}` });
});

test('the parent collection is a page with the arguments of the list', async () => {
  for (let i = 0; i < 3; i++) await createPerson(server.app.db, { lastName: `Blatt ${i}` });
  const reader = await server.as('contact_manager');
  const first = await get(server, '/api/v2/people?first=2', reader.token);
  assert.deepEqual([first.status, first.body.items.length, first.body.totalCount], [200, 2, 3]);
  assert.match(first.body.items[0].id, /^\/api\/v2\/people\/\d+$/);
  const next = await get(server, `/api/v2/people?first=2&after=${first.body.pageInfo.endCursor}`, reader.token);
  assert.equal(next.body.items.length, 1);
  assert.equal((await get(server, '/api/v2/people?isActive=false', reader.token)).body.totalCount, 0);
});

test('reports and situation reports of all events, or of one', async () => {
  const { db } = server.app;
  const [first, second] = [await createEvent(db), await createEvent(db)];
  const reports = [await createReport(db, { eventId: first.id }), await createReport(db, { eventId: second.id })];
  const officer = await server.as('documentation_officer');
  for (const { id } of [first, second])
    await officer.run('mutation ($id: ID!) { createSituationReport(input: { event: $id }) { id } }', { id });
  const ids = async (path: string) =>
    (await get(server, `/api/v2/${path}`, officer.token)).body.items.map(({ id }: { id: string }) => id);
  const paths = reports.map(({ id }) => `/api/v2/reports/${id}`);
  assert.deepEqual(await ids('reports?first=2'), paths.toReversed());
  assert.deepEqual(await ids(`reports?event=${first.id}`), [paths[0]]);
  assert.equal((await ids('situation_reports?first=2')).length, 2);
  assert.equal((await ids(`situation_reports?event=${second.id}`)).length, 1);

  const author = await server.as('documentation_officer');
  const draft = await createEvent(db, {
    state: 'draft',
    isRunning: false,
    isPrepared: true,
    insertedBy: author.userId,
  });
  const { createSituationReport: written } = await author.run(
    'mutation ($id: ID!) { createSituationReport(input: { event: $id }) { id } }',
    { id: draft.id },
  );
  assert.ok(!(await ids('situation_reports?first=5')).includes(written.id), "another author's draft");
  assert.deepEqual(await ids(`situation_reports?event=${draft.id}`), [], 'also by the number of its event');
  const own = await get(server, '/api/v2/situation_reports?first=5', author.token);
  assert.ok(own.body.items.some(({ id }: { id: string }) => id === written.id));
});

test('parts of people, groups, lists, messages and logs have paths, with the rights of their whole', async () => {
  const { db } = server.app;
  const person = await createPerson(db);
  const group = await createGroup(db, { name: 'Teile', members: [person.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const { eventId, messageId, recipients } = await createRecipients(db, { count: 1 });
  const reader = await server.as('crisis_manager');
  const whole = await reader.run(`{
    person(id: ${person.id}) { personData { id } personGroup { edges { node { id } } } }
    mailingList(id: ${list.id}) { listGroup { edges { node { id } } } } }`);
  const note = 'mutation ($event: ID!) { addLogEntry(event: $event, text: "Teil") { id } }';
  const { addLogEntry } = await reader.run(note, { event: eventId });
  const recipient = `/api/v2/message_recipients/${recipients[0]!.id}`;
  const data = whole.person.personData[0].id;
  const ids = [
    ...[data, recipient, addLogEntry.id],
    ...[whole.person.personGroup.edges[0].node.id, whole.mailingList.listGroup.edges[0].node.id],
  ];
  for (const id of ids) {
    const { status, body } = await get(server, id, reader.token);
    assert.deepEqual([status, body.id], [200, id]);
    assert.equal((await get(server, id)).status, 401);
  }
  await db.updateTable('messages').set({ isActive: false }).where('id', '=', messageId).execute();
  assert.equal((await get(server, recipient, reader.token)).status, 404, 'of a deleted message');
  await db.updateTable('personData').set({ keyFieldId: 2 }).where('personId', '=', person.id).execute();
  assert.equal((await get(server, data, reader.token)).status, 404, 'private');
  assert.equal((await get(server, data, (await server.as('contact_manager')).token)).status, 200);
});

test('applies the rights of GraphQL', async () => {
  const user = await createUser(server.app.db, {});
  const editor = await server.as('editor');
  const admin = await server.as('administrator');
  const statuses = async (path: string) => [
    (await get(server, path)).status,
    (await get(server, path, editor.token)).status,
    (await get(server, path, admin.token)).status,
  ];
  assert.deepEqual(await statuses(`/api/v2/users/${user.id}`), [401, 403, 200]);
  assert.deepEqual(await statuses('/api/v2/users'), [401, 403, 200]);
  assert.deepEqual(await statuses('/api/v2/security_roles'), [401, 200, 200]);
  assert.deepEqual(await statuses('/api/v2/reports'), [401, 200, 200]);
  assert.deepEqual(await statuses('/api/v2/situation_reports'), [401, 200, 200]);
  assert.deepEqual((await get(server, '/api/v2/users', editor.token)).body, { message: 'error_forbidden' });
  assert.equal((await get(server, '/api/v2/users', 'x.y.z')).status, 401);
});

test('returns 404 or 400 with the error for missing or unreadable resources', async () => {
  const { token } = await server.as('administrator');
  const answer = async (path: string) => {
    const { status, body } = await get(server, `/api/v2/${path}`, token);
    return [status, body];
  };
  const missing = { message: 'error_not_found' };
  for (const path of [
    'groups/999999',
    'nothing',
    'nothing/1',
    'page_info',
    '__proto__',
    'constructor/1',
    'adminCounts',
    'auditEntries',
    'person/1',
    'message_status/1',
    'system_settings/999999',
    'all_reports',
    'export_persons/1',
    'message_statuss/1',
    'situation_report_mails/1',
  ]) {
    assert.deepEqual(await answer(path), [404, missing], path);
  }
  assert.deepEqual(await answer('groups/x'), [400, { message: 'error_invalid_id' }]);
  assert.deepEqual(await answer('reports?event=x'), [400, { message: 'error_invalid_id' }]);
  assert.deepEqual(await answer('people?first=many'), [
    400,
    { message: 'error_invalid_input', fields: { first: 'error_invalid_input' } },
  ]);
  assert.deepEqual((await answer('people?first=1001'))[0], 400);
});

test('reads every listed type with a path without an error', async () => {
  const { token } = await server.as(
    'administrator',
    'contact_manager',
    'mailing_list_manager',
    'editor',
    'crisis_manager',
  );
  const collections = ['events', 'groups', 'people', 'mailing_lists', 'locations', 'event_types', 'report_types', 'channels', 'channel_types',
    'group_types', 'list_types', 'snippets', 'snippet_types', 'person_data_types', 'side_menus', 'system_mails', 'users', 'report_event_snippets', 'event_statuses', 'system_settings', 'security_roles', 'messages', 'reports', 'situation_reports']; // biome-ignore format: a list
  for (const collection of collections) {
    const list = await get(server, `/api/v2/${collection}?first=3`, token);
    assert.equal(list.status, 200, `${collection} ${list.text}`);
    const [row] = list.body.items;
    if (!row) continue;
    const one = await get(server, row.id, token);
    assert.deepEqual([one.status, one.body], [200, row], collection);
  }
});

test('lists messages newest first by report, event or state; drafts only for their author', async () => {
  const { db } = server.app;
  const [editor, other] = await Promise.all([server.as('editor'), server.as('crisis_manager')]);
  const { id: eventId } = await createEvent(db, {});
  const { id: reportId } = await createReport(db, { eventId });
  const { id: draft } = await createMessage(db, { reportId });
  const { id: sent } = await createMessage(db, { reportId, status: 'sent' });
  const { id: gone } = await createMessage(db, { reportId, isActive: false });
  const { id: prepared } = await createEvent(db, { isPrepared: true, insertedBy: editor.userId });
  const { id: own } = await createMessage(db, { reportId: (await createReport(db, { eventId: prepared })).id });
  const listed = async (query: string, { token } = editor) => {
    const { status, body } = await get(server, `/api/v2/messages?${query}`, token);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items.map(({ _id }: { _id: number }) => _id);
  };
  assert.deepEqual(await listed(`event=${eventId}`), [sent, draft]);
  assert.deepEqual(await listed(`report=${reportId}&status=sent&status=failed`), [sent]);
  assert.deepEqual(await listed(`event=${prepared}`), [own]);
  assert.deepEqual(await listed(`event=${prepared}`, other), []);
  const all = await listed('first=1000');
  assert.deepEqual(all.slice(0, 3), [own, sent, draft]);
  assert.ok(!all.includes(gone));
  assert.equal((await get(server, '/api/v2/messages')).status, 401);
});

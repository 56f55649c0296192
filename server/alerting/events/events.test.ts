import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createEvent, createEventType, createMailingList, createMessage, createReport } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let editor: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  editor = await server.as('editor');
});
after(() => server.stop());

const create = `mutation ($input: CreateEventInput!) { createEvent(input: $input) {
  id _id name description eventDate mode isRunning isActive finishedAt location { name } eventType { name }
  activationEventType { id } eventStatus { identifier name } insertedBy { id }
  log { totalCount edges { node { kind text by { id } } } } logIntact } }`;

test('creates an event as a draft or running at once', async () => {
  const draft = (await editor.run(create, { input: { name: '  Stromausfall ' } })).createEvent;
  assert.equal(draft.name, 'Stromausfall');
  assert.equal(draft.id, `/api/v2/events/${draft._id}`);
  assert.deepEqual([draft.isRunning, draft.eventStatus.identifier, draft.mode], [false, 'draft', 'LIVE']);
  assert.deepEqual(draft.insertedBy, { id: `/api/v2/users/${editor.userId}` });
  assert.equal(draft.log.totalCount, 1);
  const { node } = draft.log.edges[0];
  assert.deepEqual(
    [node.kind, node.text, node.by.id, draft.logIntact],
    ['event_created', 'Ereignis angelegt: Stromausfall', `/api/v2/users/${editor.userId}`, true],
  );
  const input = { name: 'Übung', isRunning: true, mode: 'EXERCISE', eventDate: '2026-11-21T02:40:00Z' };
  const running = (await editor.run(create, { input })).createEvent;
  assert.deepEqual([running.isRunning, running.eventStatus.identifier, running.mode], [true, 'published', 'EXERCISE']);
  assert.equal(running.eventDate, '2026-11-21T02:40:00.000Z');
});

test('offers active types and locations; the type sets its location', async () => {
  const { db } = server.app;
  const location = await db.insertInto('locations').values({ name: 'Haus A' }).returningAll().executeTakeFirstOrThrow();
  const closed = await db
    .insertInto('locations')
    .values({ name: 'Alt', isActive: false })
    .returningAll()
    .executeTakeFirstOrThrow();
  const type = await createEventType(db, { locationId: location.id });
  const old = await createEventType(db, { isActive: false });
  const made = (await editor.run(create, { input: { name: 'a', eventType: `/api/v2/event_types/${type.id}` } }))
    .createEvent;
  assert.deepEqual([made.eventType.name, made.location.name], [type.name, 'Haus A']);
  const refusals = {
    eventType: [{ eventType: old.id }, 'error_inactive'],
    location: [{ location: closed.id }, 'error_inactive'],
    name: [{ name: '  ' }, 'error_required'],
  } as const;
  for (const [field, [input, key]] of Object.entries(refusals)) {
    const answer = await editor.send(create, { input: { name: 'a', ...input } });
    assert.deepEqual([answer.errors?.[0]?.message, answer.errors?.[0]?.extensions.fields], [key, { [field]: key }]);
  }
  const unknown = await editor.send(create, { input: { name: 'a', eventType: 99_999 } });
  assert.equal(unknown.errors?.[0]?.message, 'error_not_found');
  const long = await editor.send(create, { input: { name: 'x'.repeat(201) } });
  assert.equal(long.errors?.[0]?.message, 'error_too_long');
});

const update = `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) {
  name description log(first: 1) { totalCount edges { node { kind text data } } } } }`;

test('changes and logs only the changed fields', async () => {
  const event = await createEvent(server.app.db, { name: 'Alt', description: 'Text' });
  const changed = (await editor.run(update, { input: { id: event.id, name: 'Neu', description: 'Text' } })).updateEvent;
  assert.deepEqual([changed.name, changed.description, changed.log.totalCount], ['Neu', 'Text', 1]);
  assert.deepEqual(changed.log.edges[0].node, {
    kind: 'event_updated',
    text: 'Ereignis geändert: Name',
    data: { fields: ['name'], name: 'Neu' },
  });
  const same = (await editor.run(update, { input: { id: event.id, name: 'Neu' } })).updateEvent;
  assert.equal(same.log.totalCount, 1);
  const cleared = (await editor.run(update, { input: { id: event.id, description: null } })).updateEvent;
  assert.equal(cleared.description, null);
});

test('a user without the right to write events is refused', async () => {
  for (const role of ['contact_manager', 'mailing_list_manager', 'administrator', 'system_owner'] as const) {
    const client = await server.as(role);
    const answers = [
      await client.send(create, { input: { name: 'a' } }),
      await client.send(update, { input: { id: 1, name: 'a' } }),
      await client.send('mutation { addLogEntry(event: 1, text: "a") { id } }'),
    ];
    for (const answer of answers) assert.equal(answer.errors?.[0]?.message, 'error_forbidden', role);
  }
});

const names = (connection: { edges: { node: { name: string } }[] }) => connection.edges.map(({ node }) => node.name);

test('the list comes newest first, twelve at a time, filtered, without deleted events', async () => {
  const own = await startTestServer({ ROLES: 'web' });
  const client = await own.as('documentation_officer');
  const { db } = own.app;
  for (let n = 1; n <= 14; n++) await createEvent(db, { name: `Beendet ${n}`, state: 'finished' });
  await createEvent(db, { name: 'Laufend Müller', state: 'running' });
  await createEvent(db, { name: 'Entwurf', state: 'draft' });
  await createEvent(db, { name: 'Archiv', state: 'archived' });
  await createEvent(db, { name: 'Gelöscht', state: 'finished', isActive: false });
  const list = async (args: string) =>
    (await client.run(`{ events${args} { totalCount edges { node { name } } } }`)).events;
  const all = await list('');
  assert.equal(all.totalCount, 17);
  assert.deepEqual(names(all).slice(0, 4), ['Archiv', 'Entwurf', 'Laufend Müller', 'Beendet 14']);
  assert.equal(names(all).length, 12);
  assert.deepEqual(names(await list('(isRunning: true)')), ['Laufend Müller']);
  assert.deepEqual(names(await list('(eventStatus: ["archived"])')), ['Archiv']);
  assert.equal((await list('(eventStatus: ["draft", "published"])')).totalCount, 16);
  assert.deepEqual(names(await list('(name: "mueller")')), ['Laufend Müller']);
  assert.equal((await list('(eventStatus: [])')).totalCount, 0);
  const { searchEvents } = await client.run('{ searchEvents(search: "archiv") { edges { node { name } } } }');
  assert.deepEqual(names(searchEvents), ['Archiv']);
  const deleted = await db.selectFrom('events').select('id').where('name', '=', 'Gelöscht').executeTakeFirstOrThrow();
  assert.equal((await client.run('query ($id: ID!) { event(id: $id) { id } }', { id: deleted.id })).event, null);
  const statuses = await client.run('{ eventStatuses { edges { node { id identifier name } } } }');
  assert.deepEqual(
    statuses.eventStatuses.edges.map((edge: { node: { identifier: string } }) => edge.node.identifier),
    ['draft', 'published', 'archived'],
  );
  const published = statuses.eventStatuses.edges[1].node.id;
  const rename =
    'mutation ($id: ID!, $name: String!) { updateEventStatus(id: $id, name: $name, nameEn: "Live") { name } }';
  const administrator = await own.as('administrator');
  const { updateEventStatus } = await administrator.run(rename, { id: published, name: ' Im Gange ' });
  assert.equal(updateEventStatus.name, 'Im Gange');
  const shown = await client.run('{ events(isRunning: true) { edges { node { eventStatus { name identifier } } } } }');
  assert.deepEqual(shown.events.edges[0].node.eventStatus, { name: 'Im Gange', identifier: 'published' });
  const { auditEntries } = await administrator.run('{ auditEntries(first: 1) { edges { node { type label } } } }');
  assert.deepEqual(auditEntries.edges[0].node, { type: 'EventStatus', label: 'published' });
  const empty = await administrator.send(rename, { id: published, name: ' ' });
  assert.deepEqual(empty.errors?.[0]?.extensions.fields, { name: 'error_required' });
  await own.stop();
});

test('an event type shows its active mailing lists in their order', async () => {
  const { db } = server.app;
  const [second, first, inactive] = [
    await createMailingList(db, { name: 'Zweite' }),
    await createMailingList(db, { name: 'Erste' }),
    await createMailingList(db, { name: 'Aus', isActive: false }),
  ];
  const type = await createEventType(db, { lists: [inactive.id, first.id, second.id] });
  const document = 'query ($id: ID!) { eventType(id: $id) { mailingLists { totalCount edges { node { name } } } } }';
  const { eventType } = await editor.run(document, { id: type.id });
  assert.deepEqual([names(eventType.mailingLists), eventType.mailingLists.totalCount], [['Erste', 'Zweite'], 2]);
});

test('finds the submitted activations of an event despite many later messages', async () => {
  const { db } = server.app;
  const { id: eventId } = await createEvent(db);
  const made = async (type: string, status: string) => {
    const { id: reportId } = await createReport(db, { eventId, type });
    await createMessage(db, { reportId, status });
    return reportId;
  };
  const first = await made('activation', 'sent');
  const withheld = [await made('activation', 'draft'), await made('activation', 'rejected')];
  const second = await made('activation', 'sending');
  await db
    .updateTable('reports')
    .set({ isActive: false })
    .where('id', '=', await made('activation', 'sent'))
    .execute();
  for (let n = 0; n < 12; n++) await made('staff_information', 'sent');
  const document = `query ($id: ID!) { event(id: $id) {
    activations(first: 5) { totalCount edges { node { _id } } } reports(first: 5) { totalCount } } }`;
  const { event } = await editor.run(document, { id: String(eventId) });
  assert.deepEqual(
    event.activations.edges.map(({ node }: { node: { _id: number } }) => node._id),
    [second, first],
    `not ${withheld.join(', ')}`,
  );
  assert.deepEqual([event.activations.totalCount, event.reports.totalCount], [2, 16]);
});

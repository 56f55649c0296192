import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createKind } from '#testing/alarms/kinds.ts';
import { createEvent, createPerson, idByIdentifier } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const eventFields = `_id name description place mode isRunning eventDate finishedAt stayedInside alerted
  eventStatus { identifier } eventType { name } activationEventType { name } location { name }
  situationReports { totalCount } log(first: 50) { totalCount edges { node { at kind text data hash } } } logIntact`;
const whatOthersSee = `query ($id: ID!) {
  event(id: $id) { ${eventFields} }
  running: events(first: 50, isRunning: true) { totalCount edges { node { ${eventFields} } } }
  all: events(first: 50, eventStatus: ["draft", "published"]) { totalCount edges { node { ${eventFields} } } }
  everything: events(first: 50) { totalCount }
  found: searchEvents(search: "Stromausfall", first: 50) { totalCount edges { node { _id } } }
  waiting { drafts { title } releases { title } usersToApprove repliesWithoutEvent overdueSituationReports { name } }
}`;
const activate = `mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) {
  _id title content event { _id } messages { edges { node { _id } } } } }`;
const change = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { title content place } }';
const discard = 'mutation ($id: ID!) { deleteReport(id: $id) { id } }';
const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }';
const read = `query ($id: ID!) { event(id: $id) { ${eventFields} } }`;

/** Two types with texts and lists, and a running event. */
async function running() {
  const person = await createPerson(db);
  const [first, second] = await Promise.all(
    ['Massenanfall', 'Stromausfall'].map((name) =>
      createKind(db, {
        name,
        people: [person.id],
        content: `${name}: {{ event.place }}.`,
        location: { name: `Haus ${name}` },
      }),
    ),
  );
  const event = await createEvent(db, { eventTypeId: first!.id, locationId: first!.locationId, name: 'Busunfall' });
  return { first: first!, second: second!, event, person };
}

const seenBy = async (client: TestClient, id: number) =>
  JSON.stringify(await client.run(whatOthersSee, { id: String(id) }));

test('an unsent or discarded draft changes no event, start page, list or log for others', async () => {
  const { second, event, person } = await running();
  const other = await server.as('administrator');
  const before = await seenBy(other, event.id);
  const unchanged = async (what: string) => assert.equal(await seenBy(other, event.id), before, what);

  const { report } = await manager.run(activate, { input: { event: event.id, eventType: second.id } });
  await unchanged('an activation of another kind in the running event');
  const elsewhere = { id: report._id, place: 'Parkhaus', description: 'Rauch im Keller', title: 'Anders' };
  await manager.run(change, { input: elsewhere });
  const [message] = report.messages.edges.map(({ node }: { node: { _id: number } }) => node._id);
  await manager.run('mutation ($m: ID!, $p: [ID!]) { setMessageRecipients(message: $m, people: $p) { id } }', {
    m: String(message),
    p: [String(person.id)],
  });
  await manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
    input: { id: message, content: 'Kurz' },
  });
  await unchanged('place, text and recipients of the draft');
  await manager.run(discard, { id: String(report._id) });
  await unchanged('discarded');

  const { report: fresh } = await manager.run(activate, { input: { eventType: second.id } });
  await unchanged('a new event that is only prepared');
  await manager.run(discard, { id: String(fresh._id) });
  await unchanged('the event that was prepared goes with its draft');
  const gone = await manager.run(read, { id: String(fresh.event._id) });
  assert.equal(gone.event, null);
});

test('only its author finds a prepared event until part of it is sent', async () => {
  const { second } = await running();
  const other = await server.as('editor');
  const { report } = await manager.run(activate, { input: { eventType: second.id, name: 'Kabelbrand' } });
  const found = async (client: TestClient) => {
    const { events } = await client.run('{ events(name: "Kabelbrand") { edges { node { _id } } } }');
    const { searchEvents } = await client.run('{ searchEvents(search: "Kabelbrand") { edges { node { _id } } } }');
    return [events.edges.length, searchEvents.edges.length];
  };
  assert.deepEqual(
    [await found(manager), await found(other)],
    [
      [1, 1],
      [0, 0],
    ],
  );
  await manager.run(send, { id: String(report._id), key: `k${report._id}` });
  assert.deepEqual(await found(other), [1, 1]);
});

test('only its author can read a prepared event by its number', async () => {
  const { second } = await running();
  const other = await server.as('crisis_manager');
  const { report } = await manager.run(activate, { input: { eventType: second.id } });
  const event = String(report.event._id);
  const foundBy = async (client: TestClient) => {
    const { reports } = await client.run('query ($id: ID!) { reports(event: $id) { totalCount } }', { id: event });
    return [(await client.run(read, { id: event })).event?._id ?? null, reports.totalCount];
  };
  assert.deepEqual(
    [await foundBy(manager), await foundBy(other)],
    [
      [report.event._id, 1],
      [null, 0],
    ],
  );
  await manager.run(send, { id: String(report._id), key: `k${report._id}` });
  assert.deepEqual(await foundBy(other), [report.event._id, 1]);
});

test('a text adapted to its channel gets place and description, and loses them when undone', async () => {
  const { second } = await running();
  const { report } = await manager.run(activate, { input: { eventType: second.id } });
  const [message] = report.messages.edges.map(({ node }: { node: { _id: number } }) => node._id);
  const adapt = (content: string) =>
    manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
      input: { id: message, content },
    });
  const own = async () =>
    (await db.selectFrom('messages').select('content').where('id', '=', message).executeTakeFirstOrThrow()).content;
  await adapt('Strom weg.\nSofort kommen.');
  await manager.run(change, { input: { id: report._id, place: 'Trafohaus', description: 'Kabel gerissen' } });
  assert.equal(await own(), 'Strom weg.\n{{ event.description }}\nSofort kommen.');
  await manager.run(change, { input: { id: report._id, place: null, description: null } });
  assert.equal(await own(), 'Strom weg.\nSofort kommen.');
  await adapt('{{ event.location }} ohne Strom.');
  await manager.run(change, { input: { id: report._id, place: 'Trafohaus' } });
  assert.equal(await own(), '{{ event.location }} ohne Strom.', 'it says where itself');
});

test('initial details are in the prepared text; a provided text stays as it is', async () => {
  const { first } = await running();
  const contentOf = async (input: object) =>
    (await manager.run(activate, { input: { eventType: first.id, description: 'Zwei Busse', ...input } })).report
      .content;
  assert.equal(await contentOf({}), 'Massenanfall: {{ event.place }}.\n{{ event.description }}');
  assert.equal(await contentOf({ content: 'Kommen Sie.' }), 'Kommen Sie.');
});

test('sending applies the details of the draft to the event and logs them', async () => {
  const { first, event } = await running();
  const { report } = await manager.run(activate, { input: { event: event.id, eventType: first.id } });
  const { updateReport } = await manager.run(change, {
    input: { id: report._id, place: 'Parkhaus', description: 'Rauch im Keller' },
  });
  assert.equal(updateReport.content, 'Massenanfall: {{ event.place }}.\n{{ event.description }}');
  await manager.run(send, { id: String(report._id), key: `k${report._id}` });
  const { event: after } = await manager.run(read, { id: String(event.id) });
  assert.deepEqual(
    [after.activationEventType.name, after.eventType.name, after.location, after.place, after.description],
    ['Massenanfall', 'Massenanfall', null, 'Parkhaus', 'Rauch im Keller'],
  );
  const texts = after.log.edges.map(({ node }: { node: { text: string } }) => node.text).toReversed();
  assert.deepEqual(texts.slice(0, 2), ['Ereignis geändert: Beschreibung, Ort', 'Aktivierung als Massenanfall']);
  const sent = await db.selectFrom('messages').select('content').where('reportId', '=', report._id).execute();
  assert.deepEqual([...new Set(sent.map(({ content }) => content))], ['Massenanfall: Parkhaus.\nRauch im Keller']);
});

test('an alarm of another kind keeps the event’s place, and the next of its kind uses it', async () => {
  const { first, second, event } = await running();
  const other = await manager.run(activate, { input: { event: event.id, eventType: second.id } });
  await manager.run(change, { input: { id: other.report._id, place: 'Trafohaus', description: 'Kabel gerissen' } });
  const contentOf = async (report: number) => {
    await manager.run(send, { id: String(report), key: `k${report}` });
    const rows = await db.selectFrom('messages').select('content').where('reportId', '=', report).execute();
    return [...new Set(rows.map(({ content }) => content))];
  };
  assert.deepEqual(await contentOf(other.report._id), ['Stromausfall: Trafohaus.\nKabel gerissen']);
  const { event: after } = await manager.run(read, { id: String(event.id) });
  assert.deepEqual([after.location.name, after.place, after.description], ['Haus Massenanfall', null, null]);
  const { report } = await manager.run(activate, { input: { event: event.id, eventType: first.id } });
  assert.deepEqual(await contentOf(report._id), ['Massenanfall: Haus Massenanfall.']);
});

test('a correction of the event after the launch stays when more people are alerted', async () => {
  const { first, event } = await running();
  const { report } = await manager.run(activate, { input: { event: event.id, eventType: first.id } });
  await manager.run(change, { input: { id: report._id, place: 'Haus A' } });
  await manager.run(send, { id: String(report._id), key: `k${report._id}` });
  await db.updateTable('events').set({ place: 'Haus B' }).where('id', '=', event.id).execute();
  const channel = await idByIdentifier(db, 'channels', 'exercise');
  const { id } = await createDraft(db, {
    reportId: report._id,
    channelId: channel,
    people: [(await createPerson(db)).id],
    content: 'Nachalarm: {{ event.place }}.',
  });
  await manager.run(send, { id: String(report._id), key: `again${report._id}` });
  const more = await db.selectFrom('messages').select('content').where('id', '=', id).executeTakeFirstOrThrow();
  const { event: after } = await manager.run(read, { id: String(event.id) });
  assert.deepEqual([more.content, after.place], ['Nachalarm: Haus B.', 'Haus B']);
});

test('a place is a location or free text; the last one counts, and only before sending', async () => {
  const { second, event } = await running();
  const { report } = await manager.run(activate, { input: { event: event.id, eventType: second.id } });
  const say = (input: object) => manager.send(change, { input: { id: report._id, ...input } });
  const stored = () =>
    db.selectFrom('reports').select(['locationId', 'place']).where('id', '=', report._id).executeTakeFirstOrThrow();
  await say({ place: '  Dach  ' });
  assert.deepEqual(await stored(), { locationId: null, place: 'Dach' });
  await say({ location: second.locationId });
  assert.deepEqual(await stored(), { locationId: second.locationId, place: null });
  const both = await say({ location: second.locationId, place: 'Dach' });
  assert.deepEqual(both.errors?.[0]?.extensions.fields, { place: 'error_invalid_input' });
  const unknown = await say({ location: 999_999 });
  assert.ok(unknown.errors?.[0]?.extensions.fields?.['location']);
  await manager.run(send, { id: String(report._id), key: `k${report._id}` });
  assert.equal((await say({ place: 'Hof' })).errors?.[0]?.message, 'error_report_sent');
});

test('details changed after a complete cancel apply, because no one got the earlier ones', async () => {
  const { first, event } = await running();
  const { report } = await manager.run(activate, { input: { event: event.id, eventType: first.id } });
  await manager.run(change, { input: { id: report._id, place: 'Haus A' } });
  await manager.run(send, { id: String(report._id), key: `k${report._id}` });
  for (const { node } of report.messages.edges) {
    await manager.run('mutation ($id: ID!) { stopMessage(id: $id) { status } }', { id: String(node._id) });
  }
  await manager.run(change, { input: { id: report._id, place: 'Haus C' } });
  const { id } = await createDraft(db, {
    reportId: report._id,
    channelId: await idByIdentifier(db, 'channels', 'exercise'),
    people: [(await createPerson(db)).id],
    content: 'Alarm: {{ event.place }}.',
  });
  await manager.run(send, { id: String(report._id), key: `anew${report._id}` });
  const sent = await db.selectFrom('messages').select('content').where('id', '=', id).executeTakeFirstOrThrow();
  const { event: after } = await manager.run(read, { id: String(event.id) });
  assert.deepEqual([sent.content, after.place], ['Alarm: Haus C.', 'Haus C']);
});

test('places come in the order of their last event', async () => {
  const names = ['Ost', 'Nord', 'West'];
  const places = await db
    .insertInto('locations')
    .values(names.map((name) => ({ name: `Tor ${name}` })))
    .returning(['id', 'name'])
    .execute();
  for (const at of [0, 2]) await createEvent(db, { locationId: places[at]!.id });
  const { eventPlaces } = await manager.run('{ eventPlaces { name } }');
  const gates = eventPlaces.map(({ name }: { name: string }) => name).filter((name: string) => name.startsWith('Tor '));
  assert.deepEqual(gates, ['Tor West', 'Tor Ost', 'Tor Nord']);
});

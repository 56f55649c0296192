import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createEventType, createReport, createSnippet, createUser } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';

let server: TestServer;
let db: Db;
let editor: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' }); // the statements of a worker would count too
  db = server.app.db;
  editor = await server.as('editor');
});
after(() => server.stop());

async function parsed(content: string, ids: { event?: number; report?: number } = {}): Promise<string> {
  const { id } = await createSnippet(db, { content });
  const document = `query ($id: ID!, $event: ID, $report: ID) {
    snippet(id: $id) { parsedContent(event: $event, report: $report) } }`;
  return (await editor.run(document, { id, ...ids })).snippet.parsedContent;
}

test('fills every placeholder of event and report, times in the installation’s time zone', async () => {
  const location = await db
    .insertInto('locations')
    .values({ name: 'Haus C', address: 'Weg 3' })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [panne, brand] = [await createEventType(db, { name: 'Panne' }), await createEventType(db, { name: 'Brand' })];
  const event = await createEvent(db, {
    name: 'Rauch',
    description: '<p>Im <b>Keller</b></p>',
    eventDate: new Date('2026-07-01T22:30:00Z'),
    eventTypeId: panne.id,
    locationId: location.id,
  });
  const author = await createUser(db, { firstName: 'Ada', lastName: 'Braun', mobilePhoneNumber: '+4915112345678' });
  const report = await createReport(db, { eventId: event.id, title: 'Lage 1', insertedBy: author.id });
  const content =
    '{{ event.name }}|{{ event.description }}|{{ event.type }}|{{ event.date }}|{{ event.location }}|{{ event.address }}' +
    '|{{ report.title }}|{{ author.name }}|{{ author.phone }}';
  const expected = 'Rauch|Im Keller|Panne|02.07.2026, 00:30 Uhr|Haus C|Weg 3|Lage 1|Ada Braun|+4915112345678';
  assert.equal(await parsed(content, { event: event.id, report: report.id }), expected);
  assert.equal(await parsed(content, { report: report.id }), expected, 'the report alone tells its event');
  await db.updateTable('events').set({ activationEventTypeId: brand.id }).where('id', '=', event.id).execute();
  assert.equal(await parsed('{{ event.type }}', { event: event.id }), 'Brand', 'the crisis team is called for this');
  const setTimeZone = (valueStr: string) =>
    db.updateTable('systemSettings').set({ valueStr }).where('valueKey', '=', 'time_zone').execute();
  await setTimeZone('America/New_York');
  assert.equal(await parsed('{{ event.date }}', { event: event.id }), '01.07.2026, 18:30 Uhr');
  await setTimeZone('Europe/Nirgendwo');
  assert.equal(
    await parsed('{{ event.date }}', { event: event.id }),
    '02.07.2026, 00:30 Uhr',
    'a typing error stops nothing',
  );
  await db.updateTable('users').set({ language: 'en' }).where('id', '=', author.id).execute();
  const ids = { event: event.id, report: report.id };
  assert.equal(await parsed('{{ event.date }}', ids), '2 Jul 2026, 00:30', 'as its author writes');
});

test('placeholders without a value stay unchanged', async () => {
  const { id } = await createEvent(db, { name: 'Rauch' });
  const content =
    '{{ event.name }} {{ event.location }} {{report.title}} {{ person.firstName }} {{ input:"Ort" }} {{ x }}';
  assert.equal(
    await parsed(content, { event: id }),
    'Rauch {{ event.location }} {{report.title}} {{ person.firstName }} {{ input:"Ort" }} {{ x }}',
  );
  assert.equal(await parsed('{{ event.name }}'), '{{ event.name }}');
  const me = await db.selectFrom('users').select('lastName').where('id', '=', editor.userId!).executeTakeFirstOrThrow();
  assert.equal(await parsed('{{ author.name }}'), `Vorname ${me.lastName}`);
  assert.match(await parsed('{{ now }}'), /^\d\d\.\d\d\.\d{4}, \d\d:\d\d Uhr$/);
});

test('a report of another event fills nothing', async () => {
  const [event, report] = [await createEvent(db, { name: 'Rauch' }), await createReport(db, { title: 'Fremd' })];
  assert.equal(
    await parsed('{{ event.name }} {{ report.title }}', { event: event.id, report: report.id }),
    'Rauch {{ report.title }}',
  );
});

test('the raw value is the content as plain text', async () => {
  const { id } = await createSnippet(db, { content: '<p>Bitte <b>sofort</b> kommen.</p><p>{{ event.name }}</p>' });
  const { snippet } = await editor.run('query ($id: ID!) { snippet(id: $id) { rawValue } }', { id });
  assert.equal(snippet.rawValue, 'Bitte sofort kommen.\n\n{{ event.name }}');
});

test('a list of snippets reads its event once', async () => {
  const { id } = await createEvent(db, { name: 'Rauch' });
  const document = 'query ($id: ID!) { snippets(first: 500) { edges { node { parsedContent(event: $id) } } } }';
  const count = () => fewestStatements(server, () => editor.run(document, { id }));
  await createSnippet(db, { content: '{{ event.name }}' });
  const few = await count();
  for (let n = 0; n < 5; n++) await createSnippet(db, { content: '{{ event.name }}' });
  assert.equal(await count(), few);
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, singleOf } from '#shared/administration/entity.ts';
import { createEventType, createSnippet, idByIdentifier } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTrigger } from '#testing/triggers.ts';

let server: TestServer;
let administrator: TestClient;
let reader: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
  reader = await server.as('editor');
  const icon = await server.app.db
    .insertInto('files')
    .values({ key: 'k', mimeType: 'image/svg+xml', size: 4, sha256: Buffer.from('x'), content: Buffer.from('icon') })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.app.db.updateTable('sideMenus').set({ iconId: icon.id }).where('identifier', '=', '010_home').execute();
  await server.app.db.insertInto('locations').values({ name: 'Haus Süd', coordinates: '52.52,13.405' }).execute();
  await server.app.db
    .insertInto('systemMails')
    .values({ identifier: 'for_this_test', language: 'de', subject: 'Betreff', content: 'Text' })
    .execute();
  for (const table of ['listTypes', 'groupTypes', 'snippetTypes'] as const) {
    await server.app.db.insertInto(table).values({ name: 'Art', identifier: 'of_this_test' }).execute();
  }
  const { id: eventTypeId } = await createEventType(server.app.db);
  await server.app.db.insertInto('checklistItems').values({ eventTypeId, name: 'Lage prüfen', sortOrder: 1 }).execute();
  await server.app.db.insertInto('deadlineRules').values({ eventTypeId, name: 'Meldung', hours: 24 }).execute();
  await createTrigger(server);
  await server.app.db.insertInto('incomingSources').values({ name: 'Wetter', kind: 'cap', isActive: true }).execute();
  const reportTypeId = await idByIdentifier(server.app.db, 'reportTypes', 'all_clear');
  await createSnippet(server.app.db, { reportTypeId });
});
after(() => server.stop());

const served = entities.filter(({ name }) => name !== 'User');
const nodes = (connection: { edges: { node: Record<string, unknown> }[] }) => connection.edges.map(({ node }) => node);

/** The selection of an entity's fields. */
function selection({ fields }: Entity): string {
  const own = Object.entries(fields).filter(([, { kind }]) => kind !== 'references' && kind !== 'channelSettings');
  return own
    .map(([name, { kind }]) => {
      if (kind === 'reference') return `${name} { _id id name }`;
      return kind === 'image' ? `${name} { contentUrl }` : name;
    })
    .join(' ');
}

test('every entity returns its list and each row with all described fields', async () => {
  for (const entity of served) {
    const fields = selection(entity);
    const list = (
      await administrator.run(`{ ${entity.plural}(first: 1000) { totalCount edges { node { id _id ${fields} } } } }`)
    )[entity.plural];
    assert.ok(list.totalCount > 0, `${entity.plural} is empty`);
    assert.equal(list.edges.length, list.totalCount);
    const [row] = nodes(list);
    const single = singleOf(entity);
    for (const id of [row!['id'], String(row!['_id'])]) {
      const found = await administrator.run(`query ($id: ID!) { ${single}(id: $id) { id _id ${fields} } }`, { id });
      assert.deepEqual(found[single], row);
    }
    const none = await administrator.run(`{ ${single}(id: 999999) { id } }`);
    assert.equal(none[single], null);
  }
});

test('the overview counts the active rows, which lists show first', async () => {
  const { adminCounts } = await administrator.run(
    `{ adminCounts { ${entities.map(({ plural }) => plural).join(' ')} } }`,
  );
  assert.equal(entities.length, 18);
  for (const { plural, fields } of served) {
    const active = fields['isActive'] ? '(isActive: true)' : '';
    const { [plural]: list } = await administrator.run(`{ ${plural}${active} { totalCount } }`);
    assert.equal(adminCounts[plural], list.totalCount, plural);
  }
  assert.ok(adminCounts.users >= 3);
});

test('signed-in users see general data; only administrators see mails and figures', async () => {
  const stranger = await server.client();
  for (const { plural, read } of served) {
    const answer = await reader.send(`{ ${plural} { totalCount } }`);
    assert.equal(answer.errors?.[0]?.extensions.code, read === 'signedIn' ? undefined : 'FORBIDDEN', plural);
    const refused = await stranger.send(`{ ${plural} { totalCount } }`);
    assert.equal(refused.errors?.[0]?.extensions.code, 'UNAUTHENTICATED', plural);
  }
  const figures = await reader.send('{ adminCounts { users } }');
  assert.equal(figures.errors?.[0]?.extensions.code, 'FORBIDDEN');
});

test('filters lists by activity, by words and by reference', async () => {
  const { db } = server.app;
  await db
    .insertInto('locations')
    .values({ name: 'Hubschrauberlandeplatz', address: 'Große Straße 1', isActive: false })
    .execute();
  const names = async (args: string) =>
    nodes((await reader.run(`{ locations(${args}) { edges { node { name } } } }`)).locations);
  assert.deepEqual(await names('isActive: false'), [{ name: 'Hubschrauberlandeplatz' }]);
  assert.deepEqual(await names('search: "grosse strasse"'), [{ name: 'Hubschrauberlandeplatz' }]);
  assert.deepEqual(await names('search: "sued", isActive: true'), [{ name: 'Haus Süd' }]);
  const exercise = await idByIdentifier(db, 'channelTypes', 'exercise');
  const email = await idByIdentifier(db, 'channelTypes', 'email');
  const channels = async (type: number) =>
    (await reader.run(`{ channels(channelType: ${type}) { totalCount } }`)).channels.totalCount;
  assert.equal(await channels(exercise), 1);
  assert.equal(await channels(email), 0);
});

test('orders side menus by identifier and includes their icons', async () => {
  const { sideMenus } = await reader.run('{ sideMenus(isActive: true) { edges { node { identifier iconEncoded } } } }');
  const found = nodes(sideMenus).map(({ identifier }) => identifier as string);
  assert.deepEqual(
    found,
    found.toSorted((a, b) => (a < b ? -1 : 1)),
  );
  const home = nodes(sideMenus).find(({ identifier }) => identifier === '010_home');
  assert.equal(home!['iconEncoded'], `data:image/svg+xml;base64,${Buffer.from('icon').toString('base64')}`);
});

test('a cell of event type and report type also returns general rows, after the specific ones', async () => {
  const { db } = server.app;
  const type = await createEventType(db);
  const other = await createEventType(db);
  const activation = await idByIdentifier(db, 'reportTypes', 'activation');
  const general = await createSnippet(db, { name: 'A allgemein', reportTypeId: activation });
  const exact = await createSnippet(db, { name: 'C genau', reportTypeId: activation, eventTypeId: type.id });
  await createSnippet(db, { name: 'D anderer Typ', reportTypeId: activation, eventTypeId: other.id });
  const { reportEventSnippets } = await reader.run(
    `{ reportEventSnippets(eventType: ${type.id}, reportType: ${activation}) { edges { node { snippet { _id } } } } }`,
  );
  const found = nodes(reportEventSnippets).map(({ snippet }) => (snippet as { _id: number })._id);
  assert.deepEqual(found, [exact.id, general.id]);
});

test('sorts a list by any column in both directions, page by page, with empty values first', async () => {
  const { db } = server.app;
  const values = [
    { name: 'Ordnung b', address: 'Zaunweg', isActive: false },
    { name: 'Ordnung ä', address: null, isActive: true },
    { name: 'Ordnung c', address: 'Ahornweg', isActive: true },
  ];
  await db.insertInto('locations').values(values).execute();
  const names = async (order: string, page = '') => {
    const list = `locations(search: "Ordnung", order: ${order} ${page}) { pageInfo { endCursor } edges { node { name } } }`;
    const { locations } = await reader.run(`{ ${list} }`);
    return { names: nodes(locations).map(({ name }) => String(name).slice(-1)), after: locations.pageInfo.endCursor };
  };
  assert.deepEqual((await names('[{ field: "name" }]')).names, ['ä', 'b', 'c']);
  assert.deepEqual((await names('[{ field: "name", direction: DESC }]')).names, ['c', 'b', 'ä']);
  assert.deepEqual((await names('[{ field: "address" }]')).names, ['ä', 'c', 'b']);
  const byActive = '[{ field: "isActive" }, { field: "name", direction: DESC }]';
  const first = await names(byActive, 'first: 2');
  assert.deepEqual(first.names, ['b', 'c']);
  assert.deepEqual((await names(byActive, `first: 2, after: "${first.after}"`)).names, ['ä']);
  const byType = await reader.run('{ channels(order: [{ field: "channelType" }]) { totalCount } }');
  assert.equal(byType.channels.totalCount, 2, 'the exercise mailbox and the public page');
  for (const field of ['nothing', 'id; drop table users']) {
    const { errors } = await reader.send(`{ locations(order: [{ field: "${field}" }]) { totalCount } }`);
    assert.equal(errors![0]!.message, 'error_unknown_order');
  }
});

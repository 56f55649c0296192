import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';

let server: TestServer;
let reader: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' }); // a worker's statements would be counted as well
  reader = await server.as('editor');
});
after(() => server.stop());

// lists are in the order of names
const people = (n: number) =>
  Promise.all(Array.from({ length: n }, (_, i) => createPerson(server.app.db, { lastName: `Nummer ${100 + i}` })));
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
const nodes = (connection: { edges: { node: Record<string, unknown> }[] }) => connection.edges.map(({ node }) => node);

async function threeLevels() {
  const [a, b, c, d] = await people(4);
  const top = await createGroup(server.app.db, { name: 'Krisenstab', members: ids([b!, a!]), priority: [b!.id] });
  const middle = await createGroup(server.app.db, { members: ids([c!]), parentGroupId: top.id });
  const bottom = await createGroup(server.app.db, { members: ids([a!, d!]), parentGroupId: middle.id });
  return { top, middle, bottom, people: [a!, b!, c!, d!] };
}

const group = (id: number, fields: string) =>
  reader.run(`query ($id: ID!) { group(id: $id) { ${fields} } }`, { id: String(id) }).then((data) => data.group);

test('a group counts memberships of all levels and lists the distinct people', async () => {
  const { top, bottom, people } = await threeLevels();
  const found = await group(top.id, 'personTotal hasCrisis listPerson { totalCount edges { node { _id } } }');
  assert.equal(found.personTotal, 5);
  assert.equal(found.listPerson.totalCount, 4);
  assert.deepEqual(
    nodes(found.listPerson).map(({ _id }) => _id),
    ids(people),
  );
  assert.equal(found.hasCrisis, false);
  await server.app.db.updateTable('people').set({ isCrisis: true }).where('id', '=', people[3]!.id).execute();
  assert.equal((await group(top.id, 'hasCrisis')).hasCrisis, true);
  assert.equal((await group(bottom.id, 'personTotal')).personTotal, 2);
});

test('lists members in call order and with their priority', async () => {
  const { top, people } = await threeLevels();
  const found = await group(
    top.id,
    'personGroup { totalCount edges { node { sortOrder priorityAlert person { _id } } } }',
  );
  assert.deepEqual(nodes(found.personGroup), [
    { sortOrder: 0, priorityAlert: true, person: { _id: people[1]!.id } },
    { sortOrder: 1, priorityAlert: false, person: { _id: people[0]!.id } },
  ]);
});

test('inactive people and groups leave lists and figures and return', async () => {
  const { top, middle, people } = await threeLevels();
  const set = (isActive: boolean) =>
    server.app.db.updateTable('people').set({ isActive }).where('id', '=', people[0]!.id).execute();
  await set(false);
  const without = await group(top.id, 'personTotal personGroup { totalCount } listPerson { totalCount }');
  assert.deepEqual(without, { personTotal: 3, personGroup: { totalCount: 1 }, listPerson: { totalCount: 3 } });
  await set(true);
  await server.app.db.updateTable('groups').set({ isActive: false }).where('id', '=', middle.id).execute();
  const alone = await group(top.id, 'personTotal children { totalCount }');
  assert.deepEqual(alone, { personTotal: 2, children: { totalCount: 0 } });
});

test('a group returns its parent groups for either form of its id', async () => {
  const { top, middle, bottom } = await threeLevels();
  const found = await group(bottom.id, 'id breadcrumb { _id } parentGroup { parentGroup { id parentGroup { id } } }');
  assert.deepEqual(
    found.breadcrumb.map(({ _id }: { _id: number }) => _id),
    [top.id, middle.id],
  );
  assert.deepEqual(found.parentGroup.parentGroup, { id: `/api/v2/groups/${top.id}`, parentGroup: null });
  const same = await reader.run('query ($id: ID!) { group(id: $id) { _id } }', { id: found.id });
  assert.equal(same.group._id, bottom.id);
  assert.equal((await reader.run('{ group(id: 999999) { _id } }')).group, null);
});

test('filters, orders and pages groups, twelve at first', async () => {
  for (let n = 13; n > 0; n--)
    await createGroup(server.app.db, { name: `Ordnung ${String(n).padStart(2, '0')}`, sortOrder: n % 2 });
  const list = async (args: string, fields = 'node { name sortOrder }') =>
    (await reader.run(`{ groups(name: "ordnung", ${args}) { totalCount pageInfo { endCursor } edges { ${fields} } } }`))
      .groups;
  const first = await list('isActive: true');
  assert.equal(first.edges.length, 12);
  assert.equal(first.totalCount, 13);
  assert.deepEqual(nodes(first)[0], { name: 'Ordnung 02', sortOrder: 0 });
  const rest = await list(`isActive: true, after: "${first.pageInfo.endCursor}"`);
  assert.deepEqual(nodes(rest), [{ name: 'Ordnung 13', sortOrder: 1 }]);
  const falling = await list('first: 2, order: [{ field: "name", direction: DESC }]');
  assert.deepEqual(
    nodes(falling).map(({ name }) => name),
    ['Ordnung 13', 'Ordnung 12'],
  );
  assert.equal((await list('existsParentGroup: true')).totalCount, 0);
  assert.equal((await list('existsParentGroup: false')).totalCount, 13);
  assert.equal((await list('isActive: false')).totalCount, 0);
  const refused = await reader.send('{ groups(order: [{ field: "passwordHash" }]) { totalCount } }');
  assert.equal(refused.errors?.[0]?.message, 'error_unknown_order');
});

test('search finds umlauts, sharp s and accents in every spelling, and words in any order', async () => {
  await createPerson(server.app.db, { firstName: 'Jörg', lastName: 'Weißmüller', email: null });
  await createPerson(server.app.db, { firstName: 'Łukasz', lastName: 'Brzeziński', email: null });
  const find = async (search: string) =>
    nodes(
      (
        await reader.run('query ($s: String!) { searchPeople(search: $s) { edges { node { lastName } } } }', {
          s: search,
        })
      ).searchPeople,
    ).map(({ lastName }) => lastName);
  for (const search of ['weißmüller', 'WEISSMÜLLER', 'Weissmueller', 'weissmuller', 'müll jör', 'jorg', 'Joerg weiß']) {
    assert.deepEqual(await find(search), ['Weißmüller'], search);
  }
  for (const search of ['lukasz', 'Brzezinski', 'ŁUKASZ BRZEZIŃSKI'])
    assert.deepEqual(await find(search), ['Brzeziński'], search);
  assert.deepEqual(await find('Weißmüller Łukasz'), []);
  assert.deepEqual(await find('100%_'), []);
});

test('finds people by their function, and by private data only with the right', async () => {
  const person = await createPerson(server.app.db, { lastName: 'Suchbar' });
  await server.app.db
    .insertInto('personData')
    .values([
      { personId: person.id, keyFieldId: 15, valueStr: 'Oberärztin Kardiologie' },
      { personId: person.id, keyFieldId: 2, valueStr: 'geheim@example.org' },
    ])
    .execute();
  const contacts = await server.as('contact_manager');
  const found = async (client: TestClient, search: string) =>
    (await client.run('query ($s: String!) { searchPeople(search: $s) { totalCount } }', { s: search })).searchPeople
      .totalCount;
  assert.equal(await found(reader, 'kardiologie'), 1);
  assert.equal(await found(reader, 'geheim'), 0);
  assert.equal(await found(contacts, 'geheim'), 1);
  const data = async (client: TestClient) =>
    (
      await client.run(`{ person(id: ${person.id}) { personData { keyField { _id identifier } valueStr } } }`)
    ).person.personData.map(({ keyField }: { keyField: { _id: number } }) => keyField._id);
  assert.deepEqual(await data(reader), [1, 15]);
  assert.deepEqual(await data(contacts), [1, 2, 15]);
});

test('searching fills the history with the last ten different terms, the newest first', async () => {
  const seeker = await server.as('editor');
  const search = (kind: string, term: string) =>
    seeker.run(`query ($s: String!) { ${kind}(search: $s) { totalCount } }`, { s: term });
  for (let n = 1; n <= 11; n++) await search('searchGroups', `Begriff ${n}`);
  await search('searchPeople', 'Begriff 5');
  await search('searchMailingLists', ' neu ');
  await search('searchMailingLists', '  ');
  const { searchHistory } = await server.app.db
    .selectFrom('users')
    .select('searchHistory')
    .where('id', '=', seeker.userId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(searchHistory, ['neu', 'Begriff 5', ...[11, 10, 9, 8, 7, 6, 4, 3].map((n) => `Begriff ${n}`)]);
});

test('lists mailing lists at the top level only; they reach people of their groups and lists', async () => {
  const [a, b, c, d] = await people(4);
  const {
    top,
    people: [e],
  } = await threeLevels();
  await server.app.db.updateTable('people').set({ isActive: false }).where('id', '=', d!.id).execute();
  const list = await createMailingList(server.app.db, {
    name: 'Großschadenslage',
    people: ids([a!, b!, d!]),
    groups: [{ id: top.id, stopLimit: 2, waitMinutes: 7 }],
  });
  const below = await createMailingList(server.app.db, { parentListId: list.id, people: ids([c!, e!]) });
  const listed = (await reader.run('{ mailingLists(first: 100) { edges { node { _id } } } }')).mailingLists;
  assert.deepEqual(
    nodes(listed)
      .map(({ _id }) => _id)
      .filter((id) => id === list.id || id === below.id),
    [list.id],
  );
  const found = (
    await reader.run(
      `query ($id: ID!) { mailingList(id: $id) { personTotal listPerson { totalCount edges { node { _id } } }
        children { edges { node { _id parentList { _id } } } }
        listGroup { edges { node { stopLimit waitMinutes group { name } } } } eventTypes { totalCount } } }`,
      { id: `/api/v2/mailing_lists/${list.id}` },
    )
  ).mailingList;
  assert.equal(found.personTotal, 7);
  assert.deepEqual(
    nodes(found.listPerson).map(({ _id }) => _id),
    ids([a!, b!]),
  );
  assert.deepEqual(nodes(found.children), [{ _id: below.id, parentList: { _id: list.id } }]);
  assert.deepEqual(nodes(found.listGroup), [{ stopLimit: 2, waitMinutes: 7, group: { name: 'Krisenstab' } }]);
  const searched = (await reader.run('{ searchMailingLists(search: "grossschaden") { edges { node { _id } } } }'))
    .searchMailingLists;
  assert.deepEqual(nodes(searched), [{ _id: list.id }]);
});

test('lists people by name in German order and filters them', async () => {
  const fresh = await startTestServer();
  const client = await fresh.as('editor');
  for (const lastName of ['Zander', 'Ärmel', 'Bauer', 'Arndt'])
    await createPerson(fresh.app.db, { lastName, isCrisis: lastName === 'Bauer' });
  const names = async (args: string) =>
    nodes((await client.run(`{ people(first: 10 ${args}) { edges { node { lastName } } } }`)).people).map(
      ({ lastName }) => lastName,
    );
  const all = await names('');
  const crisis = await names('isCrisis: true');
  const inactive = await names('isActive: false');
  await fresh.stop();
  assert.deepEqual(all, ['Ärmel', 'Arndt', 'Bauer', 'Zander']);
  assert.deepEqual(crisis, ['Bauer']);
  assert.deepEqual(inactive, []);
});

test('only signed-in users see contacts', async () => {
  const stranger = await server.client();
  for (const query of ['groups', 'people', 'mailingLists', 'searchPeople(search: "a")']) {
    const answer = await stranger.send(`{ ${query} { totalCount } }`);
    assert.equal(answer.errors?.[0]?.extensions.code, 'UNAUTHENTICATED', query);
  }
});

test('a page of complete groups costs the same few statements for any number of groups', async () => {
  const document = `query ($first: Int!) { groups(first: $first, order: [{ field: "id", direction: DESC }]) { totalCount edges { node {
    name personTotal hasCrisis groupType { name } parentGroup { name parentGroup { name } }
    breadcrumb { name } children { totalCount edges { node { name personTotal } } }
    listPerson(first: 5) { totalCount edges { node { lastName personData { valueStr keyField { name } } } } }
    personGroup(first: 5) { totalCount edges { node { sortOrder person { lastName } group { name } } } }
  } } } }`;
  for (let n = 0; n < 4; n++) await threeLevels();
  const count = async (first: number) => {
    const data = await reader.run(document, { first });
    assert.equal(data.groups.edges.length, first);
    return fewestStatements(server, () => reader.run(document, { first }));
  };
  const three = await count(3);
  const twelve = await count(12);
  assert.equal(twelve, three);
  assert.ok(twelve <= 20, `${twelve} statements`);
});

test('a page of groups with two more levels and their people is within the query limit', async () => {
  const people =
    'listPerson { totalCount edges { node { isCrisis } } } personGroup { totalCount edges { node { sortOrder } } }';
  const below = (inner: string) => `children { edges { node { id name ${people} ${inner} } } }`;
  const data = await reader.run(`{ groups(existsParentGroup: false) { totalCount edges { node { id name ${people}
    groupType { name } parentGroup { id parentGroup { id parentGroup { id } } } ${below(below(''))} } } } }`);
  assert.ok(data.groups.totalCount > 0);
});

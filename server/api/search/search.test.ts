import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { fold } from '#shared/fold.ts';
import { createEvent, createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';
import { until } from '#testing/until.ts';
import { lettersOf, mayBeNear, typingErrors } from './distance.ts';

let server: TestServer;
let db: Db;
let reader: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  reader = await server.as('editor');
});
after(() => server.stop());

const search = async (term: string, args = '', client = reader) =>
  (
    await client.run(
      `query ($s: String!) { searchAll(search: $s ${args}) { similar people { lastName } groups { name }
        mailingLists { name } events { name } } }`,
      { s: term },
    )
  ).searchAll;
const people = async (term: string, client = reader): Promise<string[]> =>
  (await search(term, '', client)).people.map(({ lastName }: { lastName: string }) => lastName);
const add = (id: number, keyFieldId: number, valueStr: string) =>
  db.insertInto('personData').values({ personId: id, keyFieldId, valueStr }).execute();

test('one search finds people, groups, lists and events, matches by name first', async () => {
  const { id } = await createPerson(db, { firstName: 'Uta', lastName: 'Anders' });
  await add(id, 15, 'Leitung Sturmwarte');
  await createPerson(db, { lastName: 'Sturmfels' });
  await createGroup(db, { name: 'Dienste', description: 'auch bei Sturm' });
  await createGroup(db, { name: 'Wetter und Sturm' });
  await createGroup(db, { name: 'Sturm alt', isActive: false });
  await createMailingList(db, { name: 'Sturmverteiler' });
  await createEvent(db, { name: 'Sturm Anna' });
  await createEvent(db, { name: 'Sturm Berta' });
  await createEvent(db, { name: 'Sturm gelöscht', isActive: false });
  const names = (rows: { name?: string; lastName?: string }[]) => rows.map(({ name, lastName }) => name ?? lastName);
  const all = await search('STURM');
  assert.deepEqual(names(all.people), ['Sturmfels', 'Anders']);
  assert.deepEqual(names(all.groups), ['Wetter und Sturm', 'Dienste']);
  assert.deepEqual(names(all.mailingLists), ['Sturmverteiler']);
  assert.deepEqual(names(all.events), ['Sturm Berta', 'Sturm Anna']);
  assert.deepEqual(all.similar, []);
  assert.equal((await search('sturm', 'first: 1')).events.length, 1);
  assert.deepEqual(await search('  '), { similar: [], people: [], groups: [], mailingLists: [], events: [] });
});

test('looks for no similar words of a number: another digit is another number', async () => {
  await createPerson(db, { lastName: 'Schließfach 47110815' });
  await until(async () => (await people('Schliesfach')).length > 0); // its words are known
  assert.equal((await search('47110815')).people.length, 1);
  const other = await search('47110816');
  assert.deepEqual([other.similar, other.people], [[], []]);
});

test('forgives a typing error: a letter wrong, missing, extra or swapped', async () => {
  await createPerson(db, { firstName: 'Katharina', lastName: 'Schmidtbauer' });
  await createPerson(db, { firstName: 'Jörg', lastName: 'Müller' });
  await createPerson(db, { firstName: 'Jörg', lastName: 'Möller' });
  await createGroup(db, { name: 'Kardiologie' });
  await until(async () => (await people('Schmidtbaur')).length > 0); // words that were just read are kept for a moment
  for (const term of ['Schmidtbaur', 'Shcmidtbauer', 'Schmittbauer', 'Schmiidtbauer', 'Kathrina Schmidtbauer']) {
    assert.deepEqual(await people(term), ['Schmidtbauer'], term);
  }
  assert.deepEqual(await people('Muler'), ['Müller']);
  assert.deepEqual(await people('Moler'), ['Möller']);
  assert.deepEqual(await people('Müller jorg'), ['Müller'], 'a word that exists is none');
  assert.deepEqual(await people('Mül'), ['Müller'], 'a beginning is no error');
  const group = await search('Kardiolgie');
  assert.deepEqual([group.groups, group.similar], [[{ name: 'Kardiologie' }], ['kardiologie']]);
  const paged = await reader.run('{ searchPeople(search: "Shcmidtbauer") { totalCount edges { node { lastName } } } }');
  assert.deepEqual(paged.searchPeople, { totalCount: 1, edges: [{ node: { lastName: 'Schmidtbauer' } }] });
  assert.deepEqual(await people('Xyzzyqwert'), []);
});

test('finds new entries with a typing error as well', async () => {
  for (const lastName of ['Quasselstrippe', 'Donnerwetter', 'Firlefanz']) {
    await createPerson(db, { lastName });
    const mistyped = `${lastName.slice(0, 4)}${lastName.slice(5)}`;
    await until(async () => (await people(mistyped)).length > 0);
    assert.deepEqual(await people(mistyped), [lastName]);
  }
});

test('finds people by telephone number in every spelling, function and a part of the address', async () => {
  const { id } = await createPerson(db, { lastName: 'Nummernmann', mobile: '+4915112345678', email: 'nm@thw.example' });
  await add(id, 16, 'Labor');
  for (const term of [
    '0151 123 45678',
    '+49 (0)151 12345678',
    '0049151-12345678',
    '0151/123',
    'thw',
    'labor nummern',
  ]) {
    assert.deepEqual(await people(term), ['Nummernmann'], term);
  }
});

test('searches private data, also with typing errors, only for users with the right', async () => {
  const { id } = await createPerson(db, { lastName: 'Verschwiegen' });
  await add(id, 2, 'geheimnis@privat.example');
  await add(id, 12, 'Hinterzarten');
  const contacts = await server.as('contact_manager');
  for (const term of ['geheimnis', 'hinterzarten']) {
    assert.deepEqual(await people(term), [], term);
    assert.deepEqual(await people(term, contacts), ['Verschwiegen'], term);
  }
  assert.deepEqual((await search('Hinterzartn', '', reader)).similar, []);
});

test('short words match where a word begins; wildcards are literal', async () => {
  await createPerson(db, { firstName: 'Bo', lastName: 'Zyx-Qz' });
  assert.deepEqual(await people('qz bo'), ['Zyx-Qz']);
  assert.deepEqual(await people('yx'), []);
  assert.deepEqual(await people('%%%'), []);
  assert.deepEqual(await people('z_x'), []);
  assert.deepEqual(await people('\\'), []);
});

test('the pages of a search form one list without gaps or repetitions', async () => {
  const made: number[] = [];
  for (let n = 0; n < 9; n++) {
    const { id } = await createPerson(db, { lastName: n % 3 ? `Blättern ${n}` : `Andere ${n}` });
    if (!(n % 3)) await add(id, 15, 'Blätternde Stelle');
    made.push(id);
  }
  const seen: number[] = [];
  for (let after: string | null = null, pages = 0; pages < 9; pages++) {
    const { searchPeople }: { searchPeople: Connection } = await reader.run(
      `query ($a: String) { searchPeople(search: "blattern", first: 2, after: $a) {
        totalCount pageInfo { hasNextPage endCursor } edges { node { _id } } } }`,
      { a: after },
    );
    assert.equal(searchPeople.totalCount, 9);
    seen.push(...searchPeople.edges.map(({ node }) => node._id));
    if (!searchPeople.pageInfo.hasNextPage) break;
    after = searchPeople.pageInfo.endCursor;
  }
  assert.deepEqual(new Set(seen), new Set(made));
  assert.equal(seen.length, 9);
});

interface Connection {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string };
  edges: { node: { _id: number } }[];
}

test('remembers a search unless the user is still typing; the history can be emptied', async () => {
  const own = await server.as('editor');
  await search('Erste Suche', '', own);
  await search('Zwei', 'remember: false', own);
  const history = async () => (await own.run('{ currentUser { searchHistory } }')).currentUser.searchHistory;
  assert.deepEqual(await history(), ['Erste Suche']);
  const cleared = await own.run('mutation { clearSearchHistory { searchHistory } }');
  assert.deepEqual(cleared.clearSearchHistory.searchHistory, []);
  assert.deepEqual(await history(), []);
  const stranger = await server.client();
  for (const call of ['{ searchAll(search: "a") { similar } }', 'mutation { clearSearchHistory { _id } }']) {
    assert.equal((await stranger.send(call)).errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  }
});

test('a search takes a few statements for any number of results', async () => {
  for (let n = 0; n < 40; n++) await createPerson(db, { lastName: n ? `Vielfach ${n}` : 'Einzigartig' });
  for (const term of ['vielfach', 'einzigartig', 'vielfach person', 'nirgendwo']) {
    const statements = await fewestStatements(server, () => search(term, 'first: 50'));
    assert.ok(statements <= 16, `${term}: ${statements} statements`);
  }
});

test('the program folds a text as the database does', async () => {
  const blocks = [
    [0x01, 0x24f],
    [0x370, 0x45f],
    [0x1e00, 0x1eff],
    [0xfb00, 0xfb06],
  ] as const;
  const letters = blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  );
  const texts = [...letters, 'Weißmüller', 'ŁUKASZ Ærø', 'ﬁx', 'Ko\u0308ln'];
  const { rows } = await sql<{ text: string }>`
    select fold(t) as text from unnest(${texts}::text[]) with ordinality as x (t, n) order by n`.execute(db);
  const stored = rows.map(({ text }) => text);
  assert.deepEqual(texts.map(fold), stored);
});

test('compares two words for typing errors, with a quick check of their letters', () => {
  assert.equal(typingErrors('schmidt', 'shcmidt', 2), 1);
  assert.equal(typingErrors('müller', 'möler', 2), 2);
  assert.equal(typingErrors('a', 'abcd', 2), 3);
  assert.equal(typingErrors('', '', 1), 0);
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 7 });
  fc.assert(
    fc.property(words, words, (a, b) => {
      const errors = typingErrors(a, b, 7);
      assert.equal(typingErrors(b, a, 7), errors);
      for (const most of [0, 1, 2]) {
        assert.equal(typingErrors(a, b, most), Math.min(errors, most + 1));
        if (errors <= most) assert.ok(mayBeNear(lettersOf(a), lettersOf(b), most));
      }
    }),
  );
});

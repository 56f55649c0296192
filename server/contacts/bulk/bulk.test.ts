import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';

let server: TestServer;
let db: Db;
let contacts: TestClient;
let lists: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  contacts = await server.as('contact_manager');
  lists = await server.as('mailing_list_manager');
});
after(() => server.stop());

const fields = `dryRun changed unchanged refused { reason person { _id } } crisis { _id }
  groups { group { _id } before after } mailingLists { mailingList { _id } before after }
  limits { mailingList { _id } group { _id } stopLimit available }`;
const run = async (client: TestClient, [name, args = '']: string[], variables: Record<string, unknown>) => {
  const document = `mutation ($people: [ID!]!, $dryRun: Boolean) { result: ${name}(people: $people, dryRun: $dryRun ${args}) { ${fields} } }`;
  return (await client.run(document, variables)).result;
};
const people = (n: number, values: Parameters<typeof createPerson>[1] = {}) =>
  Promise.all(Array.from({ length: n }, () => createPerson(db, values)));
const ids = (rows: { id: number }[]) => rows.map(({ id }) => String(id));

test('a dry run of adding to a group returns the changes without making them', async () => {
  const [first, second, third] = await people(3);
  const [inactive] = await people(1, { isActive: false });
  const top = await createGroup(db);
  const group = await createGroup(db, { parentGroupId: top.id, members: [first!.id] });
  const list = await createMailingList(db, { groups: [{ id: top.id }], people: [second!.id] });
  const parent = await createMailingList(db);
  await db.updateTable('mailingLists').set({ parentListId: parent.id }).where('id', '=', list.id).execute();
  const call = ['addPeopleToGroup', `group: ${group.id}`];
  const given = [...ids([third!, second!, first!, inactive!]), '999999'];
  const expected = {
    changed: 2,
    unchanged: 1,
    crisis: [],
    limits: [],
    refused: [
      { reason: 'error_inactive', person: { _id: inactive!.id } },
      { reason: 'error_not_found', person: null },
    ],
    groups: [{ group: { _id: group.id }, before: 1, after: 3 }],
    mailingLists: [list, parent].map(({ id }) => ({ mailingList: { _id: id }, before: 2, after: 3 })),
  };
  assert.deepEqual(await run(contacts, call, { people: given, dryRun: true }), { dryRun: true, ...expected });
  assert.deepEqual(await run(contacts, call, { people: given }), { dryRun: false, ...expected });
  const members = await db
    .selectFrom('personGroups')
    .selectAll()
    .where('groupId', '=', group.id)
    .orderBy('sortOrder')
    .execute();
  assert.deepEqual(
    members.map(({ personId }) => personId),
    [first!.id, third!.id, second!.id],
  );
  const again = await run(contacts, call, { people: given });
  assert.deepEqual([again.changed, again.unchanged, again.groups], [0, 3, []]);
});

test('switching people off lists their groups and lists and the stop limits out of reach', async () => {
  const [a, b, c] = await people(3);
  const [chief] = await people(1, { isCrisis: true });
  const [gone] = await people(1, { isActive: false });
  const group = await createGroup(db, { members: [a!.id, b!.id, chief!.id, gone!.id] });
  const other = await createGroup(db, { members: [c!.id] });
  const list = await createMailingList(db, {
    groups: [
      { id: group.id, stopLimit: 2 },
      { id: other.id, stopLimit: 5 },
    ],
  });
  const given = ids([a!, chief!, gone!]);
  const told = await run(contacts, ['deactivatePeople'], { people: given, dryRun: true });
  assert.deepEqual(told, {
    dryRun: true,
    changed: 2,
    unchanged: 1,
    refused: [],
    crisis: [{ _id: chief!.id }],
    groups: [{ group: { _id: group.id }, before: 3, after: 1 }],
    mailingLists: [{ mailingList: { _id: list.id }, before: 4, after: 2 }],
    limits: [{ mailingList: { _id: list.id }, group: { _id: group.id }, stopLimit: 2, available: 1 }],
  });
  const active = () =>
    db.selectFrom('people').select('id').where('id', 'in', given.map(Number)).where('isActive', '=', true).execute();
  assert.equal((await active()).length, 2);
  assert.equal((await run(contacts, ['deactivatePeople'], { people: given })).changed, 2);
  assert.equal((await active()).length, 0);
});

test('adds several people to a mailing list', async () => {
  const made = await people(3);
  const group = await createGroup(db, { members: [made[0]!.id] });
  const list = await createMailingList(db, { people: [made[1]!.id], groups: [{ id: group.id }] });
  const result = await run(lists, ['addPeopleToMailingList', `list: ${list.id}`], { people: ids(made) });
  assert.deepEqual([result.changed, result.unchanged], [2, 1]);
  assert.deepEqual(
    result.mailingLists,
    [{ mailingList: { _id: list.id }, before: 2, after: 3 }],
    'nobody counts twice',
  );
});

test('returns all people of a filter, also those beyond a page, to change them together', async () => {
  const made = await people(35, { isCrisis: true, isActive: false });
  const others = [...(await people(1, { isCrisis: true })), ...(await people(1, { isActive: false }))];
  const find = '{ matchingPeople(isActive: false, isCrisis: true) }';
  const { matchingPeople: found } = await contacts.run(find);
  const paths = (rows: { id: number }[]) => rows.map(({ id }) => `/api/v2/people/${id}`);
  assert.deepEqual(
    paths(made).filter((path) => !found.includes(path)),
    [],
  );
  assert.deepEqual(
    paths(others).filter((path) => found.includes(path)),
    [],
  );
  const { people: page } = await contacts.run('{ people(isActive: false, isCrisis: true) { totalCount } }');
  assert.equal(found.length, page.totalCount);
});

test('takes the same number of statements for any number of people and refuses too many', async () => {
  const list = await createMailingList(db);
  const call = ['addPeopleToMailingList', `list: ${list.id}`];
  const count = (n: number) =>
    fewestStatements(
      server,
      (given: string[]) => run(lists, call, { people: given }),
      async () => ids(await people(n)),
    );
  assert.equal(await count(40), await count(1));
  const many = Array.from({ length: 5001 }, (_, n) => String(n + 1));
  const refused = await lists.send(
    `mutation ($p: [ID!]!) { addPeopleToMailingList(list: ${list.id}, people: $p) { changed } }`,
    { p: many },
  );
  assert.equal(refused.errors?.[0]?.message, 'error_too_many');
});

test('bulk actions need the same features as single ones', async () => {
  const [person] = await people(1);
  const group = await createGroup(db);
  const list = await createMailingList(db);
  const calls = {
    contact_manager: [
      `addPeopleToGroup(group: ${group.id}, people: [${person!.id}])`,
      `deactivatePeople(people: [${person!.id}])`,
    ],
    mailing_list_manager: [`addPeopleToMailingList(list: ${list.id}, people: [${person!.id}])`],
  };
  const editor = await server.as('editor', 'administrator');
  for (const [role, own] of Object.entries(calls)) {
    const others = [editor, role === 'contact_manager' ? lists : contacts];
    for (const call of own) {
      for (const other of others) {
        const answer = await other.send(`mutation { ${call} { changed } }`);
        assert.equal(answer.errors?.[0]?.extensions.code, 'FORBIDDEN', call);
      }
    }
  }
});

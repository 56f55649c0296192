import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

let server: TestServer;
let manager: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('contact_manager');
});
after(() => server.stop());

const create = async (input: Record<string, unknown>, fields = '_id') =>
  (await manager.run(`mutation ($i: CreateGroupInput!) { createGroup(input: $i) { ${fields} } }`, { i: input }))
    .createGroup;
const change = (input: Record<string, unknown>, fields = '_id') =>
  manager.send(`mutation ($i: UpdateGroupInput!) { updateGroup(input: $i) { ${fields} } }`, { i: input });
const refusal = (answer: Awaited<ReturnType<TestClient['send']>>) => answer.errors?.[0];
const sort = (group: number, personGroups: number[], version?: number) =>
  manager.send(
    'mutation ($g: ID!, $p: [ID!]!, $v: Int) { sortGroup(group: $g, personGroups: $p, version: $v) { version } }',
    { g: String(group), p: personGroups.map(String), v: version ?? null },
  );
const members = async (group: number): Promise<{ _id: number; person: { _id: number } }[]> => {
  const data = await manager.run(
    `{ group(id: ${group}) { personGroup { edges { node { _id sortOrder priorityAlert person { _id } } } } } }`,
  );
  return data.group.personGroup.edges.map(({ node }: { node: unknown }) => node);
};

test('a contact manager builds a tree of three levels, moves and renames in it', async () => {
  const top = await create(
    { name: ' Krisenstab ', description: 'führt', groupType: '1' },
    '_id name groupType { _id }',
  );
  assert.deepEqual({ name: top.name, groupType: top.groupType }, { name: 'Krisenstab', groupType: { _id: 1 } });
  const s1 = await create({ name: 'S1', parentGroup: `/api/v2/groups/${top._id}` }, '_id sortOrder');
  const s2 = await create({ name: 'S2', parentGroup: String(top._id) }, '_id sortOrder version');
  assert.deepEqual([s1.sortOrder, s2.sortOrder], [0, 1], 'a new group stands behind the others');
  const deep = await create({ name: 'Tief', parentGroup: String(s1._id) });
  const moved = await change(
    { id: String(deep._id), parentGroup: String(s2._id), name: 'Tief unten' },
    'name version breadcrumb { _id }',
  );
  assert.deepEqual(moved.data?.updateGroup, {
    name: 'Tief unten',
    version: 2,
    breadcrumb: [{ _id: top._id }, { _id: s2._id }],
  });
  const same = await change({ id: String(deep._id), name: 'Tief unten', description: null }, 'version');
  assert.equal(same.data?.updateGroup.version, 2, 'nothing different is no change');
});

test('a group is never below itself nor more than three levels deep with its own levels', async () => {
  const top = await create({ name: 'Oben' });
  const middle = await create({ name: 'Mitte', parentGroup: String(top._id) });
  const bottom = await create({ name: 'Unten', parentGroup: String(middle._id) });
  for (const below of [top, middle, bottom]) {
    const answer = await change({ id: String(top._id), parentGroup: String(below._id) });
    assert.equal(refusal(answer)?.extensions.fields?.['parentGroup'], 'error_group_cycle');
  }
  const fourth = await manager.send(
    `mutation { createGroup(input: { name: "zu tief", parentGroup: ${bottom._id} }) { _id } }`,
  );
  assert.equal(refusal(fourth)?.message, 'error_group_depth');
  const other = await create({ name: 'Daneben' });
  await create({ name: 'Darunter', parentGroup: String(other._id) });
  assert.equal(
    refusal(await change({ id: String(other._id), parentGroup: String(middle._id) }))?.message,
    'error_group_depth',
  );
  assert.equal((await change({ id: String(other._id), parentGroup: String(top._id) })).errors, undefined);
});

test('two concurrent moves make no cycle', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })];
    const answers = await Promise.all([
      change({ id: String(a._id), parentGroup: String(b._id) }),
      change({ id: String(b._id), parentGroup: String(a._id) }),
    ]);
    const refused = answers.map((answer) => refusal(answer)?.message).filter(Boolean);
    assert.deepEqual(refused, ['error_group_cycle']);
  }
});

test('refuses to delete a group in use and names its users; otherwise it is switched off', async () => {
  const group = await createGroup(server.app.db, { name: 'Bereitschaft' });
  const below = await createGroup(server.app.db, { name: 'Team A', parentGroupId: group.id });
  const list = await createMailingList(server.app.db, { name: 'Alarm', groups: [{ id: group.id, stopLimit: 3 }] });
  const remove = (id: number) => manager.send(`mutation { deleteGroup(id: ${id}) { isActive version } }`);
  const error = refusal(await remove(group.id));
  assert.equal(error?.message, 'error_group_in_use');
  assert.equal(error?.extensions.code, 'CONFLICT');
  assert.deepEqual(error?.extensions.details, {
    lists: [{ id: `/api/v2/mailing_lists/${list.id}`, name: 'Alarm', stopLimit: 3 }],
    groups: [{ id: `/api/v2/groups/${below.id}`, name: 'Team A' }],
  });
  assert.equal(refusal(await change({ id: String(group.id), isActive: false }))?.message, 'error_group_in_use');
  const usage = await manager.run(
    `{ group(id: ${group.id}) { listGroup { edges { node { stopLimit mailingList { name } } } } } }`,
  );
  assert.deepEqual(usage.group.listGroup.edges, [{ node: { stopLimit: 3, mailingList: { name: 'Alarm' } } }]);
  await server.app.db.updateTable('mailingLists').set({ isActive: false }).where('id', '=', list.id).execute();
  assert.deepEqual((await remove(below.id)).data?.deleteGroup, { isActive: false, version: 2 });
  assert.equal((await remove(group.id)).data?.deleteGroup.isActive, false);
  assert.equal((await remove(group.id)).data?.deleteGroup.isActive, false, 'deleting twice changes nothing');
  const lonely = await change({ id: String(below.id), isActive: true });
  assert.equal(refusal(lonely)?.extensions.fields?.['parentGroup'], 'error_inactive');
  assert.equal(refusal(await remove(999_999))?.message, 'error_not_found');
});

test('adds people once, at the end, marks and removes them', async () => {
  const { id: group } = await createGroup(server.app.db);
  const [a, b] = [await createPerson(server.app.db), await createPerson(server.app.db)];
  const add = (person: number, rest = '') =>
    manager.send(
      `mutation { addPersonToGroup(group: ${group}, person: ${person} ${rest}) { _id sortOrder priorityAlert } }`,
    );
  const first = (await add(a.id, 'priorityAlert: true')).data?.addPersonToGroup;
  assert.deepEqual({ ...first, _id: 0 }, { _id: 0, sortOrder: 0, priorityAlert: true });
  assert.equal((await add(b.id)).data?.addPersonToGroup.sortOrder, 1);
  assert.deepEqual((await add(a.id)).data?.addPersonToGroup, first, 'adding twice changes nothing');
  const updated = await manager.run(
    `mutation { updatePersonGroup(id: ${first._id}, sortOrder: 7, priorityAlert: false) { sortOrder priorityAlert } }`,
  );
  assert.deepEqual(updated.updatePersonGroup, { sortOrder: 7, priorityAlert: false });
  assert.deepEqual(
    (await members(group)).map(({ person }) => person._id),
    [b.id, a.id],
  );
  const removed = await manager.run(
    `mutation { removePersonFromGroup(id: "/api/v2/person_groups/${first._id}") { personGroup { totalCount } } }`,
  );
  assert.equal(removed.removePersonFromGroup.personGroup.totalCount, 1);
  await server.app.db.updateTable('people').set({ isActive: false }).where('id', '=', a.id).execute();
  assert.equal(refusal(await add(a.id))?.extensions.fields?.['person'], 'error_inactive');
});

test('sorting takes exactly the current members; anything else is a conflict', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => createPerson(server.app.db)));
  const { id: group } = await createGroup(server.app.db, { members: people.map(({ id }) => id) });
  const { id: other } = await createGroup(server.app.db, { members: [people[0]!.id] });
  await server.app.db.updateTable('people').set({ isActive: false }).where('id', '=', people[1]!.id).execute();
  const [first, third, fourth] = (await members(group)).map(({ _id }) => _id) as [number, number, number];
  const foreign = (await members(other))[0]!._id;
  for (const wrong of [
    [first, third],
    [first, third, fourth, foreign],
    [first, third, foreign],
  ]) {
    const error = refusal(await sort(group, wrong));
    assert.deepEqual([error?.message, error?.extensions.code], ['error_changed_meanwhile', 'CONFLICT']);
  }
  assert.equal((await sort(group, [fourth, first, third], 1)).data?.sortGroup.version, 2);
  assert.equal(refusal(await sort(group, [first, third, fourth], 1))?.message, 'error_changed_meanwhile');
  assert.deepEqual(
    (await members(group)).map(({ _id }) => _id),
    [fourth, first, third],
  );
  await server.app.db.updateTable('people').set({ isActive: true }).where('id', '=', people[1]!.id).execute();
  assert.equal((await members(group)).at(-1)!.person._id, people[1]!.id, 'whom nobody saw stands at the end');
});

test('sorts sibling groups together or not at all', async () => {
  const top = (await create({ name: 'Stab' }))._id;
  const ids: number[] = [];
  for (const name of ['S1', 'S2', 'S3']) ids.push((await create({ name, parentGroup: String(top) }))._id);
  const [first, second, third] = ids as [number, number, number];
  await change({ id: String(second), isActive: false });
  const sorted = (order: { id: number; version?: number }[]) =>
    manager.send(
      'mutation ($p: ID, $g: [SortedGroupInput!]!) { sortGroups(parentGroup: $p, groups: $g) { _id sortOrder } }',
      { p: String(top), g: order.map(({ id, ...rest }) => ({ id: String(id), ...rest })) },
    );
  const wrongs = [
    [{ id: third }],
    [{ id: third }, { id: first }, { id: top }],
    [{ id: third }, { id: first }, { id: first }],
    [{ id: third }, { id: first, version: 7 }],
  ];
  for (const wrong of wrongs) assert.equal(refusal(await sorted(wrong))?.message, 'error_changed_meanwhile');
  const answer = await sorted([{ id: third, version: 1 }, { id: first }]);
  assert.deepEqual(answer.data?.sortGroups, [
    { _id: third, sortOrder: 0 },
    { _id: first, sortOrder: 1 },
  ]);
  const again = await sorted([{ id: first }, { id: third, version: 1 }]);
  assert.equal(refusal(again)?.message, 'error_changed_meanwhile', 'it was sorted on an older order');
});

test('one of two concurrent edits of a group is a conflict, and nothing is lost', async () => {
  const { id: group } = await createGroup(server.app.db, { name: 'Alt' });
  const answers = await Promise.all([
    change({ id: String(group), version: 1, name: 'Neu' }),
    change({ id: String(group), version: 1, description: 'Beschreibung' }),
  ]);
  assert.deepEqual(answers.map((answer) => refusal(answer)?.message).filter(Boolean), ['error_changed_meanwhile']);
  assert.equal(
    (await change({ id: String(group), version: 2, name: 'Neu', description: 'Beschreibung' })).errors,
    undefined,
  );
});

test('any number of concurrent sorts and additions leaves one order of all members', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 6 }), async (steps) => {
      const people = await Promise.all([1, 2, 3].map(() => createPerson(server.app.db)));
      const { id: group } = await createGroup(server.app.db, { members: people.map(({ id }) => id) });
      const seen = (await members(group)).map(({ _id }) => _id);
      const fresh = await Promise.all(steps.map(() => createPerson(server.app.db)));
      await Promise.all(
        steps.map((isSort, at) =>
          isSort
            ? sort(group, at % 2 ? seen : seen.toReversed())
            : manager.run(`mutation { addPersonToGroup(group: ${group}, person: ${fresh[at]!.id}) { _id } }`),
        ),
      );
      const rows = await server.app.db.selectFrom('personGroups').selectAll().where('groupId', '=', group).execute();
      assert.equal(rows.length, 3 + steps.filter((isSort) => !isSort).length);
      assert.equal(new Set(rows.map(({ sortOrder }) => sortOrder)).size, rows.length);
    }),
    { numRuns: runs(8) },
  );
});

test('checks names and places', async () => {
  const wrong = async (input: string) =>
    refusal(await manager.send(`mutation { createGroup(input: { ${input} }) { _id } }`))?.extensions.fields;
  assert.deepEqual(await wrong('name: "  "'), { name: 'error_required' });
  assert.deepEqual(await wrong(`name: "${'x'.repeat(201)}"`), { name: 'error_too_long' });
  assert.deepEqual(await wrong('name: "a\\nb"'), { name: 'error_invalid_input' });
  assert.deepEqual(await wrong('name: "a", sortOrder: -1'), { sortOrder: 'error_invalid_number' });
  assert.deepEqual(await wrong('name: "a", groupType: 9999'), { groupType: 'error_not_found' });
  assert.deepEqual(await wrong('name: "a", parentGroup: 999999'), { parentGroup: 'error_not_found' });
});

test('only contact managers change groups', async () => {
  const { id: group } = await createGroup(server.app.db, { members: [(await createPerson(server.app.db)).id] });
  const member = (await members(group))[0]!._id;
  const calls = [
    'createGroup(input: { name: "x" }) { _id }',
    `updateGroup(input: { id: ${group}, name: "x" }) { _id }`,
    `deleteGroup(id: ${group}) { _id }`,
    `addPersonToGroup(group: ${group}, person: 1) { _id }`,
    `updatePersonGroup(id: ${member}, sortOrder: 1) { _id }`,
    `removePersonFromGroup(id: ${member}) { _id }`,
    `sortGroup(group: ${group}, personGroups: [${member}]) { _id }`,
    `sortGroups(groups: [{ id: ${group} }]) { _id }`,
  ];
  const others = [
    await server.as('editor'),
    await server.as('mailing_list_manager', 'crisis_manager', 'documentation_officer', 'administrator', 'system_owner'),
  ];
  for (const call of calls) {
    for (const other of others) {
      assert.equal(refusal(await other.send(`mutation { ${call} }`))?.extensions.code, 'FORBIDDEN', call);
    }
    assert.equal(
      refusal(await (await server.client()).send(`mutation { ${call} }`))?.extensions.code,
      'UNAUTHENTICATED',
    );
  }
});

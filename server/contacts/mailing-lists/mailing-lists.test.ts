import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createEventType, createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { type Answer, startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('mailing_list_manager');
});
after(() => server.stop());

const create = async (input: Record<string, unknown>, fields = '_id') =>
  (
    await manager.run(`mutation ($i: CreateMailingListInput!) { createMailingList(input: $i) { ${fields} } }`, {
      i: input,
    })
  ).createMailingList;
const change = (input: Record<string, unknown>, fields = '_id version') =>
  manager.send(`mutation ($i: UpdateMailingListInput!) { updateMailingList(input: $i) { ${fields} } }`, { i: input });
const refusal = (answer: Answer) => answer.errors?.[0];
const names = (connection: { edges: { node: { name: string } }[] }) => connection.edges.map(({ node }) => node.name);
const members = async (id: number) =>
  (
    await manager.run(`{ mailingList(id: ${id}) { version parentList { _id } listPerson { totalCount }
      children { edges { node { name } } } eventTypes { edges { node { name } } }
      listGroup { edges { node { stopLimit waitMinutes group { name } } } } } }`)
  ).mailingList;

test('saves a mailing list with a nested list, event types, people, groups and a stop limit', async () => {
  const type = await createEventType(server.app.db, { name: 'Brand' });
  const top = await create(
    { name: ' Alarm ', description: 'ruft', listType: '1', eventTypes: [String(type.id)] },
    '_id name',
  );
  assert.equal(top.name, 'Alarm');
  const below = await create({ name: 'Leitung', parentList: String(top._id) });
  const people = [await createPerson(server.app.db), await createPerson(server.app.db)];
  const [first, second] = [
    await createGroup(server.app.db, { name: 'A' }),
    await createGroup(server.app.db, { name: 'B' }),
  ];
  const add = `mutation ($l: ID!, $p: [ID!], $g: [ID!]) { addToMailingList(list: $l, people: $p, groups: $g) { personTotal } }`;
  const given = { l: String(top._id), p: people.map(({ id }) => String(id)), g: [String(second.id), String(first.id)] };
  await manager.run(add, given);
  const limit = await manager.run(
    `mutation { setStopLimit(list: ${top._id}, group: ${second.id}, stopLimit: 2, waitMinutes: 7) { stopLimit waitMinutes } }`,
  );
  assert.deepEqual(limit.setStopLimit, { stopLimit: 2, waitMinutes: 7 });
  await manager.run(add, given);
  const found = await members(top._id);
  assert.deepEqual(
    [names(found.children), names(found.eventTypes), found.listPerson.totalCount],
    [['Leitung'], ['Brand'], 2],
  );
  assert.deepEqual(
    found.listGroup.edges.map(({ node }: { node: unknown }) => node),
    [
      { stopLimit: 2, waitMinutes: 7, group: { name: 'B' } },
      { stopLimit: null, waitMinutes: null, group: { name: 'A' } },
    ],
    'adding again keeps order and stop limit',
  );
  const kept = await manager.run(
    `mutation { setStopLimit(list: ${top._id}, group: ${second.id}, waitMinutes: null) { stopLimit waitMinutes } }`,
  );
  assert.deepEqual(kept.setStopLimit, { stopLimit: 2, waitMinutes: null }, 'absent stays, null clears');
  await manager.run(
    `mutation { removeFromMailingList(list: ${top._id}, people: [${people[0]!.id}], groups: [${first.id}], lists: [${below._id}]) { _id } }`,
  );
  const after = await members(top._id);
  assert.deepEqual([names(after.children), after.listPerson.totalCount, after.listGroup.edges.length], [[], 1, 1]);
  assert.equal((await members(below._id)).parentList, null, 'a list taken out stands at the top');
});

test('nests lists without cycles and not too deep', async () => {
  const ids: number[] = [];
  for (let level = 1; level <= 5; level++) {
    const parentList = ids.at(-1);
    ids.push((await create({ name: `Ebene ${level}`, ...(parentList ? { parentList: String(parentList) } : {}) }))._id);
  }
  const sixth = await manager.send(
    `mutation { createMailingList(input: { name: "tief", parentList: ${ids[4]} }) { _id } }`,
  );
  assert.equal(refusal(sixth)?.message, 'error_list_depth');
  for (const below of ids) {
    const answer = await change({ id: String(ids[0]), parentList: String(below) });
    assert.equal(refusal(answer)?.extensions.fields?.['parentList'], 'error_list_cycle');
  }
  const cycle = await manager.send(`mutation { addToMailingList(list: ${ids[3]}, lists: [${ids[0]}]) { _id } }`);
  assert.deepEqual(refusal(cycle)?.extensions.fields, { lists: 'error_list_cycle' });
});

test('does not silently take a nested list away from its parent', async () => {
  const [a, b, child] = [await create({ name: 'A' }), await create({ name: 'B' }), await create({ name: 'Kind' })];
  const add = (list: number) =>
    manager.send(`mutation { addToMailingList(list: ${list}, lists: [${child._id}]) { _id } }`);
  assert.equal((await add(a._id)).errors, undefined);
  assert.equal((await add(a._id)).errors, undefined);
  const refused = refusal(await add(b._id));
  assert.deepEqual([refused?.message, refused?.extensions.code], ['error_list_elsewhere', 'CONFLICT']);
  assert.equal(
    (await change({ id: String(child._id), parentList: String(b._id) })).errors,
    undefined,
    'moving is said',
  );
  assert.equal((await members(child._id)).parentList._id, b._id);
});

test('refuses to delete a list in use and names its users', async () => {
  const list = await createMailingList(server.app.db, { name: 'Alarm' });
  const below = await createMailingList(server.app.db, { name: 'Unten', parentListId: list.id });
  const type = await createEventType(server.app.db, { name: 'Sturm', lists: [list.id] });
  const remove = (id: number) => manager.send(`mutation { deleteMailingList(id: ${id}) { isActive } }`);
  const error = refusal(await remove(list.id));
  assert.equal(error?.message, 'error_list_in_use');
  assert.deepEqual(error?.extensions.details, {
    eventTypes: [{ id: `/api/v2/event_types/${type.id}`, name: 'Sturm' }],
    lists: [{ id: `/api/v2/mailing_lists/${below.id}`, name: 'Unten' }],
  });
  assert.equal(refusal(await change({ id: String(list.id), isActive: false }))?.message, 'error_list_in_use');
  assert.equal((await remove(below.id)).data?.deleteMailingList.isActive, false);
  assert.equal((await change({ id: String(list.id), eventTypes: [] })).errors, undefined);
  assert.equal((await remove(list.id)).data?.deleteMailingList.isActive, false);
});

test('keeps switched-off event types of a list through any other choice', async () => {
  const off = await createEventType(server.app.db, { name: 'Alt' });
  const [first, second] = [await createEventType(server.app.db), await createEventType(server.app.db)];
  const list = await create({ name: 'L', eventTypes: [String(off.id), String(first.id)] });
  await server.app.db.updateTable('eventTypes').set({ isActive: false }).where('id', '=', off.id).execute();
  const changed = await change(
    { id: String(list._id), eventTypes: [String(second.id)] },
    'version eventTypes { totalCount }',
  );
  assert.deepEqual(changed.data.updateMailingList, { version: 2, eventTypes: { totalCount: 1 } });
  const rows = await server.app.db
    .selectFrom('eventTypeMailingLists')
    .select('eventTypeId')
    .where('mailingListId', '=', list._id)
    .execute();
  assert.deepEqual(new Set(rows.map(({ eventTypeId }) => eventTypeId)), new Set([off.id, second.id]));
  const inactive = await change({
    id: String(list._id),
    eventTypes: [String(second.id), String(first.id), String(off.id)],
  });
  assert.equal(inactive.errors, undefined, 'one that is there already is not judged');
});

test('one of two concurrent edits of a list is a conflict', async () => {
  const { _id } = await create({ name: 'Eins' });
  const { id: group } = await createGroup(server.app.db);
  await manager.run(`mutation { addToMailingList(list: ${_id}, groups: [${group}]) { _id } }`);
  const limit = (stopLimit: number) =>
    manager.send(
      `mutation { setStopLimit(list: ${_id}, group: ${group}, stopLimit: ${stopLimit}, version: 1) { stopLimit } }`,
    );
  const answers = await Promise.all([limit(1), limit(2), change({ id: String(_id), version: 1, name: 'Zwei' })]);
  assert.deepEqual(answers.map((answer) => refusal(answer)?.message).filter(Boolean), [
    'error_changed_meanwhile',
    'error_changed_meanwhile',
  ]);
});

test('refuses wrong values by field', async () => {
  const { _id } = await create({ name: 'Prüfung' });
  const inactive = await createPerson(server.app.db, { isActive: false });
  const { id: group } = await createGroup(server.app.db);
  const fields = async (call: string) => refusal(await manager.send(`mutation { ${call} { _id } }`))?.extensions.fields;
  assert.deepEqual(await fields(`addToMailingList(list: ${_id}, people: [${inactive.id}])`), {
    people: 'error_inactive',
  });
  assert.deepEqual(await fields(`addToMailingList(list: ${_id}, groups: [999999])`), { groups: 'error_not_found' });
  assert.deepEqual(await fields(`setStopLimit(list: ${_id}, group: ${group}, stopLimit: 1)`), {
    group: 'error_not_found',
  });
  await manager.run(`mutation { addToMailingList(list: ${_id}, groups: [${group}]) { _id } }`);
  assert.deepEqual(await fields(`setStopLimit(list: ${_id}, group: ${group}, stopLimit: 0)`), {
    stopLimit: 'error_invalid_number',
  });
  assert.deepEqual(await fields(`setStopLimit(list: ${_id}, group: ${group}, waitMinutes: 2000)`), {
    waitMinutes: 'error_invalid_number',
  });
  assert.deepEqual(await fields('createMailingList(input: { name: "" })'), { name: 'error_required' });
});

test('only mailing list managers change lists', async () => {
  const list = await createMailingList(server.app.db);
  const calls = [
    'createMailingList(input: { name: "x" }) { _id }',
    `updateMailingList(input: { id: ${list.id}, name: "x" }) { _id }`,
    `deleteMailingList(id: ${list.id}) { _id }`,
    `addToMailingList(list: ${list.id}, people: [1]) { _id }`,
    `removeFromMailingList(list: ${list.id}, people: [1]) { _id }`,
    `setStopLimit(list: ${list.id}, group: 1, stopLimit: 1) { _id }`,
  ];
  const others = [
    await server.as('editor'),
    await server.as('contact_manager', 'crisis_manager', 'documentation_officer', 'administrator', 'system_owner'),
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

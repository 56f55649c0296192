import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';
import { loadChoices, loadDirectory } from './load-directory.ts';
import { recipientsOf } from './resolution.ts';
import { resolve } from './resolving.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

async function counted<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }> {
  let result: T | undefined;
  const statements = await fewestStatements(server, async () => {
    result = await work();
  });
  return { result: result!, statements };
}

test('resolves the selection in order: lists with child lists, groups with subgroups, people', async () => {
  const [a, b, c, d, e, f] = (await Promise.all([1, 2, 3, 4, 5, 6].map(() => createPerson(db)))).map(
    ({ id }) => id,
  ) as [...[number, number, number, number, number, number]];
  const stab = await createGroup(db, { name: 'Stab', members: [c, b] });
  const second = await createGroup(db, { name: 'S2', members: [d], parentGroupId: stab.id, sortOrder: 2 });
  await createGroup(db, { name: 'S1', members: [e], parentGroupId: stab.id, sortOrder: 1 });
  const list = await createMailingList(db, {
    name: 'Leitung',
    people: [a],
    groups: [{ id: stab.id, stopLimit: 2, waitMinutes: 3 }],
  });
  await createMailingList(db, { name: 'Unter', people: [f], parentListId: list.id });
  const { id } = await createDraft(db, { lists: [list.id], groups: [second.id], people: [a] });
  const choice = (await loadChoices(db, [id])).get(id)!;
  assert.deepEqual(choice, { lists: [list.id], groups: [second.id], people: [a] });
  const directory = await loadDirectory(db, [choice], ['email']);
  const rules = {
    addresses: ['email'],
    alarm: false,
    sparesAbsent: true,
    measured: true,
    waitMinutes: 5,
    country: 'DE',
  };
  const resolution = resolve(directory, choice, rules);
  assert.deepEqual(
    [...recipientsOf(resolution)].map(({ personId, via }) => [personId, via]),
    [
      [a, ['Leitung']],
      [c, ['Leitung › Stab']],
      [b, ['Leitung › Stab']],
      [e, ['Leitung › Stab › S1']],
      [d, ['Leitung › Stab › S2', 'S2']],
      [f, ['Leitung › Unter']],
    ],
  );
  assert.deepEqual(resolution.limits, [
    { groupId: stab.id, listName: 'Leitung', needed: 2, waitMinutes: 3, queue: [c, b, e, d] },
  ]);
  assert.deepEqual(
    directory.people.get(a)!.fields.map(({ fieldType }) => fieldType),
    ['email'],
    'only what is asked for',
  );
});

test('loads many lists with the same number of statements as one', async () => {
  const lists: number[] = [];
  const add = async (parentListId: number | null) => {
    const group = await createGroup(db, { members: [(await createPerson(db)).id] });
    return (await createMailingList(db, { groups: [{ id: group.id }], parentListId })).id;
  };
  const small = await add(null);
  for (let at = 0; at < 10; at++) lists.push(await add(lists.at(-1) ?? null));
  const load = (ids: number[]) => counted(() => loadDirectory(db, [{ lists: ids, groups: [], people: [] }], ['email']));
  const [one, many] = [await load([small]), await load(lists)];
  assert.equal(many.result.people.size, 10);
  assert.equal(one.statements, many.statements);
  assert.ok(one.statements <= 6);
});

test('showing many messages, recipients and answers takes a constant number of statements', async () => {
  const people = (await Promise.all(Array.from({ length: 8 }, () => createPerson(db)))).map(({ id }) => id);
  const report = await createReport(db);
  const launch = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  const add = async () => {
    const { id } = await createDraft(db, { reportId: report.id, people, requestAnswer: true });
    await manager.run(launch, { id: String(id), key: `many-${id}` });
  };
  const document = `query ($id: ID!) { report(id: $id) { answers { none limits { needed } } messages { totalCount edges { node {
    percentageStatus cost messageResult { total } channel { name } messageLists { totalCount } messagePeople { totalCount }
    messageRecipients(first: 5, status: [queued]) { totalCount edges { node { targetAddress person { lastName } response
      answer { option { label } } message { title } } } } } } } } }`;
  const show = () => counted(() => manager.run(document, { id: String(report.id) }));
  await add();
  const one = await show();
  for (let at = 0; at < 4; at++) await add();
  const five = await show();
  assert.equal(five.result.report.messages.totalCount, 5);
  assert.equal(five.result.report.messages.edges[4].node.messageRecipients.edges.length, 5);
  assert.equal(five.result.report.answers.none, 8);
  assert.equal(five.statements, one.statements);
});

test('filters recipients by state, by answered, and by name', async () => {
  const [anna, bernd, chris] = [
    await createPerson(db, { firstName: 'Anna', lastName: 'Amsel' }),
    await createPerson(db, { firstName: 'Bernd', lastName: 'Buchfink' }),
    await createPerson(db, { firstName: 'Chris', lastName: 'Circus', email: null }),
  ];
  const people = [anna.id, bernd.id, chris.id];
  const { id } = await createDraft(db, { people, requestAnswer: true });
  const launch =
    'mutation ($id: ID!) { sendMessage(id: $id, launchKey: "narrow") { messageRecipients { edges { node { id person { _id } } } } } }';
  const { edges } = (await manager.run(launch, { id: String(id) })).sendMessage.messageRecipients;
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "1", minutes: 7) { _id } }', {
    id: edges[0].node.id,
  });
  const names = async (filter: string) => {
    const { message } = await manager.run(
      `query ($id: ID!) { message(id: $id) { messageRecipients(${filter}) { totalCount edges { node { person { lastName } } } } } }`,
      { id: String(id) },
    );
    const found = message.messageRecipients.edges.map(
      ({ node }: { node: { person: { lastName: string } } }) => node.person.lastName,
    );
    assert.equal(message.messageRecipients.totalCount, found.length);
    return found;
  };
  assert.deepEqual(await names('status: [suppressed]'), ['Circus']);
  assert.deepEqual(await names('answered: true'), ['Amsel']);
  assert.deepEqual(await names('answered: false, status: [queued]'), ['Buchfink']);
  assert.deepEqual(await names('search: "bernd buch"'), ['Buchfink']);
  assert.deepEqual(await names('search: "%"'), []);
  const refused = await manager.send(
    `query ($id: ID!) { message(id: $id) { messageRecipients(first: 1001) { totalCount } } }`,
    {
      id: String(id),
    },
  );
  assert.equal(refused.errors?.[0]?.message, 'error_page_size');
});

test('users with the right can edit a draft until it is sent', async () => {
  const editor = await server.as('editor');
  const person = await createPerson(db);
  const other = await createPerson(db);
  const inactive = await createPerson(db, { isActive: false });
  const report = await createReport(db, { type: 'staff_information' });
  const { id } = await createDraft(db, { reportId: report.id, people: [person.id] });
  const update = `mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { title content requestAnswer } }`;
  const values = {
    title: 'Neu',
    content: '<p onclick="x()">Text<script>x</script></p>',
    requestAnswer: true,
  };
  assert.deepEqual((await editor.run(update, { input: { id: String(id), ...values } })).updateMessage, {
    ...values,
    content: '<p>Text</p>',
  });
  const bad = await editor.send(update, { input: { id: String(id), title: ' ' } });
  assert.equal(bad.errors?.[0]?.message, 'error_required');
  const choose = `mutation ($id: ID!, $people: [ID!], $lists: [ID!]) { setMessageRecipients(message: $id, people: $people, lists: $lists) {
    messagePeople { edges { node { _id } } } } }`;
  const chosen = async (people: number[]) =>
    (
      await editor.run(choose, { id: String(id), people: people.map(String) })
    ).setMessageRecipients.messagePeople.edges.map(({ node }: { node: { _id: number } }) => node._id);
  assert.deepEqual(await chosen([other.id, person.id]), [other.id, person.id], 'in the order given');
  const refusedChoice = await editor.send(choose, { id: String(id), people: [String(inactive.id)] });
  assert.equal(refusedChoice.errors?.[0]?.message, 'error_inactive');
  await editor.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "edited") { _id } }', { id: String(id) });
  for (const answer of [
    await editor.send(update, { input: { id: String(id), title: 'Zu spät' } }),
    await editor.send(choose, { id: String(id), people: [] }),
    await editor.send('mutation ($id: ID!) { deleteMessage(id: $id) { _id } }', { id: String(id) }),
  ]) {
    assert.equal(answer.errors?.[0]?.message, 'error_message_already_sent');
  }
});

test('only administrators and their authors delete drafts of activations', async () => {
  const admin = await server.as('administrator');
  const remove = 'mutation ($id: ID!) { deleteMessage(id: $id) { _id } }';
  const draft = async (insertedBy: number | null) => String((await createDraft(db, { insertedBy })).id);
  assert.equal((await manager.send(remove, { id: await draft(null) })).errors?.[0]?.message, 'error_forbidden');
  await manager.run(remove, { id: await draft(manager.userId) });
  const id = await draft(null);
  await admin.run(remove, { id });
  assert.equal((await manager.run('query ($id: ID!) { message(id: $id) { _id } }', { id })).message, null);
});

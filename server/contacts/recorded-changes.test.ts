import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createEventType, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('mailing_list_manager', 'contact_manager');
});
after(() => server.stop());

const numberOf = async (mutation: string, variables: Record<string, unknown> = {}): Promise<number> =>
  (Object.values(await manager.run(mutation, variables)) as { _id: number }[])[0]!._id;

/** The entries of one group or list, oldest first: action, values before and after. */
async function entriesOf(type: string, rowId: number) {
  const entries = server.app.db.selectFrom('auditEntries').select(['action', 'byUserId', 'before', 'after']);
  const rows = await entries.where('type', '=', type).where('rowId', '=', rowId).orderBy('id').execute();
  assert.ok(rows.every(({ byUserId }) => byUserId === manager.userId));
  return rows.map(({ action, before, after }) => [action, before ?? {}, after ?? {}]);
}

test('the audit log has every change of a group and its members, and none without an effect', async () => {
  const [one, two] = [(await createPerson(server.app.db)).id, (await createPerson(server.app.db)).id];
  const group = await numberOf('mutation { createGroup(input: { name: "Technik" }) { _id } }');
  const rename = `mutation { updateGroup(input: { id: "${group}", name: "Haustechnik" }) { _id } }`;
  for (let n = 0; n < 2; n++) await manager.run(rename);
  const join = (person: number) =>
    numberOf(`mutation { addPersonToGroup(group: "${group}", person: "${person}") { _id } }`);
  const [first, second] = [await join(one), await join(two)];
  await join(two);
  const order = `mutation { sortGroup(group: "${group}", personGroups: ["${second}", "${first}"]) { _id } }`;
  for (let n = 0; n < 2; n++) await manager.run(order);
  await manager.run(`mutation { updatePersonGroup(id: "${second}", priorityAlert: true) { _id } }`);
  await manager.run(`mutation { removePersonFromGroup(id: "${first}") { _id } }`);
  await manager.run(`mutation { deleteGroup(id: "${group}") { _id } }`);
  const member = { person: two, sortOrder: 0 };
  assert.deepEqual(await entriesOf('Group', group), [
    ['create', {}, { name: 'Technik' }],
    ['update', { name: 'Technik' }, { name: 'Haustechnik' }],
    ['update', {}, { addedPeople: [one] }],
    ['update', {}, { addedPeople: [two] }],
    ['update', {}, { callOrder: [two, one] }],
    ['update', { member: { ...member, priorityAlert: false } }, { member: { ...member, priorityAlert: true } }],
    ['update', {}, { removedPeople: [one] }],
    ['switch_off', { isActive: true }, { isActive: false }],
  ]);
});

test('the audit log has every change of a mailing list, its members and their limits', async () => {
  const { db } = server.app;
  const [person, type] = [(await createPerson(db)).id, (await createEventType(db)).id];
  const group = await numberOf('mutation { createGroup(input: { name: "Pflege" }) { _id } }');
  const list = await numberOf('mutation { createMailingList(input: { name: "Alarm" }) { _id } }');
  const below = await numberOf('mutation { createMailingList(input: { name: "Nacht" }) { _id } }');
  const members = `list: "${list}", people: ["${person}"], groups: ["${group}"], lists: ["${below}"]`;
  await manager.run(`mutation { updateMailingList(input: { id: "${list}", eventTypes: ["${type}"] }) { _id } }`);
  for (let n = 0; n < 2; n++) await manager.run(`mutation { addToMailingList(${members}) { _id } }`);
  await manager.run(`mutation { setStopLimit(list: "${list}", group: "${group}", stopLimit: 3) { _id } }`);
  for (let n = 0; n < 2; n++) await manager.run(`mutation { removeFromMailingList(${members}) { _id } }`);
  await manager.run(`mutation { updateMailingList(input: { id: "${list}", eventTypes: [] }) { _id } }`);
  await manager.run(`mutation { deleteMailingList(id: "${list}") { _id } }`);
  const limit = { group, waitMinutes: null, onDuty: false };
  assert.deepEqual(await entriesOf('MailingList', list), [
    ['create', {}, { name: 'Alarm' }],
    ['update', { alertedBy: [] }, { alertedBy: [type] }],
    ['update', {}, { addedPeople: [person], addedGroups: [group], addedLists: [below] }],
    ['update', { limitOfGroup: { ...limit, stopLimit: null } }, { limitOfGroup: { ...limit, stopLimit: 3 } }],
    ['update', {}, { removedPeople: [person], removedGroups: [group], removedLists: [below] }],
    ['update', { alertedBy: [type] }, { alertedBy: [] }],
    ['switch_off', { isActive: true }, { isActive: false }],
  ]);
});

test('many added people are counted in the audit log; a planned change is not recorded', async () => {
  const people = await Promise.all(Array.from({ length: 101 }, () => createPerson(server.app.db)));
  const list = await numberOf('mutation { createMailingList(input: { name: "Alle" }) { _id } }');
  const add = (dryRun: boolean) =>
    manager.run(
      'mutation ($l: ID!, $p: [ID!]!, $d: Boolean!) { addPeopleToMailingList(list: $l, people: $p, dryRun: $d) { changed } }',
      { l: String(list), p: people.map(({ id }) => String(id)), d: dryRun },
    );
  await add(true);
  await add(false);
  assert.deepEqual((await entriesOf('MailingList', list)).slice(1), [['update', {}, { addedPeople: '101' }]]);
});

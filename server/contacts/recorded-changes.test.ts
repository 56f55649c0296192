import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import { lockTree } from '#server/contacts/trees.ts';
import { createEventType, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

/** The lock of the function append_audit. */
const auditLock = 4204;

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
  assert.deepEqual(await entriesOf('Group', group), [
    ['create', {}, { name: 'Technik' }],
    ['update', { name: 'Technik' }, { name: 'Haustechnik' }],
    ['update', {}, { addedPeople: [one] }],
    ['update', {}, { addedPeople: [two] }],
    ['update', { callOrder: [one, two] }, { callOrder: [two, one] }],
    ['update', member(two, false), member(two, true)],
    ['update', {}, { removedPeople: [one] }],
    ['switch_off', { isActive: true }, { isActive: false }],
  ]);
});

const member = (person: number, priorityAlert: boolean) => ({ member: { [person]: { sortOrder: 0, priorityAlert } } });

test('sorting groups is one entry of their parent, or of the first top group', async () => {
  const create = (name: string, parent: string) =>
    numberOf(`mutation { createGroup(input: { name: "${name}", parentGroup: ${parent} }) { _id } }`);
  const parent = await create('Standort', 'null');
  const groups: number[] = [];
  for (const name of ['A', 'B', 'C']) groups.push(await create(name, `"${parent}"`));
  const [a, b, c] = groups;
  const sort = `mutation { sortGroups(parentGroup: "${parent}", groups: [{ id: "${c}" }, { id: "${a}" }, { id: "${b}" }]) { _id } }`;
  for (let n = 0; n < 2; n++) await manager.run(sort);
  assert.deepEqual((await entriesOf('Group', parent)).slice(1), [
    ['update', { groupOrder: [a, b, c] }, { groupOrder: [c, a, b] }],
  ]);
  assert.equal((await entriesOf('Group', c!)).length, 1);
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
  const limit = (stopLimit: number | null) => ({ [group]: { stopLimit, waitMinutes: null, onDuty: false } });
  assert.deepEqual(await entriesOf('MailingList', list), [
    ['create', {}, { name: 'Alarm' }],
    ['update', { alertedBy: [] }, { alertedBy: [type] }],
    ['update', {}, { addedPeople: [person], addedGroups: [group], addedLists: [below] }],
    ['update', { limitOfGroup: limit(null) }, { limitOfGroup: limit(3) }],
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
  await server.app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${auditLock})`.execute(tx);
    await add(true); // it doesn't wait for the log
  });
  await add(false);
  assert.deepEqual((await entriesOf('MailingList', list)).slice(1), [['update', {}, { addedPeople: { count: 101 } }]]);
});

test('trees of groups and lists have other locks than the audit log, which is locked last', async () => {
  const { rows } = await server.app.db.transaction().execute(async (tx) => {
    for (const tree of ['groups', 'mailingLists'] as const) await lockTree(tx, tree);
    await appendAudit(tx, { by: null, action: 'update', type: 'Test', rowId: 1, label: 'Test' });
    return sql<{ key: number }>`
      select objid::int as key from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
  });
  const keys = rows.map(({ key }) => key);
  assert.ok(keys.includes(auditLock));
  assert.equal(keys.length, 3);
});

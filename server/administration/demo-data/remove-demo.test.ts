import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailingList, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web', DEMO_DATA: '1' });
  db = server.app.db;
  administrator = await server.as('administrator', 'contact_manager', 'mailing_list_manager', 'crisis_manager');
});
after(() => server.stop());

const count = async (): Promise<Record<string, number>> => {
  const tables = [
    'events',
    'people',
    'groups',
    'mailing_lists',
    'event_types',
    'snippets',
    'channels',
    'users',
    'files',
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]!.n;
  }
  return counts;
};
const left = '{ demoData { events mailingLists groups people removable { events mailingLists groups people } } }';
const remove = 'mutation { removeDemoData { events mailingLists groups people } }';

test('counts what can be removed without locks, once per query', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`select from demo_rows for update`.execute(tx);
    await sql`lock table events, people, groups, mailing_lists in share row exclusive mode`.execute(tx);
    assert.ok((await administrator.run(left)).demoData.removable.people > 0);
  });
  const nested = await administrator.send('{ demoData { removable { removable { people } } } }');
  assert.match(nested.errors![0]!.message, /removable/);
});

test('removes the demo while it is idle, and keeps changed rows and those that own data uses', async () => {
  const group = (await db.selectFrom('groups').select(['id', 'version']).orderBy('id').executeTakeFirstOrThrow()).id;
  const own = await createPerson(db, { lastName: 'Eigene' });
  // somebody of one's own in a function that alarms of the demo call in
  const called = await db
    .selectFrom('listGroups')
    .select(['mailingListId', 'groupId'])
    .where('groupId', '<>', group)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await db.insertInto('personGroups').values({ personId: own.id, groupId: called.groupId }).execute();
  const write = (id: number) => administrator.send(`mutation { addLogEntry(event: ${id}, text: "Von uns") { id } }`);
  const [running] = await db.selectFrom('events').select('id').where('isRunning', '=', true).orderBy('id').execute();
  assert.equal((await write(running!.id)).errors, undefined);
  const [listed, renamed] = [{ id: await anyone(0) }, { id: await anyone(1) }];
  const list = await createMailingList(db, {
    name: 'Eigener Verteiler',
    people: [own.id, listed.id],
    groups: [{ id: group }],
  });
  const change = `mutation { updatePerson(input: { id: ${renamed.id}, lastName: "Umbenannt" }) { _id } }`;
  await administrator.run(change);

  assert.equal((await (await server.as('crisis_manager')).send(remove)).errors?.[0]?.message, 'error_forbidden');
  const rostered = await db
    .selectFrom('shifts')
    .select(['groupId', 'personId'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const [absent, unmarkedChanged] = [await anyone(2), await anyone(3)];
  const unmarked = await unused([group, rostered.groupId]);
  await administrator.run(`mutation ($input: AbsenceInput!) { addAbsence(person: ${absent}, input: $input) { id } }`, {
    input: { from: '2030-01-01T08:00:00Z', until: '2030-01-08T08:00:00Z' },
  });
  await administrator.run(`mutation { updatePerson(input: { id: ${unmarkedChanged}, lastName: "Von Hand" }) { _id } }`);
  await db
    .deleteFrom('demoRows')
    .where('tableName', '=', 'people')
    .where('rowId', 'in', [unmarked, unmarkedChanged])
    .execute();
  const shift = { ...rostered, startsAt: '2030-01-01 08:00', endsAt: '2030-01-01 16:00' };
  await sql`
    insert into shifts (group_id, person_id, starts_at, ends_at)
    values (${shift.groupId}, ${shift.personId}, ${shift.startsAt}::timestamp, ${shift.endsAt}::timestamp)`.execute(db);

  const before = await count();
  const { demoData } = await administrator.run(left);
  assert.equal(
    demoData.people,
    before['people']! - 2,
    'own people, and changed ones without a mark, are not of the demo',
  );
  assert.deepEqual(await count(), before, 'figures change nothing');
  const { removable, ...there } = demoData;
  for (const kind of ['events', 'groups', 'people'] as const)
    assert.ok(removable[kind] > 0 && removable[kind] < there[kind], kind);
  assert.ok(demoData.events > 0 && demoData.groups > 0 && demoData.mailingLists > 0);
  const others = await sql`update events set is_running = true where id = (select min(id) from events)`.execute(db);
  assert.equal(others.numAffectedRows, 1n);
  const refused = await administrator.send(remove);
  assert.equal(refused.errors?.[0]?.message, 'error_event_running');
  assert.deepEqual(await count(), before, 'all or nothing');
  await sql`update events set is_running = false, finished_at = now() where is_running`.execute(db);

  const two = await Promise.all([administrator.run(remove), administrator.run(remove)]);
  const removed = two.map(({ removeDemoData }) => removeDemoData.people).toSorted((a, b) => b - a);
  assert.ok(removed[0] > 0);
  assert.equal(removed[1], 0, 'once, whoever asks at the same moment');
  const sums = (kind: string) => two.reduce((sum, { removeDemoData }) => sum + removeDemoData[kind], 0);
  for (const kind of Object.keys(removable)) assert.equal(sums(kind), removable[kind], `as said: ${kind}`);
  const after = (await administrator.run(left)).demoData;
  for (const kind of Object.keys(removable)) {
    assert.deepEqual([after[kind], after.removable[kind]], [there[kind] - removable[kind], 0], kind);
  }
  const rows = await count();
  for (const table of ['event_types', 'snippets', 'channels', 'users']) assert.equal(rows[table], before[table], table);
  assert.equal(rows['events'], 1, 'in which somebody wrote');
  const people = (await db.selectFrom('people').select('id').execute()).map(({ id }) => id);
  for (const id of [own.id, listed.id, renamed.id, absent, unmarkedChanged]) assert.ok(people.includes(id));
  assert.ok(!people.includes(unmarked), 'unchanged people of the demo without a mark');
  const groups = (await db.selectFrom('groups').select('id').execute()).map(({ id }) => id);
  assert.ok(groups.includes(shift.groupId), 'a group whose roster was changed');
  const { rows: members } = await sql<{ personId: number }>`
    select person_id from person_groups where group_id = ${group}`.execute(db);
  assert.ok(
    members.every(({ personId }) => people.includes(personId)),
    'a group in use keeps its people',
  );
  const lists = (await db.selectFrom('mailingLists').select('id').execute()).map(({ id }) => id);
  assert.ok(lists.includes(list.id) && lists.includes(called.mailingListId), 'own people stay within reach');
  const inFunction = await db
    .selectFrom('personGroups')
    .select('personId')
    .where('groupId', '=', called.groupId)
    .execute();
  assert.deepEqual(
    inFunction.map(({ personId }) => personId).filter((id) => id !== renamed.id),
    [own.id],
    'people of the demo are asked no more',
  );
  assert.equal((await administrator.run('{ auditIntact }')).auditIntact, true);
});

const anyone = async (place: number): Promise<number> =>
  (await db.selectFrom('people').select('id').orderBy('id').offset(place).limit(1).executeTakeFirstOrThrow()).id;

/** Returns someone of the demo whom no message reached, outside of these groups. */
const unused = async (groups: number[]): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from people p where external_id like 'demo-%'
      and not exists (select from message_recipients where person_id = p.id)
      and not exists (select from person_groups where person_id = p.id and group_id = any(${groups}))
    order by id desc limit 1`.execute(db);
  return rows[0]!.id;
};

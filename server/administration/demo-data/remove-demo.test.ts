import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEventType, createGroup, createMailingList, createPerson, createShift } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { removable } from './removable.ts';

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

type Kind = 'events' | 'groups' | 'people';
const removableIds = async (kind: Kind): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    ${removable} select id from ${sql.table(`removable_${kind}`)} order by id`.execute(db);
  return rows.map(({ id }) => id);
};
const kept: [kind: Kind, id: number, name: string][] = [];

test('keeps demo rows that own data uses through a reference that would be removed or emptied with them', async () => {
  const [own, group, type] = [await createPerson(db), await createGroup(db), await createEventType(db)];
  const shift = await createShift(db, { groupId: group.id, personId: own.id, begins: 24, hours: 8 });
  const checklist = (column: 'group_id' | 'person_id', id: number) =>
    sql`insert into checklist_items (event_type_id, name, sort_order, ${sql.ref(column)}) values (${type.id}, 'Tun', 0, ${id})`;
  const [aShift] = await removableShifts();
  const uses: [name: string, kind: Kind, use: (id: number) => ReturnType<typeof sql>, only?: number][] = [
    [
      'substitute in an own roster',
      'people',
      (id) => sql`insert into shift_changes (shift_id, turn, substitute_id) values (${shift.id}, 0, ${id})`,
    ],
    [
      'device',
      'people',
      (id) =>
        sql`insert into devices (person_id, kind, address, keys, name) values (${id}, 'web_push', 'a', '\\x00', 'B')`,
    ],
    [
      'opt-out',
      'people',
      (id) => sql`
        insert into opt_outs (person_id, channel_type_id, way) select ${id}, min(id), 'reply' from channel_types`,
    ],
    ['checklist of an own event type', 'people', (id) => checklist('person_id', id)],
    ['own shift', 'people', (id) => sql`update shifts set person_id = ${id} where id = ${shift.id}`],
    [
      'own substitute',
      'groups',
      () => sql`insert into shift_changes (shift_id, turn, substitute_id) values (${aShift!.id}, 9, ${own.id})`,
      aShift!.groupId,
    ],
    ['checklist of an own event type', 'groups', (id) => checklist('group_id', id)],
    [
      'link to a roster',
      'groups',
      (id) => sql`
        insert into rosters (group_id, link_hash) values (${id}, '\\x01')
        on conflict (group_id) do update set link_hash = excluded.link_hash`,
    ],
  ];
  for (const [name, kind, use, only] of uses) {
    const id = only ?? (await removableIds(kind))[0]!;
    assert.ok((await removableIds(kind)).includes(id), name);
    await use(id).execute(db);
    assert.ok(!(await removableIds(kind)).includes(id), `${kind}: ${name}`);
    kept.push([kind, id, name]);
  }
  const [event] = await removableIds('events');
  await sql`
    insert into reports (event_id, report_type_id, title, inserted_by)
    select ${event}, min(id), 'Entwurf', (select min(id) from users) from report_types`.execute(db);
  assert.ok(!(await removableIds('events')).includes(event!), 'an own draft');
  await sql`update reports set is_active = false where title = 'Entwurf'`.execute(db);
  assert.ok((await removableIds('events')).includes(event!), 'a deleted draft');
});

test('removes the demo while it is idle, and keeps changed rows and those that own data uses', async () => {
  const group = (await db.selectFrom('groups').select(['id', 'version']).orderBy('id').executeTakeFirstOrThrow()).id;
  const own = await createPerson(db, { lastName: 'Eigene' });
  // an own person in a function that the demo alarms
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
    before['people']! - 3,
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
  for (const [kind, id, name] of kept)
    assert.ok((kind === 'groups' ? groups : people).includes(id), `kept ${kind}: ${name}`);
  const changes = await db.selectFrom('shiftChanges').selectAll().where('turn', 'in', [0, 9]).execute();
  assert.ok(
    changes.some(({ substituteId }) => substituteId === kept[0]![1]),
    'a turn stays with its substitute',
  );
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

/** Returns shifts of groups that can be removed. */
const removableShifts = async (): Promise<{ id: number; groupId: number }[]> => {
  const { rows } = await sql<{ id: number; groupId: number }>`
    ${removable} select id, group_id from shifts where group_id in (select id from removable_groups) order by id`.execute(
    db,
  );
  return rows;
};

const anyone = async (place: number): Promise<number> =>
  (await db.selectFrom('people').select('id').orderBy('id').offset(place).limit(1).executeTakeFirstOrThrow()).id;

/** Returns an unreached demo person outside of these groups. */
const unused = async (groups: number[]): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from people p where external_id like 'demo-%'
      and not exists (select from message_recipients where person_id = p.id)
      and not exists (select from person_groups where person_id = p.id and group_id = any(${groups}))
    order by id desc limit 1`.execute(db);
  return rows[0]!.id;
};

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport, createShift } from '#testing/factories.ts';
import { createDraft, deliver, passMinutes, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

async function people(count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await createPerson(db)).id);
  return ids;
}

const absent = (personId: number, since = 60, minutes: number | null = null) =>
  sql`insert into absences (person_id, from_at, until_at) values (${personId}, now() - make_interval(mins => ${since}),
    now() - make_interval(mins => ${since}) + make_interval(mins => ${minutes}::int))`.execute(db);
const back = (personId: number) => sql`delete from absences where person_id = ${personId}`.execute(db);

type Groups = NonNullable<Parameters<typeof createMailingList>[1]>['groups'];

async function draft(groups: Groups) {
  const list = await createMailingList(db, { groups: groups! });
  const report = await createReport(db);
  const { id } = await createDraft(db, { reportId: report.id, lists: [list.id], requestAnswer: true });
  return { report: report.id, message: id };
}

async function alarm(groups: Groups) {
  const made = await draft(groups);
  await launch(made.report);
  return made;
}

async function launch(report: number) {
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(report), key: `absence-${report}` });
  await settle(server.app);
}

async function refuse(message: number, personId: number) {
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', message)
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "2") { _id } }', { id: String(id) });
  await settle(server.app);
}

const preflight = async (report: number) =>
  (
    await manager.run(
      `query ($id: ID!) { preflightReport(report: $id) { recipients absent absentCalled warnings
        unreachable { person { _id } reason } limits { needed available absent feasible } duties { people } } }`,
      { id: String(report) },
    )
  ).preflightReport;

test('an absent person at launch gets nothing; priority people do; the preflight shows both', async () => {
  const [a, b, c, d] = (await people(4)) as [number, number, number, number];
  await absent(a);
  await absent(b, 60, 30); // over for half an hour
  await absent(c);
  const group = await createGroup(db, { members: [a, b, c, d], priority: [c] });
  const { report } = await draft([{ id: group.id, stopLimit: 3 }]);
  assert.partialDeepStrictEqual(await preflight(report), {
    recipients: 3,
    absent: 1,
    absentCalled: 1,
    unreachable: [{ person: { _id: a }, reason: 'absent' }],
    limits: [{ needed: 3, available: 3, absent: 1, feasible: true }],
  });
  const { warnings } = await preflight(report);
  assert.ok(warnings.includes('warning_absent') && warnings.includes('warning_absent_priority'));
  const launched = await alarm([{ id: group.id, stopLimit: 3 }]);
  assert.deepEqual(new Set(await deliver(db, launched.message)), new Set([b, c, d]));
  assert.equal((await statusesOf(db, launched.message))[a], 'suppressed absent');
});

test('skips a person whose absence begins after the launch and asks the next one', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const group = await createGroup(db, { members: [a, b, c] });
  const { message } = await alarm([{ id: group.id, stopLimit: 1 }]);
  assert.deepEqual(await deliver(db, message), [a]);
  await absent(b);
  await refuse(message, a);
  assert.deepEqual(await deliver(db, message), [c]);
  assert.equal((await statusesOf(db, message))[b], 'skipped absent');
  await back(b);
  await refuse(message, c);
  assert.deepEqual(await deliver(db, message), [], 'who was left out stays so');
});

test('an absence that ended before has no effect; a later one revokes nothing', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const group = await createGroup(db, { members: [a, b, c] });
  const { report, message } = await alarm([{ id: group.id, stopLimit: 1, waitMinutes: 5 }]);
  assert.deepEqual(await deliver(db, message), [a]);
  await absent(a);
  await absent(b);
  await back(b);
  await passMinutes(db, report, 6);
  await settle(server.app);
  assert.deepEqual(await deliver(db, message), [b]);
  assert.equal((await statusesOf(db, message))[a], 'sent');
});

test('misses the limit and stops waiting when all remaining people are absent', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const group = await createGroup(db, { members: [a, b, c] });
  const { message } = await alarm([{ id: group.id, stopLimit: 1 }]);
  await deliver(db, message);
  await absent(b);
  await absent(c);
  await refuse(message, a);
  assert.deepEqual(await statusesOf(db, message), { [a]: 'sent', [b]: 'skipped absent', [c]: 'skipped absent' });
  const { status } = await db
    .selectFrom('messages')
    .select('status')
    .where('id', '=', message)
    .executeTakeFirstOrThrow();
  assert.equal(status, 'sent_with_errors');
});

test('a person who got an alarm gets its correction, absent or not', async () => {
  const [a] = (await people(1)) as [number];
  const group = await createGroup(db, { members: [a] });
  const { report, message } = await alarm([{ id: group.id }]);
  assert.deepEqual(await deliver(db, message), [a]);
  await absent(a);
  const correct = `mutation ($id: ID!) { createFollowUp(report: $id, kind: CORRECTION) { _id } }`;
  const made = await manager.send(correct, { id: String(report) });
  assert.equal(made.errors, undefined, JSON.stringify(made.errors));
  assert.partialDeepStrictEqual(await preflight(made.data.createFollowUp._id), { recipients: 1, absent: 0 });
});

test('information reaches absent people, except those that a stop limit would ask', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  await absent(a);
  await absent(b);
  const whole = await createGroup(db, { members: [a] });
  const limited = await createGroup(db, { members: [b, c] });
  const list = await createMailingList(db, { groups: [{ id: whole.id }, { id: limited.id, stopLimit: 1 }] });
  const report = await createReport(db, { type: 'staff_information' });
  const { id } = await createDraft(db, { reportId: report.id, lists: [list.id], requestAnswer: true });
  assert.partialDeepStrictEqual(await preflight(report.id), { recipients: 2, absent: 1, limits: [{ absent: 1 }] });
  await launch(report.id);
  assert.deepEqual(new Set(await deliver(db, id)), new Set([a, c]));
  assert.equal((await statusesOf(db, id))[b], 'suppressed absent');
});

test('a list alerts only people on duty, shows that path, and warns of a gap in advance', async () => {
  const [a, b, c, d] = (await people(4)) as [number, number, number, number];
  const group = await createGroup(db, { name: 'Technik', members: [a, b] });
  const below = await createGroup(db, { name: 'Netz', parentGroupId: group.id, members: [d] });
  await createShift(db, { groupId: group.id, personId: a, begins: -8, hours: 8 });
  const entry = [{ id: group.id, onDuty: true, stopLimit: 1 }];
  const empty = await preflight((await draft(entry)).report);
  assert.deepEqual(empty.duties, [{ people: 0 }]);
  assert.ok(empty.warnings.includes('warning_nobody_on_duty'));

  await createShift(db, { groupId: group.id, personId: b, begins: -1, hours: 3, everyWeeks: 1 });
  await createShift(db, { groupId: below.id, personId: c, begins: -2, hours: 3 });
  await createShift(db, { groupId: below.id, personId: d, begins: 1, hours: 3 });
  assert.partialDeepStrictEqual(await preflight((await draft(entry)).report), {
    recipients: 2,
    duties: [{ people: 2 }],
    limits: [{ needed: 1, available: 2 }],
  });
  const { message } = await alarm(entry);
  assert.deepEqual(await deliver(db, message), [b], 'the limit counts on those on duty, in the order of the groups');
  const rows = await db
    .selectFrom('messageRecipients')
    .selectAll()
    .where('messageId', '=', message)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ personId, via }) => [personId, via.map((path) => path.replace(/^Verteiler \d+ › /, ''))]),
    [
      [b, ['Technik (im Dienst)']],
      [c, ['Technik (im Dienst) › Netz']],
    ],
  );

  await absent(b);
  await absent(c);
  const gone = await preflight((await draft(entry)).report);
  assert.partialDeepStrictEqual(gone, {
    recipients: 0,
    duties: [{ people: 0 }, { people: 0 }],
    limits: [{ available: 0, absent: 2 }],
  });
});

test('reports a gap in a child group although another person in the tree is on duty', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const group = await createGroup(db, { name: 'Haustechnik' });
  const below = async (name: string) => (await createGroup(db, { name, parentGroupId: group.id })).id;
  const [power, water, air] = [await below('Strom'), await below('Wasser'), await below('Luft')];
  await createShift(db, { groupId: power, personId: a, begins: -1, hours: 3 });
  await createShift(db, { groupId: water, personId: b, begins: 3, hours: 3 });
  await createShift(db, { groupId: air, personId: c, begins: -1, hours: 3 });
  const entry = [{ id: group.id, onDuty: true }];
  const covered = await preflight((await draft(entry)).report);
  assert.deepEqual(covered.duties, [{ people: 2 }]);
  assert.ok(!covered.warnings.includes('warning_nobody_on_duty'));

  await db.insertInto('rosters').values({ groupId: water, alwaysNeeded: true }).execute();
  await absent(c);
  const gaps = await preflight((await draft(entry)).report);
  assert.deepEqual(gaps.duties, [{ people: 1 }, { people: 0 }, { people: 0 }]);
  assert.ok(gaps.warnings.includes('warning_nobody_on_duty'));
});

test('a launch without anyone on duty logs that and notifies the webhooks', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const group = await createGroup(db, { name: 'Bereitschaft' });
  const [staff, list] = [await createGroup(db, { members: [a] }), [{ id: group.id, onDuty: true }]];
  const gapsOf = async (report: number) => {
    const { rows } = await sql<{ data: object }>`
      select l.data from log_entries l join reports r on r.event_id = l.event_id
      where r.id = ${report} and l.kind = 'nobody_on_duty' order by l.id`.execute(db);
    return rows.map(({ data }) => data);
  };
  const { createWebhook } = await (await server.as('administrator')).run(
    'mutation ($i: CreateWebhookInput!) { createWebhook(input: $i) { webhook { _id } } }',
    { i: { name: 'Leitstelle', url: 'https://receiver.example/', eventTypes: ['duty.gap'] } },
  );
  const { report } = await alarm([{ id: staff.id }, ...list]);
  assert.deepEqual(await gapsOf(report), [{ report, group: 'Bereitschaft', groupId: group.id }]);
  const { rows } = await sql<{ type: string; data: { group: string } }>`
    select type, data from webhook_deliveries where webhook_id = ${createWebhook.webhook._id}`.execute(db);
  assert.deepEqual(
    rows.map(({ type, data }) => [type, data.group]),
    [['duty.gap', `/api/v2/groups/${group.id}`]],
  );
  await createShift(db, { groupId: group.id, personId: b, begins: -1, hours: 3 });
  assert.deepEqual(await gapsOf((await alarm([{ id: staff.id }, ...list])).report), []);
});

test('a person on duty who shares the address of an alerted person is no gap', async () => {
  const [first, second] = [
    await createPerson(db, { email: 'pforte@example.org' }),
    await createPerson(db, { email: 'Pforte@example.org' }),
  ];
  const staff = await createGroup(db, { members: [first.id] });
  const group = await createGroup(db);
  await createShift(db, { groupId: group.id, personId: second.id, begins: -1, hours: 3 });
  const found = await preflight((await draft([{ id: staff.id }, { id: group.id, onDuty: true }])).report);
  assert.partialDeepStrictEqual(found, { recipients: 1, duties: [{ people: 1 }] });
  assert.ok(!found.warnings.includes('warning_nobody_on_duty'));
});

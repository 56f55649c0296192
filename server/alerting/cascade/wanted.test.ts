import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { startGateway } from '#testing/fakes/gateway.ts';
import { createDraft, deliver, passMinutes, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel } from '#testing/sms-channel.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

let keys = 0;
async function send(report: number): Promise<void> {
  const launch = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(launch, { id: String(report), key: `wanted-${++keys}` });
  await settle(server.app);
}

async function answer(message: number, person: number, option: '1' | '2'): Promise<void> {
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', message)
    .where('personId', '=', person)
    .executeTakeFirstOrThrow();
  const record = `mutation ($id: ID!, $o: String!) { recordAnswer(recipient: $id, option: $o) { _id } }`;
  await manager.run(record, { id: String(id), o: option });
  await settle(server.app);
}

/** An alarm for one function, declined by its only member. */
async function unfilled(channel?: number) {
  const first = (await createPerson(db)).id;
  const group = await createGroup(db, { name: 'Lage', members: [first] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1, waitMinutes: 5 }] });
  const report = await createReport(db, { type: 'activation' });
  const { id: message, channelId } = await createDraft(db, {
    ...(channel ? { channelId: channel } : {}),
    reportId: report.id,
    lists: [list.id],
    requestAnswer: true,
  });
  await send(report.id);
  await deliver(db, message);
  await answer(message, first, '2');
  return { report: report.id, eventId: report.eventId, message, channelId, group: group.id, first };
}

const add = `mutation ($report: ID!, $channels: [ID!]!, $people: [ID!], $groups: [ID!], $forGroup: ID, $key: String) {
  addReportChannels(report: $report, channels: $channels, people: $people, groups: $groups, forGroup: $forGroup, key: $key) {
    messages { edges { node { _id status forGroup { _id } } } } } }`;

interface More {
  people?: number[];
  groups?: number[];
}

/** Prepares an alarm for more people; returns its draft. */
async function more({ report, channelId, group }: Awaited<ReturnType<typeof unfilled>>, { people, groups }: More) {
  const { addReportChannels } = await manager.run(add, {
    report: String(report),
    channels: [String(channelId)],
    people: people?.map(String),
    groups: groups?.map(String),
    forGroup: String(group),
    key: `more-${++keys}`,
  });
  type Row = { node: { _id: number; status: string; forGroup: { _id: number } | null } };
  const { node } = addReportChannels.messages.edges.find(({ node }: Row) => node.status === 'draft');
  assert.equal(node.forGroup._id, group);
  await db.updateTable('messages').set({ requestAnswer: true }).where('id', '=', node._id).execute();
  return node._id as number;
}

async function board(report: number) {
  const document = `query ($id: ID!) { report(id: $id) { answers { goal unfilled missing positive
    limits { needed reached contacted state } } } }`;
  return (await manager.run(document, { id: String(report) })).report.answers;
}

const linesOf = async (eventId: number, ...kinds: string[]) =>
  (
    await db
      .selectFrom('logEntries')
      .select(['kind', 'data'])
      .where('eventId', '=', eventId)
      .where('kind', 'in', kinds)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

test('a person alerted in addition for an unfilled function fills it with a yes', async () => {
  const alarm = await unfilled();
  assert.partialDeepStrictEqual(await board(alarm.report), { goal: 'unfilled', missing: 1 });
  const other = (await createPerson(db)).id;
  const message = await more(alarm, { people: [other] });
  const { preflightReport } = await manager.run(
    'query ($id: ID!) { preflightReport(report: $id) { recipients later: laterCount limits { group { _id } needed available feasible } } }',
    { id: String(alarm.report) },
  );
  assert.deepEqual(preflightReport, {
    recipients: 1,
    later: 0,
    limits: [{ group: { _id: alarm.group }, needed: 1, available: 1, feasible: true }],
  });
  await send(alarm.report);
  assert.partialDeepStrictEqual(await board(alarm.report), {
    goal: 'waiting',
    unfilled: 0,
    limits: [{ needed: 1, reached: 0, contacted: 2, state: 'waiting' }],
  });
  assert.deepEqual(await deliver(db, message), [other]);
  await answer(message, other, '1');
  assert.partialDeepStrictEqual(await board(alarm.report), {
    goal: 'filled',
    unfilled: 0,
    missing: 0,
    limits: [{ needed: 1, reached: 1, contacted: 2, state: 'filled' }],
  });
  assert.deepEqual(await linesOf(alarm.eventId, 'limit_reached', 'limit_not_reached'), [
    'limit_not_reached',
    'limit_reached',
  ]);
});

test('if none of them comes, the function is unfilled again and can be alerted for again', async () => {
  const alarm = await unfilled();
  const [a, b] = [(await createPerson(db)).id, (await createPerson(db)).id];
  const second = await more(alarm, { people: [a] });
  await send(alarm.report);
  await deliver(db, second);
  await passMinutes(db, alarm.report, 6);
  await settle(server.app);
  assert.partialDeepStrictEqual(await board(alarm.report), { goal: 'unfilled', limits: [{ state: 'exhausted' }] });
  const third = await more(alarm, { people: [b] });
  await send(alarm.report);
  await deliver(db, third);
  await answer(second, a, '1');
  assert.partialDeepStrictEqual(await board(alarm.report), { goal: 'filled', limits: [{ reached: 1, contacted: 3 }] });
  await answer(second, a, '2');
  await settle(server.app);
  assert.partialDeepStrictEqual(await board(alarm.report), { limits: [{ reached: 0, state: 'waiting' }] });
  await answer(third, b, '1');
  assert.partialDeepStrictEqual(await board(alarm.report), { goal: 'filled', limits: [{ reached: 1 }] });
});

test('asks all of a group, with included and child groups; a no of one leaves the others awaited', async () => {
  const alarm = await unfilled();
  const [a, b] = [(await createPerson(db)).id, (await createPerson(db)).id];
  const wider = await createGroup(db, { members: [alarm.first, a, b] });
  const message = await more(alarm, { groups: [wider.id] });
  await send(alarm.report);
  assert.deepEqual(await deliver(db, message), [a, b], 'who said no is not asked again');
  await answer(message, a, '2');
  assert.partialDeepStrictEqual(await board(alarm.report), { goal: 'waiting', limits: [{ contacted: 3 }] });
  await answer(message, b, '1');
  assert.partialDeepStrictEqual(await board(alarm.report), { goal: 'filled' });
});

test('a person without an address on the channel falls back and counts too', async () => {
  const texts = await startGateway();
  try {
    await createSmsChannel(server, texts);
    const alarm = await unfilled(await createMailChannel(db, 1));
    const { id: person } = await createPerson(db, { email: null, mobile: '+4915133333391' });
    await more(alarm, { people: [person] });
    await send(alarm.report);
    const handed = await db
      .selectFrom('messages')
      .select('id')
      .where('reportId', '=', alarm.report)
      .where('handedOver', '=', true)
      .executeTakeFirstOrThrow();
    assert.deepEqual(await deliver(db, handed.id), [person]);
    await answer(handed.id, person, '1');
    assert.partialDeepStrictEqual(await board(alarm.report), { goal: 'filled', limits: [{ contacted: 2 }] });
  } finally {
    await texts.stop();
  }
});

test('a further channel keeps the function; refuses a function without a limit', async () => {
  const alarm = await unfilled();
  const person = (await createPerson(db)).id;
  const first = await more(alarm, { people: [person] });
  const again = await manager.run(add, { report: String(alarm.report), channels: [String(alarm.channelId)] });
  type Row = { node: { _id: number; forGroup: { _id: number } | null } };
  const groups = again.addReportChannels.messages.edges.map(({ node }: Row) => node.forGroup?._id ?? null);
  assert.deepEqual(groups.toSorted(), [alarm.group, alarm.group, null].toSorted());
  const wanted = again.addReportChannels.messages.edges.filter(({ node }: Row) => node.forGroup);
  const further = wanted.map(({ node }: Row) => node._id).filter((id: number) => id !== first);
  assert.equal(further.length, 1, 'the draft that is there stays, and one comes beside it');
  const people = db.selectFrom('messagePeople').select('personId').where('messageId', '=', further[0]);
  assert.deepEqual(await people.execute(), [{ personId: person }]);
  const other = await createGroup(db);
  const { errors } = await manager.send(add, {
    report: String(alarm.report),
    channels: [String(alarm.channelId)],
    people: [String(person)],
    forGroup: String(other.id),
  });
  assert.equal(errors?.[0]?.message, 'error_not_found');
});

test('choosing recipients of a draft keeps its function; a change of function keeps the rest', async () => {
  const alarm = await unfilled();
  const person = (await createPerson(db)).id;
  const message = await more(alarm, { people: [person] });
  const draft = `query ($id: ID!) { message(id: $id) { seen forGroup { _id } messagePeople { edges { node { _id } } } } }`;
  const look = async () => (await manager.run(draft, { id: String(message) })).message;
  const say = (from: number | null, to: number | null) =>
    manager.send(
      'mutation ($report: ID!, $from: ID, $to: ID) { setReportFunction(report: $report, from: $from, to: $to) { id } }',
      {
        report: String(alarm.report),
        from: from && String(from),
        to: to && String(to),
      },
    );
  const before = await look();
  await manager.run(
    'mutation ($report: ID!, $people: [ID!], $for: ID) { setReportRecipients(report: $report, people: $people, forGroup: $for) { id } }',
    { report: String(alarm.report), people: [String(person)], for: String(alarm.group) },
  );
  assert.deepEqual(await look(), before, 'the function stays');
  await say(alarm.group, null);
  const after = await look();
  assert.deepEqual([after.forGroup, after.messagePeople], [null, before.messagePeople]);
  assert.notEqual(after.seen, before.seen);
  assert.equal((await say(null, (await createGroup(db)).id)).errors?.[0]?.message, 'error_not_found');
  await say(null, alarm.group);
  assert.deepEqual(await look(), before);
  await say(alarm.group, null);
  await send(alarm.report);
  await deliver(db, message);
  await answer(message, person, '1');
  assert.partialDeepStrictEqual(await board(alarm.report), { limits: [{ reached: 0 }] });
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { smsSize } from '#shared/sms.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, passMinutes, passWindow, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { standDownTexts } from './stand-down-texts.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const [yes, no, unclear] = ['1', '2', '3'];
let keys = 0;

/** A launched alarm to one group with a stop limit. */
async function alarm(count: number, stopLimit: number, { channels = 1, priority = false } = {}) {
  const people: number[] = [];
  while (people.length < count) people.push((await createPerson(db)).id);
  const group = await createGroup(db, { members: people, ...(priority ? { priority: [people[0]!] } : {}) });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit }] });
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const messages: number[] = [];
  while (messages.length < channels) {
    const channel = await createChannel(db, 'email');
    const values = { reportId: report.id, channelId: channel.id, lists: [list.id], requestAnswer: true };
    messages.push((await createDraft(db, values)).id);
  }
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }', {
    id: String(report.id),
    key: `stand-down-${++keys}`,
  });
  await settle(server.app);
  return { report: report.id, event: report.eventId, message: messages[0]!, messages, people };
}

const rowOf = async (message: number, person: number) =>
  String(
    (
      await db
        .selectFrom('messageRecipients')
        .select('id')
        .where('messageId', '=', message)
        .where('personId', '=', person)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id,
  );

async function answer(message: number, person: number, option: string | undefined, minutes: number | null = null) {
  const record = `mutation ($id: ID!, $option: String!, $minutes: Int) {
    recordAnswer(recipient: $id, option: $option, minutes: $minutes) { _id } }`;
  await manager.run(record, { id: await rowOf(message, person), option, minutes });
  await settle(server.app);
}

async function arrive(message: number, person: number, arrived = true) {
  const record = 'mutation ($id: ID!, $arrived: Boolean!) { recordArrival(recipient: $id, arrived: $arrived) { _id } }';
  const result = await manager.send(record, { id: await rowOf(message, person), arrived });
  await settle(server.app);
  return result.errors?.[0]?.message ?? null;
}

const standDownOf = async (report: number) =>
  (
    await manager.run(
      `query ($id: ID!) { report(id: $id) { standDown {
        on at people told reached notice { title reportType { identifier } messages { edges { node { _id status } } } } } } }`,
      { id: String(report) },
    )
  ).report.standDown;

/** Sends due stand-downs; returns new recipients. */
async function tell(report: number): Promise<number[]> {
  await passWindow(db, report);
  await settle(server.app);
  const { notice } = await standDownOf(report);
  const told: number[] = [];
  for (const { node } of notice?.messages.edges ?? []) told.push(...(await deliver(db, node._id)));
  await settle(server.app);
  return told.sort((a, b) => a - b);
}

const switchTo = (report: number, on: boolean) =>
  manager.run('mutation ($id: ID!, $on: Boolean!) { setStandDown(report: $id, on: $on) { _id } }', {
    id: String(report),
    on,
  });

const logOf = async (event: number) =>
  (await db.selectFrom('logEntries').select('kind').where('eventId', '=', event).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

/** Another message to the same people. */
async function sendAnew({ report, message }: { report: number; message: number }): Promise<number> {
  const lists = await db.selectFrom('messageLists').select('mailingListId').where('messageId', '=', message).execute();
  const values = { reportId: report, lists: lists.map(({ mailingListId }) => mailingListId), requestAnswer: true };
  const { id } = await createDraft(db, values);
  await manager.run(`mutation { sendMessage(id: ${id}, launchKey: "anew-${id}") { _id } }`);
  await settle(server.app);
  return id;
}

/** Asks all, without answers. */
async function askAll({ report, message, people }: Awaited<ReturnType<typeof alarm>>): Promise<void> {
  for (let wave = 0; wave < people.length; wave++) {
    await deliver(db, message);
    await passMinutes(db, report, 6);
    await settle(server.app);
  }
}

test('asked, unneeded people get one stand-down after the undo window; others get none', async () => {
  const one = await alarm(6, 1);
  const [a, b, c, d] = one.people as [number, number, number, number];
  await deliver(db, one.message);
  await answer(one.message, a, no);
  await deliver(db, one.message);
  await answer(one.message, b, unclear);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  await deliver(db, one.message);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  await deliver(db, one.message);
  await answer(one.message, d, yes);
  const planned = await standDownOf(one.report);
  assert.partialDeepStrictEqual(planned, { on: true, people: 2, told: 0, notice: null });
  const window = Date.parse(planned.at) - Date.now();
  assert.ok(window > 0 && window <= 5000, 'the setting is five seconds at first');
  assert.deepEqual(await tell(one.report), [b, c]);
  assert.deepEqual(await tell(one.report), []);
  const { notice, ...told } = await standDownOf(one.report);
  assert.deepEqual(told, { on: true, at: null, people: 0, told: 2, reached: 2 });
  assert.equal(notice.reportType.identifier, 'stand_down');
  assert.deepEqual(
    notice.messages.edges.map(({ node }: { node: { status: string } }) => node.status),
    ['sent'],
  );
  assert.deepEqual(
    (await logOf(one.event)).filter((kind) => kind !== 'answer' && kind !== 'message_finished'),
    ['message_launched', 'limit_reached', 'stand_down'],
  );
});

test('a stand-down uses the last channel that reached the person, otherwise another that did', async () => {
  const one = await alarm(3, 1, { channels: 2 });
  const [a, b, c] = one.people as [number, number, number];
  const [first, second] = one.messages as [number, number];
  await deliver(db, first);
  await deliver(db, second, () => 'failed');
  for (let wave = 0; wave < 2; wave++) {
    await passMinutes(db, one.report, 6);
    await settle(server.app);
    await deliver(db, first);
    await deliver(db, second);
  }
  await answer(first, c, yes);
  await passWindow(db, one.report);
  await settle(server.app);
  const { rows } = await sql<{ personId: number; message: number }>`
    select r.person_id, x.id as message from stand_downs s join message_recipients r on r.report_id = s.notice_id
    join messages m on m.id = r.message_id join messages x on x.report_id = s.report_id and x.channel_id = m.channel_id
    where s.report_id = ${one.report} order by r.person_id`.execute(db);
  assert.deepEqual(rows, [
    { personId: a, message: first },
    { personId: b, message: second },
  ]);
});

test('a person with a surplus or late yes gets a stand-down, a person on site doesn’t', async () => {
  const one = await alarm(4, 1);
  const [a, b, c, d] = one.people as [number, number, number, number];
  await askAll(one);
  await answer(one.message, a, yes);
  await answer(one.message, b, yes);
  await answer(one.message, c, yes);
  assert.equal(await arrive(one.message, c), null);
  assert.deepEqual(await tell(one.report), [a, b, d], 'who is there takes the place of who said yes before');
  assert.equal(await arrive(one.message, d), 'error_not_coming');
  await answer(one.message, d, yes);
  assert.deepEqual(await tell(one.report), [], 'nobody is told twice');
});

test('the operator or a withdrawn yes cancels a stand-down within the undo window', async () => {
  const one = await alarm(4, 1);
  const [a, b, c] = one.people as [number, number, number];
  await deliver(db, one.message);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  assert.deepEqual(await deliver(db, one.message), [b]);
  await answer(one.message, b, yes);
  assert.equal((await standDownOf(one.report)).people, 1);
  await switchTo(one.report, false);
  assert.partialDeepStrictEqual(await standDownOf(one.report), { on: false, at: null });
  assert.deepEqual(await tell(one.report), []);
  await switchTo(one.report, true);
  await settle(server.app);
  assert.notEqual((await standDownOf(one.report)).at, null, 'switched on again it is planned again');
  await answer(one.message, b, no);
  assert.equal((await standDownOf(one.report)).at, null, 'the limit is open again: nothing is planned');
  assert.deepEqual(await tell(one.report), []);
  assert.deepEqual(await deliver(db, one.message), [c], 'refilled at once');
  await answer(one.message, c, yes);
  assert.deepEqual(await tell(one.report), [a]);
  assert.ok((await logOf(one.event)).includes('limit_reopened'));
});

test('a person with a stand-down gets no alerts and doesn’t count until the next yes', async () => {
  const one = await alarm(3, 1);
  const [a, b, c] = one.people as [number, number, number];
  await deliver(db, one.message);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  await deliver(db, one.message);
  await answer(one.message, a, yes);
  await answer(one.message, b, yes);
  assert.deepEqual(await tell(one.report), [b]);
  await answer(one.message, a, no);
  assert.deepEqual(await deliver(db, one.message), [c], 'the yes of somebody who was sent home fills nothing');
  await answer(one.message, c, no);
  const limits = 'query ($id: ID!) { report(id: $id) { answers { limits { needed reached remaining } } } }';
  const progress = async () => (await manager.run(limits, { id: String(one.report) })).report.answers.limits[0];
  assert.deepEqual(await progress(), { needed: 1, reached: 0, remaining: 0 });
  await answer(one.message, b, yes);
  assert.deepEqual(await progress(), { needed: 1, reached: 1, remaining: 0 });
});

test('the next person replaces an overdue one; the list shows expected times', async () => {
  const one = await alarm(4, 2);
  const [a, b, c, d] = one.people as [number, number, number, number];
  await deliver(db, one.message);
  await answer(one.message, a, yes, 20);
  await answer(one.message, b, yes, 10);
  const list = async () => {
    const document = `query ($id: ID!) { report(id: $id) { expected { totalCount edges { node {
      person { _id } state expectedAt arrivedAt } } } } }`;
    const { expected } = (await manager.run(document, { id: String(one.report) })).report;
    return expected.edges.map(({ node }: { node: { person: { _id: number }; state: string } }) => [
      node.person._id,
      node.state,
    ]);
  };
  assert.deepEqual(await list(), [
    [b, 'expected'],
    [a, 'expected'],
  ]);
  await passMinutes(db, one.report, 19);
  await settle(server.app);
  assert.deepEqual(await deliver(db, one.message), [], 'overdue only ten minutes after');
  await arrive(one.message, a);
  await passMinutes(db, one.report, 2);
  await settle(server.app);
  assert.deepEqual(await list(), [
    [b, 'overdue'],
    [a, 'arrived'],
  ]);
  assert.deepEqual(await deliver(db, one.message), [c], 'one is overdue, one is asked');
  await passMinutes(db, one.report, 30);
  await settle(server.app);
  assert.deepEqual(await deliver(db, one.message), [d], 'who is there is never overdue; the wait for the next is over');
  await answer(one.message, c, yes);
  await arrive(one.message, b);
  assert.deepEqual(await tell(one.report), [c, d], 'who was overdue came all the same');
  await arrive(one.message, b, false);
  assert.deepEqual(
    (await logOf(one.event)).filter((kind) => kind.startsWith('arrival')),
    [...['arrival', 'arrival', 'arrival_withdrawn']],
  );
});

test('an overdue person with a yes gets no stand-down because another person comes', async () => {
  const one = await alarm(2, 1, { priority: true });
  const [called, asked] = one.people as [number, number];
  await deliver(db, one.message);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  assert.deepEqual(await deliver(db, one.message), [asked]);
  await answer(one.message, asked, yes, 1);
  await answer(one.message, called, yes);
  await passMinutes(db, one.report, 12);
  await settle(server.app);
  assert.deepEqual(await tell(one.report), [], 'they are overdue, and may be at the door');
});

test('people asked without a limit get no stand-down; of several limits the last decides', async () => {
  const one = await alarm(3, 1, { priority: true });
  const [a, b] = one.people as [number, number];
  await deliver(db, one.message);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  await deliver(db, one.message);
  await answer(one.message, b, yes);
  assert.deepEqual(await tell(one.report), []);
  assert.equal((await standDownOf(one.report)).notice, null);

  const people: number[] = [];
  while (people.length < 4) people.push((await createPerson(db)).id);
  const [c, d, e, f] = people as [number, number, number, number];
  const small = await createGroup(db, { members: [c, d] });
  const large = await createGroup(db, { members: [d, e, f] });
  const list = await createMailingList(db, {
    groups: [
      { id: small.id, stopLimit: 1 },
      { id: large.id, stopLimit: 3 },
    ],
  });
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const { id } = await createDraft(db, { reportId: report.id, lists: [list.id], requestAnswer: true });
  await manager.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "two-limits") { status } }', {
    id: String(id),
  });
  await settle(server.app);
  assert.deepEqual(await deliver(db, id), people);
  await answer(id, c, yes);
  assert.equal((await standDownOf(report.id)).at, null, 'the other group still wants everyone else');
  assert.ok(a < b);
});

test('only senders of alarms switch the stand-down; a finished event sends none', async () => {
  const one = await alarm(2, 1);
  const [a, b] = one.people as [number, number];
  const editor = await server.as('editor');
  const refused = await editor.send('mutation ($id: ID!) { setStandDown(report: $id, on: false) { _id } }', {
    id: String(one.report),
  });
  assert.equal(refused.errors?.[0]?.message, 'error_forbidden');
  await askAll(one);
  await answer(one.message, a, yes);
  assert.equal((await standDownOf(one.report)).people, 1);
  await manager.run('mutation ($id: ID!) { finishEvent(id: $id) { _id } }', { id: String(one.event) });
  assert.deepEqual(await tell(one.report), []);
  assert.equal((await standDownOf(one.report)).at, null);
  await manager.run('mutation ($id: ID!) { continueEvent(id: $id) { _id } }', { id: String(one.event) });
  assert.deepEqual(await tell(one.report), [], 'what was planned does not go out when it is continued');
  await answer(one.message, b, unclear);
  assert.deepEqual(await tell(one.report), [], 'nor with an answer that comes then');
  await switchTo(one.report, false);
  await switchTo(one.report, true);
  await settle(server.app);
  assert.equal((await standDownOf(one.report)).at, null);
  await answer(one.message, b, yes);
  assert.deepEqual(await tell(one.report), [], 'whoever says yes then may be needed: who came before may not be');
  await assert.rejects(
    sendAnew(one),
    /error_nobody_to_ask/,
    'who has answered is not asked by a message that is sent then',
  );
  assert.deepEqual(await tell(one.report), []);
});

test('after a continue, only people asked since get a stand-down, also after stop asking', async () => {
  const one = await alarm(4, 1);
  const [a, b, c, d] = one.people as [number, number, number, number];
  await askAll(one);
  const step = (name: string, id: number) => manager.run(`mutation ($id: ID!) { ${name} { _id } }`, { id: String(id) });
  await answer(one.message, a, yes);
  await step('finishEvent(id: $id)', one.event);
  await step('continueEvent(id: $id)', one.event);
  await answer(one.message, a, no);
  const since = await sendAnew(one);
  const asked = await deliver(db, since);
  assert.deepEqual(asked, [b, c, d], 'they were asked before, and are asked again');
  await answer(since, b, yes);
  assert.deepEqual(await tell(one.report), [c, d]);
});

test('unneeded people get a stand-down after stop asking', async () => {
  const people: number[] = [];
  while (people.length < 4) people.push((await createPerson(db)).id);
  const [a, b, c, d] = people as [number, number, number, number];
  const groups = [await createGroup(db, { members: [a, b] }), await createGroup(db, { members: [c, d] })];
  const list = await createMailingList(db, { groups: groups.map(({ id }) => ({ id, stopLimit: 1 })) });
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const { id } = await createDraft(db, { reportId: report.id, lists: [list.id], requestAnswer: true });
  await manager.run(`mutation { sendMessage(id: ${id}, launchKey: "told-after-${id}") { _id } }`);
  await settle(server.app);
  assert.deepEqual(await deliver(db, id), [a, c]);
  await passMinutes(db, report.id, 6);
  await settle(server.app);
  assert.deepEqual(await deliver(db, id), [b, d]);
  await answer(id, a, yes);
  await manager.run('mutation ($id: ID!) { stopAsking(report: $id) { _id } }', { id: String(report.id) });
  assert.deepEqual(await tell(report.id), [b]);
});

test('the stand-down text has no character that shortens an SMS, in any language', () => {
  for (const { title, content } of Object.values(standDownTexts)) {
    assert.equal(smsSize(`${title('Brand in Haus B')}\n${content}`).encoding, 'GSM-7');
  }
});

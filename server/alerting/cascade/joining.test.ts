import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { startGateway } from '#testing/fakes/gateway.ts';
import {
  createChannel,
  createDraft,
  deliver,
  passMinutes,
  passWindow,
  settle,
  statusesOf,
  whileLaunching,
} from '#testing/messages.ts';
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

async function people(count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await createPerson(db)).id);
  return ids;
}

let keys = 0;
const launch = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
async function send(report: number): Promise<void> {
  await manager.run(launch, { id: String(report), key: `joining-${++keys}` });
  await settle(server.app);
}

async function answer(message: number, person: number, option: '1' | '2' | '3'): Promise<void> {
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', message)
    .where('personId', '=', person)
    .executeTakeFirstOrThrow();
  const record = 'mutation ($id: ID!, $o: String!) { recordAnswer(recipient: $id, option: $o) { _id } }';
  await manager.run(record, { id: String(id), o: option });
}

type Groups = Record<string, number[]>;

/** An alarm for functions on one channel, each for one person. */
async function alarm(functions: Groups, channelId: number) {
  const groups: { id: number; stopLimit: number; waitMinutes: number }[] = [];
  for (const [name, members] of Object.entries(functions))
    groups.push({ id: (await createGroup(db, { name, members })).id, stopLimit: 1, waitMinutes: 5 });
  const list = await createMailingList(db, { groups });
  const report = await createReport(db, { type: 'activation' });
  const draft = { reportId: report.id, channelId, lists: [list.id], requestAnswer: true };
  const { id: message } = await createDraft(db, draft);
  await send(report.id);
  await deliver(db, message);
  return { report: report.id, event: report.eventId, message, groups: groups.map(({ id }) => id) };
}

interface More {
  people: number[];
  forGroupId: number | null;
  channelId: number;
  requestAnswer?: boolean;
}

const more = async (reportId: number, { people: chosen, ...values }: More): Promise<number> =>
  (await createDraft(db, { reportId, people: chosen, requestAnswer: true, ...values })).id;

const board = async (report: number) =>
  (
    await manager.run(
      'query ($id: ID!) { report(id: $id) { answers { limits { group { _id } needed reached contacted state } } } }',
      { id: String(report) },
    )
  ).report.answers.limits;

const limitLines = async (event: number) =>
  (
    await db
      .selectFrom('logEntries')
      .select('kind')
      .where('eventId', '=', event)
      .where('kind', 'like', 'limit_%')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

test('a person both in reserve and wanted gets one message per channel and counts for both', async () => {
  const mail = await createChannel(db, 'email');
  const [h, p, g] = (await people(3)) as [number, number, number];
  const one = await alarm({ Lage: [h, p], Technik: [g] }, mail.id);
  await answer(one.message, g, '2');
  await settle(server.app);
  const same = await more(one.report, { people: [p], forGroupId: one.groups[1]!, channelId: mail.id });
  await send(one.report);
  assert.deepEqual([await deliver(db, one.message), await deliver(db, same)], [[], [p]]);
  assert.partialDeepStrictEqual(await board(one.report), [{ contacted: 2 }, { contacted: 2, state: 'waiting' }]);
  await answer(same, p, '1');
  await settle(server.app);
  assert.partialDeepStrictEqual(await board(one.report), [
    { reached: 1, state: 'filled' },
    { reached: 1, state: 'filled' },
  ]);
});

test('messages in reserve on another channel become a further way to a wanted person', async () => {
  const [mail, other] = [await createChannel(db, 'email'), await createChannel(db, 'email')];
  const [h, p, g] = (await people(3)) as [number, number, number];
  const one = await alarm({ Lage: [h, p], Technik: [g] }, mail.id);
  await answer(one.message, g, '2');
  await settle(server.app);
  const second = await more(one.report, { people: [p], forGroupId: one.groups[1]!, channelId: other.id });
  await send(one.report);
  assert.deepEqual([await deliver(db, one.message), await deliver(db, second)], [[p], [p]]);
});

test('a row replaced by a newer message returns if that is stopped and ends with its limit', async () => {
  const mail = await createChannel(db, 'email');
  const [h, p, q, g] = (await people(4)) as [number, number, number, number];
  const one = await alarm({ Lage: [h, p, q], Technik: [g] }, mail.id);
  await answer(one.message, g, '2');
  await settle(server.app);
  const stopped = await more(one.report, { people: [p], forGroupId: one.groups[1]!, channelId: mail.id });
  await send(one.report);
  await manager.run('mutation ($id: ID!) { stopMessage(id: $id) { _id } }', { id: String(stopped) });
  await answer(one.message, h, '2');
  await settle(server.app);
  assert.deepEqual(await deliver(db, one.message), [p], 'the reserve is asked after all');
  const again = await more(one.report, { people: [q], forGroupId: one.groups[1]!, channelId: mail.id });
  await send(one.report);
  assert.deepEqual(await deliver(db, again), [q]);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  assert.deepEqual(await deliver(db, one.message), [], 'nobody twice');
  const { status } = await db
    .selectFrom('messages')
    .select('status')
    .where('id', '=', one.message)
    .executeTakeFirstOrThrow();
  assert.equal(status, 'sent_with_errors');
});

test('a person in a fallback counts only for the functions of their own message', async () => {
  const texts = await startGateway();
  try {
    await createSmsChannel(server, texts);
    const mail = await createMailChannel(db, 1);
    for (const forSecond of [true, false]) {
      const [a, b, x] = (await people(3)) as [number, number, number];
      const { id: p } = await createPerson(db, { email: null, mobile: `+49151777000${forSecond ? 1 : 2}` });
      const one = await alarm({ Lage: [a], Technik: [b] }, mail);
      for (const person of [a, b]) await answer(one.message, person, '2');
      await settle(server.app);
      await more(one.report, { people: [x], forGroupId: one.groups[0]!, channelId: mail });
      await more(one.report, { people: [p], forGroupId: forSecond ? one.groups[1]! : null, channelId: mail });
      await send(one.report);
      const handed = await db
        .selectFrom('messages')
        .select('id')
        .where('reportId', '=', one.report)
        .where('handedOver', '=', true)
        .executeTakeFirstOrThrow();
      await answer(handed.id, p, '1');
      await settle(server.app);
      assert.partialDeepStrictEqual(await board(one.report), [
        { reached: 0, contacted: 2, state: 'waiting' },
        { reached: forSecond ? 1 : 0, contacted: forSecond ? 2 : 1 },
      ]);
    }
  } finally {
    await texts.stop();
  }
});

test('people wanted for a function get a stand-down too once the function is filled', async () => {
  const [mail, later] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const [g, ...others] = (await people(5)) as [number, number, number, number, number];
  for (const person of others)
    await db
      .insertInto('personData')
      .values({ keyFieldId: 5, valueStr: `+4915155${String(person).padStart(6, '0')}`, personId: person })
      .execute();
  const one = await alarm({ Technik: [g] }, mail.id);
  await answer(one.message, g, '2');
  await settle(server.app);
  const wanted = { people: others, forGroupId: one.groups[0]! };
  const first = await more(one.report, { ...wanted, channelId: mail.id });
  const second = await more(one.report, { ...wanted, channelId: later.id });
  await send(one.report);
  assert.deepEqual(await deliver(db, first), others, 'all at once');
  await answer(first, others[1]!, '1');
  const { [others[1]!]: _yes, ...rest } = await statusesOf(db, second);
  assert.deepEqual(new Set(Object.values(rest)), new Set(['skipped limit_reached']));
  await answer(first, others[2]!, '1');
  await passWindow(db, one.report);
  await settle(server.app);
  const told = await db
    .selectFrom('messageRecipients as r')
    .innerJoin('standDowns as s', 's.noticeId', 'r.reportId')
    .select('r.personId')
    .where('s.reportId', '=', one.report)
    .orderBy('r.personId')
    .execute();
  assert.deepEqual(
    told.map(({ personId }) => personId),
    others.filter((_person, at) => at !== 1),
    'who said yes beyond the need, too',
  );
});

test('a launch that asks no new person for a function leaves its limit unchanged', async () => {
  const mail = await createChannel(db, 'email');
  const [g, x] = (await people(2)) as [number, number];
  const one = await alarm({ Technik: [g] }, mail.id);
  await answer(one.message, g, '2');
  await settle(server.app);
  const idle = { forGroupId: one.groups[0]!, channelId: mail.id };
  await more(one.report, { ...idle, people: [g, x], requestAnswer: false });
  await send(one.report);
  await more(one.report, { ...idle, people: [g] });
  await more(one.report, { ...idle, forGroupId: null, people: [x] });
  await send(one.report);
  assert.deepEqual(await limitLines(one.event), ['limit_not_reached']);
  assert.partialDeepStrictEqual(await board(one.report), [{ state: 'exhausted', contacted: 1 }]);
});

/** An alarm whose first function is filled by another person than the first asked; the second stays unfilled. */
async function filledByAnother() {
  const mail = await createChannel(db, 'email');
  const [h, p, g] = (await people(3)) as [number, number, number];
  const one = await alarm({ Lage: [p, h], Technik: [g] }, mail.id);
  await answer(one.message, g, '2');
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  await deliver(db, one.message);
  await answer(one.message, h, '1');
  await settle(server.app);
  const wantedFor = { forGroupId: one.groups[1]!, channelId: mail.id };
  return { ...one, p, wantedFor };
}

/** The people who get a stand-down now. */
async function told(report: number): Promise<number[]> {
  await passWindow(db, report);
  await settle(server.app);
  const notices = await db
    .selectFrom('messages as m')
    .innerJoin('standDowns as s', 's.noticeId', 'm.reportId')
    .select('m.id')
    .where('s.reportId', '=', report)
    .execute();
  const people: number[] = [];
  for (const { id } of notices) people.push(...(await deliver(db, id)));
  await settle(server.app);
  return people;
}

test('waits for a person with a stand-down for one function and an alert for another', async () => {
  const { p, wantedFor, ...one } = await filledByAnother();
  assert.deepEqual(await told(one.report), [p]);
  const again = await more(one.report, { people: [p], ...wantedFor });
  await send(one.report);
  assert.deepEqual(await deliver(db, again), [p]);
  await settle(server.app);
  assert.equal((await limitLines(one.event)).filter((kind) => kind === 'limit_not_reached').length, 1);
  assert.partialDeepStrictEqual(await board(one.report), [{ state: 'filled' }, { state: 'waiting' }]);
  await answer(again, p, '1');
  await settle(server.app);
  assert.partialDeepStrictEqual(await board(one.report), [{ state: 'filled' }, { state: 'filled' }]);
});

test('when others fill that function, a person gets one more stand-down and counts once', async () => {
  const { p, wantedFor, ...one } = await filledByAnother();
  assert.deepEqual(await told(one.report), [p]);
  const [x] = (await people(1)) as [number];
  const again = await more(one.report, { people: [p, x], ...wantedFor });
  await send(one.report);
  assert.deepEqual(await deliver(db, again), [p, x]);
  await answer(again, x, '1');
  await settle(server.app);
  assert.deepEqual([await told(one.report), await told(one.report)], [[p], []]);
  const counted = 'query ($id: ID!) { report(id: $id) { standDown { told reached } } }';
  const { report } = await manager.run(counted, { id: String(one.report) });
  assert.deepEqual(report.standDown, { told: 1, reached: 1 });
});

test('no stand-down for the first function follows an alert for another function', async () => {
  const { p, wantedFor, ...one } = await filledByAnother();
  await passWindow(db, one.report);
  await settle(server.app);
  const [x] = (await people(1)) as [number];
  const again = await more(one.report, { people: [p, x], ...wantedFor });
  await send(one.report);
  assert.deepEqual([await deliver(db, again), await told(one.report)], [[p, x], []]);
  await answer(again, x, '2');
  await settle(server.app);
  assert.partialDeepStrictEqual(await board(one.report), [{ state: 'filled' }, { state: 'waiting' }]);
});

test('a person alerted for no function gets no stand-down for one, before or after', async () => {
  for (const isToldBefore of [true, false]) {
    const { p, wantedFor, ...one } = await filledByAnother();
    if (isToldBefore) assert.deepEqual(await told(one.report), [p]);
    const by = { people: [p], forGroupId: null, channelId: wantedFor.channelId };
    const alone = await more(one.report, by);
    await send(one.report);
    assert.deepEqual(await deliver(db, alone), [p]);
    await answer(alone, p, '1');
    await settle(server.app);
    assert.deepEqual(await told(one.report), []);
  }
});

test('people who join come after the members of the limit, whose order stays', async () => {
  const mail = await createChannel(db, 'email');
  const [a, b, x] = (await people(3)) as [number, number, number];
  const one = await alarm({ Technik: [a, b] }, mail.id);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  await deliver(db, one.message);
  await passMinutes(db, one.report, 6);
  await settle(server.app);
  await more(one.report, { people: [x, b, a], forGroupId: one.groups[0]!, channelId: mail.id });
  await send(one.report);
  const members = await db
    .selectFrom('cascadeMembers as m')
    .innerJoin('cascades as c', 'c.id', 'm.cascadeId')
    .select('m.personId')
    .where('c.reportId', '=', one.report)
    .orderBy('m.position')
    .execute();
  assert.deepEqual(
    members.map(({ personId }) => personId),
    [a, b, x],
  );
});

test('a yes to the earlier alarm during the next launch counts for the earlier alarm', async () => {
  const mail = await createChannel(db, 'email');
  const [h, g, x] = (await people(3)) as [number, number, number];
  const one = await alarm({ Lage: [h], Technik: [g] }, mail.id);
  await answer(one.message, g, '2');
  await settle(server.app);
  await more(one.report, { people: [h, x], forGroupId: one.groups[1]!, channelId: mail.id });
  await whileLaunching(
    db,
    one.report,
    () => manager.run(launch, { id: String(one.report), key: `joining-${++keys}` }),
    () => answer(one.message, h, '1'),
  );
  await settle(server.app);
  assert.partialDeepStrictEqual(await board(one.report), [
    { state: 'filled', reached: 1 },
    { state: 'waiting', reached: 0 },
  ]);
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, passMinutes, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

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
/** New people, in the order of their ids. */
async function people(count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await createPerson(db)).id);
  return ids;
}

/** A sent report that asks groups with stop limits. */
async function alarm(groups: { id: number; stopLimit?: number; waitMinutes?: number }[], channels: number[] = []) {
  const list = await createMailingList(db, { groups });
  const report = await createReport(db);
  const messages: number[] = [];
  for (const channelId of channels.length ? channels : [undefined]) {
    const values = { reportId: report.id, lists: [list.id], requestAnswer: true, ...(channelId ? { channelId } : {}) };
    messages.push((await createDraft(db, values)).id);
  }
  const launch = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(launch, { id: String(report.id), key: `cascade-${++keys}` });
  await settle(server.app);
  return { report: report.id, messages, message: messages[0]! };
}

async function answer(messageId: number, personId: number, option: string) {
  const row = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', messageId)
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow();
  const record = `mutation ($id: ID!, $option: String!) { recordAnswer(recipient: $id, option: $option) {
    status response answer { source late option { kind } } } }`;
  const result = (await manager.run(record, { id: String(row.id), option })).recordAnswer;
  await settle(server.app);
  return result;
}

const [yes, no, unclear] = ['1', '2', '3'];

async function stateOf(report: number, message: number) {
  const document = `query ($report: ID!, $message: ID!) {
    report(id: $report) { answers { positive negative neutral none late limits { needed reached contacted remaining } } }
    message(id: $message) { status percentageStatus } }`;
  const data = await manager.run(document, { report: String(report), message: String(message) });
  return { ...data.report.answers, ...data.message };
}

const logOf = async (report: number) =>
  (
    await db
      .selectFrom('logEntries as l')
      .innerJoin('reports as r', 'r.eventId', 'l.eventId')
      .select(['l.kind'])
      .where('r.id', '=', report)
      .orderBy('l.id')
      .execute()
  ).map(({ kind }) => kind);

test('the call order asks a first wave, then the next for each no, failure and timeout', async () => {
  const [a, b, c, d, e, f] = (await people(6)) as [number, number, number, number, number, number];
  const group = await createGroup(db, { members: [a, b, c, d, e, f] });
  const { report, message } = await alarm([{ id: group.id, stopLimit: 2, waitMinutes: 5 }]);
  assert.deepEqual(await deliver(db, message), [a, b], 'two are needed, two are asked');
  await answer(message, a, no!);
  assert.deepEqual(await deliver(db, message, () => 'failed'), [c]);
  await settle(server.app);
  assert.deepEqual(await deliver(db, message), [d], 'who cannot be reached brings in the next');
  await answer(message, d, unclear!);
  assert.deepEqual(await deliver(db, message), [], 'an unclear answer keeps waiting');
  await answer(message, b, yes!);
  assert.deepEqual(await stateOf(report, message), {
    positive: 1,
    negative: 1,
    neutral: 1,
    none: 1,
    late: 0,
    limits: [{ needed: 2, reached: 1, contacted: 4, remaining: 2 }],
    status: 'sending',
    percentageStatus: 66,
  });
  await passMinutes(db, report, 6);
  await settle(server.app);
  assert.deepEqual(await deliver(db, message), [e], 'the time is over: the next one');
  await answer(message, e, yes!);
  assert.deepEqual(await statusesOf(db, message), {
    [a]: 'sent',
    [b]: 'sent',
    [c]: 'failed',
    [d]: 'sent',
    [e]: 'sent',
    [f]: 'skipped limit_reached',
  });
  assert.partialDeepStrictEqual(await stateOf(report, message), { status: 'sent_with_errors', percentageStatus: 100 });
  assert.deepEqual(
    (await logOf(report)).filter((kind) => kind !== 'answer'),
    ['message_launched', 'limit_reached', 'message_finished'],
  );
});

test('asks priority people and people without a limit at once and never skips them', async () => {
  const [a, b, c, d] = (await people(4)) as [number, number, number, number];
  const group = await createGroup(db, { members: [a, b, c, d], priority: [c] });
  const list = await createMailingList(db, { people: [d], groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db);
  const { id } = await createDraft(db, { reportId: report.id, lists: [list.id], requestAnswer: true });
  const send = 'mutation ($id: ID!) { sendMessage(id: $id, launchKey: "priority") { status } }';
  await manager.run(send, { id: String(id) });
  await answer(id, a, yes!); // by telephone, before anything left
  assert.deepEqual(await deliver(db, id), [c, d], 'they are told all the same');
  await settle(server.app);
  assert.deepEqual(await statusesOf(db, id), {
    [c]: 'sent',
    [a]: 'cancelled answered',
    [b]: 'skipped limit_reached',
    [d]: 'sent',
  });
  assert.equal((await stateOf(report.id, id)).status, 'sent');
});

test('a missed limit without people left shows in message and log and is mailed to the sender', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const group = await createGroup(db, { members: [a, b] });
  const { report, message } = await alarm([{ id: group.id, stopLimit: 2 }]);
  await deliver(db, message);
  await answer(message, a, no!);
  assert.partialDeepStrictEqual(await stateOf(report, message), { status: 'sending', percentageStatus: 100 });
  await passMinutes(db, report, 5);
  await settle(server.app);
  assert.partialDeepStrictEqual(await stateOf(report, message), { status: 'sent_with_errors' });
  assert.ok((await logOf(report)).includes('limit_not_reached'));
  const { rows } = await server.app.database.pool.query(
    `select data from pgboss.job where name = 'system_mail' and data->>'identifier' = 'limit_not_reached'`,
  );
  assert.partialDeepStrictEqual(rows.at(-1).data, {
    to: manager.userId,
    values: { 'group.name': group.name, 'limit.reached': '0', 'limit.needed': '2' },
  });
  await answer(message, a, yes!);
  await answer(message, b, yes!);
  assert.equal((await logOf(report)).at(-1), 'limit_reached', 'late answers still reach it');
});

test('one yes counts for every limited group that includes the person', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const [first, second] = [await createGroup(db, { members: [a, b] }), await createGroup(db, { members: [c, a] })];
  const { report, message } = await alarm([
    { id: first.id, stopLimit: 1 },
    { id: second.id, stopLimit: 2 },
  ]);
  assert.deepEqual(await deliver(db, message), [a, c]);
  await answer(message, a, yes!);
  const { limits } = await stateOf(report, message);
  assert.deepEqual(
    limits.map(({ reached }: { reached: number }) => reached),
    [1, 1],
  );
  assert.equal((await statusesOf(db, message))[b], 'skipped limit_reached');
  await answer(message, c, yes!);
  assert.equal((await stateOf(report, message)).status, 'sent');
});

test('asks people on all channels of the report; an answer cancels the rest on other channels', async () => {
  const [mail, sms] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const a = (await createPerson(db, { mobile: '+4915122222201' })).id;
  const b = (await createPerson(db, { mobile: '+4915122222202', email: null })).id;
  const c = (await createPerson(db, { mobile: '+4915122222203' })).id;
  const group = await createGroup(db, { members: [a, b, c] });
  const { messages } = await alarm([{ id: group.id, stopLimit: 1 }], [mail.id, sms.id]);
  const [byMail, bySms] = messages as [number, number];
  assert.deepEqual(await deliver(db, byMail), [a]);
  const result = await answer(byMail, a, no!);
  assert.deepEqual(result, {
    status: 'sent',
    response: 'Ich komme nicht',
    answer: { source: 'operator', late: false, option: { kind: 'NEGATIVE' } },
  });
  assert.equal((await statusesOf(db, bySms))[a], 'cancelled answered');
  assert.deepEqual([await deliver(db, byMail), await deliver(db, bySms)], [[], [b]], 'b has no e-mail address');
  await answer(bySms, b, yes!);
  assert.equal((await statusesOf(db, bySms))[c], 'skipped limit_reached');
  assert.equal((await statusesOf(db, byMail))[c], 'skipped limit_reached');
});

test('a later message of the report reaches people already asked, once on a single channel', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const group = await createGroup(db, { members: [a, b] });
  const { report, message } = await alarm([{ id: group.id, stopLimit: 1 }]);
  assert.deepEqual(await deliver(db, message), [a]);
  const lists = await db.selectFrom('messageLists').select('mailingListId').where('messageId', '=', message).execute();
  const later = await createDraft(db, {
    reportId: report,
    requestAnswer: true,
    lists: lists.map((x) => x.mailingListId),
  });
  await manager.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "later") { _id } }', {
    id: String(later.id),
  });
  assert.deepEqual(await deliver(db, later.id), [a]);
  await answer(message, a, no!);
  assert.deepEqual([await deliver(db, message), await deliver(db, later.id)], [[], [b]]);
});

test('a yes withdrawn while the event runs brings in skipped people', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const group = await createGroup(db, { members: [a, b] });
  const { report, message } = await alarm([{ id: group.id, stopLimit: 1 }]);
  await deliver(db, message);
  await answer(message, a, yes!);
  assert.partialDeepStrictEqual(await stateOf(report, message), { status: 'sent' });
  await answer(message, a, no!);
  assert.deepEqual(await deliver(db, message), [b]);
  assert.partialDeepStrictEqual(await stateOf(report, message), {
    status: 'sending',
    positive: 0,
    negative: 1,
    none: 1,
  });
  await answer(message, b, yes!);
  assert.partialDeepStrictEqual(await stateOf(report, message), { status: 'sent' });
});

test('fifty answers at once close the limit once, ask no one else, and lose no answer', async () => {
  const all = await people(60);
  const group = await createGroup(db, { members: all });
  const { report, message } = await alarm([{ id: group.id, stopLimit: 50 }]);
  const asked = await deliver(db, message);
  assert.equal(asked.length, 50);
  const rows = await db.selectFrom('messageRecipients').selectAll().where('messageId', '=', message).execute();
  const record = 'mutation ($id: ID!, $option: String!) { recordAnswer(recipient: $id, option: $option) { _id } }';
  await Promise.all(
    asked.map((personId, at) => {
      const id = String(rows.find((row) => row.personId === personId)!.id);
      return manager.run(record, { id, option: at < 5 ? no! : yes! });
    }),
  );
  await settle(server.app);
  const more = await deliver(db, message);
  assert.equal(more.length, 5, 'five said no, five more are asked');
  for (const person of more) await answer(message, person, yes!);
  assert.partialDeepStrictEqual(await stateOf(report, message), { positive: 50, negative: 5, status: 'sent' });
  assert.equal((await logOf(report)).filter((kind) => kind === 'limit_reached').length, 1);
  assert.equal((await logOf(report)).filter((kind) => kind === 'answer').length, 55);
});

test('without a request for answers, contacts all people and measures no limit', async () => {
  const all = await people(3);
  const group = await createGroup(db, { members: all });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const { id } = await createDraft(db, { lists: [list.id] });
  await manager.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "all") { _id } }', { id: String(id) });
  assert.deepEqual(await deliver(db, id), all);
});

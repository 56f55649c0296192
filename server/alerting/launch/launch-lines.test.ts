import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

// The log of a launch agrees with the rows.
let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'editor');
});
after(() => server.stop());
// so that no one falls back to another test's channels
afterEach(() => db.updateTable('channels').set({ isActive: false }).execute());

let count = 0;
async function people(number: number, values: Parameters<typeof createPerson>[1] = {}): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < number) {
    const mobile = `+4915180${String(++count).padStart(6, '0')}`;
    ids.push((await createPerson(db, { mobile, ...values })).id);
  }
  return ids;
}

const draft = async (reportId: number, channelId: number, list: number): Promise<number> =>
  (await createDraft(db, { reportId, channelId, lists: [list], title: 'Alarm', requestAnswer: true })).id;
const launching = (id: number) => `mutation { sendMessage(id: ${id}, launchKey: "lines-${id}") { _id } }`;

async function send(reportId: number, channelId: number, list: number): Promise<number> {
  const id = await draft(reportId, channelId, list);
  await manager.run(launching(id));
  await settle(server.app);
  await deliver(db, id);
  return id;
}

async function answer(messageId: number, personId: number, option: '1' | '2'): Promise<void> {
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', messageId)
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow();
  await manager.run(`mutation { recordAnswer(recipient: "${id}", option: "${option}") { _id } }`);
  await settle(server.app);
}

type Line = { kind: string; text: string };
const linesOf = async (report: number): Promise<Line[]> => {
  const found = await manager.run(`{ report(id: ${report}) { event {
    log(first: 50) { edges { node { kind text } } } } } }`);
  const lines = found.report.event.log.edges.map(({ node }: { node: Line }) => node).reverse();
  return lines.filter(({ kind }: Line) => kind !== 'answer');
};
const textsOf = async (report: number, kind: string) =>
  (await linesOf(report)).filter((line) => line.kind === kind).map(({ text }) => text);
const resultOf = async (message: number) =>
  (await manager.run(`{ message(id: ${message}) { messageResult { total pending reserve sent skipped cancelled } } }`))
    .message.messageResult;

test('a channel added after a reached limit skips its members, and the limit is reached once', async () => {
  const ids = await people(6);
  const group = await createGroup(db, { name: 'Technik', members: ids });
  const { id: list } = await createMailingList(db, { name: 'Stab', groups: [{ id: group.id, stopLimit: 1 }] });
  const [mail, sms] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const report = await createReport(db, { type: 'activation' });
  const first = await send(report.id, mail.id, list);
  await answer(first, ids[0]!, '1');
  const ended = async () =>
    await db
      .selectFrom('cascades')
      .select(['status', 'finishedAt'])
      .where('reportId', '=', report.id)
      .executeTakeFirstOrThrow();
  const reached = await ended();
  const alone = await draft(report.id, sms.id, list);
  const { errors } = await manager.send(launching(alone));
  assert.equal(errors?.[0]?.message, 'error_nobody_to_ask');
  await db.deleteFrom('messages').where('id', '=', alone).execute();
  const [other] = await people(1);
  const { id: wider } = await createMailingList(db, {
    name: 'Alle',
    people: [other!],
    groups: [{ id: group.id, stopLimit: 1 }],
  });
  const second = await send(report.id, sms.id, wider);
  assert.deepEqual(await resultOf(second), { total: 7, pending: 0, reserve: 0, sent: 1, skipped: 5, cancelled: 1 });
  assert.deepEqual(await textsOf(report.id, 'message_launched'), [
    'Nachricht über email an 1 Person gesendet, 5 in Reserve: Alarm (Stab)',
    'Nachricht über sms an 1 Person gesendet: Alarm (Alle; 1 hat schon geantwortet, 5 nicht mehr gebraucht)',
  ]);
  assert.equal((await textsOf(report.id, 'limit_reached')).length, 1);
  assert.deepEqual(await ended(), reached, 'it was reached when it was reached');
});

test('people who answered are not among the recipients of a later message', async () => {
  const ids = await people(4);
  const { id: list } = await createMailingList(db, { name: 'Stab', people: ids });
  const mail = await createChannel(db, 'email');
  const report = await createReport(db, { type: 'activation' });
  const first = await send(report.id, mail.id, list);
  for (const person of ids.slice(0, 3)) await answer(first, person, '2');
  const second = await send(report.id, mail.id, list);
  assert.partialDeepStrictEqual(await resultOf(second), { total: 4, sent: 1, cancelled: 3 });
  assert.deepEqual(
    (await textsOf(report.id, 'message_launched'))[1],
    'Nachricht über email an 1 Person gesendet: Alarm (Stab; 3 haben schon geantwortet)',
  );
});

test('logs a higher limit that is reached at once', async () => {
  const ids = await people(4);
  const group = await createGroup(db, { members: ids });
  const others = await people(1);
  const [one, two] = [
    await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] }),
    await createMailingList(db, { people: others, groups: [{ id: group.id, stopLimit: 2 }] }),
  ];
  const mail = await createChannel(db, 'email');
  const report = await createReport(db, { type: 'activation' });
  const first = await send(report.id, mail.id, one.id);
  await answer(first, ids[0]!, '1');
  await answer(first, ids[1]!, '1');
  await send(report.id, mail.id, two.id);
  assert.equal((await textsOf(report.id, 'limit_reached')).length, 2);
});

test('the log of a launch separates fallback people by asked and in reserve', async () => {
  const ids = await people(5, { email: null });
  const group = await createGroup(db, { members: ids });
  const { id: list } = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const [mail] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const report = await createReport(db, { type: 'activation' });
  await send(report.id, mail.id, list);
  const { id: handed } = await db
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', report.id)
    .where('handedOver', '=', true)
    .executeTakeFirstOrThrow();
  assert.partialDeepStrictEqual(await resultOf(handed), { total: 5, pending: 5, reserve: 4 });
  const [line] = await textsOf(report.id, 'message_handed_over');
  assert.match(line!, /über sms an 1 Person, die kein gewählter Kanal erreicht, 4 in Reserve$/);
  assert.match((await textsOf(report.id, 'message_launched'))[0]!, /über email an niemanden gesendet: Alarm/);
});

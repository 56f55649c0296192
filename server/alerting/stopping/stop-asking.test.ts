import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, passMinutes, settle, statusesOf } from '#testing/messages.ts';
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

const stop = 'mutation ($id: ID!) { stopAsking(report: $id) { answers { asked reserve } } }';
const look = `query ($report: ID!, $message: ID!) {
  report(id: $report) { answers { asked reserve none limits { reached remaining state } } }
  message(id: $message) { status percentageStatus messageResult { total pending reserve } } }`;

/** An alarm that asks two of four people; they got it. */
async function alarm() {
  const people = [];
  for (let count = 0; count < 4; count++) people.push((await createPerson(db)).id);
  const group = await createGroup(db, { members: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 2 }] });
  const report = await createReport(db);
  const { id: message } = await createDraft(db, { reportId: report.id, lists: [list.id], requestAnswer: true });
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report.id),
    key: `alarm-${report.id}`,
  });
  await settle(server.app);
  await deliver(db, message);
  return { report: report.id, eventId: report.eventId, message, people };
}

const seen = ({ report, message }: { report: number; message: number }) =>
  manager.run(look, { report: String(report), message: String(message) });

test('the board, the message and the log separate asked people from the reserve', async () => {
  const sent = await alarm();
  const { report, message } = await seen(sent);
  assert.partialDeepStrictEqual(report.answers, { asked: 2, reserve: 2, none: 2 });
  assert.deepEqual(report.answers.limits, [{ reached: 0, remaining: 2, state: 'waiting' }]);
  assert.deepEqual(message.messageResult, { total: 4, pending: 2, reserve: 2 });
  const line = await db
    .selectFrom('logEntries')
    .select('data')
    .where('eventId', '=', sent.eventId)
    .where('kind', '=', 'message_launched')
    .executeTakeFirstOrThrow();
  assert.partialDeepStrictEqual(line.data, { recipients: 4, reserve: 2 });
});

test('stop asking ends only the limits: asked people stay asked and can still answer', async () => {
  const sent = await alarm();
  const [first, second, third, fourth] = sent.people as [number, number, number, number];
  const { stopAsking } = await manager.run(stop, { id: String(sent.report) });
  assert.deepEqual(stopAsking.answers, { asked: 2, reserve: 0 });
  await passMinutes(db, sent.report, 60);
  await settle(server.app);
  assert.deepEqual(await statusesOf(db, sent.message), {
    [first]: 'sent',
    [second]: 'sent',
    [third]: 'cancelled stopped',
    [fourth]: 'cancelled stopped',
  });
  const row = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', sent.message)
    .where('personId', '=', first)
    .executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "1") { id } }', { id: String(row.id) });
  const { report, message } = await seen(sent);
  assert.deepEqual(report.answers.limits, [{ reached: 1, remaining: 0, state: 'stopped' }]);
  assert.equal(message.status, 'sent', 'what was sent was not stopped');
  const lines = await db
    .selectFrom('logEntries')
    .select(['kind', 'data'])
    .where('eventId', '=', sent.eventId)
    .orderBy('id')
    .execute();
  assert.partialDeepStrictEqual(lines.find(({ kind }) => kind === 'asking_stopped')?.data, { left: 2 });
});

test('stop asking needs people to ask and the right to stop messages', async () => {
  const sent = await alarm();
  const error = async (client: TestClient, id = sent.report) =>
    (await client.send(stop, { id: String(id) })).errors?.[0]?.message;
  assert.equal(await error(await server.as('contact_manager')), 'error_forbidden');
  assert.equal(await error(manager, 999_999), 'error_not_found');
  assert.equal(await error(manager), undefined);
  assert.equal(await error(manager), 'error_message_over');
});

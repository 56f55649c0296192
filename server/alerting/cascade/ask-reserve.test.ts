import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let other: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  [manager, other] = await Promise.all([server.as('crisis_manager'), server.as('crisis_manager')]);
});
after(() => server.stop());

const ask = `mutation ($id: ID!, $next: [AskNextInput!]) { askReserve(report: $id, next: $next) {
  answers { asked reserve limits { contacted remaining } } } }`;

type Alarm = Awaited<ReturnType<typeof alarm>>;

/** An alarm with two functions of four people, one of each asked. */
async function alarm({ absent }: { absent?: number } = {}) {
  const { id: eventId } = await createEvent(db);
  const groups: { id: number; people: number[] }[] = [];
  for (let count = 0; count < 2; count++) {
    const people: number[] = [];
    for (let place = 0; place < 4; place++) people.push((await createPerson(db)).id);
    groups.push({ id: (await createGroup(db, { members: people })).id, people });
  }
  const list = await createMailingList(db, { groups: groups.map(({ id }) => ({ id, stopLimit: 1 })) });
  const report = await createReport(db, { eventId });
  const { id: message } = await createDraft(db, { reportId: report.id, lists: [list.id], requestAnswer: true });
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report.id),
    key: `alarm-${report.id}`,
  });
  await settle(server.app);
  await deliver(db, message);
  if (absent !== undefined)
    await db
      .insertInto('absences')
      .values({ personId: groups[0]!.people[absent]!, fromAt: new Date(Date.now() - 60_000) })
      .execute();
  return { report: report.id, eventId, message, groups };
}

const next = ({ groups }: Alarm, contacted = 1) => groups.map(({ id }) => ({ group: String(id), contacted }));
const refusal = async (client: TestClient, report: number, wanted?: unknown) =>
  (await client.send(ask, { id: String(report), next: wanted })).errors?.[0]?.message;
/** The people whom the message has reached or will reach. */
const alarmed = async ({ message }: Alarm) =>
  (
    await db
      .selectFrom('messageRecipients')
      .select('personId')
      .where('messageId', '=', message)
      .where('status', 'in', ['queued', 'sending', 'sent'])
      .orderBy('id')
      .execute()
  ).map(({ personId }) => personId);

test('asks the whole reserve once and at once, and logs the number', async () => {
  const sent = await alarm();
  const { askReserve } = await manager.run(ask, { id: String(sent.report) });
  assert.partialDeepStrictEqual(askReserve.answers, { asked: 8, reserve: 0 });
  assert.equal(await refusal(manager, sent.report), 'error_nobody_to_ask');
  await settle(server.app);
  assert.equal((await deliver(db, sent.message)).length, 6);
  const line = await db
    .selectFrom('logEntries')
    .select('data')
    .where('eventId', '=', sent.eventId)
    .where('kind', '=', 'reserve_asked')
    .execute();
  assert.partialDeepStrictEqual(line, [{ data: { people: 6, isNext: false } }]);
});

test('asks the next person of each function in call order and skips absent people', async () => {
  const sent = await alarm({ absent: 1 });
  await manager.run(ask, { id: String(sent.report), next: next(sent) });
  const [first, second] = sent.groups as [Alarm['groups'][number], Alarm['groups'][number]];
  assert.deepEqual(
    new Set(await alarmed(sent)),
    new Set([first.people[0], first.people[2], second.people[0], second.people[1]]),
  );
});

test('two managers who tap at the same moment alert no person twice', async () => {
  const sent = await alarm();
  const answers = await Promise.all([
    refusal(manager, sent.report, next(sent)),
    refusal(other, sent.report, next(sent)),
  ]);
  assert.deepEqual(answers.toSorted(), ['error_nobody_to_ask', undefined]);
  assert.equal((await alarmed(sent)).length, 4, 'one more of each function');
  const all = await Promise.all([refusal(manager, sent.report), refusal(other, sent.report)]);
  assert.deepEqual(all.toSorted(), ['error_nobody_to_ask', undefined]);
  const rows = await alarmed(sent);
  assert.deepEqual([rows.length, new Set(rows).size], [8, 8]);
});

test('asks no one after stop asking, the all-clear or the end, or without the right to send', async () => {
  const sent = await alarm();
  assert.equal(await refusal(await server.as('contact_manager'), sent.report), 'error_forbidden');
  assert.equal(await refusal(await server.as('editor'), sent.report), 'error_forbidden');
  assert.equal(await refusal(manager, 999_999), 'error_not_found');
  await manager.run('mutation ($id: ID!) { stopAsking(report: $id) { id } }', { id: String(sent.report) });
  assert.equal(await refusal(manager, sent.report), 'error_nobody_to_ask');
  const ended = await alarm();
  await manager.run('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: String(ended.eventId) });
  assert.equal(await refusal(manager, ended.report), 'error_event_not_running');
  const cleared = await alarm();
  await giveAllClear(cleared);
  assert.equal(await refusal(manager, cleared.report), 'error_all_clear_given');
  assert.equal((await alarmed(cleared)).length, 2);
});

test('of a reserve request and an all-clear at the same moment the second sees the first', async () => {
  const sent = await alarm();
  const [refused] = await Promise.all([refusal(manager, sent.report), giveAllClear(sent)]);
  assert.ok(refused === undefined || refused === 'error_all_clear_given', String(refused));
  await settle(server.app);
  assert.deepEqual(await deliver(db, sent.message), [], 'nothing leaves after the all-clear');
});

/** Gives the all-clear for the alarm's event. */
async function giveAllClear({ eventId }: Alarm): Promise<void> {
  const { createAllClear } = await other.run('mutation ($e: ID!) { createAllClear(event: $e) { id } }', {
    e: String(eventId),
  });
  await other.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: createAllClear.id,
    key: `clear-${eventId}`,
  });
}

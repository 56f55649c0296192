import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  idByIdentifier,
} from '#server/testing/factories.ts';
import { createDraft, deliver, passMinutes, settle, statusesOf } from '#server/testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const [yes, no] = ['1', '2'];
let keys = 0;

type Pair = [number, number];
const twoPeople = async (): Promise<Pair> => [(await createPerson(db)).id, (await createPerson(db)).id];

const run = (mutation: string, id: number) =>
  manager.run(`mutation ($id: ID!) { ${mutation} { _id } }`, { id: String(id) });

async function send(reportId: number, lists: number[]): Promise<number> {
  const { id } = await createDraft(db, { reportId, lists, requestAnswer: true });
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
    id: String(id),
    key: `ended-${++keys}`,
  });
  await settle(server.app);
  return id;
}

/** An alarm that asks two groups of two, each with a stop limit of one: the first waits, the second is reached. */
async function alarm() {
  const [first, second] = [await twoPeople(), await twoPeople()];
  const groups = await Promise.all([first, second].map((members) => createGroup(db, { members })));
  const list = await createMailingList(db, { groups: groups.map(({ id }) => ({ id, stopLimit: 1 })) });
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const message = await send(report.id, [list.id]);
  await deliver(db, message);
  await answer(message, second[0], yes, 5);
  assert.equal((await statusesOf(db, message))[second[1]], 'skipped limit_reached');
  return { report: report.id, event: report.eventId, message, list: list.id, first, second };
}

async function answer(message: number, person: number, option: string | undefined, minutes: number | null = null) {
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', message)
    .where('personId', '=', person)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const record = `mutation ($id: ID!, $option: String!, $minutes: Int) {
    recordAnswer(recipient: $id, option: $option, minutes: $minutes) { _id } }`;
  await manager.run(record, { id: String(id), option, minutes });
  await settle(server.app);
}

const logOf = async (event: number) =>
  (await db.selectFrom('logEntries').select('kind').where('eventId', '=', event).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

const limitsOf = async (report: number): Promise<string[]> =>
  (
    await manager.run('query ($id: ID!) { report(id: $id) { answers { limits { state } } } }', { id: String(report) })
  ).report.answers.limits.map(({ state }: { state: string }) => state);

const endings = {
  'the alarm is stopped': ({ message }: { message: number }) => run('stopMessage(id: $id)', message),
  'asking is ended': ({ report }: { report: number }) => run('stopAsking(report: $id)', report),
  'the event is finished and continued': async ({ event }: { event: number }) => {
    await run('finishEvent(id: $id)', event);
    await run('continueEvent(id: $id)', event);
  },
};

const losses = {
  'somebody who was to come says no': (message: number, person: number) => answer(message, person, no),
  'somebody who was to come is overdue': async (_message: number, _person: number, report: number) => {
    await passMinutes(db, report, 60);
    await settle(server.app);
  },
};

for (const [ended, end] of Object.entries(endings)) {
  for (const [lost, lose] of Object.entries(losses)) {
    test(`once ${ended}, nobody further is asked when ${lost}, and the limit says so`, async () => {
      const one = await alarm();
      await end(one);
      await lose(one.message, one.second[0], one.report);
      assert.deepEqual(await deliver(db, one.message), []);
      const log = await logOf(one.event);
      assert.ok(!log.includes('limit_reopened'));
      assert.ok(log.includes('limit_not_reached'));
      assert.equal((await limitsOf(one.report))[1], 'stopped');
    });
  }
}

test('a message that is sent after asking was ended asks again, and opens its limits when a yes is taken back', async () => {
  const one = await alarm();
  await run('stopAsking(report: $id)', one.report);
  const again = await send(one.report, [one.list]);
  await deliver(db, again);
  await answer(again, one.first[0], no);
  assert.deepEqual(await deliver(db, again), [one.first[1]]);
  await answer(one.message, one.second[0], no);
  assert.deepEqual(await deliver(db, again), [one.second[1]]);
});

test('of two messages only the one that was stopped stays still when a limit opens again', async () => {
  const one = await alarm();
  const other = await send(one.report, [one.list]);
  await deliver(db, other);
  await run('stopMessage(id: $id)', one.message);
  await answer(one.message, one.second[0], no);
  assert.deepEqual([await deliver(db, one.message), await deliver(db, other)], [[], [one.second[1]]]);
});

test('whoever a stop limit asks before the undo window is over is asked when it is', async () => {
  const people = await twoPeople();
  const group = await createGroup(db, { members: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'staff_information');
  const report = await createReport(db, { eventId: (await createEvent(db)).id, reportTypeId });
  const message = await send(report.id, [list.id]);
  await answer(message, people[0], no);
  assert.deepEqual(await deliver(db, message), [], 'the window is open');
  const { rows } = await sql<{ early: boolean }>`
    select r.try_at < m.release_at as early from message_recipients r join messages m on m.id = r.message_id
    where m.id = ${message} and r.status = 'queued'`.execute(db);
  assert.deepEqual(rows, [{ early: false }]);
  await run('stopMessage(id: $id)', message);
  assert.deepEqual(await deliver(db, message), []);
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { advanceReport } from '#server/alerting/cascade/cascade.ts';
import { advanceMessages } from '#server/alerting/launch/advance-messages.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, passMinutes, settle, statusesOf, whileLaunching } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

type Three = [number, number, number];
async function threePeople(): Promise<Three> {
  const ids: number[] = [];
  while (ids.length < 3) ids.push((await createPerson(db)).id);
  return ids as Three;
}

/** A list of one group with a stop limit. */
async function limited(members: number[], stopLimit: number): Promise<number> {
  const group = await createGroup(db, { members });
  return (await createMailingList(db, { groups: [{ id: group.id, stopLimit, waitMinutes: 5 }] })).id;
}

/** Sends a message to a list without an undo window. */
async function send(reportId: number, list: number): Promise<number> {
  const { id } = await createDraft(db, { reportId, lists: [list], requestAnswer: true });
  const document = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  await manager.run(document, { id: String(id), key: `again-${id}` });
  await sql`update messages set release_at = clock_timestamp() where id = ${id}`.execute(db);
  await sql`update message_recipients set try_at = clock_timestamp() where message_id = ${id} and status = 'queued'`.execute(
    db,
  );
  await settle(server.app);
  return id;
}

async function answer(messageId: number, personId: number, option: '1' | '2') {
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', messageId)
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow();
  const document = 'mutation ($id: ID!, $option: String!) { recordAnswer(recipient: $id, option: $option) { _id } }';
  await manager.run(document, { id: String(id), option });
  await settle(server.app);
}

const statusOf = async (id: number) =>
  (await db.selectFrom('messages').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

test('a later message of the report skips people who answered, and does not wait for them', async () => {
  const [a, b, c] = await threePeople();
  const report = await createReport(db);
  const list = await limited([a, b, c], 3);
  const first = await send(report.id, list);
  await deliver(db, first);
  await answer(first, a, '2');
  const everybody = await createMailingList(db, { people: [a, b] });
  const plain = await send(report.id, everybody.id);
  assert.deepEqual(await statusesOf(db, plain), { [a]: 'cancelled answered', [b]: 'queued' });
  const later = await send(report.id, list);
  assert.deepEqual(await deliver(db, later), [b, c]);
  await passMinutes(db, report.id, 30);
  await settle(server.app);
  assert.equal((await statusesOf(db, later))[a], 'cancelled answered');
  assert.equal(await statusOf(later), 'sent_with_errors');
});

test('a no from a skipped person does not keep a reopened message open forever', async () => {
  const [a, b, c] = await threePeople();
  const report = await createReport(db);
  const message = await send(report.id, await limited([a, b, c], 1));
  await deliver(db, message);
  await answer(message, a, '1');
  await answer(message, b, '2');
  await answer(message, a, '2');
  assert.deepEqual(await deliver(db, message), [c]);
  await answer(message, c, '2');
  assert.deepEqual(await statusesOf(db, message), { [a]: 'sent', [b]: 'cancelled answered', [c]: 'sent' });
  assert.equal(await statusOf(message), 'sent_with_errors');
});

test('asks a person who was skipped before sending when a yes is withdrawn', async () => {
  const [a, b, c] = await threePeople();
  const report = await createReport(db);
  const message = await send(report.id, await limited([a, b, c], 2));
  await answer(message, a, '1');
  await answer(message, c, '1');
  assert.equal((await statusesOf(db, message))[b], 'skipped limit_reached');
  await answer(message, c, '2');
  assert.deepEqual(await deliver(db, message), [b]);
});

test('a message stopped before sending counts as not asked: a new one asks only as needed', async () => {
  const [a, b, c] = await threePeople();
  const report = await createReport(db);
  const list = await limited([a, b, c], 1);
  const undone = await send(report.id, list);
  await manager.run('mutation ($id: ID!) { stopMessage(id: $id) { _id } }', { id: String(undone) });
  await passMinutes(db, report.id, 6);
  const again = await send(report.id, list);
  assert.deepEqual(await statusesOf(db, again), { [a]: 'queued', [b]: 'pending', [c]: 'pending' });
  await deliver(db, again);
  await passMinutes(db, report.id, 4);
  await settle(server.app);
  assert.deepEqual(await deliver(db, again), [], 'the wait began when it was really sent');
});

test('finishing an event at the same moment reopens no stop limit', async () => {
  const [a, b, c] = await threePeople();
  const report = await createReport(db);
  const message = await send(report.id, await limited([a, b, c], 1));
  await deliver(db, message);
  await answer(message, a, '1');
  const option = await db
    .selectFrom('answerOptions')
    .select('id')
    .where('reportId', '=', report.id)
    .where('code', '=', '2')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('answers')
    .values({ reportId: report.id, personId: a, optionId: option.id, source: 'operator' })
    .execute();
  let advanced: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`update events set is_running = false where id = ${report.eventId}`.execute(tx);
    advanced = advanceReport(server.app, report.id);
    await sleep(200);
  });
  await advanced;
  assert.deepEqual(await statusesOf(db, message), {
    [a]: 'sent',
    [b]: 'skipped limit_reached',
    [c]: 'skipped limit_reached',
  });
});

test('a slow launch delays neither answers to its report nor stop limits of others', async () => {
  const [a, b, c] = await threePeople();
  const [here, elsewhere] = [await createReport(db), await createReport(db)];
  const list = await limited([a, b, c], 1);
  const first = await send(here.id, list);
  const other = await send(elsewhere.id, list);
  await deliver(db, first);
  await deliver(db, other);
  const { id } = await createDraft(db, { reportId: here.id, lists: [list], requestAnswer: true });
  await whileLaunching(
    db,
    here.id,
    () =>
      manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
        id: String(id),
        key: `long-${id}`,
      }),
    async () => {
      const row = await db
        .selectFrom('messageRecipients')
        .select('id')
        .where('messageId', '=', first)
        .where('personId', '=', a)
        .executeTakeFirstOrThrow();
      const answers = 'mutation ($id: ID!) { recordAnswer(recipient: $id, option: "2") { _id } }';
      let isDone = false;
      void manager.run(answers, { id: String(row.id) }).then(() => (isDone = true));
      await until(async () => isDone);
      await passMinutes(db, here.id, 6);
      await passMinutes(db, elsewhere.id, 6);
      let turns = 0;
      void advanceMessages(server.app).then(() => turns++);
      await until(async () => turns === 1);
      assert.deepEqual(await deliver(db, other), [b]);
    },
  );
  await settle(server.app);
  assert.equal((await statusesOf(db, id))[b], 'queued', 'what was held comes with the next turn');
});

test('a launch does not ask a person who answers another message at the same moment', async () => {
  const { id: person } = await createPerson(db);
  const report = await createReport(db);
  const list = await createMailingList(db, { people: [person] });
  const first = await send(report.id, list.id);
  await deliver(db, first);
  const { id } = await createDraft(db, { reportId: report.id, lists: [list.id], requestAnswer: true });
  const row = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', first)
    .executeTakeFirstOrThrow();
  let answered: Promise<unknown> | undefined;
  await whileLaunching(
    db,
    report.id,
    () =>
      manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
        id: String(id),
        key: `moment-${id}`,
      }),
    async () => {
      answered = manager.run(`mutation { recordAnswer(recipient: "${row.id}", option: "1") { _id } }`);
      await until(async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%append_log%'`.execute(db);
        return rows.length > 0;
      });
    },
    'commit',
  );
  await answered;
  await sql`update messages set release_at = clock_timestamp() where id = ${id}`.execute(db);
  await settle(server.app);
  assert.deepEqual(await statusesOf(db, id), { [person]: 'cancelled answered' });
});

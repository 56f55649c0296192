import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, settle, whileLaunching } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

// without workers: rows stay
let server: TestServer;
let db: Db;
let manager: TestClient;
let mail: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  mail = (await createChannel(db, 'email')).id;
});
after(() => server.stop());

let count = 0;

const sending = (report: number, by = manager) =>
  by.send('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report),
    key: `together-${report}-${++count}`,
  });
const refusalOf = ({ errors }: Awaited<ReturnType<typeof sending>>) => errors?.[0]?.message ?? null;

const draftAllClear = async (event: number): Promise<number> =>
  (await manager.run('mutation ($id: ID!) { createAllClear(event: $id) { _id } }', { id: String(event) }))
    .createAllClear._id;

/** An alarm that has left to these people. */
async function raise(eventId: number, size: number) {
  const people: number[] = [];
  while (people.length < size) people.push((await createPerson(db)).id);
  const { id: reportId } = await createReport(db, { eventId });
  const message = await createDraft(db, { reportId, channelId: mail, people, requestAnswer: true });
  assert.equal(refusalOf(await sending(reportId)), null);
  await deliver(db, message.id);
  return { reportId, people };
}

async function begin(size = 3) {
  const { id: eventId } = await createEvent(db);
  return { eventId, ...(await raise(eventId, size)) };
}

/** A report's people by state. */
async function rowsOf(report: number) {
  const { rows } = await sql<{ personId: number; isOpen: boolean }>`
    select person_id, status in ('pending', 'queued', 'sending', 'retrying') as is_open from message_recipients
    where report_id = ${report} and not superseded order by person_id`.execute(db);
  const people = (some: typeof rows) => some.map(({ personId }) => personId);
  return { all: people(rows), open: people(rows.filter(({ isOpen }) => isOpen)) };
}

async function given(event: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from log_entries where event_id = ${event} and kind = 'all_clear_given'`.execute(db);
  return rows[0]!.n;
}

test('two people who give the all-clear at once send one', async () => {
  const { eventId, people } = await begin();
  const drafts = await Promise.all([draftAllClear(eventId), draftAllClear(eventId)]);
  assert.equal(drafts[0], drafts[1]);
  const refusals = (await Promise.all(drafts.map((id) => sending(id)))).map(refusalOf);
  assert.equal(refusals.filter((key) => key === null).length, 1, `${refusals}`);
  assert.deepEqual((await rowsOf(drafts[0]!)).all, people);
  assert.equal(await given(eventId), 1);
});

test('the all-clear for a second alarm skips people who got one before', async () => {
  const { eventId } = await begin();
  const first = await draftAllClear(eventId);
  assert.equal(refusalOf(await sending(first)), null);
  const second = await raise(eventId, 2);
  const { event } = await manager.run('query ($id: ID!) { event(id: $id) { allClearAt } }', { id: String(eventId) });
  assert.equal(event.allClearAt, null);
  const again = await draftAllClear(eventId);
  assert.equal(refusalOf(await sending(again)), null);
  assert.deepEqual((await rowsOf(again)).all, second.people);
});

for (const place of ['recipients', 'commit'] as const)
  test(`an all-clear also ends an alert of more people in the same moment (${place})`, async () => {
    const { eventId, reportId } = await begin();
    const clear = await draftAllClear(eventId);
    const more = await createDraft(db, {
      reportId,
      channelId: (await createChannel(db, 'email')).id,
      people: [(await createPerson(db)).id, (await createPerson(db)).id],
      requestAnswer: true,
    });
    let sent: ReturnType<typeof sending> | undefined;
    await whileLaunching(
      db,
      reportId,
      () =>
        manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }', {
          id: String(more.id),
          key: `more-${more.id}`,
        }),
      async () => {
        sent = sending(clear);
      },
      place,
    );
    assert.equal(refusalOf(await sent!), null);
    await settle(server.app);
    assert.deepEqual((await rowsOf(reportId)).open, []);
  });

test('an all-clear drafted before the event was finished still leaves, and nothing else', async () => {
  const { eventId, reportId, people } = await begin();
  const clear = await draftAllClear(eventId);
  const [finished, sent] = await Promise.all([
    manager.send('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: String(eventId) }),
    sending(clear),
  ]);
  assert.deepEqual([finished.errors, refusalOf(sent)], [undefined, null]);
  await settle(server.app);
  assert.deepEqual((await rowsOf(clear)).open, people);
  assert.deepEqual((await rowsOf(reportId)).open, []);
  const { report } = await manager.run('query ($id: ID!) { report(id: $id) { allClearAt answers { goal } } }', {
    id: String(reportId),
  });
  assert.ok(report.allClearAt);
  assert.equal(report.answers.goal, 'over');
});

test('a correction or another message drafted before the all-clear does not leave after it', async () => {
  const { eventId, reportId } = await begin();
  const drafts: number[] = [];
  for (const kind of ['CORRECTION', 'TO_ALL']) {
    const { createFollowUp } = await manager.run(
      'mutation ($id: ID!, $kind: FollowUpKind!) { createFollowUp(report: $id, kind: $kind) { _id } }',
      { id: String(reportId), kind },
    );
    drafts.push(createFollowUp._id);
  }
  assert.equal(refusalOf(await sending(await draftAllClear(eventId))), null);
  for (const draft of drafts) {
    assert.equal(refusalOf(await sending(draft)), 'error_all_clear_given');
    assert.deepEqual((await rowsOf(draft)).all, []);
  }
});

test('an answer after the all-clear is stored as late and does not change the end', async () => {
  const { eventId, reportId, people } = await begin();
  assert.equal(refusalOf(await sending(await draftAllClear(eventId))), null);
  const { rows } = await sql<{ id: number }>`
    select id from message_recipients where report_id = ${reportId} and person_id = ${people[0]!}`.execute(db);
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "1", minutes: 10) { id } }', {
    id: String(rows[0]!.id),
  });
  await settle(server.app);
  const { report } = await manager.run('query ($id: ID!) { report(id: $id) { answers { goal positive late none } } }', {
    id: String(reportId),
  });
  assert.deepEqual(report.answers, { goal: 'over', positive: 1, late: 1, none: 2 });
  assert.deepEqual((await rowsOf(reportId)).open, []);
});

test('drafting and giving an all-clear needs the right to send', async () => {
  const { eventId } = await begin();
  const clear = await draftAllClear(eventId);
  const administrator = await server.as('administrator');
  const drafted = await administrator.send('mutation ($id: ID!) { createAllClear(event: $id) { _id } }', {
    id: String(eventId),
  });
  assert.equal(drafted.errors?.[0]?.message, 'error_forbidden');
  assert.equal(refusalOf(await sending(clear, administrator)), 'error_forbidden');
  assert.equal(await given(eventId), 0);
});

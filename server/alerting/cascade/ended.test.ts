import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  idByIdentifier,
} from '#testing/factories.ts';
import { createDraft, deliver, passMinutes, settle, setUndoSeconds, statusesOf } from '#testing/messages.ts';
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

/** An alarm to two groups of two with a limit of one each; the second is reached. */
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

/** The same with both limits reached. */
async function reachedAlarm() {
  const one = await alarm();
  await answer(one.message, one.first[0], yes, 5);
  assert.equal(await statusOf(one.message), 'sent');
  return one;
}

const statusOf = async (message: number): Promise<string> =>
  (await manager.run('query ($id: ID!) { message(id: $id) { status } }', { id: String(message) })).message.status;

/** Mails about an unreached stop limit. */
async function mailsOf(report: number): Promise<number> {
  const { rows } = await sql`
    select 1 from pgboss.job where name = 'system_mail' and data->>'identifier' = 'limit_not_reached'
      and data->>'page' like ${`%/report/${report}`}`.execute(db);
  return rows.length;
}

/** Withdraws an answer, like an operator who puts the reply back. */
async function takeBack(message: number, person: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into replies (channel_id, external_id, from_address, text, at, sorted_at, event_id, recipient_id, answer_id)
    select r.channel_id, ${`taken-back-${++keys}`}, r.target_address, 'x', a.at, a.at, p.event_id, r.id, a.id
    from message_recipients r join reports p on p.id = r.report_id
    join answers a on a.report_id = p.id and a.person_id = r.person_id and a.option_id is not null
    where r.message_id = ${message} and r.person_id = ${person} order by a.id desc limit 1 returning id`.execute(db);
  await manager.run('mutation ($id: ID!) { reopenReply(id: $id, version: 1) { _id } }', { id: String(rows[0]!.id) });
  await settle(server.app);
}

const endings = {
  'the alarm is stopped': ({ message }: { message: number }) => run('stopMessage(id: $id)', message),
  'asking is ended': ({ report }: { report: number }) => run('stopAsking(report: $id)', report),
  'the event is finished and continued': async ({ event }: { event: number }) => {
    await run('finishEvent(id: $id)', event);
    await run('continueEvent(id: $id)', event);
    await settle(server.app);
  },
};

const losses = {
  'somebody who was to come says no': (message: number, person: number) => answer(message, person, no),
  'somebody who was to come is overdue': async (_message: number, _person: number, report: number) => {
    await passMinutes(db, report, 60);
    await settle(server.app);
  },
  'the yes of somebody who was to come is taken back': (message: number, person: number) => takeBack(message, person),
};

/** The person asked instead. */
const nextAfter = (lost: string, { second }: { second: Pair }) => (lost.includes('taken back') ? second[0] : second[1]);

/** Members of the second group who get the first and the later message. */
const askedOfSecond = async ({ message, second }: { message: number; second: Pair }, since: number) => {
  const asked = [await deliver(db, message), await deliver(db, since)];
  return asked.map((people) => people.filter((person) => second.includes(person)));
};

/** A lost and ended limit asks no one and notifies once. */
async function assertEnded(one: Awaited<ReturnType<typeof alarm>>): Promise<void> {
  await settle(server.app);
  assert.deepEqual(await deliver(db, one.message), []);
  const log = await logOf(one.event);
  assert.ok(!log.includes('limit_reopened'));
  assert.equal(log.filter((kind) => kind === 'limit_not_reached').length, await mailsOf(one.report));
  assert.ok(log.includes('limit_not_reached'));
  assert.equal((await limitsOf(one.report))[1], 'stopped');
  assert.ok(['sent_with_errors', 'cancelled'].includes(await statusOf(one.message)));
}

for (const [ended, end] of Object.entries(endings)) {
  for (const [lost, lose] of Object.entries(losses)) {
    test(`once ${ended}, asks no one further when ${lost}, and the limit shows it`, async () => {
      const one = await alarm();
      await end(one);
      await lose(one.message, one.second[0], one.report);
      assert.equal(await mailsOf(one.report), 1);
      await assertEnded(one);
    });
  }
}

for (const [lost, lose] of Object.entries(losses)) {
  test(`when the event continues, reports that ${lost} while it was finished`, async () => {
    for (const one of [await alarm(), await reachedAlarm()]) {
      await run('finishEvent(id: $id)', one.event);
      await lose(one.message, one.second[0], one.report);
      assert.equal((await limitsOf(one.report))[1], 'stopped', 'in a finished event nobody waits for anybody');
      assert.equal(await mailsOf(one.report), 0);
      await run('continueEvent(id: $id)', one.event);
      await assertEnded(one);
    }
  });

  for (const again of [false, true]) {
    const since = again
      ? 'not even a message that was sent in between asks'
      : 'only a message that was sent since asks';
    test(`once asking was ended${again ? ' twice' : ''}, ${since} when ${lost}`, async () => {
      const one = await alarm();
      await run('stopAsking(report: $id)', one.report);
      const since = await send(one.report, [one.list]);
      await deliver(db, since);
      if (again) await run('stopAsking(report: $id)', one.report);
      await lose(one.message, one.second[0], one.report);
      assert.deepEqual(await askedOfSecond(one, since), again ? [[], []] : [[], [nextAfter(lost, one)]]);
      assert.equal((await logOf(one.event)).includes('limit_reopened'), !again);
    });

    test(`once the event was continued${again ? ' twice' : ''}, ${since} when ${lost}`, async () => {
      const one = await reachedAlarm();
      await endings['the event is finished and continued'](one);
      const besides = (await createPerson(db)).id;
      const other = await createMailingList(db, { people: [besides] });
      const since = await send(one.report, [one.list, other.id]); // people who answered aren't asked again
      assert.deepEqual(await deliver(db, since), [besides]);
      if (again) await endings['the event is finished and continued'](one);
      await lose(one.message, one.second[0], one.report);
      assert.deepEqual(await askedOfSecond(one, since), again ? [[], []] : [[], [nextAfter(lost, one)]]);
      assert.equal((await logOf(one.event)).includes('limit_reopened'), !again);
      if (again) await assertEnded(one);
      else assert.equal(await statusOf(one.message), 'sent', 'the first message is through');
    });
  }
}

test('a message sent after stop asking asks again and reopens its limits on a withdrawn yes', async () => {
  const one = await alarm();
  await run('stopAsking(report: $id)', one.report);
  const again = await send(one.report, [one.list]);
  await deliver(db, again);
  await answer(again, one.first[0], no);
  assert.deepEqual(await deliver(db, again), [one.first[1]]);
  await answer(one.message, one.second[0], no);
  assert.deepEqual(await deliver(db, again), [one.second[1]]);
});

test('of two messages only the stopped one stays silent when a limit reopens', async () => {
  const one = await alarm();
  const other = await send(one.report, [one.list]);
  await deliver(db, other);
  await run('stopMessage(id: $id)', one.message);
  await answer(one.message, one.second[0], no);
  assert.deepEqual([await deliver(db, one.message), await deliver(db, other)], [[], [one.second[1]]]);
});

test('a person that a stop limit asks within the undo window gets the message after it', async (t) => {
  await setUndoSeconds(db, 10);
  t.after(() => setUndoSeconds(db, 0));
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

test('a person alerted again after the end fills the lost limit, and the messages finish', async () => {
  const one = await reachedAlarm();
  await endings['the event is finished and continued'](one);
  await answer(one.message, one.second[0], no);
  await assertEnded(one);
  const since = await send(one.report, [one.list]);
  assert.deepEqual(await deliver(db, since), [one.second[1]]);
  await answer(since, one.second[1], yes);
  assert.deepEqual(await limitsOf(one.report), ['filled', 'filled']);
  assert.equal(await statusOf(since), 'sent');
  assert.equal(await mailsOf(one.report), 1);
});

const askers = {
  'who was asked and answered': (one: Awaited<ReturnType<typeof alarm>>) => one.first[0],
  'who was never asked': (one: Awaited<ReturnType<typeof alarm>>) => one.first[1],
};

for (const [who, of] of Object.entries(askers)) {
  for (const [ended, end] of Object.entries(endings)) {
    test(`once ${ended}, a withdrawn answer asks no one: ${who}`, async () => {
      const one = await alarm();
      await answer(one.message, of(one), no);
      const other = await send(one.report, [one.list]);
      for (const message of [one.message, other]) await deliver(db, message);
      await end(one);
      await takeBack(one.message, of(one));
      const late = [await deliver(db, one.message), ended === 'the alarm is stopped' ? [] : await deliver(db, other)];
      assert.deepEqual(late, [[], []]);
      assert.ok(!['sending', 'queued'].includes(await statusOf(one.message)));
      assert.ok((await logOf(one.event)).includes('answer_withdrawn'));
    });
  }
}

test('after the event continues, an answer withdrawn outside any stop limit asks no one', async () => {
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const list = await createMailingList(db, { people: await twoPeople() });
  const message = await send(report.id, [list.id]);
  const [person] = await deliver(db, message);
  await answer(message, person!, no);
  const other = await send(report.id, [list.id]);
  await deliver(db, other);
  await settle(server.app);
  await endings['the event is finished and continued']({ event: report.eventId });
  await takeBack(message, person!);
  assert.deepEqual([await deliver(db, message), await deliver(db, other)], [[], []]);
  assert.deepEqual([await statusOf(message), await statusOf(other)], ['sent', 'sent']);
});

test('a withdrawn answer sends only the newer of two messages on a channel', async () => {
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const [one, other] = [await createPerson(db), await createPerson(db)];
  const list = await createMailingList(db, { people: [one.id] });
  const both = await createMailingList(db, { people: [one.id, other.id] });
  const earlier = await send(report.id, [list.id]);
  await answer(earlier, one.id, no);
  const newer = await send(report.id, [both.id]);
  assert.deepEqual(await deliver(db, newer), [other.id], 'who has answered is not asked');
  await takeBack(earlier, one.id);
  assert.deepEqual([await deliver(db, earlier), await deliver(db, newer)], [[], [one.id]]);
});

test('sends no earlier message after a newer one that arrived on the same channel', async () => {
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const list = await createMailingList(db, { people: [(await createPerson(db)).id] });
  const earlier = await send(report.id, [list.id]);
  const newer = await send(report.id, [list.id]);
  const [person] = await deliver(db, newer);
  await answer(newer, person!, no);
  await takeBack(newer, person!);
  assert.deepEqual([await deliver(db, earlier), await deliver(db, newer)], [[], []]);
});

test('a message queued while finishing the event waited for it also counts as before the end', async () => {
  const person = (await createPerson(db)).id;
  const list = await createMailingList(db, { people: [person] });
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const message = await send(report.id, [list.id]);
  await deliver(db, message);
  await answer(message, person, yes, 5);
  const { finishing } = await db.transaction().execute(async (tx) => {
    await sql`select 1 from events where id = ${report.eventId} for share`.execute(tx); // as the next step of an alarm does
    const ending = run('finishEvent(id: $id)', report.eventId);
    await until(async () => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await server.app.database.pool.query(waiting)).rowCount === 1;
    });
    await sql`
      insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm, lane, nonce,
        generation, status, status_reason)
      select message_id, report_id, channel_id, person_id, target_address, address_norm, lane, nonce,
        generation + 1, 'cancelled', 'answered' from message_recipients where message_id = ${message}`.execute(tx);
    return { finishing: ending };
  });
  await finishing;
  await run('continueEvent(id: $id)', report.eventId);
  await takeBack(message, person);
  assert.deepEqual(await deliver(db, message), []);
});

/** Updates a database of the previous release. */
async function update(): Promise<void> {
  const migration = path.resolve(import.meta.dirname, '../../../migrations/0069_asking_ended.sql');
  const before = `alter table events drop column ended_after;
    alter table cascades drop column closed_after, drop column is_lost;`;
  await server.app.database.pool.query(`begin; ${before} ${await readFile(migration, 'utf8')}; commit`);
}

test('an event finished before the end was recorded stays silent when it continues', async () => {
  const [one, taken, archived] = [await reachedAlarm(), await reachedAlarm(), await reachedAlarm()];
  for (const { event } of [one, taken, archived]) await run('finishEvent(id: $id)', event);
  const administrator = await server.as('administrator');
  const step = (name: string) =>
    administrator.run(`mutation ($id: ID!) { ${name}(id: $id) { _id } }`, { id: String(archived.event) });
  await step('archiveEvent');
  await update();
  await step('restoreEvent');
  for (const { event } of [one, taken, archived]) await run('continueEvent(id: $id)', event);
  await answer(one.message, one.second[0], no);
  await takeBack(taken.message, taken.second[0]);
  await answer(archived.message, archived.second[0], no);
  for (const event of [one, taken, archived]) await assertEnded(event);
});

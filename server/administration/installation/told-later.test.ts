import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  createUser,
} from '#testing/factories.ts';
import { createDraft, passWindow } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

// launched before the copy, delivered during the hold
let server: TestServer;
let sink: Sink;
let db: Db;
let manager: TestClient;
let mail: number;

async function hold(): Promise<void> {
  await sql`update installation set held_at = clock_timestamp(), held_why = 'moved'`.execute(db);
  await until(async () => (await (await fetch(`${server.url}/readyz`)).json()).sending === 'held');
}

before(async () => {
  server = await startTestServer();
  db = server.app.db;
  await hold();
  sink = await startSink();
  mail = await createMailChannel(db, sink.port);
  manager = await server.as('crisis_manager');
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
});
after(async () => {
  await server.stop();
  await sink.stop();
});

const sendReport = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
const launch = (report: number | string) => manager.run(sendReport, { id: String(report), key: `later-${report}` });
const someone = async () => (await createPerson(db)).id;

async function alarm(to: { people?: number[]; lists?: number[] }) {
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const message = await createDraft(db, { reportId: report.id, channelId: mail, requestAnswer: true, ...to });
  await launch(report.id);
  return { report: report.id, message: message.id };
}

/** In the original they had come so far. */
async function stood(message: number, person: number, status: string): Promise<void> {
  for (const state of ['sending', status])
    await sql`update message_recipients set status = ${state} where message_id = ${message} and person_id = ${person}`.execute(
      db,
    );
}

async function correct(report: number): Promise<number> {
  const follow = `mutation ($report: ID!) {
    createFollowUp(report: $report, kind: CORRECTION) { _id messages { edges { node { _id } } } } }`;
  const draft = (await manager.run(follow, { report: String(report) })).createFollowUp;
  await launch(draft._id);
  return draft.messages.edges[0].node._id;
}

async function answer(message: number, person: number, option = '1'): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from message_recipients where message_id = ${message} and person_id = ${person}`.execute(db);
  const record = 'mutation ($id: ID!, $option: String!) { recordAnswer(recipient: $id, option: $option) { _id } }';
  await manager.run(record, { id: String(rows[0]!.id), option });
}

const launchedBefore = (message: number) =>
  sql`update messages set launched_at = launched_at - interval '1 day' where id = ${message}`.execute(db);

/** Whether a person's row is a possible duplicate. */
const marked = (person: number, of: ReturnType<typeof sql>) =>
  until(async () => {
    const { rows } = await sql<{ marked: boolean }>`
      select r.maybe_duplicate as marked from message_recipients r join messages m on m.id = r.message_id
      join reports p on p.id = m.report_id join report_types t on t.id = p.report_type_id
      where r.person_id = ${person} and r.status not in ('pending', 'suppressed') and ${of}`.execute(db);
    return rows[0];
  });

test('counts corrections, handovers and stand-downs after the release as possibly sent twice', async () => {
  const [reached, late, lateOfNew, lost, comes, spare] = await Promise.all(Array.from({ length: 6 }, someone));
  const first = await alarm({ people: [reached!, late!, lost!] });
  await stood(first.message, reached!, 'sent');
  const correction = await correct(first.report);
  await stood(first.message, lost!, 'failed');
  const group = await createGroup(db, { members: [comes!, spare!] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const limited = await alarm({ lists: [list.id] });
  for (const person of [comes!, spare!]) await answer(limited.message, person);
  for (const message of [first.message, correction, limited.message]) await launchedBefore(message);
  const fresh = await alarm({ people: [reached!, lateOfNew!] });
  await stood(fresh.message, reached!, 'sent');
  const ofFresh = await correct(fresh.report);
  await sql`insert into step_wakes (report_id, person_id) values (${first.report}, ${lost!})`.execute(db);
  await createMailChannel(db, sink.port); // to be handed over to

  const owner = await server.client((await createUser(db, { roles: ['system_owner'] })).id);
  assert.equal((await owner.run('mutation { releaseInstallation }')).releaseInstallation, true);
  await passWindow(db, limited.report); // not while held, because then only this message would report it
  assert.deepEqual(await marked(late!, sql`m.id = ${correction}`), { marked: true }, 'a correction');
  assert.deepEqual(await marked(lost!, sql`m.handed_over`), { marked: true }, 'a hand-over');
  assert.deepEqual(await marked(spare!, sql`t.identifier = 'stand_down'`), { marked: true }, 'a notice');
  const unmarked = await marked(lateOfNew!, sql`m.id = ${ofFresh}`);
  assert.deepEqual(unmarked, { marked: false }, 'what was launched here was sent by nobody else');
});

test('discarded work stays discarded: a reached stop limit sends no requests or stand-downs', async () => {
  await hold();
  const [comes, spare, other, reserve] = await Promise.all(Array.from({ length: 4 }, someone));
  const limited = async (members: number[]) => {
    const group = await createGroup(db, { members });
    const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
    return alarm({ lists: [list.id] });
  };
  const [telling, asking] = [await limited([comes!, spare!]), await limited([other!, reserve!])];
  for (const person of [comes!, spare!]) await answer(telling.message, person);
  await answer(asking.message, other!);
  for (const { report, message } of [telling, asking]) {
    await launchedBefore(message);
    await sql`update cascades set inserted_at = inserted_at - interval '1 day' where report_id = ${report}`.execute(db);
  }
  const owner = await server.client((await createUser(db, { roles: ['system_owner'] })).id);
  const release = 'mutation ($before: DateTime) { releaseInstallation(discardBefore: $before) }';
  await owner.run(release, { before: new Date(Date.now() - 3_600_000).toISOString() });
  const { rows } = await sql`select 1 from stand_downs where due_at is not null`.execute(db);
  assert.equal(rows.length, 0);
  await answer(asking.message, other!, '2');
  const kinds = await until(async () => {
    const lines = await sql<{ kind: string }>`
      select l.kind from log_entries l join reports r on r.event_id = l.event_id
      where r.id = ${asking.report} and l.kind in ('limit_not_reached', 'limit_reopened')`.execute(db);
    return lines.rows[0]?.kind;
  });
  assert.equal(kinds, 'limit_not_reached');
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { advanceMessages } from '#server/alerting/launch/advance-messages.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { openGuard } from '#server/platform/installation/guard.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, passMinutes, settle } from '#testing/messages.ts';
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

/** Returns an alarm whose first person isn't needed. */
async function alarmWithUnneeded(): Promise<number> {
  const people = [(await createPerson(db)).id, (await createPerson(db)).id];
  const group = await createGroup(db, { members: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const channel = await createChannel(db, 'email');
  const values = { reportId: report.id, channelId: channel.id, lists: [list.id], requestAnswer: true };
  const message = (await createDraft(db, values)).id;
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(report.id), key: `switched-${report.id}` });
  await settle(server.app);
  for (const _person of people) {
    await deliver(db, message);
    await passMinutes(db, report.id, 6);
    await settle(server.app);
  }
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', message)
    .where('personId', '=', people[1]!)
    .executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "1") { _id } }', { id: String(id) });
  await settle(server.app);
  return report.id;
}

async function standDownOf(report: number): Promise<{ on: boolean; at: string | null; people: number }> {
  const found = await manager.run('query ($id: ID!) { report(id: $id) { standDown { on at people } } }', {
    id: String(report),
  });
  return found.report.standDown;
}

async function switchTo(report: number, on: boolean): Promise<void> {
  const set = 'mutation ($id: ID!, $on: Boolean!) { setStandDown(report: $id, on: $on) { _id } }';
  await manager.run(set, { id: String(report), on });
  await settle(server.app);
}

test('switched on again, a stand-down gets a new time, not one that a concurrent step left', async () => {
  const report = await alarmWithUnneeded();
  const planned = await standDownOf(report);
  assert.equal(planned.people, 1);
  assert.ok(planned.at);
  await switchTo(report, false);
  assert.deepEqual(await standDownOf(report), { on: false, at: null, people: 0 });
  // a plan by a step that commits late
  await sql`update stand_downs set due_at = clock_timestamp() + interval '1 hour' where report_id = ${report}`.execute(
    db,
  );
  await switchTo(report, true);
  const again = await standDownOf(report);
  assert.equal(again.on, true);
  assert.ok(Date.parse(again.at!) - Date.now() < 30 * 60_000);
});

test('a heartbeat reports that an answer may free people, until the scheduler has seen it', async () => {
  const { beat } = openGuard(server.app);
  const hasWakes = async () => (await beat(db, 'the heartbeat of a test', ['worker'])).hasWakes;
  const report = await alarmWithUnneeded();
  assert.equal(await hasWakes(), false);
  const { rows } = await sql<{ id: number }>`
    select r.id from message_recipients r where r.report_id = ${report} order by r.id limit 1`.execute(db);
  const answer = 'mutation ($id: ID!) { recordAnswer(recipient: $id, option: "2") { _id } }';
  await manager.run(answer, { id: String(rows[0]!.id) });
  assert.equal(await hasWakes(), true);
  await settle(server.app);
  assert.equal(await hasWakes(), false);
});

test('the turn that writes a stand-down reports open work, because its notification may be lost too', async () => {
  const report = await alarmWithUnneeded();
  await settle(server.app);
  await sql`update stand_downs set due_at = clock_timestamp() where report_id = ${report}`.execute(db);
  assert.equal((await advanceMessages(server.app)).isOpen, true);
  const { rows } = await sql`
    select from messages m join stand_downs s on s.notice_id = m.report_id
    where s.report_id = ${report} and m.status = 'queued'`.execute(db);
  assert.equal(rows.length, 1);
});

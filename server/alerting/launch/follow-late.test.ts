import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { inOrder, latePeople, sendReportDrafts } from '#testing/alarms/late-people.ts';
import { createChannel, createDraft, deliver, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

// Without a worker: the test sends, and runs two schedulers at once.
let server: TestServer;
let db: Db;
let manager: TestClient;
let channelId: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  channelId = (await createChannel(db, 'email')).id;
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
});
after(() => server.stop());

const { people, leaving, hand, look, told, shown, watched } = latePeople(() => ({ server, manager, channelId }));

const follow = `mutation ($report: ID!, $kind: FollowUpKind!) {
  createFollowUp(report: $report, kind: $kind) { _id messages { edges { node { _id } } } } }`;
/** Launches what follows a report; answers its message. */
async function launch(report: number, kind: 'CORRECTION' | 'ALL_CLEAR' = 'CORRECTION'): Promise<number> {
  const draft = (await manager.run(follow, { report: String(report), kind })).createFollowUp;
  await manager.run(sendReportDrafts, { id: String(draft._id), key: `follow-${draft._id}` });
  return draft.messages.edges[0].node._id;
}

const follows = async (id: number) => (await shown(id, 'followsUntil')).followsUntil !== null;

test('people who get a message after its correction get the correction late, once, and logged', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const first = await leaving([a, b, c]);
  await hand(first.message, [a]);
  const correction = await launch(first.id);
  await look();
  assert.deepEqual(await told(correction), [a]);
  await hand(first.message, [b]);
  await look();
  await Promise.all([look(), look()]);
  assert.deepEqual(await told(correction), [a, b]);
  assert.deepEqual(await deliver(db, correction), [a, b]);
  await settle(server.app);
  assert.deepEqual(await shown(correction), { status: 'sent', recipientCount: 2 });
  await hand(first.message, [c]);
  await look();
  assert.deepEqual(await shown(correction), { status: 'sending', recipientCount: 3 });
  assert.deepEqual(await deliver(db, correction), [c], 'nobody gets it twice');
  await settle(server.app);
  assert.deepEqual(await shown(correction), { status: 'sent', recipientCount: 3 });
  const log = `query ($id: ID!) { event(id: $id) { log(first: 50) { edges { node { kind text } } } } }`;
  const { event } = await manager.run(log, { id: String(first.eventId) });
  const lines = event.log.edges.filter(({ node }: { node: { kind: string } }) => node.kind === 'follow_up_late');
  assert.equal(lines.length, 2);
  assert.match(lines[0].node.text, /^Nachgereicht: Korrektur: .* an 1 Person,/);
});

test('a person reached only on a channel that the follow-up lacks gets it on one that it has', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const first = await leaving([a]);
  await hand(first.message, [a]);
  const draft = (await manager.run(follow, { report: String(first.id), kind: 'CORRECTION' })).createFollowUp;
  const other = await createDraft(db, {
    reportId: first.id,
    channelId: (await createChannel(db, 'email')).id,
    people: [a, b],
  });
  await manager.run(sendReportDrafts, { id: String(first.id), key: `other-${first.id}` });
  await settle(server.app);
  await hand(other.id, [a, b]);
  await manager.run(sendReportDrafts, { id: String(draft._id), key: `follow-${draft._id}` });
  assert.deepEqual(await told(draft.messages.edges[0].node._id), [a, b]);
});

test('all people get the message and its correction once, in any order around the launch', async () => {
  const size = 6;
  const some = fc.subarray([...Array(size).keys()]);
  const course = fc.record({
    before: fc.subarray([...Array(size).keys()], { minLength: 1 }),
    meanwhile: some,
    later: fc.array(some, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(course, async ({ before, meanwhile, later }) => {
      const crowd = await people(size);
      const first = await leaving(crowd);
      const reached = new Set<number>();
      const reach = async (places: number[]) => {
        const now = places.map((place) => crowd[place]!).filter((id) => !reached.has(id));
        for (const id of now) reached.add(id);
        await hand(first.message, now);
      };
      await reach(before);
      const [correction] = await Promise.all([launch(first.id), reach(meanwhile), look()]);
      for (const places of later) await Promise.all([reach(places), look(), look()]);
      await look();
      assert.deepEqual(inOrder(await told(correction)), inOrder([...reached]));
      const { rows } = await sql`
        select 1 from message_recipients where message_id = ${correction} group by person_id having count(*) > 1`.execute(
        db,
      );
      assert.equal(rows.length, 0);
    }),
    { numRuns: runs(10) },
  );
});

test('a person who gets the alarm late gets its all-clear but no correction after the end', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const first = await leaving([a, b], 'activation');
  await hand(first.message, [a]);
  await hand(first.message, [b], 'failed');
  await settle(server.app);
  const correction = await launch(first.id);
  const id = String(first.eventId);
  await deliver(db, correction);
  await settle(server.app);
  assert.equal(await follows(correction), true);
  await manager.run('mutation ($id: ID!) { finishEvent(id: $id) { _id } }', { id });
  assert.equal(await follows(correction), false, 'it does not say so either');
  const allClear = await launch(first.id, 'ALL_CLEAR');
  await sql`update message_recipients set status = 'delivered' where message_id = ${first.message} and person_id = ${b}`.execute(
    db,
  );
  await look();
  assert.deepEqual([await told(allClear), await told(correction)], [[a, b], [a]]);
  await manager.run('mutation ($id: ID!) { continueEvent(id: $id) { _id } }', { id });
  await look();
  assert.deepEqual(await told(correction), [a]);
});

test('a stopped follow-up goes to no late person; a shared address is recorded as a duplicate', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const first = await leaving([a, b, c]);
  await hand(first.message, [a]);
  const correction = await launch(first.id);
  await look();
  const mail = sql`(select value_str from person_data where person_id = ${a} and key_field_id = 1)`;
  await sql`update person_data set value_str = ${mail} where person_id = ${b} and key_field_id = 1`.execute(db);
  await hand(first.message, [b]);
  await look();
  assert.deepEqual((await statusesOf(db, correction))[b], 'suppressed duplicate');
  assert.equal((await shown(correction)).recipientCount, 1);
  await manager.run('mutation ($id: ID!) { stopMessage(id: $id) { id } }', { id: String(correction) });
  await hand(first.message, [c]);
  await look();
  assert.deepEqual(await told(correction), [a, b]);
  assert.equal(await watched(correction), false);
});

test('a sent follow-up can be stopped while it waits for late people, and stays sent', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const first = await leaving([a, b]);
  await hand(first.message, [a]);
  const correction = await launch(first.id);
  await look();
  await deliver(db, correction);
  await settle(server.app);
  assert.deepEqual([(await shown(correction)).status, await follows(correction)], ['sent', true]);
  const stop = () =>
    manager.send('mutation ($id: ID!) { stopMessage(id: $id) { status } }', { id: String(correction) });
  assert.equal((await shown(correction, 'followEndedAt')).followEndedAt, null);
  assert.equal((await stop()).data.stopMessage.status, 'sent');
  assert.notEqual((await shown(correction, 'followEndedAt')).followEndedAt, null);
  await hand(first.message, [b]);
  await look();
  assert.deepEqual([await told(correction), await follows(correction)], [[a], false]);
  assert.equal((await stop()).errors?.[0]?.message, 'error_message_over');
  const log = `query ($id: ID!) { event(id: $id) { log(first: 50) { edges { node { kind text } } } } }`;
  const { event } = await manager.run(log, { id: String(first.eventId) });
  const [line] = event.log.edges.filter(({ node }: { node: { kind: string } }) => node.kind === 'follow_up_ended');
  assert.match(line.node.text, /^Nicht mehr nachgereicht: Korrektur: /);
});

test('a person with an address that failed for another person gets it at that address', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const first = await leaving([a, b]);
  await hand(first.message, [a]);
  const correction = await launch(first.id);
  await look();
  await deliver(db, correction, () => 'failed');
  await settle(server.app);
  const mail = sql`(select value_str from person_data where person_id = ${a} and key_field_id = 1)`;
  await sql`update person_data set value_str = ${mail} where person_id = ${b} and key_field_id = 1`.execute(db);
  await hand(first.message, [b]);
  await look();
  assert.deepEqual(await deliver(db, correction), [b]);
});

test('a person who answered the correction is not asked again after a late delivery', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const first = await leaving([a]);
  const other = await createDraft(db, {
    reportId: first.id,
    channelId: (await createChannel(db, 'email')).id,
    people: [a, b, c],
  });
  await manager.run(sendReportDrafts, { id: String(first.id), key: `other-${first.id}` });
  await settle(server.app);
  await hand(first.message, [a]);
  await hand(other.id, [b]);
  const draft = (await manager.run(follow, { report: String(first.id), kind: 'CORRECTION' })).createFollowUp;
  const both = draft.messages.edges.map(({ node }: { node: { _id: number } }) => node._id) as [number, number];
  const ask = 'mutation ($id: ID!) { updateMessage(input: { id: $id, requestAnswer: true }) { id } }';
  for (const id of both) await manager.run(ask, { id: String(id) });
  await manager.run(sendReportDrafts, { id: String(draft._id), key: `follow-${draft._id}` });
  for (const id of both) await look().then(() => deliver(db, id));
  const { id: asked } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', both[0])
    .executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "2") { _id } }', { id: String(asked) });
  await settle(server.app);
  await hand(other.id, [a]);
  await look();
  assert.deepEqual(await statusesOf(db, both[1]), { [a]: 'cancelled answered', [b]: 'sent' });
  assert.deepEqual(await shown(both[1]), { status: 'sent', recipientCount: 1 });
  await hand(other.id, [c]);
  await look();
  assert.deepEqual([await deliver(db, both[1]), (await shown(both[1])).recipientCount], [[c], 2]);
});

/** A report by mail and SMS, and its correction when SMS reach no one. */
async function withoutSms({ released = false, smsWorks = false } = {}) {
  const [a, gone, late] = (await people(3)) as [number, number, number];
  const mobile = (personId: number) => ({
    personId,
    keyFieldId: 5,
    valueStr: `+4915199${String(personId).padStart(6, '0')}`,
  });
  await db
    .insertInto('personData')
    .values([mobile(gone), mobile(late)])
    .execute();
  const first = await leaving([a], 'staff_information', (await createChannel(db, 'email')).id);
  const { id: smsChannel } = await createChannel(db, 'sms');
  const sms = await createDraft(db, { reportId: first.id, channelId: smsChannel, people: [gone, late] });
  await manager.run(sendReportDrafts, { id: String(first.id), key: `sms-${first.id}` });
  await settle(server.app);
  await hand(first.message, [a]);
  await hand(sms.id, [gone]);
  const { messages } = (await manager.run(follow, { report: String(first.id), kind: 'CORRECTION' })).createFollowUp;
  const [byMail, bySms] = messages.edges.map(({ node }: { node: { _id: number } }) => node._id) as [number, number];
  if (!smsWorks) await db.deleteFrom('personData').where('personId', '=', gone).where('keyFieldId', '=', 5).execute();
  const { reportId, channelId: mailChannel } = await db
    .selectFrom('messages')
    .select(['reportId', 'channelId'])
    .where('id', '=', byMail)
    .executeTakeFirstOrThrow();
  if (released) await db.updateTable('channels').set({ requiresRelease: true }).where('id', '=', mailChannel).execute();
  await manager.run(sendReportDrafts, { id: String(reportId), key: `follow-${reportId}` });
  await look();
  if (!released && !smsWorks) {
    assert.deepEqual([(await shown(bySms)).status, await follows(bySms), await told(byMail)], ['draft', true, [a]]);
  }
  return { a, gone, late, byMail, bySms, smsChannel, reach: () => hand(sms.id, [late]) };
}

test('a follow-up channel without recipients at launch is sent to people reached there later', async () => {
  const { a, late, byMail, bySms, reach } = await withoutSms();
  await reach();
  await Promise.all([look(), look()]);
  await look();
  assert.equal((await shown(bySms)).recipientCount, 1);
  assert.deepEqual([await deliver(db, bySms), await told(byMail)], [[late], [a]]);
});

test('a changed draft returns to its author, and its late people get the sent version', async () => {
  const { a, gone, late, byMail, bySms, reach } = await withoutSms();
  await manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
    input: { id: String(bySms), content: 'Treffp' },
  });
  await reach();
  await look();
  assert.deepEqual([(await shown(bySms)).status, await told(byMail)], ['draft', inOrder([a, gone, late])]);
});

test('a cancelled follow-up is not sent automatically', async () => {
  const undone = await withoutSms();
  await manager.run('mutation ($id: ID!) { stopMessage(id: $id) { _id } }', { id: String(undone.byMail) });
  await undone.reach();
  await look();
  assert.deepEqual([(await shown(undone.bySms)).status, await follows(undone.bySms)], ['draft', false]);
});

test('a leftover draft waits for the release of the others, then goes; a rejection keeps it', async () => {
  const other = await server.as('crisis_manager', 'editor');
  const [rejected, released] = [await withoutSms({ released: true }), await withoutSms({ released: true })];
  for (const { byMail, bySms, reach } of [rejected, released]) {
    await reach();
    await look();
    const states = [(await shown(byMail)).status, (await shown(bySms)).status, await follows(bySms)];
    assert.deepEqual(states, ['pending_approval', 'draft', false], 'it must not come before the others');
  }
  const reject = 'mutation ($id: ID!) { rejectMessage(id: $id, reason: "Falsch") { _id } }';
  await other.run(reject, { id: String(rejected.byMail) });
  await other.run('mutation ($id: ID!) { releaseMessage(id: $id) { _id } }', { id: String(released.byMail) });
  await look();
  await look();
  assert.deepEqual([(await shown(rejected.bySms)).status, await watched(rejected.bySms)], ['draft', false]);
  assert.deepEqual(await deliver(db, released.bySms), [released.late]);
});

test('a draft that newly needs a release is not sent; late people get the sent version', async () => {
  const { a, gone, late, byMail, bySms, smsChannel, reach } = await withoutSms();
  await db.updateTable('channels').set({ requiresRelease: true }).where('id', '=', smsChannel).execute();
  assert.equal(await follows(bySms), false);
  await reach();
  await look();
  await look();
  assert.deepEqual([(await shown(bySms)).status, await told(byMail)], ['draft', inOrder([a, gone, late])]);
});

test('a late person on a switched-off channel gets the follow-up on another, without doubles', async () => {
  const { a, gone, late, byMail, bySms, smsChannel, reach } = await withoutSms({ smsWorks: true });
  assert.deepEqual([await told(byMail), await told(bySms), await follows(bySms)], [[a], [gone], true]);
  await db.updateTable('channels').set({ isActive: false }).where('id', '=', smsChannel).execute();
  assert.equal(await follows(bySms), false);
  await reach();
  await look();
  assert.deepEqual([await told(byMail), await told(bySms)], [inOrder([a, late]), [gone]]);
});

test('stops looking for late people after a day', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const first = await leaving([a, b]);
  await hand(first.message, [a]);
  const correction = await launch(first.id);
  await sql`update follow_up_watches set ends_at = clock_timestamp() where message_id = ${correction}`.execute(db);
  await look();
  assert.equal(await watched(correction), false);
  await hand(first.message, [b]);
  await look();
  assert.deepEqual(await told(correction), [a]);
});

test('a run long after that day, as in a restored database, sends nothing', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const first = await leaving([a, b]);
  await hand(first.message, [a]);
  const correction = await launch(first.id);
  await hand(first.message, [b]);
  await sql`
    update follow_up_watches set ends_at = clock_timestamp() - interval '1 hour' where message_id = ${correction}`.execute(
    db,
  );
  await look();
  assert.deepEqual([await told(correction), await watched(correction)], [[a], false]);
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createEventType, createPerson, createReport, idByIdentifier } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { createDraft, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createCallChannel, createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';

// Over the network: a silent SMS gateway, and one for calls.
let server: TestServer;
let texts: Gateway;
let calls: Gateway;
let sms: SmsChannel;
let manager: TestClient;
let administrator: TestClient;
let db: Db;
let voiceType: number;
before(async () => {
  server = await startTestServer();
  [texts, calls] = await Promise.all([startGateway(), startGateway()]);
  db = server.app.db;
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  sms = await createSmsChannel(server, texts);
  await createCallChannel(server, calls);
  voiceType = await idByIdentifier(db, 'channelTypes', 'voice');
  manager = await server.as('crisis_manager');
  administrator = await server.as('administrator');
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
});
after(async () => {
  await server.stop();
  await Promise.all([texts.stop(), calls.stop()]);
});

const slots = 4;
let count = 0;

/** An alarm by SMS that the gateway holds. */
async function alarm(people: number): Promise<number> {
  const all = await Promise.all(
    Array.from({ length: people }, () =>
      createPerson(db, { mobile: `+4915161${String(++count).padStart(6, '0')}`, email: null }),
    ),
  );
  const eventType = await createEventType(db);
  const event = await createEvent(db, { activationEventTypeId: eventType.id });
  const { id } = await createReport(db, { eventId: event.id, type: 'activation' });
  await createDraft(db, {
    reportId: id,
    channelId: sms.id,
    people: all.map((person) => person.id),
    requestAnswer: true,
  });
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(id),
    key: `waiting-${id}`,
  });
  return id;
}

/** Counts an alarm's texts and calls by state. */
async function seen(reportId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select case channel_id when ${sms.id} then 'sms ' else 'call ' end || status as state, count(*)::int as count
    from message_recipients where report_id = ${reportId} and status <> 'suppressed' group by 1 order by 1`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}

async function becomes(reportId: number, expected: Record<string, number>): Promise<void> {
  await until(async () => JSON.stringify(await seen(reportId)) === JSON.stringify(expected)).catch(() => undefined);
  assert.deepEqual(await seen(reportId), expected);
}

const switchTo = (isActive: boolean) =>
  administrator.run('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }', {
    input: { id: String(sms.id), isActive },
  });

test('people waiting for a switched-off channel fall back, and its running sends finish', async () => {
  const { promise: said, resolve: say } = Promise.withResolvers<void>();
  texts.before = () => said;
  const reportId = await alarm(slots + 2);
  await becomes(reportId, { 'sms queued': 2, 'sms sending': slots });
  await switchTo(false);
  await becomes(reportId, { 'call sent': 2, 'sms queued': 2, 'sms sending': slots });
  say();
  await becomes(reportId, { 'call sent': 2, 'sms queued': 2, 'sms sent': slots });
  assert.equal(texts.taken.length, slots);
  texts.before = async () => {};
  await switchTo(true);
  await becomes(reportId, { 'call sent': 2, 'sms sent': slots + 2 });
});

test('people waiting for a channel that is deleted, and so switched off, fall back', async () => {
  const { promise: said, resolve: say } = Promise.withResolvers<void>();
  texts.before = () => said;
  const reportId = await alarm(slots + 1);
  await becomes(reportId, { 'sms queued': 1, 'sms sending': slots });
  await administrator.run('mutation ($id: ID!) { deleteChannel(id: $id) { id } }', { id: String(sms.id) });
  await becomes(reportId, { 'call sent': 1, 'sms queued': 1, 'sms sending': slots });
  say();
  texts.before = async () => {};
  await switchTo(true);
  await becomes(reportId, { 'call sent': 1, 'sms sent': slots + 1 });
});

const switchCalls = (isActive: boolean) =>
  administrator.run('mutation ($input: UpdateChannelTypeInput!) { updateChannelType(input: $input) { id } }', {
    input: { id: String(voiceType), isActive },
  });

test('a channel type that is switched on during an alarm takes over from a channel that is off', async () => {
  await switchCalls(false);
  const { promise: said, resolve: say } = Promise.withResolvers<void>();
  texts.before = () => said;
  const reportId = await alarm(slots + 1);
  await becomes(reportId, { 'sms queued': 1, 'sms sending': slots });
  await switchTo(false);
  await settle(server.app);
  await becomes(reportId, { 'sms queued': 1, 'sms sending': slots });
  await switchCalls(true);
  // more than one, if the texts were held for long
  await until(async () => (await seen(reportId))['call sent']);
  say();
  texts.before = async () => {};
  await switchTo(true);
  await until(async () => (await seen(reportId))['sms sent'] === slots + 1);
});

test('an answer at the moment of a failed attempt prevents a further one', async () => {
  const { promise: said, resolve: say } = Promise.withResolvers<void>();
  texts.before = () => said;
  const reportId = await alarm(1);
  await becomes(reportId, { 'sms sending': 1 });
  const { id, personId } = await db
    .selectFrom('messageRecipients')
    .select(['id', 'personId'])
    .where('reportId', '=', reportId)
    .executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "1") { _id } }', { id: String(id) });
  // the failure and the answer were recorded without seeing each other
  await sql`
    with failed as (
      update message_recipients set status = 'retrying', owner = null, try_at = clock_timestamp() + interval '1 hour'
      where id = ${id})
    insert into step_wakes (report_id, person_id) values (${reportId}, ${personId})`.execute(db);
  await becomes(reportId, { 'sms cancelled': 1 });
  say();
  texts.before = async () => {};
});

test('a send that lasts over a minute falls back, as do all waiting ones if nothing moves', async () => {
  const { promise: said, resolve: say } = Promise.withResolvers<void>();
  texts.before = () => said;
  const reportId = await alarm(slots + 2);
  await becomes(reportId, { 'sms queued': 2, 'sms sending': slots });
  await sql`
    update message_recipients set claimed_at = claimed_at - interval '61 seconds'
    where report_id = ${reportId} and status = 'sending'`.execute(db);
  await until(async () => (await seen(reportId))['call sent'] === slots + 2);
  const { trouble } = await db
    .selectFrom('channels')
    .select('trouble')
    .where('id', '=', sms.id)
    .executeTakeFirstOrThrow();
  assert.equal(trouble, 'channel_unreachable');
  say();
  await until(async () => (await seen(reportId))['sms sent'] === slots + 2);
  await until(async () => {
    const channel = await db.selectFrom('channels').select('trouble').where('id', '=', sms.id).executeTakeFirst();
    return channel?.trouble === null;
  });
});

test('a follow-up to an alarm uses the channel chosen by its author, with no fallback', async () => {
  const reportId = await alarm(2);
  await becomes(reportId, { 'sms sent': 2 });
  const follow = 'mutation ($id: ID!) { createFollowUp(report: $id, kind: CORRECTION) { _id } }';
  const { _id: correction } = (await manager.run(follow, { id: String(reportId) })).createFollowUp;
  const drafts = sql`report_id = ${correction} and channel_id <> ${sms.id}`;
  await sql`update messages set is_active = false where ${drafts}`.execute(db);
  texts.down = true;
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(correction),
    key: `waiting-${correction}`,
  });
  await until(async () => (await seen(correction))['sms retrying']);
  await settle(server.app);
  const states = Object.keys(await seen(correction));
  assert.deepEqual(
    states.filter((state) => state.startsWith('call')),
    [],
  );
  texts.down = false;
});

import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import type { AlarmSteps } from '#shared/alarm-steps.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import {
  createEvent,
  createEventType,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
} from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { createDraft, passSeconds, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createCallChannel, createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

// Over the network: a mail server, gateways for SMS and calls. The clock is simulated.
let server: TestServer;
let sink: Sink;
let texts: Gateway;
let calls: Gateway;
let mail: number;
let sms: SmsChannel;
let voice: SmsChannel;
let manager: TestClient;
let db: Db;
before(async () => {
  server = await startTestServer();
  [sink, texts, calls] = await Promise.all([startSink(), startGateway(), startGateway()]);
  db = server.app.db;
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  mail = await createMailChannel(db, sink.port, { maxConnections: 4 });
  sms = await createSmsChannel(server, texts);
  voice = await createCallChannel(server, calls);
  manager = await server.as('crisis_manager');
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
});
after(async () => {
  await server.stop();
  await Promise.all([sink.stop(), texts.stop(), calls.stop()]);
});
beforeEach(async () => {
  texts.down = false;
  await db.updateTable('channels').set({ trouble: null }).execute();
});

let count = 0;
const number = () => `+4915160${String(++count).padStart(6, '0')}`;
const someone = (values: Parameters<typeof createPerson>[1] = {}) => createPerson(db, { mobile: number(), ...values });
const mobileOf = async (id: number) =>
  (
    await sql<{
      v: string;
    }>`select value_str as v from person_data where person_id = ${id} and key_field_id = 5`.execute(db)
  ).rows[0]!.v;
const mailed = async (id: number) => {
  const { rows } = await sql<{
    v: string;
  }>`select value_str as v from person_data where person_id = ${id} and key_field_id = 1`.execute(db);
  return (await sink.ledger()).filter(({ to }) => to === rows[0]?.v).length;
};
const taken = async (gateway: Gateway, id: number) => {
  const mobile = await mobileOf(id);
  return gateway.taken.filter(({ to }) => to === mobile);
};

interface Wanted {
  people: number[];
  lists?: number[];
  channels: number[];
  steps?: AlarmSteps;
  type?: string;
  mode?: 'LIVE' | 'EXERCISE';
}

interface Alarm {
  reportId: number;
  /** Its messages, by channel. */
  on(channelId: number): Promise<number>;
  /** A person's channels, states and reasons as displayed. */
  shown(personId: number): Promise<string[]>;
}

/** Prepares and sends an alarm on these channels. */
async function alarm(wanted: Wanted): Promise<Alarm> {
  const { reportId, ...rest } = await prepare(wanted);
  await launch(reportId);
  return { reportId, ...rest };
}

const launch = (reportId: number) =>
  manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(reportId),
    key: `steps-${reportId}`,
  });

async function prepare({
  people,
  lists = [],
  channels,
  steps,
  type = 'activation',
  mode = 'LIVE',
}: Wanted): Promise<Alarm> {
  const eventType = await createEventType(db, steps ? { alarmSteps: JSON.stringify(steps) } : {});
  const event = await createEvent(db, { mode, activationEventTypeId: eventType.id });
  const { id: reportId } = await createReport(db, { eventId: event.id, type });
  for (const channelId of channels) await createDraft(db, { reportId, channelId, people, lists, requestAnswer: true });
  const on = async (channelId: number) =>
    (
      await db
        .selectFrom('messages')
        .select('id')
        .where('reportId', '=', reportId)
        .where('channelId', '=', channelId)
        .executeTakeFirstOrThrow()
    ).id;
  return { reportId, on, shown: (personId) => shownOf(reportId, personId) };
}

const peopleQuery = `query ($id: ID!) { report(id: $id) { people(first: 100) { edges { node { person { _id } recipients {
  status statusReason plannedAt message { handedOver channel { _id } } } } } } } }`;
interface ShownAttempt {
  status: string;
  statusReason: string | null;
  plannedAt: string | null;
  message: { handedOver: boolean; channel: { _id: number } };
}

async function attemptsOf(reportId: number, personId: number): Promise<ShownAttempt[]> {
  const { report } = await manager.run(peopleQuery, { id: String(reportId) });
  const edges = report.people.edges as { node: { person: { _id: number }; recipients: ShownAttempt[] } }[];
  const own = edges.filter(({ node }) => node.person._id === personId);
  assert.equal(own.length, 1, 'one person, one line');
  return own[0]!.node.recipients;
}

async function shownOf(reportId: number, personId: number): Promise<string[]> {
  const names = { [mail]: 'mail', [sms.id]: 'sms', [voice.id]: 'voice' };
  return (await attemptsOf(reportId, personId)).map(({ message, status, statusReason }) =>
    [names[message.channel._id], status, statusReason, message.handedOver ? 'handed' : null].filter(Boolean).join(' '),
  );
}

const becomes = async (look: () => Promise<unknown>, expected: unknown) => {
  await until(async () => JSON.stringify(await look()) === JSON.stringify(expected)).catch(() => undefined);
  assert.deepEqual(await look(), expected);
};

/** Records a spoken answer. */
async function answer(reportId: number, personId: number, option: string): Promise<void> {
  const row = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('reportId', '=', reportId)
    .where('personId', '=', personId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const record = `mutation ($recipient: ID!, $option: String!) { recordAnswer(recipient: $recipient, option: $option) { _id } }`;
  await manager.run(record, { recipient: String(row.id), option });
}

test('mail, then SMS, then call, each once; the screen shows the times', async () => {
  const { id } = await someone();
  const started = Date.now();
  const { reportId, shown, on } = await alarm({ people: [id], channels: [voice.id, mail, sms.id] });
  await becomes(() => shown(id), ['mail sent', 'sms pending', 'voice pending']);
  const [, text, call] = (await attemptsOf(reportId, id)).map(({ plannedAt }) => Date.parse(plannedAt ?? ''));
  assert.ok(text! >= started + 19_000 && text! <= Date.now() + 20_000);
  assert.equal(call! - text!, 60_000);
  const { message } = await manager.run('query ($id: ID!) { message(id: $id) { plannedAt percentageStatus status } }', {
    id: String(await on(sms.id)),
  });
  assert.deepEqual(message, { plannedAt: new Date(text!).toISOString(), percentageStatus: 0, status: 'sending' });
  await passSeconds(db, reportId, 21);
  await becomes(() => shown(id), ['mail sent', 'sms sent', 'voice pending']);
  assert.deepEqual([(await taken(texts, id)).length, (await taken(calls, id)).length], [1, 0]);
  await passSeconds(db, reportId, 60);
  await becomes(() => shown(id), ['mail sent', 'sms sent', 'voice sent']);
  assert.deepEqual([await mailed(id), (await taken(texts, id)).length, (await taken(calls, id)).length], [1, 1, 1]);
  const ended = async () =>
    (await sql<{ status: string }>`select status from messages where report_id = ${reportId}`.execute(db)).rows.map(
      (row) => row.status,
    );
  await becomes(ended, ['sent', 'sent', 'sent']);
});

test('a person with a read receipt gets no further step', async () => {
  const { id } = await someone();
  const { shown } = await alarm({ people: [id], channels: [sms.id, voice.id] });
  const [text] = await until(async () => ((await taken(texts, id)).length ? taken(texts, id) : null));
  await becomes(() => shown(id), ['sms sent', 'voice pending']);
  await sms.tell({ kind: 'receipt', id: text!.id, state: 'DELIVRD' });
  await becomes(() => shown(id), ['sms delivered', 'voice pending']);
  await sms.tell({ kind: 'receipt', id: text!.id, state: 'READ' });
  await becomes(() => shown(id), ['sms read', 'voice skipped read_before']);
});

test('an answer cancels the remaining steps, planned ones and fallbacks', async () => {
  const [{ id }, other] = [await someone(), await someone({ email: null })];
  const { reportId, shown } = await alarm({ people: [id, other.id], channels: [mail, voice.id], steps: { voice: 30 } });
  await becomes(() => shown(id), ['mail sent', 'voice pending']);
  await answer(reportId, id, '1');
  assert.deepEqual(await shown(id), ['mail sent', 'voice cancelled answered']);
  await passSeconds(db, reportId, 60);
  await becomes(() => shown(other.id), ['mail suppressed no_address', 'voice sent']);
  assert.equal((await taken(calls, id)).length, 0);
});

test('a failure for a person starts the next step at once, and later ones keep their gaps', async () => {
  const { id } = await someone({ email: `nobody${++count}+reject@example.org` });
  const { reportId, shown } = await alarm({ people: [id], channels: [mail, sms.id, voice.id] });
  await becomes(() => shown(id), ['mail failed address_unknown', 'sms sent', 'voice pending']);
  const [, , call] = await attemptsOf(reportId, id);
  const wait = Date.parse(call!.plannedAt!) - Date.now();
  assert.ok(wait > 50_000 && wait <= 60_000, `the call waits ${wait} ms`);
});

test('a receipt that reports a person as not reached starts the next step at once', async () => {
  const { id } = await someone();
  const { shown } = await alarm({ people: [id], channels: [sms.id, voice.id] });
  const [text] = await until(async () => ((await taken(texts, id)).length ? taken(texts, id) : null));
  await becomes(() => shown(id), ['sms sent', 'voice pending']);
  await sms.tell({ kind: 'receipt', id: text!.id, state: 'UNDELIV' });
  await becomes(() => shown(id), ['sms failed undelivered', 'voice sent']);
});

test('a channel in trouble starts the next step at once, at launch and later', async () => {
  const locked = await createMailChannel(db, sink.port, { user: 'alarm', password: 'wrong' });
  const mails = db.updateTable('channels').where('id', '=', mail); // it would stand in
  await mails.set({ isActive: false }).execute();
  for (const trouble of [null, 'channel_credentials']) {
    const { id } = await someone();
    const channel = await db
      .selectFrom('channels')
      .select('trouble')
      .where('id', '=', locked)
      .executeTakeFirstOrThrow();
    assert.equal(channel.trouble, trouble);
    const { shown } = await alarm({ people: [id], channels: [locked, sms.id, voice.id] });
    await becomes(async () => (await shown(id)).slice(1), ['sms sent', 'voice pending']);
  }
  await mails.set({ isActive: true }).execute();
  await db.updateTable('channels').set({ isActive: false }).where('id', '=', locked).execute();
});

test('a missing address starts the next step; without one, a channel that was not chosen', async () => {
  const [both, noMail, neither] = [await someone(), await someone({ email: null }), await someone({ email: null })];
  const people = [both.id, noMail.id, neither.id];
  const { reportId, shown } = await prepare({ people, channels: [mail, sms.id] });
  const preflight = `query ($report: ID!) { preflightReport(report: $report) { recipients unreachableCount handedOver { people channel { _id } }
    people { person { _id } channels { _id } } } }`;
  const landline = await sql<{
    id: number;
  }>`select id from person_data_types where identifier = 'phone_business'`.execute(db);
  await sql`update person_data set key_field_id = ${landline.rows[0]!.id} where person_id = ${neither.id} and key_field_id = 5`.execute(
    db,
  );
  const { preflightReport } = await manager.run(preflight, { report: String(reportId) });
  assert.deepEqual(preflightReport.handedOver, [{ people: 1, channel: { _id: voice.id } }]);
  assert.deepEqual([preflightReport.recipients, preflightReport.unreachableCount], [3, 0]);
  await launch(reportId);
  await becomes(() => shown(noMail.id), ['mail suppressed no_address', 'sms sent']);
  await becomes(
    () => shown(neither.id),
    ['mail suppressed no_address', 'sms suppressed no_address', 'voice sent handed'],
  );
  const log = `query ($id: ID!) { report(id: $id) { event { log(first: 50) { edges { node { kind text } } } } } }`;
  const { report } = await manager.run(log, { id: String(reportId) });
  const lines = (report.event.log.edges as { node: { kind: string; text: string } }[]).filter(
    ({ node }) => node.kind === 'message_handed_over',
  );
  assert.match(lines[0]!.node.text, /1 Person/);
});

test('if all chosen channels fail for a person, falls back to one channel after the other', async () => {
  const { id } = await someone({ email: `nobody${++count}+reject@example.org` });
  texts.refused.add(await mobileOf(id));
  const { shown, reportId } = await alarm({ people: [id], channels: [mail] });
  await becomes(
    () => shown(id),
    ['mail failed address_unknown', 'sms failed address_invalid handed', 'voice sent handed'],
  );
  const ended = async () =>
    (
      await sql<{ status: string }>`select status from messages where report_id = ${reportId} order by id`.execute(db)
    ).rows.map((row) => row.status);
  await becomes(ended, ['failed', 'failed', 'sent']);
});

test('an answer cancels a fallback attempt that has not left', async () => {
  const { id } = await someone({ email: `nobody${++count}+reject@example.org` });
  texts.down = true;
  await db.updateTable('channels').set({ isActive: false }).where('id', '=', voice.id).execute();
  const { reportId, shown } = await alarm({ people: [id], channels: [mail] });
  await becomes(() => shown(id), ['mail failed address_unknown', 'sms retrying channel_unreachable handed']);
  await answer(reportId, id, '3');
  await becomes(() => shown(id), ['mail failed address_unknown', 'sms cancelled answered handed']);
  await db.updateTable('channels').set({ isActive: true }).where('id', '=', voice.id).execute();
});

test('people can order their channels, or choose all at once', async () => {
  const [first, second] = [await someone({ channelOrder: ['voice', 'sms'] }), await someone()];
  const { reportId, shown } = await alarm({ people: [first.id, second.id], channels: [mail, sms.id, voice.id] });
  await becomes(() => shown(first.id), ['voice sent', 'sms pending', 'mail pending']);
  await becomes(() => shown(second.id), ['mail sent', 'sms pending', 'voice pending']);
  await passSeconds(db, reportId, 20);
  await becomes(() => shown(first.id), ['voice sent', 'sms sent', 'mail pending']);
  const third = await someone();
  const all = await alarm({ people: [third.id], channels: [mail, sms.id, voice.id], steps: {} });
  await becomes(() => all.shown(third.id), ['mail sent', 'sms sent', 'voice sent']);
});

test('information has neither steps nor a fallback', async () => {
  const [reached, failed, none] = [
    await someone(),
    await someone({ email: `nobody${++count}+reject@example.org` }),
    await someone({ email: null }),
  ];
  const people = [reached.id, failed.id, none.id];
  const both = await alarm({ people: [reached.id], channels: [mail, sms.id], type: 'staff_information' });
  await becomes(() => both.shown(reached.id), ['mail sent', 'sms sent']);
  const { shown, reportId } = await alarm({ people, channels: [mail], type: 'staff_information' });
  await becomes(() => shown(failed.id), ['mail failed address_unknown']);
  assert.deepEqual(await shown(none.id), ['mail suppressed no_address']);
  const messages = await db.selectFrom('messages').select('id').where('reportId', '=', reportId).execute();
  assert.equal(messages.length, 1);
});

test('an exercise runs the steps and reaches no provider', async () => {
  const [{ id }, bare] = [await someone(), await someone({ email: null })];
  const { reportId, shown } = await alarm({ people: [id, bare.id], channels: [mail, voice.id], mode: 'EXERCISE' });
  await becomes(() => shown(id), ['mail sent', 'voice pending']);
  await passSeconds(db, reportId, 90);
  await becomes(() => shown(id), ['mail sent', 'voice sent']);
  const only = await alarm({ people: [id, bare.id], channels: [mail], mode: 'EXERCISE' });
  await becomes(() => only.shown(bare.id), ['mail suppressed no_address', 'sms sent handed']);
  assert.deepEqual([await mailed(id), (await taken(calls, id)).length], [0, 0]);
  assert.deepEqual([(await taken(texts, bare.id)).length, (await taken(calls, bare.id)).length], [0, 0]);
});

test('stopping a message cancels its planned steps', async () => {
  const { id } = await someone();
  const { shown, on, reportId } = await alarm({ people: [id], channels: [mail, sms.id] });
  await becomes(() => shown(id), ['mail sent', 'sms pending']);
  await manager.run('mutation ($id: ID!) { stopMessage(id: $id) { id } }', { id: String(await on(sms.id)) });
  assert.deepEqual(await shown(id), ['mail sent', 'sms cancelled stopped']);
  await passSeconds(db, reportId, 60);
  assert.deepEqual(await statusesOf(db, await on(sms.id)), { [id]: 'cancelled stopped' });
});

test('a person behind a stop limit gets step times when asked, and none once enough come', async () => {
  const people = [await someone(), await someone(), await someone()];
  const [first, second, third] = people.map(({ id }) => id) as [number, number, number];
  const group = await createGroup(db, { members: [first, second, third] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const { reportId, shown } = await alarm({ people: [], lists: [list.id], channels: [mail, voice.id] });
  await becomes(() => shown(first), ['mail sent', 'voice pending']);
  const planned = async (id: number) => (await attemptsOf(reportId, id)).map(({ plannedAt }) => plannedAt !== null);
  assert.deepEqual(
    [await planned(first), await planned(second)],
    [
      [false, true],
      [false, false],
    ],
  );
  await answer(reportId, first, '2');
  await becomes(() => shown(second), ['mail sent', 'voice pending']);
  assert.deepEqual(
    [await planned(second), await planned(third)],
    [
      [false, true],
      [false, false],
    ],
  );
  await answer(reportId, second, '1');
  await becomes(() => shown(second), ['mail sent', 'voice cancelled answered']);
  await becomes(() => shown(third), ['mail skipped limit_reached', 'voice skipped limit_reached']);
  await passSeconds(db, reportId, 100);
  assert.equal((await taken(calls, first)).length + (await taken(calls, second)).length, 0);
});

test('an administrator sets the steps; an invalid one is refused at its field', async () => {
  const administrator = await server.as('administrator');
  const { id } = await createEventType(db);
  const update = `mutation ($input: UpdateEventTypeInput!) { updateEventType(input: $input) { alarmSteps } }`;
  const given = async (alarmSteps: unknown) => administrator.send(update, { input: { id: String(id), alarmSteps } });
  assert.deepEqual((await given({ voice: 45, sms: 0 })).data.updateEventType.alarmSteps, { voice: 45 });
  assert.deepEqual((await given({})).data.updateEventType.alarmSteps, {});
  assert.equal((await given(null)).data.updateEventType.alarmSteps, null);
  for (const wrong of [{ sms: -1 }, { sms: 3601 }, { sms: 1.5 }, { sms: '20' }, { 'SMS!': 20 }, [20]]) {
    assert.deepEqual((await given(wrong)).errors?.[0]?.extensions.fields, { alarmSteps: 'error_invalid_steps' });
  }
});

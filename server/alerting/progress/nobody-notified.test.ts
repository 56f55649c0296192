import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import { storeTrouble } from '#server/alerting/delivery/trouble.ts';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  idByIdentifier,
} from '#testing/factories.ts';
import { createChannel, createDraft, deliver, passSeconds, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { watch } from '#testing/watching.ts';

let server: TestServer;
let db: Db;
let sender: TestClient;
let mailbox: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  sender = await server.as('crisis_manager', 'editor');
  mailbox = await idByIdentifier(db, 'channels', 'exercise');
});
after(() => server.stop());
// so that no one falls back to another test's channels
afterEach(() => db.updateTable('channels').set({ isActive: false }).where('id', '<>', mailbox).execute());

let count = 0;
const withMobile = (values = {}) =>
  createPerson(db, { mobile: `+4915170${String(++count).padStart(6, '0')}`, ...values });

interface Wanted {
  channels: number[];
  people: number[];
  lists?: number[];
  mode?: string;
  type?: string;
}

/** A report with a draft for each channel. */
async function prepare({ channels, people, lists = [], mode = 'LIVE', type = 'activation' }: Wanted) {
  const event = await createEvent(db, { mode });
  const report = await createReport(db, { eventId: event.id, type });
  const messages: number[] = [];
  for (const channelId of channels)
    messages.push((await createDraft(db, { reportId: report.id, channelId, people, lists, requestAnswer: true })).id);
  const look = `{ event(id: ${event.id}) { stayedInside } report(id: ${report.id}) { stayedInside } }`;
  return {
    reportId: report.id,
    messages,
    launch: async () => {
      await sender.run(`mutation { sendReport(id: ${report.id}, launchKey: "inside-${report.id}") { _id } }`);
      await passSeconds(db, report.id, 60);
      await settle(server.app);
    },
    /** Whether event and report show that no one was notified. */
    said: async (): Promise<[event: boolean, report: boolean]> => {
      const found = await sender.run(look);
      return [found.event.stayedInside !== null, found.report.stayedInside !== null];
    },
    /** The event's reason. */
    why: async (): Promise<string | null> => (await sender.run(look)).event.stayedInside,
  };
}

const send = (message: number) =>
  sender.run(`mutation { sendMessage(id: ${message}, launchKey: "inside-m${message}") { _id } }`);
const stop = (message: number) => sender.run(`mutation { stopMessage(id: ${message}) { _id } }`);

test('a live alarm only in the exercise mailbox notifies no one; pending outside sends suffice', async () => {
  const { id: sms } = await createChannel(db, 'sms');
  const people = [(await withMobile({ email: null })).id];
  const alone = await prepare({ channels: [mailbox], people });
  await alone.launch();
  assert.deepEqual(await alone.said(), [true, true]);
  const both = await prepare({ channels: [mailbox, sms], people });
  await send(both.messages[0]!);
  assert.deepEqual(await both.said(), [true, true], 'a draft on a real channel has not left');
  await both.launch();
  assert.deepEqual(await both.said(), [false, false]);
  await deliver(db, both.messages[1]!, () => 'failed');
  await settle(server.app);
  assert.deepEqual(await both.said(), [true, true], 'neither has what failed altogether');
});

test('an alarm whose fallback channel fails for all notifies no one', async () => {
  const { id: sms } = await createChannel(db, 'sms');
  await createChannel(db, 'email');
  const people = [(await createPerson(db)).id, (await createPerson(db)).id];
  const { reportId, messages, launch, said } = await prepare({ channels: [sms], people });
  await launch();
  const byMail = await db
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', reportId)
    .where('handedOver', '=', true)
    .executeTakeFirstOrThrow();
  assert.deepEqual(await said(), [false, false], 'it may still come by mail');
  await deliver(db, byMail.id, () => 'failed');
  await settle(server.app);
  assert.deepEqual(Object.values(await statusesOf(db, messages[0]!)), [
    'suppressed no_address',
    'suppressed no_address',
  ]);
  assert.deepEqual(await said(), [true, true]);
});

test('messages that left before a stop count as sent, independent of other channels', async () => {
  const [{ id: mail }, { id: sms }] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const people = [(await withMobile()).id, (await withMobile()).id];
  const { messages, launch, said } = await prepare({ channels: [mail, sms], people });
  await launch();
  await deliver(db, messages[1]!);
  await stop(messages[1]!);
  await deliver(db, messages[0]!, () => 'failed');
  await settle(server.app);
  assert.deepEqual(await said(), [false, false]);
});

test('messages waiting for a channel in trouble notify no one until it recovers or one arrives', async () => {
  const { id: sms } = await createChannel(db, 'sms');
  const people = [(await withMobile({ email: null })).id, (await withMobile({ email: null })).id];
  const { messages, launch, said } = await prepare({ channels: [sms], people });
  await launch();
  assert.deepEqual(await said(), [false, false]);
  const page = watch(server, { token: sender.token }, 'subscription { runningEventsChanged }');
  await until(async () => page.seen.length > 0);
  const before = page.seen.length;
  const trouble = { channelId: sms, kind: 'trouble' } as const;
  await storeTrouble(db, { ...trouble, reason: 'channel_unreachable' }, true);
  assert.deepEqual(await said(), [true, true]);
  await until(async () => page.seen.length > before);
  await storeTrouble(db, { ...trouble, reason: null }, true);
  assert.deepEqual(await said(), [false, false]);
  await deliver(db, messages[0]!);
  await storeTrouble(db, { ...trouble, reason: 'channel_unreachable' }, true);
  assert.deepEqual(await said(), [false, false]);
});

test('messages stopped before any delivery notify no one, until they are sent again', async () => {
  const { id: sms } = await createChannel(db, 'sms');
  const alarm = await prepare({ channels: [sms], people: [(await withMobile({ email: null })).id] });
  await alarm.launch();
  assert.equal(await alarm.why(), null);
  await stop(alarm.messages[0]!);
  assert.equal(await alarm.why(), 'stopped');
  const { id: again } = await createDraft(db, {
    reportId: alarm.reportId,
    channelId: mailbox,
    people: [(await withMobile()).id],
  });
  await send(again);
  await settle(server.app);
  assert.equal(await alarm.why(), 'undelivered');
});

test('a person waiting for a channel that sends nothing counts as asked but not reached', async () => {
  const [{ id: mail }, { id: sms }] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const [both, onlyMail, fails, calls] = [
    await withMobile(),
    await createPerson(db),
    await withMobile(),
    await createPerson(db),
  ].map(({ id }) => id) as [number, number, number, number];
  const group = await createGroup(db, { members: [onlyMail, both] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 2 }] });
  const { reportId, messages, launch } = await prepare({
    channels: [mail, sms],
    lists: [list.id],
    people: [fails, calls],
  });
  const stranded = async () => {
    const { answers } = (
      await sender.run(`{ report(id: ${reportId}) { answers { asked stranded limits { contacted stranded } } } }`)
    ).report;
    return [answers.asked, answers.stranded, ...answers.limits.map((limit: { stranded: number }) => limit.stranded)];
  };
  await launch();
  assert.deepEqual(await stranded(), [4, 0, 0]);
  await db.updateTable('channels').set({ isActive: false }).where('id', '=', mail).execute();
  assert.deepEqual(await stranded(), [4, 2, 1], 'two may still get it by text message');
  await deliver(db, messages[1]!, (person) => (person === fails ? 'failed' : 'sent'));
  await settle(server.app);
  assert.deepEqual(await stranded(), [4, 3, 1]);
  const row = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', messages[0]!)
    .where('personId', '=', calls)
    .executeTakeFirstOrThrow();
  await sender.run(`mutation { recordAnswer(recipient: ${row.id}, option: "1") { id } }`);
  assert.deepEqual(await stranded(), [4, 2, 1]);
  await db.updateTable('channels').set({ isActive: true }).where('id', '=', mail).execute();
  assert.deepEqual(await stranded(), [4, 0, 0]);
});

test('counts each channel that stops working, and an exercise mailbox reaches no one', async () => {
  const [{ id: mail }, { id: sms }] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const { reportId, messages, launch, said } = await prepare({
    channels: [mailbox, mail, sms],
    people: [(await withMobile()).id],
  });
  const stranded = async () =>
    (await sender.run(`{ report(id: ${reportId}) { answers { stranded } } }`)).report.answers.stranded;
  const silence = (channelId: number, isSilent: boolean) =>
    storeTrouble(db, { channelId, kind: 'trouble', reason: isSilent ? 'channel_unreachable' : null }, true);
  await launch();
  await deliver(db, messages[0]!);
  assert.equal(await stranded(), 0);
  await silence(mail, true);
  assert.equal(await stranded(), 0);
  await silence(sms, true);
  assert.deepEqual([await stranded(), await said()], [1, [true, true]]);
  await silence(mail, false);
  assert.equal(await stranded(), 0);
});

test('messages in progress on a channel at its switch-off are still on their way', async () => {
  const { id: sms } = await createChannel(db, 'sms');
  const { reportId, messages, launch, said } = await prepare({ channels: [sms], people: [(await withMobile()).id] });
  await launch();
  await db.updateTable('messageRecipients').set({ status: 'sending' }).where('messageId', '=', messages[0]!).execute();
  await db.updateTable('channels').set({ isActive: false }).where('id', '=', sms).execute();
  const { answers } = (await sender.run(`{ report(id: ${reportId}) { answers { stranded } } }`)).report;
  assert.deepEqual([answers.stranded, await said()], [0, [false, false]]);
});

test('messages stopped before sending count as not sent', async () => {
  const { id: sms } = await createChannel(db, 'sms');
  const { messages, launch, said } = await prepare({ channels: [mailbox, sms], people: [(await withMobile()).id] });
  await launch();
  await stop(messages[1]!);
  assert.deepEqual(await said(), [true, true]);
});

test('the start page receives the end of an alarm that failed completely', async () => {
  const { id: sms } = await createChannel(db, 'sms');
  const { messages, launch } = await prepare({ channels: [sms], people: [(await withMobile({ email: null })).id] });
  await launch();
  const page = watch(server, { token: sender.token }, 'subscription { runningEventsChanged }');
  await until(async () => page.seen.length > 0);
  const before = page.seen.length;
  await deliver(db, messages[0]!, () => 'failed');
  await settle(server.app);
  await until(async () => page.seen.length > before);
});

test('shows nothing for unsent messages, exercises and events without alarms', async () => {
  const people = [(await createPerson(db)).id];
  const unsent = await prepare({ channels: [mailbox], people });
  assert.deepEqual(await unsent.said(), [false, false]);
  const exercise = await prepare({ channels: [mailbox], people, mode: 'EXERCISE' });
  await exercise.launch();
  assert.deepEqual(await exercise.said(), [false, false]);
  const information = await prepare({ channels: [mailbox], people, type: 'staff_information' });
  await information.launch();
  assert.deepEqual(await information.said(), [false, true]);
});

import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { callProgram, type SipCaller } from '#testing/fakes/sip-caller.ts';
import { type SipExchange, startSipExchange } from '#testing/fakes/sip-exchange.ts';
import { type SpeechProgram, startSpeechProgram } from '#testing/fakes/speech-program.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { answersTo, askByMobile, createProviderChannel, statusIn } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let exchange: SipExchange;
let speech: SpeechProgram;
let channel: Awaited<ReturnType<typeof createProviderChannel>>;
before(async () => {
  [server, exchange, speech] = await Promise.all([startTestServer(), startSipExchange(), startSpeechProgram()]);
  await server.app.db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  const settings = {
    provider: 'voice-sip',
    server: `127.0.0.1:${exchange.port}`,
    user: 'haus',
    password: exchange.password,
    lines: 20,
    callBack: true,
    perSecond: 50,
    calls: 2,
    pause: 900, // the second call never comes during a test
    ring: 5,
  };
  channel = await createProviderChannel(server, settings, [exchange.password]);
});
const open: SipCaller[] = [];
afterEach(() => {
  for (const caller of open.splice(0)) caller.stop();
});
after(async () => {
  await server.stop();
  await exchange.stop();
  await speech.stop();
});

let numbers = 0;
const number = () => `+4915191${String(++numbers).padStart(6, '0')}`;

/** Calls the program from a number; written as the telephone system shows it. */
async function callBack(from: string): Promise<SipCaller> {
  const contact = await until(() => [...exchange.contacts.keys()].at(-1));
  const port = Number(/:(\d+)$/.exec(contact)![1]);
  const caller = await callProgram({ port, from: `<sip:${from}@anlage>` });
  assert.equal(caller.responses.at(-1), 'SIP/2.0 200 OK');
  open.push(caller);
  return caller;
}

/** Calls back and listens without a key. */
async function heardFrom(from: string): Promise<string[]> {
  const caller = await callBack(from);
  await until(() => caller.said().length > 0);
  await caller.press('2');
  await until(() => caller.endedBy);
  return caller.said();
}

const statusesIn = async (reportId: number) =>
  (await server.app.db.selectFrom('messageRecipients').select('status').where('reportId', '=', reportId).execute()).map(
    ({ status }) => status,
  );

/** Asks people at a number that is busy; returns the report. */
async function askBusy(to: string, people = 1): Promise<{ reportId: number; eventId: number }> {
  exchange.fates.set(to, [{ status: '486 Busy Here' }]);
  const { db } = server.app;
  const manager = await server.as('crisis_manager');
  const event = await createEvent(db);
  const report = await createReport(db, { eventId: event.id });
  const content = `Bitte kommen Sie, Fall ${report.id}.`;
  for (let person = 0; person < people; person++) {
    const { id } = await createPerson(db, { mobile: to });
    // a message asks each number once
    await createDraft(db, { reportId: report.id, channelId: channel.id, people: [id], requestAnswer: true, content });
  }
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "back-${report.id}") { _id } }`);
  await until(async () => (await statusesIn(report.id)).every((status) => status === 'retrying'));
  return { reportId: report.id, eventId: event.id };
}

test('a person who missed the call calls back, answers by key, and is not called again', async () => {
  const to = number();
  const { reportId } = await askBusy(to);
  const caller = await callBack(to.replace('+49', '0'));
  await until(() => caller.said().length > 0);
  assert.match(caller.said()[0]!, new RegExp(`Bitte kommen Sie, Fall ${reportId}\\.`));
  await caller.press('1');
  assert.equal((await answersTo(server.app.db, reportId, 1))[0]!.kind, 'POSITIVE');
  await until(() => caller.said().some((text) => /In wie vielen Minuten/.test(text)));
  await caller.press('15#');
  const answers = await answersTo(server.app.db, reportId, 2);
  assert.deepEqual(
    answers.map(({ kind, minutes, source }) => [kind, minutes, source]),
    [
      ['POSITIVE', null, 'voice'],
      ['POSITIVE', 15, 'voice'],
    ],
  );
  const { status, statusReason } = await statusIn(server.app.db, reportId);
  assert.deepEqual([status, statusReason], ['cancelled', 'answered']);
  await caller.hangUp();
});

test('of several questions the newest unanswered one comes first, and each key counts for its own', async () => {
  const to = number();
  const first = await askBusy(to);
  const second = await askBusy(to);
  const caller = await callBack(to);
  await until(() => caller.said().length > 0);
  assert.match(caller.said()[0]!, new RegExp(`Fall ${second.reportId}\\.`));
  await caller.press('2');
  assert.equal((await answersTo(server.app.db, second.reportId, 1))[0]!.kind, 'NEGATIVE');
  await until(() => caller.said().some((text) => text.includes(`Fall ${first.reportId}.`)));
  assert.deepEqual(await answersTo(server.app.db, first.reportId, 0), []);
  await caller.hangUp();
});

test('ended alarms, however many and new, hide no open question', async () => {
  const to = number();
  const { reportId } = await askBusy(to);
  const manager = await server.as('crisis_manager');
  for (let ended = 0; ended < 5; ended++) {
    const { eventId } = await askBusy(to);
    await manager.run(`mutation { finishEvent(id: ${eventId}) { _id } }`);
  }
  const caller = await callBack(to);
  await until(() => caller.said().length > 0);
  assert.match(caller.said()[0]!, new RegExp(`Fall ${reportId}\\.`));
  await caller.hangUp();
});

test('strangers, and numbers that were not called over this channel, hear no question', async () => {
  const [to, elsewhere] = [number(), number()];
  const { reportId } = await askBusy(to);
  await createPerson(server.app.db, { mobile: elsewhere });
  for (const from of [elsewhere, '+491511', '23', 'anonymous', `${to}1`]) {
    const said = await heardFrom(from);
    assert.equal(said.length, 1, from);
    assert.match(said[0]!, /keine offene Frage|wird nicht übertragen/, from);
  }
  assert.deepEqual(await answersTo(server.app.db, reportId, 0), []);
});

test('after the end of the event a caller hears that it is over, and keys change nothing', async () => {
  const to = number();
  const { reportId, eventId } = await askBusy(to);
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { finishEvent(id: ${eventId}) { _id } }`);
  const said = await heardFrom(to);
  assert.deepEqual([said.length, /ist beendet/.test(said[0]!)], [1, true]);
  assert.deepEqual(await answersTo(server.app.db, reportId, 0), []);
});

test('at a number of two people with the same question no key counts for one of them', async () => {
  const to = number();
  const { reportId } = await askBusy(to, 2);
  const caller = await callBack(to);
  await until(() => caller.said().length > 0);
  await caller.press('1');
  await until(() => caller.endedBy);
  assert.ok(!caller.said().some((text) => text.startsWith('Drücken Sie')));
  assert.equal(caller.said().filter((text) => /mehrere Personen/.test(text)).length, 1);
  assert.deepEqual(await answersTo(server.app.db, reportId, 0), []);
});

test('an exercise or a draft is no question to a caller', async () => {
  const to = number();
  const { db } = server.app;
  const person = await createPerson(db, { mobile: to });
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  await createDraft(db, { reportId: report.id, channelId: channel.id, people: [person.id], requestAnswer: true });
  assert.match((await heardFrom(to))[0]!, /keine offene Frage/);
});

test('a caller who is connected when the alarm ends can still answer, as late', async () => {
  const to = number();
  const reportId = await askByMobile(server, channel.id, to);
  await until(async () => (await statusIn(server.app.db, reportId)).status === 'sent');
  const caller = await callBack(to);
  await until(() => caller.said().length > 0);
  const manager = await server.as('crisis_manager');
  const { eventId } = await server.app.db
    .selectFrom('reports')
    .select('eventId')
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow();
  await manager.run(`mutation { finishEvent(id: ${eventId}) { _id } }`);
  await caller.press('1');
  await answersTo(server.app.db, reportId, 1);
  const late = await server.app.db.selectFrom('answers').select('late').where('reportId', '=', reportId).execute();
  assert.ok(late.every((answer) => answer.late));
  await caller.hangUp();
});

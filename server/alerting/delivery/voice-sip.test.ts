import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createEvent, createEventType, createPerson, createReport } from '#testing/factories.ts';
import { startReceiver } from '#testing/fakes/receiver.ts';
import { type SipExchange, startSipExchange } from '#testing/fakes/sip-exchange.ts';
import { type SpeechProgram, startSpeechProgram } from '#testing/fakes/speech-program.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
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
    transport: 'udp',
    lines: 20,
    perSecond: 50,
    calls: 2,
    pause: 1,
    ring: 5,
    prices: '+49 0.12',
  };
  channel = await createProviderChannel(server, settings, [exchange.password]);
});
after(async () => {
  await server.stop();
  await exchange.stop();
  await speech.stop();
});

let numbers = 0;
const number = () => `+4915190${String(++numbers).padStart(6, '0')}`;
const callsTo = (to: string) => exchange.calls.filter((call) => call.to === to);
const stateOf = async (reportId: number) => {
  const { status, statusReason } = await statusIn(server.app.db, reportId);
  return statusReason ? `${status} ${statusReason}` : status;
};

test('the call reads the alarm twice; key 1 answers at once, then minutes; the board shows both', async () => {
  const to = number();
  exchange.fates.set(to, [['', '', '1', '20#']]);
  const reportId = await askByMobile(server, channel.id, to, 'Bitte kommen Sie in den Stabsraum.');
  const answers = await answersTo(server.app.db, reportId, 2);
  assert.deepEqual(
    answers.map(({ kind, minutes, text, source }) => [kind, minutes, text, source]),
    [
      ['POSITIVE', null, '1', 'voice'],
      ['POSITIVE', 20, '1 20', 'voice'],
    ],
  );
  await until(async () => (await stateOf(reportId)) === 'read');
  const [call] = callsTo(to);
  const [first, second, menu] = call!.said();
  assert.match(first!, /Bitte kommen Sie in den Stabsraum\./);
  assert.equal(second, first);
  assert.match(menu!, /^Drücken Sie 1 für: Ich komme\. Drücken Sie 2 für: Ich komme nicht\. /);
});

test('the answer is on the board while the call goes on', async () => {
  const to = number();
  exchange.fates.set(to, [['2', '', '']]);
  const reportId = await askByMobile(server, channel.id, to);
  assert.equal((await answersTo(server.app.db, reportId, 1))[0]!.kind, 'NEGATIVE');
  assert.equal(callsTo(to)[0]!.state, 'connected');
  // the receipt of the key waits for the end of the call, whose id isn't stored yet
  const { status, externalId } = await statusIn(server.app.db, reportId);
  assert.deepEqual([status, externalId], ['sending', null]);
  await until(async () => (await stateOf(reportId)) === 'read');
});

test('calls again after busy or a refused call, with a pause and up to the set number', async () => {
  const [busy, declined, unknown, late] = [number(), number(), number(), number()];
  exchange.fates.set(busy, [{ status: '486 Busy Here' }]);
  exchange.fates.set(declined, [{ status: '603 Decline' }]);
  exchange.fates.set(unknown, [{ status: '404 Not Found' }]);
  exchange.fates.set(late, [{ status: '486 Busy Here' }, ['2']]);
  const reports = await Promise.all([busy, declined, unknown, late].map((to) => askByMobile(server, channel.id, to)));
  const expected = ['failed line_busy', 'failed call_declined', 'failed address_unknown', 'read'];
  await until(async () => {
    const states = await Promise.all(reports.map((id) => stateOf(id)));
    return states.every((state, at) => state === expected[at]);
  }).catch(() => undefined);
  assert.deepEqual(await Promise.all(reports.map((id) => stateOf(id))), expected);
  assert.deepEqual(
    [busy, declined, unknown, late].map((to) => callsTo(to).length),
    [2, 2, 1, 2],
  );
});

test('of several questions at one number the keys answer the one that was read out', async () => {
  const to = number();
  exchange.fates.set(to, [[], ['2']]);
  const first = await askByMobile(server, channel.id, to);
  await until(() => callsTo(to)[0]?.state === 'ended');
  const second = await askByMobile(server, channel.id, to);
  assert.equal((await answersTo(server.app.db, second, 1))[0]!.kind, 'NEGATIVE');
  assert.deepEqual(await answersTo(server.app.db, first, 0), []);
  await until(async () => (await stateOf(first)) === 'sent');
});

test('a machine gets the text, an SMS leaves at once, and the person is called again', async () => {
  const to = number();
  exchange.fates.set(to, ['machine', ['2']]);
  const { db } = server.app;
  const texts = await startReceiver((response) => void response.writeHead(200).end('taken'));
  const gateway = { url: texts.url, body: '{"to":"{to}"}', ownNetwork: true };
  const { id: sms } = await createProviderChannel(server, { provider: 'sms-http', ...gateway }, []);
  const person = await createPerson(db, { mobile: to });
  const type = await createEventType(db, { alarmSteps: JSON.stringify({ sms: 600 }) });
  const event = await createEvent(db, { activationEventTypeId: type.id });
  const { id: reportId } = await createReport(db, { eventId: event.id });
  for (const channelId of [channel.id, sms])
    await createDraft(db, { reportId, channelId, people: [person.id], requestAnswer: true });
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "machine-${reportId}") { _id } }`);
  await until(() => texts.got.length === 1);
  assert.equal((await answersTo(db, reportId, 1))[0]!.kind, 'NEGATIVE');
  const [machine, again] = callsTo(to);
  assert.equal(machine!.said().filter((text) => /^Drücken Sie 1/.test(text)).length, 1);
  assert.deepEqual([callsTo(to).length, machine!.endedBy, texts.got.length], [2, 'program', 1]);
  assert.ok(again!.said().length > 0);
  await texts.stop();
});

test('the end of the event stops the ringing, and no one is called again', async () => {
  const to = number();
  exchange.fates.set(to, ['no-answer']);
  const reportId = await askByMobile(server, channel.id, to);
  await until(() => callsTo(to)[0]?.state === 'ringing');
  const manager = await server.as('crisis_manager');
  const { eventId } = await server.app.db
    .selectFrom('reports')
    .select('eventId')
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow();
  await manager.run(`mutation { finishEvent(id: ${eventId}) { _id } }`);
  await until(async () => (await stateOf(reportId)).startsWith('cancelled'));
  assert.deepEqual(
    callsTo(to).map(({ state }) => state),
    ['cancelled'],
  );
});

test('a telephone stops ringing when its message was stopped, also if the notice of that is lost', async () => {
  const to = number();
  exchange.fates.set(to, ['no-answer']);
  const access = { server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password };
  const patient = { provider: 'voice-sip', ...access, ring: 120 };
  const { id } = await createProviderChannel(server, patient, [exchange.password]);
  const reportId = await askByMobile(server, id, to);
  await until(() => callsTo(to)[0]?.state === 'ringing');
  // as with a stop, but without its notice
  await server.app.db.updateTable('messages').set({ status: 'cancelled' }).where('reportId', '=', reportId).execute();
  await until(() => callsTo(to)[0]?.state === 'cancelled');
  await until(async () => (await stateOf(reportId)).startsWith('cancelled'));
  assert.equal(callsTo(to).length, 1);
});

test('the progress says when all will have been called once some calls have ended', async () => {
  const { db } = server.app;
  const manager = await server.as('crisis_manager');
  const few = await createProviderChannel(
    server,
    {
      ...{ provider: 'voice-sip', server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password },
      ...{ lines: 1, perSecond: 50, calls: 1, ring: 30 },
    },
    [exchange.password],
  );
  const { id: reportId } = await createReport(db, {});
  const people: number[] = [];
  const numbersOfAll = Array.from({ length: 6 }, number);
  for (const to of numbersOfAll) people.push((await createPerson(db, { mobile: to })).id);
  exchange.fates.set(numbersOfAll[5]!, ['no-answer']);
  const { id } = await createDraft(db, { reportId, channelId: few.id, people });
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "forecast-${reportId}") { _id } }`);
  const forecast = async () =>
    (await manager.run(`{ message(id: ${id}) { status callForecast { remaining doneAt } } }`)).message.callForecast;
  const unknown = await until(forecast);
  assert.equal(unknown.doneAt, null);
  assert.ok(unknown.remaining >= 5, 'a call may have ended');
  const known = await until(async () => {
    const one = await forecast();
    return one?.doneAt && one;
  });
  assert.ok(known.remaining > 0 && known.remaining < 6);
  assert.ok(Math.abs(new Date(known.doneAt).getTime() - Date.now()) < 600_000);
  await manager.run(`mutation { stopMessage(id: ${id}) { _id } }`);
  await until(async () => (await forecast()) === null);
});

test('calls to a full prefix wait in the queue and keep no line from others', async () => {
  const { db } = server.app;
  const slow = await createProviderChannel(
    server,
    {
      ...{ provider: 'voice-sip', server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password },
      ...{ lines: 3, perSecond: 50, calls: 1, ring: 5, limits: '+4915190 1' },
    },
    [exchange.password],
  );
  const [first, ...later] = Array.from({ length: 3 }, number);
  const other = `+49160${first!.slice(6)}`;
  exchange.fates.set(first!, [['', '', '', '2']]);
  for (const to of [...later, other]) exchange.fates.set(to, [['2']]);
  const reports = await Promise.all([first!, ...later].map((to) => askByMobile(server, slow.id, to)));
  await until(async () => {
    const due = await db
      .selectFrom('messageRecipients as r')
      .innerJoin('messages as m', 'm.id', 'r.messageId')
      .where('m.reportId', 'in', reports)
      .where('r.status', '=', 'queued')
      .where('r.tryAt', '>', sql<Date>`now()`)
      .select('r.id')
      .execute();
    return due.length > 0;
  });
  const passing = await askByMobile(server, slow.id, other);
  const all = [...reports, passing];
  await Promise.all(all.map((id) => answersTo(db, id, 1)));
  for (const to of [first!, ...later, other]) assert.equal(callsTo(to).length, 1);
});

test('an exercise makes no calls', async () => {
  const to = number();
  const { db } = server.app;
  const manager = await server.as('crisis_manager');
  const person = await createPerson(db, { mobile: to });
  const event = await createEvent(db, { mode: 'EXERCISE' });
  const report = await createReport(db, { eventId: event.id });
  const { id } = await createDraft(db, { reportId: report.id, channelId: channel.id, people: [person.id] });
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "sip-exercise") { _id } }`);
  await until(async () => (await statusesOf(db, id))[person.id] === 'sent');
  assert.deepEqual(callsTo(to), []);
});

import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import { sql } from 'kysely';
import type { Outgoing } from '#server/channels/channel.ts';
import { adapters } from '#server/channels/registry.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { type Exchange, startExchange } from '#testing/fakes/exchange.ts';
import { startReceiver } from '#testing/fakes/receiver.ts';
import { tellSigned, twilioAccount } from '#testing/fakes/twilio.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { answersTo, askByMobile, createProviderChannel, statusIn } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let exchange: Exchange;
let channel: Awaited<ReturnType<typeof createProviderChannel>>;
before(async () => {
  server = await startTestServer();
  exchange = await startExchange();
  await server.app.db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  const settings = {
    provider: 'voice-twilio',
    ...twilioAccount,
    from: '+4930123',
    baseUrl: exchange.url,
    ownNetwork: true,
    maxRequests: 2,
    lines: 20,
    calls: 2,
    pause: 1,
    prices: '+49 0.12',
  };
  channel = await createProviderChannel(server, settings, [twilioAccount.authToken]);
});
after(async () => {
  await server.stop();
  await exchange.stop();
});

let numbers = 0;
const number = () => `+4915190${String(++numbers).padStart(6, '0')}`;
const callsTo = (to: string) => exchange.calls.filter((call) => call.to === to);
const ended = (to: string, count: number) =>
  until(async () => {
    const calls = callsTo(to);
    return calls.length === count && calls.at(-1)!.status !== 'in-progress' && calls;
  });
const stateOf = async (reportId: number) => {
  const { status, statusReason } = await statusIn(server.app.db, reportId);
  return statusReason ? `${status} ${statusReason}` : status;
};

test('the call reads the alarm twice; key 1 answers, then minutes; the board shows both', async () => {
  const to = number();
  exchange.fates.set(to, [['1', '20']]);
  const reportId = await askByMobile(server, channel.id, to, 'Bitte kommen Sie in den Stabsraum.');
  const [call] = await ended(to, 1);
  const [first, second, menu, question, thanks] = call!.said;
  assert.match(first!, /Bitte kommen Sie in den Stabsraum\./);
  assert.equal(second, first);
  assert.match(menu!, /^Drücken Sie 1 für: Ich komme\. Drücken Sie 2 für: Ich komme nicht\. Drücken Sie 3 für: /);
  assert.match(question!, /In wie vielen Minuten/);
  assert.match(thanks!, /Vielen Dank/);
  assert.deepEqual([...new Set(call!.languages)], ['de-DE']);
  const answers = await answersTo(server.app.db, reportId, 2);
  assert.deepEqual(
    answers.map(({ kind, minutes, text, source }) => [kind, minutes, text, source]),
    [
      ['POSITIVE', null, '1', 'voice'],
      ['POSITIVE', 20, '1 20', 'voice'],
    ],
  );
  await until(async () => (await stateOf(reportId)) === 'read');
});

test('another key after the answer changes it; the last one counts, and silence ends the call', async () => {
  const to = number();
  exchange.fates.set(to, [['2', '1', '15', '2', '']]);
  const reportId = await askByMobile(server, channel.id, to, 'Bitte kommen Sie.');
  const [call] = await ended(to, 1);
  assert.match(call!.said.at(-1)!, /Auf Wiederhören/);
  const answers = await answersTo(server.app.db, reportId, 4);
  assert.deepEqual(
    answers.map(({ kind, minutes }) => [kind, minutes]),
    [
      ['NEGATIVE', null],
      ['POSITIVE', null],
      ['POSITIVE', 15],
      ['NEGATIVE', null],
    ],
  );
});

test('with letter codes, keys are positions of answers, and the board shows the pressed ones', async () => {
  const { db } = server.app;
  const to = number();
  exchange.fates.set(to, [['1', '20']]);
  const person = await createPerson(db, { mobile: to });
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  await createDraft(db, { reportId, channelId: channel.id, people: [person.id], requestAnswer: true });
  await sql`update answer_options set code = translate(code, '123', 'ABC') where report_id = ${reportId}`.execute(db);
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "letters-${reportId}") { _id } }`);
  const answers = await answersTo(db, reportId, 2);
  assert.deepEqual(
    answers.map(({ kind, minutes, text }) => [kind, minutes, text]),
    [
      ['POSITIVE', null, '1'],
      ['POSITIVE', 20, '1 20'],
    ],
  );
});

test('a hang-up after the key keeps the answer; key 2 asks for no minutes', async () => {
  const [hasty, absent] = [number(), number()];
  exchange.fates.set(hasty, [['1']]);
  exchange.fates.set(absent, [['2']]);
  const reports = await Promise.all([hasty, absent].map((to) => askByMobile(server, channel.id, to)));
  assert.equal((await answersTo(server.app.db, reports[0]!, 1))[0]!.kind, 'POSITIVE');
  assert.equal((await answersTo(server.app.db, reports[1]!, 1))[0]!.kind, 'NEGATIVE');
  const [call] = await ended(absent, 1);
  assert.match(call!.said.at(-1)!, /Vielen Dank/);
});

test('an unknown key or silence repeats the answers, then the call ends and counts as delivered', async () => {
  const to = number();
  exchange.fates.set(to, [['9', '', '', '1']]);
  const reportId = await askByMobile(server, channel.id, to);
  const [call] = await ended(to, 1);
  assert.equal(call!.said.filter((text) => text.startsWith('Drücken Sie 1')).length, 3);
  assert.equal(call!.said.filter((text) => text === 'Diese Taste ist nicht belegt.').length, 1);
  assert.equal(call!.said.at(-1), 'Auf Wiederhören.');
  await until(async () => (await stateOf(reportId)) === 'delivered');
  assert.deepEqual(await answersTo(server.app.db, reportId, 0), []);
});

test('calls again after busy, no answer or a machine, with a pause and up to the set number', async () => {
  const [busy, nobody, machine, late] = [number(), number(), number(), number()];
  exchange.fates.set(busy, ['busy']);
  exchange.fates.set(nobody, ['no-answer']);
  exchange.fates.set(machine, ['machine']);
  exchange.fates.set(late, ['busy', ['2']]);
  const reports = await Promise.all([busy, nobody, machine, late].map((to) => askByMobile(server, channel.id, to)));
  const expected = ['failed line_busy', 'failed no_answer', 'failed answering_machine', 'read'];
  await until(async () => {
    const states = await Promise.all(reports.map((id) => stateOf(id)));
    return states.every((state, at) => state === expected[at]);
  }).catch(() => undefined);
  assert.deepEqual(await Promise.all(reports.map((id) => stateOf(id))), expected);
  for (const to of [busy, nobody, machine, late]) assert.equal(callsTo(to).length, 2);
  assert.deepEqual(await answersTo(server.app.db, reports[2]!, 0), [], 'a machine never answers');
});

test('does not call an invalid number again', async () => {
  const to = number();
  exchange.fates.set(to, ['failed']);
  const reportId = await askByMobile(server, channel.id, to);
  await until(async () => (await stateOf(reportId)) === 'failed undelivered');
  assert.equal(callsTo(to).length, 1);
});

test('of several questions at one number the keys answer the one that was read out', async () => {
  const to = number();
  exchange.fates.set(to, [[], ['2']]);
  const first = await askByMobile(server, channel.id, to);
  await ended(to, 1);
  const second = await askByMobile(server, channel.id, to);
  assert.equal((await answersTo(server.app.db, second, 1))[0]!.kind, 'NEGATIVE');
  assert.deepEqual(await answersTo(server.app.db, first, 0), []);
});

test('ignores keys without a signature of Twilio or sent to another address', async () => {
  const address = `${channel.callbackUrl}/keys?s=e30`;
  const form = { CallSid: 'CA1', To: number(), Digits: '1' };
  assert.equal((await tellSigned(address, form, 'another token')).status, 403);
  assert.equal((await fetch(address, { method: 'POST', body: new URLSearchParams(form) })).status, 403);
  assert.equal((await tellSigned(address, form)).status, 400, 'no state');
});

test('ringing calls delay no others; the end of a call is reported, and queried once', async () => {
  const ringing = Array.from({ length: 6 }, number);
  const pickUp = Promise.withResolvers<readonly string[]>();
  for (const to of ringing) exchange.fates.set(to, [pickUp.promise]);
  const reports = await Promise.all(ringing.map((to) => askByMobile(server, channel.id, to)));
  await until(async () => ringing.every((to) => callsTo(to).length === 1));
  pickUp.resolve(['1']);
  for (const id of reports) await until(async () => (await stateOf(id)) === 'read');
  assert.deepEqual(
    ringing.map((to) => callsTo(to)[0]!.asked),
    ringing.map(() => 1),
  );
});

test('finds out how a call ended without a report', async () => {
  const to = number();
  exchange.silent = true;
  exchange.fates.set(to, ['failed']);
  const reportId = await askByMobile(server, channel.id, to);
  await until(async () => (await stateOf(reportId)) === 'failed undelivered');
  exchange.silent = false;
});

test('believes the end of a call only with a signature of Twilio', async () => {
  const address = `${channel.callbackUrl}/ended?k=d.1.1.0`;
  const form = { CallSid: 'CA1', To: number(), CallStatus: 'completed' };
  assert.equal((await tellSigned(address, form, 'another token')).status, 403);
  assert.equal((await tellSigned(address, form)).status, 200);
  assert.equal((await tellSigned(`${channel.callbackUrl}/ended`, form)).status, 400, 'no key');
});

test('an exercise makes no calls', async () => {
  const to = number();
  const manager = await server.as('crisis_manager');
  const person = await createPerson(server.app.db, { mobile: to });
  const event = await createEvent(server.app.db, { mode: 'EXERCISE' });
  const report = await createReport(server.app.db, { eventId: event.id });
  const { id } = await createDraft(server.app.db, { reportId: report.id, channelId: channel.id, people: [person.id] });
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "voice-exercise") { _id } }`);
  await until(async () => (await statusesOf(server.app.db, id))[person.id] === 'sent');
  assert.deepEqual(callsTo(to), []);
});

const longCall = (more: Partial<Outgoing> = {}): Outgoing => ({
  recipientId: 1,
  generation: 1,
  personId: null,
  to: number(),
  key: 'd.1.1.0123abcd',
  subject: '',
  text: 'Bitte kommen Sie.',
  html: null,
  urgent: true,
  careful: false,
  begin: () => {},
  ...more,
});

test('waits for the full length of a long text; a person still in the call has picked up', async () => {
  let status = 'in-progress';
  let asked = 0;
  const provider = await startReceiver((response, { path }) => {
    const isCall = /\/CA1\.json$/.test(path);
    if (isCall) asked++;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sid: 'CA1', status }));
  });
  const settings = { ...twilioAccount, from: '+4930123', baseUrl: provider.url, ownNetwork: true };
  const sender = adapters.get('voice-twilio')!.open(settings, server.app);
  const { now } = performance;
  let passed = 0;
  const clock = mock.method(performance, 'now', () => now.call(performance) + passed);
  try {
    const call = async (minutes: number) => {
      [asked, passed] = [0, 0];
      const sending = sender.send(longCall({ text: 'Bitte kommen Sie. '.repeat(110) }));
      sending.catch(() => undefined);
      await until(async () => asked >= 1);
      passed = minutes * 60_000;
      return { sending };
    };
    const { sending } = await call(7);
    const before = asked;
    await until(async () => asked > before + 1);
    passed = 20 * 60_000;
    assert.deepEqual(await sending, { externalId: 'CA1' });
    status = 'ringing';
    await assert.rejects((await call(20)).sending, { kind: 'unknown', externalId: 'CA1' });
  } finally {
    clock.mock.restore();
    await provider.stop();
  }
});

test('instructions of a call fit the limit of Twilio, and the preview shows the spoken text', async () => {
  const options = Array.from({ length: 9 }, (_, at) => ({ code: `${at}`, label: '"&'.repeat(30), askMinutes: true }));
  const one = longCall({
    text: 'Ä "&" <b>'.repeat(300),
    answer: { url: 'https://krise.example.org/a/x', options, replyCode: 'ABCD' },
  });
  let form = new URLSearchParams();
  const provider = await startReceiver((response, { path, body }) => {
    if (body) form = new URLSearchParams(body);
    const status = /\/CA1\.json$/.test(path) ? 'completed' : 'queued';
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sid: 'CA1', status }));
  });
  const settings = { ...twilioAccount, from: '+4930123', baseUrl: provider.url, ownNetwork: true };
  const adapter = adapters.get('voice-twilio')!;
  try {
    await adapter.open(settings, { ...server.app, callbackUrl: `${server.url}/api/channels/1/token` }).send(one);
    const length = form.get('Twiml')!.length;
    assert.ok(length <= 4000 && length > 3500, String(length));
    const { losses = [] } = await adapter.arrives!(one, settings, server.app);
    const cut = losses.find(({ kind }) => kind === 'cut');
    assert.ok(cut && cut.kept! > 0 && cut.kept! < 2000, JSON.stringify(losses));
  } finally {
    await provider.stop();
  }
});

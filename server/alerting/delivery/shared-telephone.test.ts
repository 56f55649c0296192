import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Selectable } from 'kysely';
import type { DB } from '#server/platform/database/types.gen.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { type Exchange, startExchange } from '#testing/fakes/exchange.ts';
import { type SipExchange, startSipExchange } from '#testing/fakes/sip-exchange.ts';
import { type SpeechProgram, startSpeechProgram } from '#testing/fakes/speech-program.ts';
import { tellSigned, twilioAccount } from '#testing/fakes/twilio.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { answersTo, createProviderChannel } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';
import { storeReceived } from './store-received.ts';

// People who share a telephone are asked in different messages of a report.
let server: TestServer;
let db: TestServer['app']['db'];
let exchange: SipExchange;
let speech: SpeechProgram;
let service: Exchange;
let own: Awaited<ReturnType<typeof createProviderChannel>>;
let hosted: typeof own;
before(async () => {
  [server, exchange, speech] = await Promise.all([startTestServer(), startSipExchange(), startSpeechProgram()]);
  service = await startExchange();
  ({ db } = server.app);
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  const calls = { lines: 20, calls: 2, pause: 1 };
  const access = { server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password, perSecond: 50 };
  own = await createProviderChannel(server, { provider: 'voice-sip', ...access, ...calls }, [exchange.password]);
  const account = { ...twilioAccount, from: '+4930123', baseUrl: service.url, ownNetwork: true };
  hosted = await createProviderChannel(server, { provider: 'voice-twilio', ...account, ...calls }, []);
});
after(async () => {
  await server.stop();
  await Promise.all([exchange.stop(), speech.stop(), service.stop()]);
});

let numbers = 0;
const number = () => `+4915191${String(++numbers).padStart(6, '0')}`;

interface Asked {
  eventId: number;
  reportId: number;
  people: number[];
}

/** Asks two people at one number in a message each. */
async function askBoth(channelId: number, to: string): Promise<Asked> {
  const { id: eventId } = await createEvent(db);
  const { id: reportId } = await createReport(db, { eventId });
  const people: number[] = [];
  for (const firstName of ['Anna', 'Bert']) {
    const { id } = await createPerson(db, { mobile: to, firstName });
    people.push(id);
    await createDraft(db, { reportId, channelId, people: [id], requestAnswer: true });
  }
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "shared-${reportId}") { _id } }`);
  return { eventId, reportId, people };
}

const recipientsOf = ({ reportId }: Asked) =>
  db.selectFrom('messageRecipients').selectAll().where('reportId', '=', reportId).orderBy('id').execute();

/** Returns the texts of the answers, each with the id of the call to its person. */
async function answersByCall(asked: Asked, count: number): Promise<[string | null, string | null][]> {
  await answersTo(db, asked.reportId, count);
  const recipients = await until(async () => {
    const rows = await recipientsOf(asked);
    return rows.every(({ status }) => status === 'read') && rows;
  });
  const calls = new Map(recipients.map(({ personId, externalId }) => [personId, externalId]));
  const answers = await db
    .selectFrom('answers')
    .select(['personId', 'text'])
    .where('reportId', '=', asked.reportId)
    .orderBy('id')
    .execute();
  return answers.map(({ personId, text }) => [text, calls.get(personId)!]);
}

const unassigned = async (from: string): Promise<Selectable<DB['replies']>[]> =>
  db.selectFrom('replies').selectAll().where('fromAddress', '=', from).where('recipientId', 'is', null).execute();

for (const [when, courses] of [
  ['after the question', [['', '', '', '1', '5#'], ['2']]],
  [
    'at once',
    [
      ['', '', '1', '5#'],
      ['', '', '2'],
    ],
  ],
] as const) {
  test(`two people at one number are called one after the other, and each key counts for the person of its call (${when})`, async () => {
    const to = number();
    exchange.fates.set(to, [...courses]);
    const asked = await askBoth(own.id, to);
    const callsTo = () => exchange.calls.filter((call) => call.to === to);
    await until(() => callsTo().length === 2);
    const [first, second] = callsTo();
    assert.equal(first!.state, 'ended');
    assert.deepEqual(await answersByCall(asked, 3), [
      ['1', first!.id],
      ['1 5', first!.id],
      ['2', second!.id],
    ]);
    assert.deepEqual(await unassigned(to), []);
  });
}

test('two people at one number are called at once by a service, and each key counts for the person of its call', async () => {
  const to = number();
  const both = Promise.withResolvers<void>();
  const presses = (...keys: string[]) => both.promise.then(() => keys);
  service.fates.set(to, [presses('1', '5'), presses('2')]);
  const asked = await askBoth(hosted.id, to);
  const [first, second] = await until(() => {
    const calls = service.calls.filter((call) => call.to === to);
    return calls.length === 2 && calls;
  });
  both.resolve();
  const answers = await answersByCall(asked, 3);
  assert.deepEqual(
    answers.toSorted(([one], [other]) => one!.localeCompare(other!)),
    [
      ['1', first!.sid],
      ['1 5', first!.sid],
      ['2', second!.sid],
    ],
  );
  assert.deepEqual(await unassigned(to), []);
});

const options = [{ key: '2', code: '2', label: 'Ich komme nicht', askMinutes: false }];
let calls = 0;

/** Presses a key in a call of the service that names a recipient. */
async function press(to: string, recipient: unknown): Promise<number> {
  const state = { language: 'de', voice: '', replyCode: null, options, round: 1, recipient };
  const address = `${hosted.callbackUrl}/keys?s=${Buffer.from(JSON.stringify(state)).toString('base64url')}`;
  return (await tellSigned(address, { CallSid: `CAnamed${++calls}`, To: to, Digits: '2' })).status;
}

test('a key after the end of the event counts as late for the person of the call', async () => {
  const to = number();
  service.fates.set(to, [[]]);
  const asked = await askBoth(hosted.id, to);
  const recipients = await until(async () => {
    const rows = await recipientsOf(asked);
    return rows.every(({ sentAt }) => sentAt) && rows;
  });
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { finishEvent(id: ${asked.eventId}) { _id } }`);
  assert.equal(await press(to, recipients[1]!.id), 200);
  await answersTo(db, asked.reportId, 1);
  const answers = await db
    .selectFrom('answers')
    .select(['personId', 'late'])
    .where('reportId', '=', asked.reportId)
    .execute();
  assert.deepEqual(answers, [{ personId: asked.people[1], late: true }]);
});

test('a named recipient counts only at its number and channel, and only with a question', async () => {
  const [to, other] = [number(), number()];
  service.fates.set(to, [[]]);
  exchange.fates.set(to, [[]]);
  const byService = await askBoth(hosted.id, to);
  const byOwn = await askBoth(own.id, to);
  const [[asked], [elsewhere]] = await Promise.all([recipientsOf(byService), recipientsOf(byOwn)]);
  const { id: silent } = await createPerson(db, { mobile: other });
  const { id: reportId } = await createReport(db, { eventId: byService.eventId });
  await createDraft(db, { reportId, channelId: hosted.id, people: [silent] });
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "silent-${reportId}") { _id } }`);
  const informed = await until(async () => (await recipientsOf({ ...byService, reportId }))[0]);
  assert.equal(await press(other, asked!.id), 200, 'the number of somebody else');
  assert.equal(await press(to, elsewhere!.id), 200, 'over another channel');
  assert.equal(await press(other, informed!.id), 200, 'asked nothing');
  assert.equal(await press(to, 2 ** 31 - 1), 200, 'nobody');
  for (const bad of ['1', -1, 1.5, 2 ** 31, null]) assert.equal(await press(to, bad), 400, String(bad));
  const waiting = await until(async () => {
    const rows = [...(await unassigned(to)), ...(await unassigned(other))];
    return rows.length === 4 && rows.every(({ sortedAt }) => sortedAt) && rows;
  });
  assert.deepEqual(new Set(waiting.map(({ answerId }) => answerId)), new Set([null]));
  for (const id of [byService.reportId, byOwn.reportId, reportId]) assert.deepEqual(await answersTo(db, id, 0), []);
});

test('a key that is sorted late keeps its choice, although another person at the number pressed one after it', async () => {
  const to = number();
  service.fates.set(to, [[]]);
  const asked = await askBoth(hosted.id, to);
  const recipients = await until(async () => {
    const rows = await recipientsOf(asked);
    return rows.every(({ attempts }) => attempts > 0) && rows;
  });
  const channel = { id: hosted.id, addresses: ['phone_mobile', 'phone'] };
  const pressed = async (at: Date, { id: recipientId }: { id: number }, count: number) => {
    const reply = { id: `order-${recipientId}`, from: to, text: '2', at, recipientId };
    await storeReceived(db, channel, { receipts: [], replies: [reply] });
    return answersTo(db, asked.reportId, count);
  };
  const now = Date.now();
  await pressed(new Date(now), recipients[1]!, 1);
  const answers = await pressed(new Date(now - 10_000), recipients[0]!, 2);
  assert.deepEqual(
    answers.map(({ kind }) => kind),
    ['NEGATIVE', 'NEGATIVE'],
  );
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createEventType, createPerson, createReport } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { type Receiver, startReceiver } from '#testing/fakes/receiver.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createCallChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';

// A gateway with two places that responds on command, and one for calls.
let server: TestServer;
let texts: Receiver;
let calls: Gateway;
let sms: number;
let voice: SmsChannel;
let administrator: TestClient;
let manager: TestClient;
let db: Db;
const unanswered: (() => void)[] = [];
before(async () => {
  server = await startTestServer();
  db = server.app.db;
  [administrator, manager] = [await server.as('administrator'), await server.as('crisis_manager')];
  texts = await startReceiver((response) => void unanswered.push(() => response.writeHead(200).end('taken')));
  calls = await startGateway();
  const settings = { url: texts.url, body: '{"to":"{to}"}', maxRequests: 2, timeout: 60, ownNetwork: true };
  sms = (await createProviderChannel(server, { provider: 'sms-http', ...settings }, [])).id;
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  voice = await createCallChannel(server, calls);
});
after(async () => {
  await server.stop();
  await Promise.all([texts.stop(), calls.stop()]);
});

const switchTo = (isActive: boolean) =>
  administrator.run('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { _id } }', {
    input: { id: String(sms), isActive },
  });
const answerAll = () => {
  for (const answer of unanswered.splice(0)) answer();
};
const countOf = async (reportId: number, channelId: number, status: string) =>
  (
    await db
      .selectFrom('messageRecipients')
      .select('id')
      .where('reportId', '=', reportId)
      .where('channelId', '=', channelId)
      .where('status', '=', status as 'sent')
      .execute()
  ).length;

let numbers = 0;
const mobile = () => `+49151700${String(++numbers).padStart(5, '0')}`;

/** An alarm by SMS, and by call ten minutes later. */
async function alarm(count: number): Promise<number> {
  const people = await Promise.all(Array.from({ length: count }, () => createPerson(db, { mobile: mobile() })));
  const type = await createEventType(db, { alarmSteps: JSON.stringify({ voice: 600 }) });
  const event = await createEvent(db, { activationEventTypeId: type.id });
  const { id: reportId } = await createReport(db, { eventId: event.id });
  for (const channelId of [sms, voice.id])
    await createDraft(db, { reportId, channelId, people: people.map(({ id }) => id), requestAnswer: true });
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "off-${reportId}") { _id } }`);
  return reportId;
}

test('a switched-off channel sends nothing, and waiting recipients fall back at once', async () => {
  const people = 8;
  const reportId = await alarm(people);
  await until(async () => unanswered.length === 2);
  await switchTo(false);
  await until(async () => (await countOf(reportId, voice.id, 'sent')) === people - 2);
  answerAll();
  await until(async () => (await countOf(reportId, sms, 'sent')) === 2);
  const [waiting, planned] = [await countOf(reportId, sms, 'queued'), await countOf(reportId, voice.id, 'pending')];
  assert.deepEqual([waiting, planned], [people - 2, 2]);
  assert.equal(texts.got.length, 2, 'nothing more began');

  await switchTo(true);
  await until(async () => unanswered.length === 2);
  assert.equal(texts.got.length, 4, 'switched on, it goes on');
  await until(async () => {
    answerAll();
    return (await countOf(reportId, sms, 'sent')) === people;
  });
  assert.equal(texts.got.length, people, 'nobody twice');
});

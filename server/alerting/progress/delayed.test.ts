import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createEventType, createPerson, createReport } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';

// A channel that can't send is not offered, or marked on the message.
let server: TestServer;
let texts: Gateway;
let sms: SmsChannel;
let manager: TestClient;
let db: Db;
before(async () => {
  server = await startTestServer();
  texts = await startGateway();
  db = server.app.db;
  sms = await createSmsChannel(server, texts);
  manager = await server.as('crisis_manager', 'editor');
});
after(async () => {
  await server.stop();
  await texts.stop();
});

const send = (report: number) =>
  manager.run(`mutation { sendReport(id: ${report}, launchKey: "delayed-${report}") { _id } }`);
const shown = async (message: number) =>
  (await manager.run(`{ message(id: ${message}) { status percentageStatus delayedBy sentAt messageResult { sent } } }`))
    .message;
let count = 0;
const someone = async () =>
  (await createPerson(db, { email: null, mobile: `+49151777${String(++count).padStart(5, '0')}` })).id;

const warned = async (report: number): Promise<boolean> =>
  (await manager.run(`{ preflightReport(report: ${report}) { warnings } }`)).preflightReport.warnings.includes(
    'warning_channel_trouble',
  );

test('a failing channel shows on the message until it recovers; an exercise is unaffected', async () => {
  texts.down = true;
  const report = await createReport(db, { type: 'activation' });
  const { id } = await createDraft(db, { reportId: report.id, channelId: sms.id, people: [await someone()] });
  await send(report.id);
  await until(async () => (await shown(id)).delayedBy !== null);
  assert.partialDeepStrictEqual(await shown(id), {
    status: 'sending',
    percentageStatus: 0,
    delayedBy: 'channel_unreachable',
    messageResult: { sent: 0 },
  });
  await db.updateTable('channels').set({ trouble: 'channel_credentials' }).where('id', '=', sms.id).execute();
  const { id: eventId } = await createEvent(db, { mode: 'EXERCISE' });
  const practice = await createReport(db, { eventId, type: 'activation' });
  const kept = await createDraft(db, { reportId: practice.id, channelId: sms.id, people: [await someone()] });
  assert.equal(await warned(practice.id), false);
  const real = await createReport(db, { type: 'activation' });
  await createDraft(db, { reportId: real.id, channelId: sms.id, people: [await someone()] });
  assert.equal(await warned(real.id), true);
  await send(practice.id);
  await until(async () => (await shown(kept.id)).status === 'sent');
  assert.equal((await shown(kept.id)).delayedBy, null);
  await db.updateTable('channels').set({ trouble: null }).where('id', '=', sms.id).execute();
  texts.down = false;
  await until(async () => (await shown(id)).status === 'sent');
  assert.equal((await shown(id)).delayedBy, null);
});

test('a channel without a provider is in no new draft and refused, and blocks an existing draft', async () => {
  const gone = await createChannel(db, 'sms', { settings: JSON.stringify({ provider: 'gone' }) });
  const { id: eventType } = await createEventType(db);
  const create = `mutation ($input: CreateActivationInput!) { createActivation(input: $input) {
    _id messages { edges { node { channel { _id } } } } } }`;
  const { createActivation: made } = await manager.run(create, { input: { eventType: String(eventType) } });
  const channels = made.messages.edges.map(({ node }: { node: { channel: { _id: number } } }) => node.channel._id);
  assert.ok(channels.includes(sms.id) && !channels.includes(gone.id));
  const refused = async (document: string, variables: object) => {
    const { errors } = await manager.send(document, { ...variables });
    return [errors?.[0]?.message, errors?.[0]?.extensions.fields];
  };
  const why = ['error_channel_no_provider', { channels: 'error_channel_no_provider' }];
  assert.deepEqual(
    await refused(create, { input: { eventType: String(eventType), channels: [String(gone.id)] } }),
    why,
  );
  const add = 'mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { _id } }';
  assert.deepEqual(await refused(add, { r: String(made._id), c: [String(gone.id)] }), why);
  await createDraft(db, { reportId: made._id, channelId: gone.id, people: [await someone()] });
  const { preflightReport } = await manager.run(`{ preflightReport(report: ${made._id}) { blockers } }`);
  assert.ok(preflightReport.blockers.includes('error_channel_no_provider'));
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createPerson, createReport } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';

// An alarm whose chosen channels reach no one falls back if possible.
let server: TestServer;
let texts: Gateway;
let sms: SmsChannel;
let mail: number;
let manager: TestClient;
let db: Db;
before(async () => {
  server = await startTestServer();
  texts = await startGateway();
  db = server.app.db;
  mail = await createMailChannel(db, 1);
  sms = await createSmsChannel(server, texts);
  manager = await server.as('crisis_manager', 'editor');
});
after(async () => {
  await server.stop();
  await texts.stop();
});

let count = 0;
const unmailed = () => createPerson(db, { email: null, mobile: `+4915190${String(++count).padStart(6, '0')}` });
const preflightOf = async (report: number) =>
  (
    await manager.run(`{ preflightReport(report: ${report}) {
      recipients blockers unreachableCount handedOver { people channel { _id } } } }`)
  ).preflightReport;
const launch = (report: number) =>
  manager.send(`mutation { sendReport(id: ${report}, launchKey: "nobody-${report}") { _id } }`);

test('the preflight warns, and all people get it over the other channel', async () => {
  const people = [await unmailed(), await unmailed()];
  const report = await createReport(db, { type: 'activation' });
  const draft = await createDraft(db, { reportId: report.id, channelId: mail, people: people.map(({ id }) => id) });
  assert.deepEqual(await preflightOf(report.id), {
    recipients: 2,
    blockers: [],
    unreachableCount: 0,
    handedOver: [{ people: 2, channel: { _id: sms.id } }],
  });
  assert.equal((await launch(report.id)).errors, undefined);
  await until(async () => texts.taken.length === 2);
  assert.deepEqual(Object.values(await statusesOf(db, draft.id)), ['suppressed no_address', 'suppressed no_address']);
  const { message } = await manager.run(`{ message(id: ${draft.id}) { status } }`);
  assert.notEqual(message.status, 'draft');
});

test('people of a message that reaches no one fall back although another message reaches others', async () => {
  const [mailed, other] = [await createPerson(db, { mobile: null }), await unmailed()];
  const report = await createReport(db, { type: 'activation' });
  const second = await createMailChannel(db, 1);
  await createDraft(db, { reportId: report.id, channelId: second, people: [mailed.id] });
  await createDraft(db, { reportId: report.id, channelId: mail, people: [other.id] });
  const before = texts.taken.length;
  assert.deepEqual((await preflightOf(report.id)).handedOver, [{ people: 1, channel: { _id: sms.id } }]);
  assert.equal((await launch(report.id)).errors, undefined);
  await until(async () => texts.taken.length === before + 1);
});

test('blocks only if no channel reaches any person, and always for information', async () => {
  const nowhere = await createPerson(db, { email: null, mobile: null });
  const alarm = await createReport(db, { type: 'activation' });
  await createDraft(db, { reportId: alarm.id, channelId: mail, people: [nowhere.id] });
  assert.deepEqual((await preflightOf(alarm.id)).blockers, ['error_no_recipients']);
  assert.equal((await launch(alarm.id)).errors?.[0]?.message, 'error_no_recipients');
  const information = await createReport(db, { type: 'staff_information' });
  await createDraft(db, { reportId: information.id, channelId: mail, people: [(await unmailed()).id] });
  assert.partialDeepStrictEqual(await preflightOf(information.id), {
    blockers: ['error_no_recipients'],
    handedOver: [],
  });
  assert.equal((await launch(information.id)).errors?.[0]?.message, 'error_no_recipients');
});

test('leaves no draft for a channel without recipients if another reaches all', async () => {
  const person = await unmailed();
  const report = await createReport(db, { type: 'activation' });
  const idle = await createDraft(db, { reportId: report.id, channelId: mail, people: [person.id] });
  await createDraft(db, { reportId: report.id, channelId: sms.id, people: [person.id] });
  assert.equal((await launch(report.id)).errors, undefined);
  const { report: left } = await manager.run(`{ report(id: ${report.id}) { messages { edges { node { _id } } } } }`);
  assert.deepEqual(
    left.messages.edges.map(({ node }: { node: { _id: number } }) => node._id === idle.id),
    [false],
  );
});

test('retries an address of a failed fallback message for another person with that address', async () => {
  const mobile = `+4915190${String(++count).padStart(6, '0')}`;
  const sharing = await Promise.all([1, 2].map(() => createPerson(db, { email: null, mobile })));
  const report = await createReport(db, { type: 'activation' });
  const sendTo = async (person: number) => {
    await createDraft(db, { reportId: report.id, channelId: mail, people: [person] });
    const key = `shared-${report.id}-${person}`;
    await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "${key}") { _id } }`);
  };
  texts.refused.add(mobile);
  await sendTo(sharing[0]!.id);
  const { id } = await until(() =>
    db
      .selectFrom('messages')
      .select('id')
      .where('reportId', '=', report.id)
      .where('handedOver', '=', true)
      .where('status', '=', 'failed')
      .executeTakeFirst(),
  );
  texts.refused.delete(mobile);
  await sendTo(sharing[1]!.id);
  await until(async () => texts.taken.some(({ to }) => to === mobile));
  // the provider has it before it is written down
  await until(async () => (await statusesOf(db, id))[sharing[1]!.id] === 'sent');
});

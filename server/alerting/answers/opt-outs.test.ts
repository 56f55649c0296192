import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import type { Gateway } from '#testing/fakes/gateway.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import type { TestClient, TestServer } from '#testing/server.ts';
import { type SmsChannel, type SmsServer, startSmsServer } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';

// STOP ends information over the channel, never alarms.
let sms: SmsServer;
let server: TestServer;
let gateway: Gateway;
let channel: SmsChannel;
let manager: TestClient;
let db: Db;
before(async () => {
  sms = await startSmsServer();
  ({ server, gateway, channel, db } = sms);
  manager = await server.as('crisis_manager', 'editor', 'contact_manager');
});
after(() => sms.stop());

let count = 0;
const number = () => `+4915180${String(++count).padStart(6, '0')}`;
const write = async (from: string, text: string) => {
  const id = `wish-${++count}`;
  assert.equal(await channel.tell({ kind: 'reply', id, from, text }), 200);
  return db.selectFrom('replies').selectAll().where('externalId', '=', id).executeTakeFirstOrThrow();
};
const takenBy = (to: string) => gateway.taken.filter((taken) => taken.to === to);

async function launch(type: string, people: readonly number[], requestAnswer = false) {
  const report = await createReport(db, { eventId: (await createEvent(db)).id, type });
  const message = await createDraft(db, {
    reportId: report.id,
    channelId: channel.id,
    people: [...people],
    requestAnswer,
  });
  const preflight = async () =>
    (await manager.run(`{ preflightReport(report: ${report.id}) { recipients optedOut } }`)).preflightReport;
  const send = () => manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "wish-${report.id}") { _id } }`);
  return { reportId: report.id, id: message.id, preflight, send };
}
const optOuts = async (id: number) =>
  (await manager.run(`{ person(id: ${id}) { optOuts { channelType { _id identifier } way at } } }`)).person.optOuts;

test('STOP ends information on the channel but no alarms, is confirmed once; START undoes it', async () => {
  const mobile = number();
  const [person, other] = [await createPerson(db, { mobile }), await createPerson(db, { mobile: number() })];
  assert.partialDeepStrictEqual(await write(mobile, 'STOP'), { wish: 'opt_out', recipientId: null });
  await until(async () => takenBy(mobile).length === 1);
  assert.match(takenBy(mobile)[0]!.text, /keine Informationen mehr.*ANMELDEN/s);
  await write(mobile, 'Stopp!');
  assert.partialDeepStrictEqual(await optOuts(person.id), [{ channelType: { identifier: 'sms' }, way: 'reply' }]);
  const information = await launch('staff_information', [person.id, other.id]);
  assert.deepEqual(await information.preflight(), { recipients: 1, optedOut: 1 });
  await information.send();
  await until(async () => (await statusesOf(db, information.id))[other.id] === 'sent');
  assert.equal((await statusesOf(db, information.id))[person.id], 'suppressed opted_out');
  const alarm = await launch('activation', [person.id], true);
  assert.deepEqual(await alarm.preflight(), { recipients: 1, optedOut: 0 });
  await alarm.send();
  await until(async () => takenBy(mobile).length === 2);
  await write(mobile, 'anmelden');
  await until(async () => takenBy(mobile).length === 3);
  assert.match(takenBy(mobile)[2]!.text, /wieder Informationen/);
  assert.deepEqual(await optOuts(person.id), []);
  const more = await launch('staff_information', [person.id]);
  assert.deepEqual(await more.preflight(), { recipients: 1, optedOut: 0 });
});

test('confirms in the language of the person, otherwise of the organisation', async () => {
  const [mobile, other] = [number(), number()];
  const [english] = [await createPerson(db, { mobile }), await createPerson(db, { mobile: other })];
  await db.insertInto('personData').values({ personId: english.id, keyFieldId: 17, valueStr: 'en' }).execute();
  const confirmation = async (to: string, at = 0) => until(async () => takenBy(to)[at]?.text);
  await write(mobile, 'STOP');
  assert.match(await confirmation(mobile), /no longer get information/);
  await write(other, 'STOP');
  assert.match(await confirmation(other), /keine Informationen mehr/);
  const organisation = (valueStr: string) =>
    db.updateTable('systemSettings').set({ valueStr }).where('valueKey', '=', 'default_language').execute();
  await organisation('en');
  await write(other, 'START');
  assert.match(await confirmation(other, 1), /information this way again/);
  await organisation('de');
});

test('counts for people who own the number, not for people with the number in a note', async () => {
  const mobile = number();
  const [person, noted] = [await createPerson(db, { mobile }), await createPerson(db)];
  await db.insertInto('personData').values({ personId: noted.id, keyFieldId: 18, valueStr: mobile }).execute();
  await write(mobile, 'STOP');
  assert.equal((await optOuts(person.id)).length, 1);
  assert.deepEqual(await optOuts(noted.id), []);
});

test('STOP answers no open question unless an option is named like it', async () => {
  const mobile = number();
  const person = await createPerson(db, { mobile });
  const alarm = await launch('activation', [person.id], true);
  await alarm.send();
  await until(async () => takenBy(mobile).length === 1);
  await write(mobile, 'STOP');
  const answers = () => db.selectFrom('answers').selectAll().where('reportId', '=', alarm.reportId).execute();
  assert.deepEqual(await answers(), []);
  assert.equal((await optOuts(person.id)).length, 1);
  await write(mobile, 'START');
  await db
    .updateTable('answerOptions')
    .set({ label: 'Stop' })
    .where('reportId', '=', alarm.reportId)
    .where('code', '=', '2')
    .execute();
  await write(mobile, 'Stop');
  assert.equal((await answers()).length, 1);
  assert.deepEqual(await optOuts(person.id), []);
});

test('STOP from an unknown sender, and START without an opt-out, wait in the inbox', async () => {
  assert.partialDeepStrictEqual(await write(number(), 'STOP'), { wish: null, filedAt: null });
  const mobile = number();
  await createPerson(db, { mobile });
  assert.partialDeepStrictEqual(await write(mobile, 'START'), { wish: null, filedAt: null });
});

test('only a contact manager removes an opt-out or enters one by hand', async () => {
  const mobile = number();
  const person = await createPerson(db, { mobile });
  await write(mobile, 'abmelden');
  const [{ channelType }] = await optOuts(person.id);
  const set =
    'mutation ($p: ID!, $t: ID!, $o: Boolean!) { setChannelOptOut(person: $p, channelType: $t, optedOut: $o) { optOuts { way } } }';
  const values = { p: String(person.id), t: String(channelType._id) };
  assert.deepEqual((await manager.run(set, { ...values, o: false })).setChannelOptOut, { optOuts: [] });
  assert.deepEqual((await manager.run(set, { ...values, o: true })).setChannelOptOut, {
    optOuts: [{ way: 'operator' }],
  });
  const editor = await server.as('editor');
  assert.equal((await editor.send(set, { ...values, o: false })).errors?.[0]?.message, 'error_forbidden');
});

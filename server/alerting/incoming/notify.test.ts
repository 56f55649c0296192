import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { handlersOf } from '#server/program/job-handlers.ts';
import { createPerson, createShift, createUser } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { createSource, type TestSource } from '#testing/incoming.ts';
import { alertGroup, capXml } from '#testing/incoming-messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';
import { notifyDue, sendNotice } from './notify.ts';

// Without the scheduler; times are moved instead of awaited.
let server: TestServer;
let db: Db;
let gateway: Gateway;
let manager: TestClient;
let channel: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  gateway = await startGateway();
  await sql`update channels set is_active = false where identifier <> 'exercise'`.execute(db);
  channel = (await createSmsChannel(server, gateway)).id;
  manager = await server.as('crisis_manager');
  await server.app.jobs.work({ ...handlersOf(server.app), minute: async () => {} }); // only the test looks for due items
});
after(async () => {
  await server.stop();
  await gateway.stop();
});

let count = 0;
const number = () => `+49170${String(++count).padStart(7, '0')}`;
async function onDuty({ groupId }: TestSource, begins: number, mobile: string | null) {
  const person = await createPerson(db, mobile ? { mobile } : { email: null });
  await createShift(db, { groupId, personId: person.id, begins, hours: 12 });
  return person.id;
}
async function fiveMinutesLater(item: number) {
  await sql`
    update incoming_items set next_notice_at = clock_timestamp() - interval '1 second'
    where id = ${item} and next_notice_at is not null`.execute(db);
  await notifyDue(server.app);
}
const toldTo = (mobile: string) => gateway.taken.filter(({ to }) => to === mobile);
const stateOf = async (item: number) =>
  (
    await manager.run(
      `{ incomingItem(id: "${item}") { nextNoticeAt nobodyLeftAt version takenBy { _id } notices { hasAddress person { _id } } } }`,
    )
  ).incomingItem;

test('an item that nobody takes goes to the people on duty one after another, until nobody is left', async () => {
  const source = await createSource(server, 'cap');
  const [first, second] = [number(), number()];
  const without = await onDuty(source, -3, null);
  const early = await onDuty(source, -2, first);
  const late = await onDuty(source, -1, second);
  await onDuty(source, 5, number());
  const { item } = (await source.send(capXml({ id: 'wake', headline: 'Hochwasser' }))).body;
  await notifyDue(server.app);
  assert.deepEqual((await stateOf(item)).notices, [], 'five minutes are not over');
  await fiveMinutesLater(item);
  const sms = await until(async () => toldTo(first)[0]);
  assert.match(sms.text, /Hochwasser/);
  assert.match(sms.text, new RegExp(`/#/incoming\\?item=${item}`));
  assert.deepEqual((await stateOf(item)).notices, [
    { hasAddress: false, person: { _id: without } },
    { hasAddress: true, person: { _id: early } },
  ]);
  await fiveMinutesLater(item);
  await until(async () => toldTo(second)[0]);
  await fiveMinutesLater(item);
  const state = await stateOf(item);
  assert.ok(state.nobodyLeftAt && state.nextNoticeAt === null);
  assert.equal(state.notices.at(-1).person._id, late);
  await fiveMinutesLater(item);
  assert.deepEqual([toldTo(first).length, toldTo(second).length], [1, 1]);
  await manager.run(`mutation { takeIncomingItem(id: "${item}") { _id } }`);
  const { version } = await stateOf(item);
  await manager.run(`mutation { releaseIncomingItem(id: "${item}", version: ${version}) { _id } }`);
  assert.partialDeepStrictEqual(await stateOf(item), { nobodyLeftAt: null, notices: [] });
  await fiveMinutesLater(item);
  await until(async () => toldTo(first).length === 2);
});

test('nobody is notified of an item that was taken or that its source closed', async () => {
  const source = await createSource(server, 'alertmanager');
  const mobile = number();
  await onDuty(source, -1, mobile);
  const taken = (await source.send(alertGroup('a', { name: 'Taken' }))).body.item;
  await manager.run(`mutation { takeIncomingItem(id: "${taken}") { _id } }`);
  const over = (await source.send(alertGroup('b', { name: 'Over' }))).body.item;
  await source.send(alertGroup('b', { name: 'Over', status: 'resolved' }));
  assert.notEqual(taken, over);
  for (const item of [taken, over]) {
    await fiveMinutesLater(item);
    assert.partialDeepStrictEqual(await stateOf(item), { nextNoticeAt: null, notices: [] });
  }
  assert.deepEqual(toldTo(mobile), []);
});

test('an item of a user who was switched off waits again', async () => {
  const source = await createSource(server, 'cap');
  const { item } = (await source.send(capXml({ id: 'gone' }))).body;
  const { id } = await createUser(db, { roles: ['crisis_manager'] });
  const user = await server.client(id);
  await user.run(`mutation { takeIncomingItem(id: "${item}") { _id } }`);
  await sql`update users set is_active = false where id = ${id}`.execute(db);
  await notifyDue(server.app);
  const state = await stateOf(item);
  assert.equal(state.takenBy, null);
  assert.ok(state.nextNoticeAt);
});

test('absent people are left out, and without a group nobody is left at once', async () => {
  const source = await createSource(server, 'cap');
  const absent = await onDuty(source, -2, number());
  await db
    .insertInto('absences')
    .values({ personId: absent, fromAt: new Date(Date.now() - 3_600_000) })
    .execute();
  const { item } = (await source.send(capXml({ id: 'absent' }))).body;
  await fiveMinutesLater(item);
  const state = await stateOf(item);
  assert.ok(state.nobodyLeftAt);
  assert.deepEqual(state.notices, []);
  const alone = await createSource(server, 'cap', { group: null });
  const other = (await alone.send(capXml({ id: 'alone' }))).body.item;
  assert.equal((await stateOf(other)).nextNoticeAt, null, 'no notice is promised');
  await fiveMinutesLater(other);
  assert.ok((await stateOf(other)).nobodyLeftAt);
});

test('two workers at the same moment notify one person once', async () => {
  const source = await createSource(server, 'cap');
  const [first, second] = [number(), number()];
  await onDuty(source, -2, first);
  await onDuty(source, -1, second);
  const { item } = (await source.send(capXml({ id: 'twice' }))).body;
  await sql`update incoming_items set next_notice_at = clock_timestamp() where id = ${item}`.execute(db);
  await Promise.all([1, 2, 3, 4].map(() => notifyDue(server.app)));
  await until(async () => toldTo(first)[0]);
  assert.equal((await stateOf(item)).notices.length, 1);
  assert.deepEqual([toldTo(first).length, toldTo(second).length], [1, 0]);
});

test('many items at once are one notice, which leaves out those that were taken, and the next one waits', async () => {
  const source = await createSource(server, 'cap');
  const mobile = number();
  await onDuty(source, -1, mobile);
  const send = async (id: string) => (await source.send(capXml({ id, headline: `Viele ${id}` }))).body.item as number;
  const items = [await send('m1'), await send('m2'), await send('m3')];
  const due = sql`update incoming_items set next_notice_at = now() where id = any(${items}::int[])`;
  await due.execute(db);
  await notifyDue(server.app);
  const sms = await until(async () => toldTo(mobile)[0]);
  assert.match(sms.text, /Viele m1 \(\+2\)/);
  for (const item of items) assert.equal((await stateOf(item)).notices.length, 1);
  const later = await send('m4');
  await fiveMinutesLater(later);
  const waiting = await stateOf(later);
  assert.deepEqual([waiting.notices, waiting.nobodyLeftAt], [[], null]);
  assert.ok(Date.parse(waiting.nextNoticeAt) > Date.now());
  await sql`
    update incoming_notices set at = at - interval '5 minutes' where item_id = any(${items}::int[])`.execute(db);
  await fiveMinutesLater(later);
  await until(async () => toldTo(mobile).some(({ text }) => text.includes('Viele m4')));
  assert.equal(toldTo(mobile).length, 2);
  await manager.run(`mutation { takeIncomingItem(id: "${items[0]}") { _id } }`);
  const { person } = (await stateOf(later)).notices[0];
  await sendNotice(server.app, { items, person: person._id, channel, to: mobile });
  assert.match(toldTo(mobile).at(-1)!.text, /Viele m2 \(\+1\)/);
});

test('a later shift is notified of an item for which nobody was left, for a day', async () => {
  const source = await createSource(server, 'cap');
  const { item } = (await source.send(capXml({ id: 'shift' }))).body;
  await fiveMinutesLater(item);
  const { nobodyLeftAt, version } = await stateOf(item);
  assert.ok(nobodyLeftAt);
  await fiveMinutesLater(item);
  assert.partialDeepStrictEqual(await stateOf(item), { nobodyLeftAt, version }, 'nothing changed');
  const mobile = number();
  await onDuty(source, -1, mobile);
  await fiveMinutesLater(item);
  await until(async () => toldTo(mobile)[0]);
  assert.equal((await stateOf(item)).nobodyLeftAt, null);
  await sql`update incoming_items set waits_since = waits_since - interval '25 hours' where id = ${item}`.execute(db);
  await fiveMinutesLater(item);
  const next = number();
  await onDuty(source, -1, next);
  await fiveMinutesLater(item);
  assert.ok((await stateOf(item)).nobodyLeftAt);
  assert.deepEqual(toldTo(next), []);
});

test('if the notice is switched off, the item shows that nobody is notified', async () => {
  const source = await createSource(server, 'cap');
  await onDuty(source, -1, number());
  const { item } = (await source.send(capXml({ id: 'off' }))).body;
  const switchTo = (isActive: boolean) =>
    sql`update system_mails set is_active = ${isActive} where identifier = 'incoming_item'`.execute(db);
  await switchTo(false);
  await fiveMinutesLater(item);
  await switchTo(true);
  const state = await stateOf(item);
  assert.ok(state.nobodyLeftAt);
  assert.deepEqual(state.notices, []);
});

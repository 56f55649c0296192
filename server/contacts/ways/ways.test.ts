import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { createPersonToken } from '#server/contacts/people/tokens.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { tokenOf } from '#server/platform/secrets.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createEvent, createPerson } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { createChannel } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel } from '#testing/sms-channel.ts';
import { checkWays } from './due.ts';
import { readSigns } from './read-signs.ts';
import { sendCheck } from './send-check.ts';
import { confirmedKindsOf } from './ways.ts';

// No worker: the test runs the jobs itself, so that each moment is certain.
let server: TestServer;
let db: Db;
let gateway: Gateway;
let manager: TestClient;
let smsId: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web', PUBLIC_URL: 'https://alarm.example.org' });
  db = server.app.db;
  gateway = await startGateway();
  await sql`update channels set is_active = false where identifier <> 'exercise'`.execute(db);
  smsId = (await createSmsChannel(server, gateway)).id;
  await createChannel(db, 'webpush');
  manager = await server.as('contact_manager');
});
after(async () => {
  await server.stop();
  await gateway.stop();
});
beforeEach(async () => {
  await sql`update people set is_crisis = false`.execute(db);
  await sql`update events set is_running = false`.execute(db);
});

let count = 0;
const number = () => `+49171${String(++count).padStart(7, '0')}`;
async function member(values: Parameters<typeof createPerson>[1] = {}) {
  const mobile = number();
  const person = await createPerson(db, { isCrisis: true, mobile, ...values });
  return { id: person.id, mobile };
}
/** Creates a device of some age, with its last notification. */
async function device(personId: number, { age = 0, used = null }: { age?: number; used?: number | null } = {}) {
  await sql`
    insert into devices (person_id, kind, address, keys, name, inserted_at, last_used_at)
    values (${personId}, 'webpush', ${`https://push.example.org/${++count}`}, '', 'Firefox', now() - make_interval(days => ${age}),
      now() - make_interval(days => ${used}::int))`.execute(db);
}
const membersNow = async (open = false) => {
  const { crisisMembers } = await manager.run(`{ crisisMembers(isOpen: ${open}) {
    person { _id } isDone confirmedKinds missedTest reason reasonBy testsDeclinedAt
    ways { kind address state askedAt testedAt testConfirmedAt missedTest failure } } }`);
  return crisisMembers;
};
const statesOf = async (id: number): Promise<Record<string, string>> => {
  const found = (await membersNow()).find((one: { person: { _id: number } }) => one.person._id === id);
  return Object.fromEntries(found.ways.map((way: { kind: string; state: string }) => [way.kind, way.state]));
};
const checksOf = async (id: number) => {
  const { rows } = await sql<{ id: number; kind: string; nonce: Buffer; sent: boolean; month: string | null }>`
    select id, kind, nonce, sent_at is not null as sent, month::text from way_checks where person_id = ${id} order by id`.execute(
    db,
  );
  return rows;
};
const ask = async (...people: number[]) =>
  (await manager.send(`mutation ($p: [ID!]!) { askForConfirmation(people: $p) }`, { p: people.map(String) })) as {
    data?: { askForConfirmation: number };
    errors?: { message: string }[];
  };
const textsTo = (mobile: string) => gateway.taken.filter(({ to }) => to === mobile).map(({ text }) => text);
const noon = { day: 5, hour: 12 };
const setting = (key: string, value: string | null) =>
  sql`update system_settings set value_str = ${value} where value_key = ${key}`.execute(db);

test('a receipt or an answer confirms, a bounce does not count until the next sign of life', async () => {
  const mine = await member();
  assert.deepEqual(await statesOf(mine.id), { phone_mobile: 'unconfirmed' });
  const delivered = async (status: string, reason: string | null, mode: 'LIVE' | 'EXERCISE' = 'LIVE') => {
    const { messageId, recipients } = await createRecipients(db, { count: 1, channelId: smsId, mode });
    await sql`update messages set launched_at = now() where id = ${messageId}`.execute(db);
    await sql`
      update message_recipients set person_id = ${mine.id}, address_norm = ${mine.mobile}, status = 'sending'
      where id = ${recipients[0]!.id}`.execute(db);
    await sql`
      update message_recipients set status = ${status}, status_reason = ${reason}, sent_at = clock_timestamp()
      where id = ${recipients[0]!.id}`.execute(db);
    await readSigns(db);
    return (await statesOf(mine.id))['phone_mobile'];
  };
  assert.equal(await delivered('delivered', null, 'EXERCISE'), 'unconfirmed', 'an exercise stays inside');
  assert.equal(await delivered('sent', null), 'unconfirmed', 'a provider took it, no more');
  assert.equal(await delivered('failed', 'address_unknown'), 'failed');
  assert.equal(await delivered('delivered', null), 'confirmed');
  assert.equal(await delivered('failed', 'channel_credentials'), 'confirmed', 'our fault, not the number’s');
  assert.equal(await delivered('failed', 'undelivered'), 'failed');
  await sql`
    insert into replies (channel_id, external_id, from_address, text, at)
    values (${smsId}, ${`reply ${++count}`}, ${mine.mobile}, 'OK', now())`.execute(db);
  await readSigns(db);
  assert.equal((await statesOf(mine.id))['phone_mobile'], 'confirmed', 'a reply from the number');
  await sql`update person_data set value_str = ${number()} where person_id = ${mine.id} and key_field_id = 5`.execute(
    db,
  );
  assert.equal((await statesOf(mine.id))['phone_mobile'], 'unconfirmed', 'a changed number starts again');
  await sql`update person_data set value_str = ${mine.mobile} where person_id = ${mine.id} and key_field_id = 5`.execute(
    db,
  );
  assert.equal((await statesOf(mine.id))['phone_mobile'], 'confirmed');
});

test('works-council mode tells the day of a sign of life, and its time only when switched off', async () => {
  const mine = await member();
  // 00:30 of 12 May in Berlin
  await sql`insert into way_signs (person_id, address, confirmed_at)
    values (${mine.id}, ${mine.mobile}, '2026-05-11T22:30:17Z')`.execute(db);
  const sign = async () => {
    const { crisisMembers } = await manager.run(
      '{ crisisMembers { person { _id } ways { kind confirmedAt testConfirmedAt } } }',
    );
    const found = crisisMembers.find(({ person }: { person: { _id: number } }) => person._id === mine.id);
    return found.ways.find(({ kind }: { kind: string }) => kind === 'phone_mobile').confirmedAt;
  };
  assert.equal(await sign(), '2026-05-11T22:00:00.000Z');
  await sql`insert into works_council_changes (is_on, reason) values (false, 'Probe')`.execute(db);
  assert.equal(await sign(), '2026-05-11T22:30:17.000Z');
  await sql`insert into works_council_changes (is_on, reason) values (true, 'Probe')`.execute(db);
});

test('a device is silent after 30 days without a sign of life, and two kinds or a reason are enough', async () => {
  const mine = await member();
  await device(mine.id, { age: 31, used: 31 });
  assert.equal((await statesOf(mine.id))['webpush'], 'silent');
  await device(mine.id, { age: 3 });
  assert.equal((await statesOf(mine.id))['webpush'], 'unconfirmed', 'a new one may still show something');
  await sql`update devices set last_used_at = now() - interval '29 days' where person_id = ${mine.id}`.execute(db);
  assert.equal((await statesOf(mine.id))['webpush'], 'confirmed');
  const open = async () => (await membersNow(true)).map((one: { confirmedKinds: number }) => one.confirmedKinds);
  assert.deepEqual(await open(), [1]);
  await sql`insert into way_signs (person_id, address, confirmed_at) values (${mine.id}, ${mine.mobile}, now())`.execute(
    db,
  );
  assert.deepEqual(await open(), []);
  await sql`update devices set refused_at = now() where person_id = ${mine.id}`.execute(db);
  assert.deepEqual(await open(), [1], 'its push service takes nothing');
  const set = (reason: string | null) =>
    manager.run('mutation ($p: ID!, $r: String) { setWayReason(person: $p, reason: $r) { isDone reason reasonBy } }', {
      p: String(mine.id),
      r: reason,
    });
  const { setWayReason: done } = await set(' Hat nur ein Diensthandy. ');
  assert.equal(done.isDone, true);
  assert.equal(done.reason, 'Hat nur ein Diensthandy.');
  assert.ok(done.reasonBy);
  assert.deepEqual(await open(), []);
  assert.equal((await set('  ')).setWayReason.isDone, false);
  const other = await createPerson(db);
  const refused = await manager.send(`mutation { setWayReason(person: "${other.id}", reason: "x") { isDone } }`);
  assert.equal(refused.errors?.[0]?.message, 'error_not_found', 'only for the crisis team');
});

test('one tap on the link of a request confirms, in the person’s language', async () => {
  const mine = await member({ email: null });
  const off = await member({ isActive: false });
  const objects = await member({ optedOut: true });
  const none = await createPerson(db, { mobile: number() });
  const language = sql`select id from person_data_types where field_type = 'language' limit 1`;
  await sql`insert into person_data (person_id, key_field_id, value_str) values (${mine.id}, (${language}), 'en')`.execute(
    db,
  );
  const { data } = await ask(mine.id, off.id, objects.id, none.id);
  assert.equal(data?.askForConfirmation, 1);
  assert.equal((await ask(mine.id)).data?.askForConfirmation, 0, 'not twice');
  const [check] = await checksOf(mine.id);
  await Promise.all([1, 2].map(() => sendCheck(server.app, { check: check!.id })));
  const [text, ...more] = textsTo(mine.mobile);
  assert.deepEqual(more, []);
  assert.match(text!, /Not an alarm/);
  const path = /https:\/\/alarm\.example\.org(\/w\/[\w-]{22})(?:\s|$)/.exec(text!)?.[1];
  assert.ok(path, text ?? '');
  const page = await fetch(server.url + path);
  const html = await page.text();
  assert.match(html, /Did the message from/);
  assert.match(await (await fetch(`${server.url}${path}?lang=de`)).text(), /Hat Sie die Nachricht/);
  assert.deepEqual(await statesOf(mine.id), { phone_mobile: 'unconfirmed' }, 'a mail scanner opens links');
  const post = (mark: string) => fetch(server.url + path, { method: 'POST', body: new URLSearchParams({ mark }) });
  assert.equal((await post('')).status, 400);
  assert.deepEqual(await statesOf(mine.id), { phone_mobile: 'unconfirmed' });
  const mark = /name="mark" value="([^"]+)"/.exec(html)![1]!;
  for (let time = 1; time <= 2; time++) assert.match(await (await post(mark)).text(), /Thank you/);
  assert.deepEqual(await statesOf(mine.id), { phone_mobile: 'confirmed' });
  await sql`update way_checks set expires_at = now() - interval '1 second' where id = ${check!.id}`.execute(db);
  assert.equal((await fetch(server.url + path)).status, 404);
  assert.equal(tokenOf(server.app.secrets.link, check!.nonce), path.slice(3));
});

test('nobody is asked while an event runs, and a request that waited leaves afterwards', async () => {
  const mine = await member();
  await ask(mine.id);
  const event = await createEvent(db, { isRunning: true });
  const other = await member();
  assert.equal((await ask(other.id)).errors?.[0]?.message, 'error_ask_during_event');
  const [check] = await checksOf(mine.id);
  await sendCheck(server.app, { check: check!.id });
  assert.deepEqual(textsTo(mine.mobile), []);
  await setting('crisis_confirmations', 'true');
  await checkWays(server.app, { ...noon, month: '2026-03-01' });
  assert.deepEqual(await checksOf(other.id), []);
  await sql`update events set is_running = false where id = ${event.id}`.execute(db);
  await checkWays(server.app, { ...noon, hour: 8, month: '2026-03-01' });
  assert.deepEqual(await checksOf(other.id), [], 'nobody is asked at night');
  await Promise.all([1, 2].map(() => checkWays(server.app, { ...noon, month: '2026-03-01' })));
  assert.equal((await checksOf(other.id)).length, 1);
  await sql`update way_checks set asked_at = asked_at - interval '29 days'`.execute(db);
  await checkWays(server.app, { ...noon, month: '2026-03-01' });
  assert.equal((await checksOf(other.id)).length, 1, 'at most once in 30 days');
  await sql`update way_checks set asked_at = asked_at - interval '2 days'`.execute(db);
  await checkWays(server.app, { ...noon, month: '2026-03-01' });
  assert.equal((await checksOf(other.id)).length, 2);
  await sendCheck(server.app, { check: check!.id });
  assert.equal(textsTo(mine.mobile).length, 1);
  await setting('crisis_confirmations', 'false');
});

test('the self-test leaves once a month over SMS and push, and a member who does not confirm is listed', async () => {
  const mine = await member();
  await device(mine.id);
  const off = await member({ isActive: false });
  const declined = await member();
  await sql`insert into way_notes (person_id, tests_declined_at) values (${declined.id}, now())`.execute(db);
  const away = await member();
  await sql`insert into absences (person_id, from_at) values (${away.id}, now() - interval '1 day')`.execute(db);
  const run = (month: string, day = 5) =>
    Promise.all([1, 2, 3].map(() => checkWays(server.app, { ...noon, day, month })));
  const months = async (id: number) => (await checksOf(id)).map(({ kind, month }) => `${kind} ${month}`).sort();
  await run('2026-03-01');
  assert.deepEqual(await months(mine.id), [], 'the installation does not want it');
  await setting('self_test_day', '5');
  await run('2026-03-01', 4);
  assert.deepEqual(await months(mine.id), []);
  const event = await createEvent(db, { isRunning: true });
  await run('2026-03-01');
  assert.deepEqual(await months(mine.id), [], 'postponed');
  await sql`update events set is_running = false where id = ${event.id}`.execute(db);
  await run('2026-03-01', 7);
  await run('2026-03-01', 8);
  const march = ['phone_mobile 2026-03-01', 'webpush 2026-03-01'];
  assert.deepEqual(await months(mine.id), march);
  for (const { id } of [off, declined, away]) assert.deepEqual(await months(id), []);
  const [sms] = (await checksOf(mine.id)).filter(({ kind }) => kind === 'phone_mobile');
  await Promise.all([1, 2].map(() => sendCheck(server.app, { check: sms!.id }, noon)));
  assert.equal(textsTo(mine.mobile).length, 1);
  assert.match(textsTo(mine.mobile)[0]!, /Monatlicher Test, kein Alarm/);
  const missed = async () =>
    (await membersNow(true))
      .filter((one: { missedTest: boolean }) => one.missedTest)
      .map((one: { person: { _id: number } }) => one.person._id);
  assert.deepEqual(await missed(), []);
  await sql`update way_checks set sent_at = sent_at - interval '4 days' where id = ${sms!.id}`.execute(db);
  assert.deepEqual(await missed(), [mine.id]);
  await sql`insert into way_signs (person_id, address, confirmed_at) values (${mine.id}, ${mine.mobile}, now())`.execute(
    db,
  );
  assert.deepEqual(await missed(), [], 'any later sign of life counts');
  await run('2026-04-01');
  assert.equal((await checksOf(mine.id)).length, 4);

  const linkId = await db.transaction().execute((tx) => createPersonToken(server.app, tx, mine.id));
  const { nonce } = await db
    .selectFrom('personTokens')
    .select('nonce')
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow();
  const own = `${server.url}/p/${tokenOf(server.app.secrets.link, nonce)}?lang=de`;
  const html = await (await fetch(own)).text();
  assert.match(html, /SMS, gesendet am [^<]+ nicht bestätigt/);
  const mark = /name="mark" value="([^"]+)"/.exec(html)![1]!;
  const press = async (action: string) =>
    (await fetch(own, { method: 'POST', body: new URLSearchParams({ mark, action }) })).text();
  assert.match(await press('test-decline'), /Sie bekommen keine Tests mehr/);
  await run('2026-05-01');
  assert.equal((await checksOf(mine.id)).length, 4);
  assert.match(await press('test-accept'), /wieder jeden Monat/);
  await run('2026-05-01');
  assert.equal((await checksOf(mine.id)).length, 6);
  await setting('self_test_day', null);
});

test('a self-test that waited leaves only by day, over an active channel, to members who want it; its link works from then on', async () => {
  const mine = await member();
  await setting('self_test_day', '5');
  await checkWays(server.app, { ...noon, month: '2026-06-01' });
  const [sms] = await checksOf(mine.id);
  await sql`update way_checks set expires_at = now() + interval '1 hour' where id = ${sms!.id}`.execute(db);
  const leaves = async (hour = 12) => {
    await sendCheck(server.app, { check: sms!.id }, { hour });
    return (await checksOf(mine.id))[0]!.sent;
  };
  assert.equal(await leaves(18), false, 'in the evening');
  await sql`update channels set is_active = false where id = ${smsId}`.execute(db);
  assert.equal(await leaves(), false, 'the channel is switched off');
  await sql`update channels set is_active = true where id = ${smsId}`.execute(db);
  await sql`insert into way_notes (person_id, tests_declined_at) values (${mine.id}, now())`.execute(db);
  assert.equal(await leaves(), false, 'declined');
  await sql`delete from way_notes where person_id = ${mine.id}`.execute(db);
  await sql`
    insert into opt_outs (person_id, channel_type_id, way)
    select ${mine.id}, channel_type_id, 'reply' from channels where id = ${smsId}`.execute(db);
  assert.equal(await leaves(), false, 'objected to messages of this channel');
  await checkWays(server.app, { ...noon, month: '2026-07-01' });
  assert.equal((await checksOf(mine.id)).length, 1);
  assert.equal((await ask(mine.id)).data?.askForConfirmation, 0);
  await sql`delete from opt_outs where person_id = ${mine.id}`.execute(db);
  await sql`update people set is_crisis = false where id = ${mine.id}`.execute(db);
  assert.equal(await leaves(), false, 'no longer a member');
  await sql`update people set is_crisis = true where id = ${mine.id}`.execute(db);
  assert.equal(await leaves(), true);
  assert.equal(textsTo(mine.mobile).length, 1);
  const { rows } = await sql<{ isLong: boolean }>`
    select expires_at > now() + interval '6 days' as is_long from way_checks where id = ${sms!.id}`.execute(db);
  assert.ok(rows[0]!.isLong);
  await setting('self_test_day', null);
});

test('one number that is entered as two kinds counts as one way', async () => {
  const ways = sql`(select * from (values (1, '+491', 'phone', 'confirmed'), (1, '+491', 'phone_mobile', 'confirmed'),
    (2, '+492', 'phone_mobile', 'confirmed'), (2, '+493', 'phone', 'confirmed'), (2, 'a@b', 'email', 'failed'))
    as v (person_id, address, kind, state))`;
  const { rows } = await sql`select * from (${confirmedKindsOf(ways)}) k order by person_id`.execute(db);
  assert.deepEqual(rows, [
    { personId: 1, kinds: 1 },
    { personId: 2, kinds: 2 },
  ]);
});

test('reads the results of large messages one after the other', async () => {
  const members = [await member(), await member()];
  for (const { id, mobile } of members) {
    const { messageId, recipients } = await createRecipients(db, { count: 1, channelId: smsId });
    await sql`update messages set launched_at = now(), recipient_count = 60000 where id = ${messageId}`.execute(db);
    await sql`
      update message_recipients set person_id = ${id}, address_norm = ${mobile}, status = 'sending'
      where id = ${recipients[0]!.id}`.execute(db);
    await sql`
      update message_recipients set status = 'delivered', sent_at = clock_timestamp()
      where id = ${recipients[0]!.id}`.execute(db);
  }
  await readSigns(db);
  for (const { id } of members) assert.deepEqual(await statesOf(id), { phone_mobile: 'confirmed' });
});

test('an address that a provider rejects for good bounced; erasing a person removes every trace', async () => {
  const mine = await member();
  await sql`update person_data set value_str = '+4912' where person_id = ${mine.id} and key_field_id = 5`.execute(db);
  await ask(mine.id);
  const [check] = await checksOf(mine.id);
  await sendCheck(server.app, { check: check!.id });
  const [shown] = await membersNow();
  assert.equal(shown.ways[0].failure, 'address_unknown', 'there is no such number');
  await sql`insert into way_signs (person_id, address, failed_at) values (${mine.id}, '+4912', now())`.execute(db);
  await manager.run(`mutation { setWayReason(person: "${mine.id}", reason: "x") { isDone } }`);
  const { exportPerson } = await manager.run(`{ exportPerson(id: ${mine.id}) }`);
  assert.partialDeepStrictEqual(exportPerson, {
    confirmedWays: [{ address: '+4912' }],
    confirmationRequests: [{ address: '+4912', failure: 'address_unknown' }],
    notesOnWays: [{ reason: 'x' }],
  });
  await manager.run(`mutation { erasePerson(id: "${mine.id}") }`);
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from way_signs where person_id = ${mine.id}) + (select count(*) from way_checks
      where person_id = ${mine.id}) + (select count(*) from way_notes where person_id = ${mine.id}) as n`.execute(db);
  assert.equal(rows[0]!.n, 0);
});

test('masks private numbers for users who may not edit contacts', async () => {
  const administrator = await server.as('administrator');
  const mine = await member();
  await sql`update person_data_types set is_private = true where id = 5`.execute(db);
  const read = async (client: TestClient) =>
    (await client.run('{ crisisMembers { ways { address } } }')).crisisMembers[0].ways[0].address;
  assert.equal(await read(manager), mine.mobile);
  assert.notEqual(await read(administrator), mine.mobile);
  await sql`update person_data_types set is_private = false where id = 5`.execute(db);
});

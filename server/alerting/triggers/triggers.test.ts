import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createUser } from '#testing/factories.ts';
import { type Exchange, startExchange } from '#testing/fakes/exchange.ts';
import { startTwilio, type Twilio, twilioAccount } from '#testing/fakes/twilio.ts';
import { post } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { createTrigger, eventsOf, outcomesOf, type TestTrigger, triggerPin } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';

// over the network, as sent by providers and programs
let server: TestServer;
let db: Db;
let twilio: Twilio;
let exchange: Exchange;
let sms: { callbackUrl: string | null };
let voice: { callbackUrl: string | null };
let manager: TestClient;
let administrator: TestClient;
before(async () => {
  server = await startTestServer();
  db = server.app.db;
  [twilio, exchange] = [await startTwilio(), await startExchange()];
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  const common = { ...twilioAccount, from: '+4930123', ownNetwork: true };
  sms = await createProviderChannel(server, { ...common, provider: 'sms-twilio', baseUrl: twilio.url }, []);
  voice = await createProviderChannel(server, { ...common, provider: 'voice-twilio', baseUrl: exchange.url }, []);
  [manager, administrator] = [await server.as('crisis_manager'), await server.as('administrator')];
  await undoFor(0);
});
after(async () => {
  await server.stop();
  await Promise.all([twilio.stop(), exchange.stop()]);
});

const undoFor = (seconds: number) =>
  sql`update system_settings set value_str = ${String(seconds)} where value_key = 'trigger_undo_seconds'`.execute(db);
let count = 0;
const number = () => `+49160${String(++count).padStart(7, '0')}`;
const write = (from: string, Body: string, MessageSid = `SMin${++count}`) =>
  twilio.tell(sms.callbackUrl!, { MessageSid, From: from, To: '+4930123', Body });
const toldTo = (to: string, at = 0) => until(async () => twilio.taken.filter((message) => message.to === to)[at]?.body);
const alarmed = async ({ numbers }: TestTrigger) =>
  until(async () => numbers.every((to) => twilio.taken.filter((message) => message.to === to).length === 1));
const knownNumber = async () => {
  const mobilePhoneNumber = number();
  const { id } = await createUser(db, { roles: ['crisis_manager'], mobilePhoneNumber });
  return { id, from: mobilePhoneNumber };
};
const ask = (body: object, client = manager) => post(server, '/api/triggers', body, { token: client.token });
const takeBack = (trigger: TestTrigger, id: string, client = manager) =>
  fetch(`${server.url}/api/triggers/${trigger.word}/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${client.token}` },
  });
/** Nothing that was brought before waits any more. */
const settled = () =>
  until(async () => !(await db.selectFrom('replies').select('id').where('command', 'is not', null).executeTakeFirst()));

test('an SMS of a known number with keyword and PIN starts the alarm, confirmed, without the PIN', async () => {
  const trigger = await createTrigger(server);
  const { id, from } = await knownNumber();
  await write(from, `${trigger.word.toUpperCase()} ${triggerPin} Haus 3, {{ 2. OG }}`);
  assert.match(await toldTo(from), /^Alarm "Feuer \d+" gestartet, 2 Personen\.$/);
  await alarmed(trigger);
  const [event, ...more] = await eventsOf(server, trigger);
  assert.deepEqual([event!.mode, event!.isRunning, event!.insertedBy, more.length], ['LIVE', true, id, 0]);
  assert.equal(event!.description, 'Haus 3,  2. OG');
  assert.match(twilio.taken.find(({ to }) => to === trigger.numbers[0])!.body, /Haus 3, +2\. OG/);
  const { rows } = await sql<{ kind: string }>`
    select kind from log_entries where event_id = ${event!.id} order by id`.execute(db);
  const kinds = rows.map(({ kind }) => kind);
  assert.ok(kinds.indexOf('trigger_started') < kinds.indexOf('message_launched') && kinds.includes('trigger_started'));
  await settled();
  for (const table of ['replies', 'trigger_calls', 'log_entries', 'audit_entries', 'events', 'messages', 'triggers']) {
    const { rows: found } =
      await sql`select 1 from ${sql.table(table)} t where t::text like ${`%${triggerPin}%`}`.execute(db);
    assert.equal(found.length, 0, table);
  }
});

test('repeats of the provider and other senders within a minute start one alarm, one reply each', async () => {
  const trigger = await createTrigger(server, { smsPin: false });
  const [one, other] = [await knownNumber(), await knownNumber()];
  await Promise.all([1, 2, 3].map(() => write(one.from, trigger.word, 'SMtwice')));
  await toldTo(one.from);
  await write(other.from, `${trigger.word}!`);
  assert.match(await toldTo(other.from), /läuft bereits, 2 Personen\. Es wurde kein zweiter gestartet\.$/);
  await write(one.from, trigger.word, 'SMtwice');
  await settled();
  await alarmed(trigger);
  assert.equal((await eventsOf(server, trigger)).length, 1);
  assert.equal(twilio.taken.filter(({ to }) => to === one.from).length, 1);
  await sql`update trigger_calls set at = at - interval '61 seconds' where trigger_id = ${trigger.id}`.execute(db);
  await write(other.from, trigger.word);
  await until(async () => (await eventsOf(server, trigger)).length === 2);
});

test('fifty at once, by three ways, start one alarm', async () => {
  const trigger = await createTrigger(server, { smsPin: false });
  const senders = await Promise.all(Array.from({ length: 15 }, knownNumber));
  const posts = Array.from({ length: 30 }, (_, at) => ask({ trigger: trigger.word, id: `at-once-${at}` }));
  const calls = Array.from({ length: 5 }, () => dial(trigger, ['1', `${triggerPin}`]));
  const [answers, heard] = await Promise.all([
    Promise.all(posts),
    Promise.all(calls),
    ...senders.map(({ from }) => write(from, trigger.word)),
  ]);
  await Promise.all(senders.map(({ from }) => toldTo(from)));
  await alarmed(trigger);
  assert.equal((await eventsOf(server, trigger)).length, 1);
  const outcomes = await outcomesOf(server, trigger);
  assert.equal(outcomes.length, 50);
  assert.equal(outcomes.filter((outcome) => outcome === 'started').length, 1);
  assert.ok(outcomes.every((outcome) => outcome === 'started' || outcome === 'repeated'));
  assert.ok(answers.filter(({ status }) => status === 201).length <= 1);
  assert.equal(new Set(answers.map(({ body }) => body.event)).size, 1);
  for (const { said } of heard) assert.ok(said.some((text) => /gestartet, 2|läuft bereits, 2/.test(text)));
});

test('an unknown number or a user without the right gets no reply; administrators see the text', async () => {
  const trigger = await createTrigger(server);
  const [stranger, editor] = [number(), number()];
  await createUser(db, { roles: ['editor'], mobilePhoneNumber: editor });
  for (const from of [stranger, editor]) await write(from, `${trigger.word} ${triggerPin} bitte`);
  const { outcomes } = await until(async () => {
    const found = await outcomesOf(server, trigger);
    return found.length === 2 && { outcomes: found };
  });
  assert.deepEqual(outcomes, ['unknown_sender', 'unknown_sender']);
  await settled();
  const { rows } = await sql<{ text: string }>`select text from replies where from_address = ${stranger}`.execute(db);
  assert.deepEqual(rows, [{ text: `${trigger.word} •••••• bitte` }]);
  assert.equal(twilio.taken.filter(({ to }) => to === stranger || to === editor).length, 0);
  assert.equal((await eventsOf(server, trigger)).length, 0);
  const { trigger: seen } = await administrator.run(`{ trigger(id: ${trigger.id}) { calls { caller outcome } } }`);
  assert.ok(seen.calls.some(({ caller }: { caller: string }) => caller === stranger));
});

test('a listed number can start it; a text without the keyword stays a reply', async () => {
  const from = number();
  const trigger = await createTrigger(server, { senders: `0${from.slice(3)}\nLeitstelle@Example.org` });
  await write(from, 'Was ist los?');
  await write(from, `ÜBUNG ${trigger.word} ${triggerPin}`);
  const [event] = await until(async () => {
    const events = await eventsOf(server, trigger);
    return events.length > 0 && events;
  });
  assert.deepEqual([event!.mode, event!.insertedBy], ['EXERCISE', null]);
  await settled();
  const replies = await db.selectFrom('replies').select('text').where('fromAddress', '=', from).execute();
  assert.deepEqual(replies, [{ text: 'Was ist los?' }]);
});

test('five wrong PINs, also at once, lock only that way; administrators are notified and unlock', async () => {
  const trigger = await createTrigger(server);
  const mails = async () => {
    const { rows } = await sql<{ data: { to: number; page: string } }>`
      select data from pgboss.job where name = 'system_mail' and data->>'identifier' = 'trigger_locked'
        and data->>'page' = ${`/administration/triggers?id=${trigger.id}`}`.execute(db);
    return rows;
  };
  const { from } = await knownNumber();
  await Promise.all([1, 2, 3, 4].map(() => write(from, `${trigger.word} 100000`)));
  await toldTo(from, 3);
  assert.deepEqual([await outcomesOf(server, trigger), await mails()], [Array(4).fill('wrong_pin'), []]);
  await write(from, `${trigger.word} 100000`);
  await toldTo(from, 4);
  await write(from, `${trigger.word} ${triggerPin}`);
  assert.match(await toldTo(from, 5), /NICHT gestartet: Der Weg ist für Sie nach falschen PINs gesperrt/);
  assert.equal((await eventsOf(server, trigger)).length, 0, 'also the right one is not looked at any more');
  const administrators = await db
    .selectFrom('users')
    .select('id')
    .where('roles', '@>', sql<never>`array['administrator']`)
    .execute();
  assert.equal((await mails()).length, administrators.length);
  const { said } = await dial(trigger, ['1', triggerPin]);
  assert.ok(
    said.some((text) => /gestartet, 2 Personen/.test(text)),
    'the other ways are open',
  );
  const { unlockTrigger } = await administrator.run(
    `mutation { unlockTrigger(id: ${trigger.id}, way: "sms") { locks } }`,
  );
  assert.deepEqual(unlockTrigger.locks, []);
  await write(from, `${trigger.word} ${triggerPin}`);
  assert.match(await toldTo(from, 6), /läuft bereits/);
});

test('a right PIN resets the count; without a PIN nothing counts', async () => {
  const trigger = await createTrigger(server);
  const { from } = await knownNumber();
  let told = 0;
  const wrong = async (text: string) => {
    await write(from, `${trigger.word} ${text}`);
    await toldTo(from, told++);
  };
  for (const pin of ['111112', '111113', '111114', '111115']) await wrong(pin);
  await wrong(triggerPin);
  for (const pin of ['111112', '111113', '111114', 'kein Brand', '111115']) await wrong(pin);
  const { trigger: seen } = await administrator.run(`{ trigger(id: ${trigger.id}) { locks } }`);
  assert.deepEqual(seen.locks, []);
  assert.equal((await outcomesOf(server, trigger)).filter((outcome) => outcome === 'no_pin').length, 1);
});

test('a repeated wrong PIN, right PIN or STOPP counts once and gets one reply', async () => {
  const trigger = await createTrigger(server);
  const { from } = await knownNumber();
  await undoFor(60);
  for (const text of [`${trigger.word} 111112`, `${trigger.word} ${triggerPin}`, `STOPP ${triggerPin}`])
    for (let time = 0; time < 6; time++) await write(from, text, `SM ${text}`).then(settled);
  await toldTo(from, 2);
  await undoFor(0);
  const told = twilio.taken.filter(({ to }) => to === from).length;
  assert.deepEqual([await outcomesOf(server, trigger), told], [['wrong_pin', 'started', 'cancelled'], 3]);
});

const dial = ({ id }: TestTrigger, keys: string[], from = number()) =>
  exchange.dial(`${voice.callbackUrl}/call`, from, [String(id), ...keys]);

test('a call with number and PIN starts it and announces the count; a wrong PIN can be retried', async () => {
  const trigger = await createTrigger(server);
  await undoFor(3);
  const { said, languages, refused } = await dial(trigger, ['1', '999998', triggerPin]);
  await undoFor(0);
  assert.deepEqual(refused, []);
  assert.match(said[0]!, /^Alarm auslösen\. Geben Sie die Nummer/);
  assert.equal(said.filter((text) => text.startsWith('Das war nicht möglich')).length, 1);
  assert.match(said.at(-2)!, /^Alarm "Feuer \d+" gestartet, 2 Personen\.$/);
  assert.match(said.at(-1)!, /drücken Sie jetzt Stern und Raute/);
  assert.deepEqual([...new Set(languages)], ['de-DE', 'en-GB'], 'the other language is offered in its own');
  await alarmed(trigger);
});

test('an unknown number sounds like a wrong PIN; star switches the language; 3 errors end it', async () => {
  const wrong = await exchange.dial(`${voice.callbackUrl}/call`, number(), ['*', '99999', '1', '1', '2', '3']);
  const nothing = 'That was not possible. Nothing was started.';
  assert.equal(wrong.said.filter((text) => text === nothing).length, 3);
  assert.equal(wrong.said.at(-1), 'Goodbye.');
  const forged = await fetch(`${voice.callbackUrl}/call/pin`, {
    method: 'POST',
    body: new URLSearchParams({ CallSid: 'CA1' }),
  });
  assert.equal(forged.status, 403);
});

test('key 9 is an exercise: no provider is used, and messages go to the exercise mailbox', async () => {
  const trigger = await createTrigger(server);
  const before = twilio.taken.length + exchange.calls.length;
  const { said } = await dial(trigger, ['9', triggerPin]);
  assert.ok(said.some((text) => /^ÜBUNG: Alarm "Feuer \d+" gestartet, 2 Personen\.$/.test(text)));
  await write((await knownNumber()).from, `Übung ${trigger.word} ${triggerPin}`);
  await ask({ trigger: trigger.word, id: 'drill', exercise: true });
  await until(async () => {
    const kept = await db
      .selectFrom('exerciseMessages')
      .select('address')
      .where('address', 'in', trigger.numbers)
      .execute();
    return new Set(kept.map(({ address }) => address)).size === 2;
  });
  await until(async () => (await outcomesOf(server, trigger)).length === 3);
  await until(
    async () =>
      (
        await db
          .selectFrom('exerciseMessages')
          .select('text')
          .where('text', 'like', 'ÜBUNG: Alarm%läuft bereits%')
          .execute()
      ).length > 0,
  );
  assert.equal(twilio.taken.length + exchange.calls.length, before);
  const first = await ask({ trigger: trigger.word, id: 'in earnest' });
  assert.equal(first.status, 201, 'an exercise does not swallow an alarm');
});

test('a POST with an own ID returns 201, then 200; errors are clear, and it needs the right', async () => {
  const trigger = await createTrigger(server);
  const body = { trigger: trigger.word, id: 'BMA-7/1', text: 'Melder 7', place: 'Haus <3>' };
  const first = await ask(body);
  const again = await ask(body);
  assert.deepEqual([first.status, again.status], [201, 200]);
  assert.partialDeepStrictEqual(first.body, {
    trigger: trigger.word,
    id: 'BMA-7/1',
    status: 'started',
    people: 2,
    exercise: false,
  });
  assert.deepEqual({ ...again.body, undoSeconds: 0 }, { ...first.body, undoSeconds: 0 });
  await sql`update trigger_calls set at = at - interval '1 day' where trigger_id = ${trigger.id}`.execute(db);
  assert.equal((await ask(body)).body.event, first.body.event, 'the same id a day later');
  const [event] = await eventsOf(server, trigger);
  assert.equal(event!.description, 'Haus <3>\nMelder 7');
  const wrong = await ask({ trigger: trigger.word, id: 7, exercise: 'ja', colour: 'red', text: 'x'.repeat(801) });
  assert.deepEqual(
    [wrong.status, wrong.body.fields],
    [
      400,
      {
        id: 'error_invalid_input',
        exercise: 'error_invalid_input',
        colour: 'error_unknown_field',
        text: 'error_too_long',
      },
    ],
  );
  assert.equal((await ask({ trigger: 'gibtesnicht', id: '1' })).status, 404);
  assert.equal((await ask(body, await server.as('editor'))).status, 403);
  assert.equal((await post(server, '/api/triggers', body)).status, 401);
  const key = await administrator.run(
    'mutation { createApiKey(input: { name: "BMA", scopes: ["start_trigger"] }) { key } }',
  );
  const byKey = await post(server, '/api/triggers', { ...body, id: 'BMA-8' }, { token: key.createApiKey.key });
  assert.equal(byKey.status, 201);
  const { rows } = await sql<{ key: string }>`
    select l.data->>'apiKey' as key from log_entries l join events e on e.id = l.event_id
    where e.activation_event_type_id = ${trigger.eventTypeId} and l.kind = 'trigger_started' order by l.id desc limit 1`.execute(
    db,
  );
  assert.deepEqual(rows, [{ key: 'BMA' }]);
});

test('STOPP, the key star or DELETE in the window cancels it and all messages; afterwards not', async () => {
  await undoFor(600);
  const started = async (trigger: TestTrigger) => (await eventsOf(server, trigger)).map(({ isRunning }) => isRunning);
  const byPost = await createTrigger(server);
  assert.ok((await ask({ trigger: byPost.word, id: 'x' })).body.undoSeconds > 500);
  const ended = await Promise.all([1, 2].map(() => takeBack(byPost, 'x')));
  assert.deepEqual(
    ended.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await ask({ trigger: byPost.word, id: 'x' })).body.status, 'cancelled');
  assert.equal(
    (await ask({ trigger: byPost.word, id: 'y' })).status,
    201,
    'what was taken back keeps nobody from starting it',
  );
  const [first, second] = await eventsOf(server, byPost);
  await manager.run(`mutation { finishEvent(id: ${second!.id}) { id } }`);
  const third = await ask({ trigger: byPost.word, id: 'w', text: 'Haus 1' });
  assert.equal(third.status, 201, 'nor does what was ended on the screen');
  await ask({ trigger: byPost.word, id: 'v', text: 'Haus 2' });
  const [, , joined] = await eventsOf(server, byPost);
  const { rows: noted } = await sql<{ text: string }>`
    select data->>'text' as text from log_entries where event_id = ${joined!.id} and kind = 'trigger_repeated'`.execute(
    db,
  );
  assert.deepEqual([first!.isRunning, noted], [false, [{ text: 'Haus 2' }]], 'what the second one said is kept');
  const bySms = await createTrigger(server);
  const { from } = await knownNumber();
  await write(from, `${bySms.word} ${triggerPin}`);
  assert.match(await toldTo(from), /Zum Abbrechen innerhalb von 5\d\d Sekunden mit STOPP und der PIN antworten\.$/);
  await write(number(), 'STOPP');
  await write(from, `Stopp! ${triggerPin}`);
  assert.match(await toldTo(from, 1), /abgebrochen\. Niemand wurde benachrichtigt\.$/);
  const byCall = await createTrigger(server);
  const { said } = await dial(byCall, ['1', triggerPin, `0${triggerPin}`, '*']);
  assert.match(said.at(-2)!, /abgebrochen\. Niemand wurde benachrichtigt\.$/);
  assert.deepEqual(
    [await started(byPost), await started(bySms), await started(byCall)],
    [[false, false, true], [false], [false]],
  );
  await undoFor(0);
  const late = await createTrigger(server);
  await ask({ trigger: late.word, id: 'z' });
  const tooLate = await takeBack(late, 'z');
  assert.deepEqual([tooLate.status, ((await tooLate.json()) as { message: string }).message], [409, 'error_undo_over']);
  await write(from, `${late.word} ${triggerPin}`);
  await settled();
  for (const to of [...bySms.numbers, ...byCall.numbers]) assert.ok(!twilio.taken.some((message) => message.to === to));
  assert.ok(!exchange.calls.some(({ to }) => [...bySms.numbers, ...byCall.numbers].includes(to)));
  await alarmed(late);
});

test('an impossible start leaves only the reason, for the sender and the administrator', async () => {
  const trigger = await createTrigger(server, { people: 0 });
  const { trigger: seen } = await administrator.run(
    `{ trigger(id: ${trigger.id}) { hasPin readiness { people blockers } } }`,
  );
  assert.deepEqual(seen, { hasPin: true, readiness: { people: 0, blockers: ['error_no_recipients'] } });
  const { from } = await knownNumber();
  await write(from, `${trigger.word} ${triggerPin}`);
  assert.match(await toldTo(from), /NICHT gestartet: /);
  const answer = await ask({ trigger: trigger.word, id: 'r' });
  assert.deepEqual([answer.status, answer.body.message], [400, 'error_no_recipients']);
  assert.deepEqual(await eventsOf(server, trigger), []);
  assert.deepEqual(await outcomesOf(server, trigger), ['refused', 'refused']);
  const good = await createTrigger(server, { people: 3 });
  const ready = await administrator.run(`{ trigger(id: ${good.id}) { readiness { people blockers } } }`);
  assert.deepEqual(ready.trigger.readiness, { people: 3, blockers: [] });
  assert.deepEqual(await eventsOf(server, good), [], 'looking starts nothing');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { languageField } from '#server/channels/rendering/render.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createPerson, createShift, createUser, idByIdentifier } from '#testing/factories.ts';
import { type ImapServer, startImapServer } from '#testing/fakes/imap-server.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { createTrigger, eventsOf, outcomesOf, triggerPin } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

// a mailbox receives starts, a mail server the answers
let server: TestServer;
let db: Db;
let sink: Sink;
let imap: ImapServer;
before(async () => {
  server = await startTestServer();
  db = server.app.db;
  [sink, imap] = [await startSink({ keep: true }), await startImapServer()];
  const administrator = await server.as('administrator');
  const settings = {
    provider: 'smtp',
    host: '127.0.0.1',
    port: sink.port,
    secure: 'none',
    from: 'Stab <alarm@example.org>',
    imapHost: '127.0.0.1',
    imapPort: imap.port,
    imapSecure: 'none',
    imapUser: imap.user,
    imapPassword: imap.password,
    answerAddress: 'antwort@example.org',
  };
  const channelType = String(await idByIdentifier(db, 'channelTypes', 'email'));
  await administrator.run('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }', {
    input: { name: 'E-Mail', channelType, settings },
  });
  await sql`update system_settings set value_str = '0' where value_key = 'trigger_undo_seconds'`.execute(db);
});
after(async () => {
  await server.stop();
  await Promise.all([sink.stop(), imap.stop()]);
});

let count = 0;
const knownAddress = async () => (await createUser(db, { roles: ['administrator'] })).email;
const mail = (from: string, subject: string, text: string, id = `${++count}@mua.example`) =>
  void imap.deliver(
    `From: Anna <${from}>\nTo: antwort@example.org\nSubject: ${subject}\nMessage-ID: <${id}>\n\n${text}\n`,
  );
const answersTo = (address: string, atLeast = 1) =>
  until(async () => {
    const found = (await sink.ledger()).filter(({ to }) => to === address);
    return found.length >= atLeast && found;
  });
const outcomes = (trigger: Awaited<ReturnType<typeof createTrigger>>, atLeast: number) =>
  until(async () => {
    const found = await outcomesOf(server, trigger);
    return found.length >= atLeast && found;
  });

test('a known sender starts it with keyword and PIN in subject or text; a second mail is one', async () => {
  const [one, other] = [await createTrigger(server), await createTrigger(server)];
  const from = await knownAddress();
  mail(from.toUpperCase(), `${one.word} ${triggerPin}`, 'Rauch im Keller', 'same@mua.example');
  mail(from.toUpperCase(), `${one.word} ${triggerPin}`, 'Rauch im Keller', 'same@mua.example');
  mail(from, other.word, `${triggerPin}\nHaus 2`);
  const started = await until(async () => {
    const events = [await eventsOf(server, one), await eventsOf(server, other)].flat();
    return events.length === 2 && events;
  });
  assert.deepEqual(
    started.map(({ description, mode }) => [description, mode]),
    [
      ['Rauch im Keller', 'LIVE'],
      ['Haus 2', 'LIVE'],
    ],
  );
  const answers = await answersTo(from, 2);
  assert.equal(answers.length, 2);
  for (const { raw } of answers) assert.ok(!raw!.includes(triggerPin));
  assert.deepEqual([await outcomesOf(server, one), await outcomesOf(server, other)], [['started'], ['started']]);
});

test('a forged sender alone starts nothing: without PIN, with a wrong one, or from elsewhere', async () => {
  const trigger = await createTrigger(server, { smsPin: false });
  const from = await knownAddress();
  mail(from, trigger.word, 'bitte sofort');
  mail(from, `${trigger.word} 987651`, '');
  mail('fremd@example.com', `${trigger.word} ${triggerPin}`, '');
  assert.deepEqual((await outcomes(trigger, 3)).toSorted(), ['no_pin', 'unknown_sender', 'wrong_pin']);
  const texts = (await answersTo(from, 2)).map(({ raw }) => raw!);
  assert.equal(texts.length, 2);
  assert.ok(!(await sink.ledger()).some(({ to }) => to === 'fremd@example.com'));
  assert.deepEqual(await eventsOf(server, trigger), []);
});

test('a forged sender without the PIN neither stops an alarm nor locks out others', async () => {
  await sql`update system_settings set value_str = '600' where value_key = 'trigger_undo_seconds'`.execute(db);
  const trigger = await createTrigger(server);
  const [from, other] = [await knownAddress(), await knownAddress()];
  mail(from, `${trigger.word} ${triggerPin}`, '');
  await answersTo(from, 1);
  mail(from, 'STOPP', '');
  await answersTo(from, 2);
  for (let n = 0; n < 5; n++) mail(from, 'STOPP 987651', '');
  await outcomes(trigger, 7);
  const told = (await answersTo(from, 2)).map(({ raw }) => raw!.replace(/=\r\n/g, ''));
  assert.ok(
    told.some((raw) => /uft weiter: Nach STOPP fehlt die PIN/.test(raw)),
    told.join('\n'),
  );
  assert.equal((await eventsOf(server, trigger))[0]!.isRunning, true);
  mail(from, `STOPP ${triggerPin}`, '');
  await outcomes(trigger, 8);
  assert.equal((await eventsOf(server, trigger))[0]!.isRunning, true, 'this sender is locked');

  mail(other, `${trigger.word} ${triggerPin}`, '');
  await until(async () => (await outcomesOf(server, trigger)).at(-1) === 'repeated'); // others are not
  await sql`update system_settings set value_str = '0' where value_key = 'trigger_undo_seconds'`.execute(db);
});

test('an exercise by mail reaches no provider, and its answer is in the exercise mailbox', async () => {
  const trigger = await createTrigger(server);
  const from = await knownAddress();
  mail(from, `=?utf-8?Q?=C3=9Cbung?= ${trigger.word} ${triggerPin}`, '');
  assert.deepEqual(await outcomes(trigger, 1), ['started']);
  const kept = await until(async () =>
    db.selectFrom('exerciseMessages').select(['kind', 'text']).where('address', '=', from).executeTakeFirst(),
  );
  assert.deepEqual([kept.kind, /^ÜBUNG: Alarm "Feuer \d+" gestartet, 2 Personen\.$/.test(kept.text)], ['mail', true]);
  assert.ok(!(await sink.ledger()).some(({ to }) => to === from));
  assert.deepEqual(
    (await eventsOf(server, trigger)).map(({ mode }) => mode),
    ['EXERCISE'],
  );
});

test('replies to a listed sender in the person’s language, to others in the organisation’s', async () => {
  const [guest, centre] = [`guest${++count}@example.org`, `leitstelle${++count}@example.org`];
  const { id: personId } = await createPerson(db, { email: guest });
  await db.insertInto('personData').values({ personId, keyFieldId: languageField, valueStr: 'en-GB' }).execute();
  const trigger = await createTrigger(server, { senders: `${guest}\n${centre}` });
  mail(guest, `${trigger.word} ${triggerPin}`, '');
  const [english] = await answersTo(guest);
  const words = ({ raw }: { raw?: string }) => raw!.replaceAll('=\r\n', '');
  assert.match(words(english!), /Alarm "Feuer \d+" started, 2 people\./);
  mail(centre, `${trigger.word} ${triggerPin}`, '');
  const [german] = await answersTo(centre);
  assert.match(words(german!), /Es wurde kein zweiter gestartet\./);
});

test('the administrator sees in advance that no one is on duty, and the starter gets it too', async () => {
  const group = await createGroup(db, { name: 'Haustechnik' });
  const trigger = await createTrigger(server, { groups: [{ id: group.id, onDuty: true }] });
  const administrator = await server.as('administrator');
  const readiness = async () =>
    (await administrator.run(`{ trigger(id: ${trigger.id}) { readiness { people uncovered blockers } } }`)).trigger
      .readiness;
  assert.deepEqual(await readiness(), { people: 2, uncovered: ['Haustechnik'], blockers: [] });
  const from = await knownAddress();
  mail(from, `${trigger.word} ${triggerPin}`, '');
  const [answer] = await answersTo(from);
  assert.match(answer!.raw!.replaceAll('=\r\n', ''), /gestartet, 2 Personen\. Niemand im Dienst: Haustechnik\./);
  const { id: personId } = await createPerson(db);
  await createShift(db, { groupId: group.id, personId, begins: -1, hours: 3 });
  assert.deepEqual(await readiness(), { people: 3, uncovered: [], blockers: [] });
});

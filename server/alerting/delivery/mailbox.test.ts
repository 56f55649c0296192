import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import {
  createEvent,
  createEventType,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  idByIdentifier,
} from '#testing/factories.ts';
import { type ImapServer, startImapServer } from '#testing/fakes/imap-server.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';
import type { LedgerEntry } from '../../../faults/smtp-sink.ts';
import { startDelivering } from './start.ts';

// Mail in both directions: a real mail server and a mailbox.
let server: TestServer;
let sink: Sink;
let imap: ImapServer;
let manager: TestClient;
let administrator: TestClient;
let channelId: number;
let db: Db;
before(async () => {
  server = await startTestServer();
  sink = await startSink({ keep: true });
  imap = await startImapServer();
  db = server.app.db;
  [manager, administrator] = [await server.as('crisis_manager'), await server.as('administrator')];
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
    {
      input: {
        name: 'E-Mail',
        channelType: String(await idByIdentifier(db, 'channelTypes', 'email')),
        settings: {
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
        },
      },
    },
  );
  channelId = createChannel._id;
});
after(async () => {
  await server.stop();
  await Promise.all([sink.stop(), imap.stop()]);
});
afterEach(() => imap.refuses.clear());

let count = 0;
const person = () => createPerson(db, { email: `person${++count}@example.net` });

/** Sends a draft, and waits for the expected mails. */
async function ask(
  people: number[],
  stopLimit?: number,
  requestAnswer = true,
): Promise<{ reportId: number; messageId: number; eventId: number }> {
  const { id: eventId } = await createEvent(db);
  const report = await createReport(db, { eventId });
  const group = await createGroup(db, { members: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, ...(stopLimit ? { stopLimit } : {}) }] });
  const message = await createDraft(db, { reportId: report.id, channelId, lists: [list.id], requestAnswer });
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "mail-${report.id}") { _id } }`);
  return { reportId: report.id, messageId: message.id, eventId };
}

/** Waits for the mail to an address. */
const mailTo = (address: string): Promise<LedgerEntry> =>
  until(async () => (await sink.ledger()).find(({ to }) => to === address));

const replyTo = ({ raw }: LedgerEntry) => /^Reply-To:(?:[^<]*<)?([^\s<>]+)/im.exec(raw!)![1]!;

const reply = (mail: LedgerEntry, text: string, { from = mail.to, to = replyTo(mail) } = {}) =>
  `From: ${from}\nTo: ${to}\nSubject: AW: Alarm\nMessage-ID: <${++count}@mua.example>\nIn-Reply-To: <${mail.messageId}>\n\n${text}\n`;

const bounce = (mail: LedgerEntry, action: string, status: string) =>
  [
    'From: MAILER-DAEMON@mx.example.net',
    `To: ${mail.from}`,
    'Subject: Undelivered Mail',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
    '',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Action: ${action}`,
    `Status: ${status}`,
    '',
    '--B--',
  ].join('\n');

const answersTo = (reportId: number) =>
  db
    .selectFrom('answers as a')
    .leftJoin('answerOptions as o', 'o.id', 'a.optionId')
    .select(['o.kind', 'a.minutes', 'a.text', 'a.source', 'a.personId'])
    .where('a.reportId', '=', reportId)
    .orderBy('a.id')
    .execute();

const trouble = async () =>
  (await administrator.run('query ($id: ID!) { channel(id: $id) { trouble hearingTrouble } }', { id: channelId }))
    .channel;

test('a reply by mail is an answer on the board; the mail explained how to answer', async () => {
  const anna = await person();
  const { reportId } = await ask([anna.id]);
  const mail = await mailTo(`person${count}@example.net`);
  const text = mail.raw!.replace(/=\r\n/g, '');
  assert.match(text, /antworten Sie auf diese E-Mail, mit einer Wahl in der ersten Zeile: 1 =3D Ich komme/);
  const said = 'Ja, in 20 Minuten\n\nBin noch im Auto.';
  const written = reply(mail, `Hallo,\n\n${said}\n\nGruß\nCleo\n-- \nAnna\n\nAm 1.1. schrieb Stab:\n> 2 = Nein`);
  const stored = imap.deliver(written);
  await until(async () => (await answersTo(reportId)).length > 0);
  assert.deepEqual(await answersTo(reportId), [
    { kind: 'POSITIVE', minutes: 20, text: said, source: 'email', personId: anna.id },
  ]);
  await until(async () => stored.flags.has('\\Seen'));
  const shown = 'answers { positive none } people { edges { node { answer { text } } } }';
  const { report } = await manager.run(`{ report(id: ${reportId}) { ${shown} } }`);
  assert.deepEqual(report.answers, { positive: 1, none: 0 });
  assert.deepEqual(report.people.edges, [{ node: { answer: { text: said } } }]);
});

test('a person without a mailbox is not reached, and the next one gets the alarm', async () => {
  const [first, second] = [await person(), await person()];
  const { messageId } = await ask([first.id, second.id], 1);
  const mail = await mailTo(`person${count - 1}@example.net`);
  imap.deliver(bounce(mail, 'delayed', '4.4.1'));
  imap.deliver(bounce(mail, 'failed', '5.1.1'));
  await mailTo(`person${count}@example.net`);
  const statuses = await statusesOf(db, messageId);
  assert.equal(statuses[first.id], 'failed address_unknown');
  await until(async () => (await statusesOf(db, messageId))[second.id] === 'sent');
});

test('a success report counts as delivered, late or repeated', async () => {
  const anna = await person();
  const { messageId } = await ask([anna.id]);
  const mail = await mailTo(`person${count}@example.net`);
  imap.deliver(bounce(mail, 'delivered', '2.0.0'));
  await until(async () => (await statusesOf(db, messageId))[anna.id] === 'delivered');
  const last = [imap.deliver(bounce(mail, 'delivered', '2.0.0')), imap.deliver(bounce(mail, 'failed', '5.1.1'))];
  await until(async () => last.every(({ flags }) => flags.has('\\Seen')));
  assert.equal((await statusesOf(db, messageId))[anna.id], 'delivered');
});

test('the same reply twice, read by two processes, is one answer', async () => {
  const second = await startDelivering(server.app, usualTimes);
  try {
    await until(async () => imap.connections() >= 2);
    const anna = await person();
    const { reportId } = await ask([anna.id]);
    const mail = await mailTo(`person${count}@example.net`);
    const written = reply(mail, '1');
    const copies = [imap.deliver(written), imap.deliver(written)];
    await until(async () => copies.every(({ flags }) => flags.has('\\Seen')));
    await until(async () => (await answersTo(reportId)).length > 0);
    imap.deliver(written);
    imap.cut();
    await until(async () => imap.mailboxes.get('INBOX')!.mails.every(({ flags }) => flags.has('\\Seen')));
    assert.equal((await answersTo(reportId)).length, 1);
    assert.equal((await db.selectFrom('replies').select('id').where('fromAddress', '=', mail.to).execute()).length, 1);
  } finally {
    await second.stop();
  }
});

test('a reply counts for the owner of its reply address; a sender name alone is not enough', async () => {
  const anna = await person();
  const { reportId, eventId } = await ask([anna.id]);
  const mail = await mailTo(`person${count}@example.net`);
  const forged = reply(mail, '2', { to: 'antwort@example.org' }).replace(/^In-Reply-To.*\n/m, '');
  const guessed = reply(mail, '2', { to: 'antwort+d.1.1.00000000@example.org' }).replace(/^In-Reply-To.*\n/m, '');
  imap.deliver(forged);
  imap.deliver(guessed);
  const waiting = await until(async () => {
    const rows = await db.selectFrom('replies').selectAll().where('fromAddress', '=', mail.to).execute();
    return rows.length === 2 && rows.every(({ sortedAt }) => sortedAt) && rows;
  });
  for (const row of waiting) assert.deepEqual([row.recipientId, row.eventId, row.text], [null, eventId, '2']);
  assert.deepEqual(await answersTo(reportId), []);
  imap.deliver(reply(mail, '1', { from: 'Anna privat <anna@home.example>' }));
  await until(async () => (await answersTo(reportId)).length > 0);
  assert.partialDeepStrictEqual(await answersTo(reportId), [{ kind: 'POSITIVE', personId: anna.id }]);
});

test('a reply in the name of another person with the same question counts for neither', async () => {
  const [anna, bert] = [await person(), await person()];
  const { reportId, eventId } = await ask([anna.id, bert.id]);
  const mail = await mailTo(`person${count - 1}@example.net`);
  const from = `person${count}@example.net`;
  imap.deliver(reply(mail, '1', { from }));
  const waiting = await until(() =>
    db
      .selectFrom('replies')
      .selectAll()
      .where('fromAddress', '=', from)
      .where('sortedAt', 'is not', null)
      .executeTakeFirst(),
  );
  assert.deepEqual([waiting.recipientId, waiting.eventId], [null, eventId]);
  assert.deepEqual(await answersTo(reportId), []);
});

test('a reply to a message without a question waits in the inbox of its event', async () => {
  const anna = await person();
  const { eventId } = await ask([anna.id], undefined, false);
  const mail = await mailTo(`person${count}@example.net`);
  assert.doesNotMatch(mail.raw!, /antworten Sie auf diese E-Mail/);
  imap.deliver(reply(mail, 'Danke, wann geht es weiter?'));
  const waiting = await until(() =>
    db
      .selectFrom('replies')
      .selectAll()
      .where('fromAddress', '=', mail.to)
      .where('sortedAt', 'is not', null)
      .executeTakeFirst(),
  );
  assert.deepEqual([waiting.recipientId, waiting.eventId], [null, eventId]);
});

test('an absence notice is no answer; text that is no answer is stored as words', async () => {
  const anna = await person();
  const { reportId } = await ask([anna.id]);
  const mail = await mailTo(`person${count}@example.net`);
  const away = imap.deliver(
    reply(mail, '1 Ich bin im Urlaub').replace('\nSubject', '\nAuto-Submitted: auto-replied\nSubject'),
  );
  imap.deliver(reply(mail, 'Was genau ist passiert?'));
  await until(async () => (await answersTo(reportId)).length > 0);
  assert.ok(away.flags.has('\\Seen'));
  assert.partialDeepStrictEqual(await answersTo(reportId), [{ kind: null, text: 'Was genau ist passiert?' }]);
});

test('an absence notice without a header chooses nothing; a second mail revokes the first', async () => {
  const anna = await person();
  const { reportId, eventId } = await ask([anna.id]);
  const mail = await mailTo(`person${count}@example.net`);
  imap.deliver(reply(mail, 'Ok, vielen Dank fuer Ihre Nachricht. Dies ist eine automatische Antwort.'));
  const read = 'query ($event: ID) { replies(event: $event, isOpen: true, first: 5) { edges { node { remark } } } }';
  const [waiting] = await until(async () => {
    const { replies } = await manager.run(read, { event: String(eventId) });
    return replies.edges.length > 0 && replies.edges;
  });
  assert.deepEqual(waiting.node, { remark: 'automatic' });
  const kinds = async () => (await answersTo(reportId)).map(({ kind }) => kind);
  assert.deepEqual(await kinds(), [null]);
  imap.deliver(reply(mail, '1 20\n\nViele Gruesse\nAnna\n\nVon meinem iPhone gesendet'));
  await until(async () => (await kinds()).length === 2);
  imap.deliver(reply(mail, '2 doch nicht'));
  await until(async () => (await kinds()).length === 3);
  assert.deepEqual(
    (await answersTo(reportId)).slice(1).map(({ kind, minutes, text }) => [kind, minutes, text]),
    [
      ['POSITIVE', 20, null],
      ['NEGATIVE', null, '2 doch nicht'],
    ],
  );
});

test('replies from real mail programs count as written; absences choose nothing; STOP opts out', async () => {
  const alarm =
    'Stromausfall Haus 3\nKrisenstab trifft sich in 90 Minuten in Raum 4.\n1 = Ich komme, 2 = Ich komme nicht';
  const written = (mail: LedgerEntry, subject: string, text: string, headers: string[] = []) => {
    const base64 = (words: string) => Buffer.from(words).toString('base64');
    const addressed = [...headers, `From: Anna Amsel <${mail.to}>`, `To: ${replyTo(mail)}`];
    const named = [`Message-ID: <${++count}@mua.example>`, `Subject: =?utf-8?B?${base64(subject)}?=`];
    const coded = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'];
    return [...addressed, ...named, ...coded, '', base64(text).replace(/.{76}/g, '$&\n')].join('\n');
  };
  const anna = await person();
  const { reportId } = await ask([anna.id]);
  const mail = await mailTo(`person${count}@example.net`);
  const away = 'Ok, vielen Dank für Ihre Nachricht. Ich bin bis 30.11. nicht im Haus.';
  imap.deliver(written(mail, 'Automatische Antwort: Alarm: Stromausfall', away));
  const off = 'Nein, ich bin gerade nicht im Dienst. Bitte wenden Sie sich an die Pforte.';
  const silenced = ['Return-Path: <>', 'X-Auto-Response-Suppress: All'];
  imap.deliver(written(mail, 'Abwesenheitsnotiz: Alarm: Stromausfall', off, silenced));
  const replies: [text: string, kind: string, minutes: number | null][] = [
    [
      `1\n\n    Am Samstag, 21. November 2026 um 03:40:12 MEZ hat Leitstelle <alarm@house.example> Folgendes geschrieben:  \n \n ${alarm}`,
      'POSITIVE',
      null,
    ],
    [`2\n\nLeitstelle <alarm@house.example> schrieb am Sa., 21. Nov. 2026, 03:40:\n\n${alarm}`, 'NEGATIVE', null],
    [
      `1 20\n\nGesendet: Samstag, 21. November 2026 um 03:40 Uhr\nVon: "Leitstelle" <alarm@house.example>\nAn: anna@amsel.example\nBetreff: Alarm: Stromausfall\n${alarm}`,
      'POSITIVE',
      20,
    ],
    ['1 25\n\nGet Outlook for iOS<https://aka.ms/o0ukef>', 'POSITIVE', 25],
    ['1 30\n\nGesendet von Mail<https://go.microsoft.com/fwlink/?LinkId=550986> für Windows', 'POSITIVE', 30],
  ];
  for (const [at, [text]] of replies.entries()) {
    imap.deliver(written(mail, 'AW: Alarm: Stromausfall', text));
    await until(async () => (await answersTo(reportId)).length > at);
  }
  assert.deepEqual(
    (await answersTo(reportId)).map(({ kind, minutes, text }) => [kind, minutes, text]),
    replies.map(([, kind, minutes]) => [kind, minutes, null]),
  );
  const bert = await person();
  const bertsMail = `person${count}@example.net`;
  await ask([bert.id], undefined, false);
  const stop = 'STOP\n\nHolen Sie sich Outlook für Android<https://aka.ms/AAb9ysg>';
  imap.deliver(written(await mailTo(bertsMail), 'AW: Alarm: Stromausfall', stop));
  await until(async () =>
    db.selectFrom('optOuts').select('personId').where('personId', '=', bert.id).executeTakeFirst(),
  );
});

const numberOf = (address: string): number => Number(/\d+/.exec(address)![0]);

/** Sends an alarm to five people and waits. */
async function alarmFive(): Promise<void> {
  const first = count + 1;
  const people = [];
  for (let at = 0; at < 5; at++) people.push((await person()).id);
  await ask(people);
  const isFive = ({ to }: LedgerEntry) => numberOf(to) >= first && numberOf(to) < first + 5;
  await until(async () => (await sink.ledger()).filter(isFive).length === 5);
}

/** Milliseconds of this process's computation. */
async function computed(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test('hostile mails and texts are processed while an alarm goes out', async () => {
  const filler = ['-', '\n', '> \n', '{', '<', '=', ' ', '\t', '&', '_'];
  const hostile = filler.map((piece) => piece.repeat(250_000 / piece.length));
  const mails = hostile.flatMap((body) => [
    `From: mailer-daemon@x\nTo: antwort@example.org\n\n${body}`,
    `From: anna@example.org\nContent-Type: text/html\n\n${body}`,
  ]);
  const editor = await server.as('editor');
  const eventType = String((await createEventType(db)).id);
  const start = 'mutation ($input: CreateActivationInput!) { createCommunication(input: $input) { _id } }';
  const time = await computed(async () => {
    const stored = mails.map((raw) => imap.deliver(raw));
    await alarmFive();
    const content = '{'.repeat(49_000);
    const { createCommunication } = await editor.run(start, { input: { eventType, mode: 'EXERCISE', content } });
    await editor.send(`mutation { sendReport(id: ${createCommunication._id}, launchKey: "hostile") { _id } }`);
    await alarmFive();
    // read, or set aside
    await until(async () => stored.every(({ flags }) => flags.has('\\Seen')), 180_000);
    const inbox = imap.mailboxes.get('INBOX')!;
    inbox.mails = inbox.mails.filter((mail) => !stored.includes(mail)); // none of them troubles the channel any more
  });
  // each of them alone took a minute and more
  assert.ok(time < 20_000, `${time} ms`);
});

test('reports a mailbox that cannot be opened, keeps sending, and loses nothing', async () => {
  imap.rename('INBOX', 'Umbenannt');
  imap.cut();
  await until(async () => (await trouble()).hearingTrouble === 'mailbox_missing');
  const anna = await person();
  const { reportId } = await ask([anna.id]);
  const mail = await mailTo(`person${count}@example.net`);
  assert.deepEqual(await trouble(), { trouble: null, hearingTrouble: 'mailbox_missing' });
  imap.rename('Umbenannt', 'INBOX');
  imap.deliver(reply(mail, '1'));
  await until(async () => (await answersTo(reportId)).length === 1);
  imap.password = 'ein anderes';
  imap.cut();
  await until(async () => (await trouble()).hearingTrouble === 'channel_credentials');
  await ask([(await person()).id]);
  await mailTo(`person${count}@example.net`);
  assert.deepEqual(await trouble(), { trouble: null, hearingTrouble: 'channel_credentials' });
  imap.password = 'richtig';
  await until(async () => (await trouble()).hearingTrouble === null);
});

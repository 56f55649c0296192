// Replies in a mailbox of Dovecot under changes of the mailbox: nothing is read twice, nothing is lost. Run it with:
// node scripts/run.mjs interop/imap.ts
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ImapFlow } from 'imapflow';
import { startDelivering } from '#server/alerting/delivery/start.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  idByIdentifier,
} from '#testing/factories.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../faults/sink.ts';
import type { LedgerEntry } from '../faults/smtp-sink.ts';
import { type ImapProgram, missingImapPrograms, startImapProgram } from './mail/imap-program.ts';
import { absenceNotes, bounceOf, programReplies } from './mail/written-replies.ts';

let peer: ImapProgram;
let sink: Sink;
let server: TestServer;
let second: Awaited<ReturnType<typeof startDelivering>>;
let manager: TestClient;
let administrator: TestClient;
let db: Db;
let channelId: number;

before(async () => {
  assert.deepEqual(missingImapPrograms(), [], 'something is missing to run this');
  peer = await startImapProgram();
  sink = await startSink({ keep: true });
  server = await startTestServer();
  db = server.app.db;
  [manager, administrator] = [await server.as('crisis_manager'), await server.as('administrator')];
  const imap = { imapHost: '127.0.0.1', imapPort: peer.port, imapUser: 'antwort', imapPassword: peer.password };
  const settings = {
    ...{ provider: 'smtp', host: '127.0.0.1', port: sink.port, secure: 'none', verify: false },
    ...{ from: 'Stab <alarm@example.org>', answerAddress: 'antwort@example.org', ...imap },
  };
  const channelType = String(await idByIdentifier(db, 'channelTypes', 'email'));
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
    { input: { name: 'E-Mail', channelType, settings } },
  );
  channelId = createChannel._id;
  second = await startDelivering(server.app, usualTimes); // a second node reads the same mailbox
});
after(async () => {
  await second?.stop();
  await server?.stop();
  await sink?.stop();
  await peer?.stop();
});
beforeEach(() => until(async () => (await hearingTrouble()) === null));

let count = 0;
const hearingTrouble = async (): Promise<string | null> =>
  (await administrator.run('query ($id: ID!) { channel(id: $id) { hearingTrouble } }', { id: channelId })).channel
    .hearingTrouble;

/** Changes the mailbox like another program. */
async function inMailbox<T>(use: (client: ImapFlow) => Promise<T>): Promise<T> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: peer.port,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'antwort', pass: peer.password },
    logger: false,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.logout().catch(() => client.close());
  }
}

const crlf = (raw: string) => raw.replace(/\r?\n/g, '\r\n');
const deliver = (...raw: string[]) =>
  inMailbox(async (client) => {
    for (const one of raw) await client.append('INBOX', crlf(one));
  });

interface QuestionedPeople {
  reportId: number;
  messageId: number;
  people: { id: number; mail: LedgerEntry }[];
}

/** Asks people by mail; returns their mails. */
async function ask(people: number): Promise<QuestionedPeople> {
  const addresses = Array.from({ length: people }, () => `person${++count}@example.net`);
  const ids: number[] = [];
  for (const email of addresses) ids.push((await createPerson(db, { email })).id);
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const list = await createMailingList(db, { groups: [{ id: (await createGroup(db, { members: ids })).id }] });
  const draft = { reportId: report.id, channelId, lists: [list.id], requestAnswer: true };
  const message = await createDraft(db, draft);
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "imap-${report.id}") { _id } }`);
  const mails = await until(async () => {
    const ledger = await sink.ledger();
    const found = addresses.map((address) => ledger.find(({ to }) => to === address));
    return found.every((mail) => mail !== undefined) && found;
  });
  return { reportId: report.id, messageId: message.id, people: ids.map((id, at) => ({ id, mail: mails[at]! })) };
}

const replyTo = ({ raw }: LedgerEntry) => /^Reply-To:(?:[^<]*<)?([^\s<>]+)/im.exec(raw!)![1]!;

/** A reply as a program writes it: its headers besides sender and recipient, an empty line, its body. */
const reply = (mail: LedgerEntry, written: string) =>
  `From: Anna <${mail.to}>\nTo: ${replyTo(mail)}\nMessage-ID: <${++count}@mua.example>\nIn-Reply-To: <${mail.messageId}>\nMIME-Version: 1.0\n${written}`;
const plain = (mail: LedgerEntry, text: string) =>
  reply(mail, `Subject: AW: Alarm\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`);

const answersTo = async (reportId: number) => {
  const rows = await db
    .selectFrom('answers as a')
    .leftJoin('answerOptions as o', 'o.id', 'a.optionId')
    .select(['a.personId', 'o.kind', 'a.minutes', 'a.text'])
    .where('a.reportId', '=', reportId)
    .orderBy('a.id')
    .execute();
  return rows;
};

/** Waits until the report has these answers and the folder nothing unread, then once more: nothing comes twice. */
async function haveAnswers(reportId: number, expected: number): Promise<Awaited<ReturnType<typeof answersTo>>> {
  await until(async () => (await answersTo(reportId)).length >= expected);
  await until(async () => (await unread()) === 0);
  const answers = await answersTo(reportId);
  assert.equal(answers.length, expected, JSON.stringify(answers));
  return answers;
}

const unread = () =>
  inMailbox(async (client) => {
    await client.mailboxOpen('INBOX');
    const found = (await client.search({ seen: false }, { uid: true })) || [];
    return found.length;
  });

test('replies of programs count as written; notes of absence choose nothing; a bounce ends a row', async () => {
  const names = Object.keys(programReplies);
  const { reportId, messageId, people } = await ask(names.length + Object.keys(absenceNotes).length + 1);
  const answering = people.slice(0, names.length);
  const gone = people.at(-1)!;
  await deliver(
    ...answering.map(({ mail }, at) => reply(mail, programReplies[names[at]!]!)),
    ...Object.values(absenceNotes).map((one, at) => reply(people[names.length + at]!.mail, one)),
    bounceOf(gone.mail, '5.1.1'),
  );
  const answers = await haveAnswers(reportId, names.length);
  const by = new Map(answers.map((one) => [one.personId, one]));
  for (const [at, { id }] of answering.entries()) {
    const { kind, minutes } = by.get(id)!;
    assert.deepEqual([kind, minutes], ['POSITIVE', 20], names[at]!);
  }
  await until(async () => (await statusesOf(db, messageId))[gone.id] === 'failed address_unknown');
});

test('IDLE that is cut ends nothing', async () => {
  const { reportId, people } = await ask(3);
  await peer.cut(); // the processes that hold connections
  await deliver(plain(people[0]!.mail, '1'));
  await peer.cut();
  await deliver(plain(people[1]!.mail, '1'), plain(people[2]!.mail, '2'));
  await haveAnswers(reportId, 3);
});

test('a mailbox with new numbers (UIDVALIDITY) is read on, and nothing of it twice', async () => {
  const { reportId, people } = await ask(3);
  await deliver(plain(people[0]!.mail, '1'));
  await haveAnswers(reportId, 1);
  await peer.renumber('antwort');
  await deliver(plain(people[1]!.mail, '1'), plain(people[2]!.mail, '1'));
  await haveAnswers(reportId, 3);
});

test('a mailbox that is renamed, and made again, is told, and read when it is back', async () => {
  const { reportId, people } = await ask(2);
  const update = 'mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { _id } }';
  const readFrom = (imapMailbox: string) =>
    administrator.run(update, { input: { id: channelId, settings: { provider: 'smtp', imapMailbox } } });
  await inMailbox((client) => client.mailboxCreate('Antworten'));
  await readFrom('Antworten');
  await inMailbox((client) => client.append('Antworten', crlf(plain(people[0]!.mail, '1'))));
  await until(async () => (await answersTo(reportId)).length === 1);
  await inMailbox((client) => client.mailboxRename('Antworten', 'Alt'));
  await peer.cut();
  await until(async () => (await hearingTrouble()) === 'mailbox_missing');
  await inMailbox(async (client) => {
    await client.mailboxCreate('Antworten');
    await client.append('Antworten', crlf(plain(people[1]!.mail, '1')));
  });
  await until(async () => (await answersTo(reportId)).length === 2);
  await until(async () => (await hearingTrouble()) === null);
  await readFrom('INBOX');
  await haveAnswers(reportId, 2);
});

test('mails that another program moves, deletes or marks while they are read are no trouble', async () => {
  const { reportId, people } = await ask(12);
  await inMailbox(async (client) => {
    await client.mailboxCreate('Anderswo');
    for (const [at, { mail }] of people.entries()) {
      const stored = await client.append('INBOX', crlf(plain(mail, '1')));
      const uid = String(stored ? stored.uid : '');
      await client.mailboxOpen('INBOX');
      if (at % 4 === 1) await client.messageMove(uid, 'Anderswo', { uid: true });
      if (at % 4 === 2) await client.messageDelete(uid, { uid: true });
    }
  });
  await until(async () => (await unread()) === 0);
  // remaining mails count in any case, removed ones if they were read before
  const answered = await until(async () => {
    const found = new Set((await answersTo(reportId)).map(({ personId }) => personId));
    return people.every(({ id }, at) => at % 4 === 1 || at % 4 === 2 || found.has(id)) && found;
  });
  assert.equal((await answersTo(reportId)).length, answered.size);
  assert.equal(await hearingTrouble(), null);
});

test('a server that is killed and comes back has lost no reply, and nothing is read twice', async () => {
  const { reportId, people } = await ask(10);
  const inTwo = people.map(({ mail }) => plain(mail, '1'));
  await deliver(...inTwo.slice(0, 5));
  await peer.kill();
  await until(async () => (await hearingTrouble()) === 'channel_unreachable');
  await peer.start();
  await deliver(...inTwo.slice(5));
  const answers = await haveAnswers(reportId, 10);
  assert.equal(new Set(answers.map(({ personId }) => personId)).size, 10);
});

test('a hundred replies, read by two nodes at once, are a hundred answers', async () => {
  const { reportId, people } = await ask(100);
  await deliver(...people.map(({ mail }, at) => plain(mail, at % 2 ? '1' : '2')));
  const answers = await haveAnswers(reportId, 100);
  assert.equal(new Set(answers.map(({ personId }) => personId)).size, 100);
});

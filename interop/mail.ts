// E-mail against programs that we did not write: Postfix takes, delivers and bounces, Dovecot shows the mailboxes over IMAP,
// dkimpy checks the signature, nodemailer is the client that people answer with. Run it with: node scripts/run.mjs interop/mail.ts
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ImapFlow } from 'imapflow';
import nodemailer from 'nodemailer';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  idByIdentifier,
} from '#testing/factories.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type MailPrograms, missingMailPrograms, startMailPrograms } from './mail/programs.ts';

const python = '/usr/bin/python3';
const dkimpy = '/usr/lib/python3/dist-packages/dkim/__init__.py';
const needed = [
  ...missingMailPrograms(),
  ...(existsSync(python) && existsSync(dkimpy) ? [] : ['the Debian package python3-dkim']),
];

let peer: MailPrograms;
let server: TestServer;
let channelId: number;
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { format: 'der', type: 'spki' },
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
});
before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  peer = await startMailPrograms();
  server = await startTestServer();
  const administrator = await server.as('administrator');
  const settings = {
    provider: 'smtp',
    host: '127.0.0.1',
    port: peer.smtpPort,
    secure: 'starttls',
    verify: false,
    from: 'Krisenstab <alarm@example.org>',
    deliveryReports: true,
    dkimSelector: 's1',
    dkimKey: keys.privateKey.replaceAll('\n', ''),
    imapHost: '127.0.0.1',
    imapPort: peer.imapPort,
    imapUser: 'antwort',
    imapPassword: peer.password,
    answerAddress: 'antwort@example.org',
  };
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
    {
      input: {
        name: 'E-Mail',
        channelType: String(await idByIdentifier(server.app.db, 'channelTypes', 'email')),
        settings,
      },
    },
  );
  channelId = createChannel._id;
});
after(async () => {
  await server?.stop();
  await peer?.stop();
});

/** Asks people, of whom some are needed; returns report and message. */
async function ask(people: number[], stopLimit: number): Promise<{ reportId: number; messageId: number }> {
  const { db } = server.app;
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  const group = await createGroup(db, { members: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit }] });
  const message = await createDraft(db, { reportId: report.id, channelId, lists: [list.id], requestAnswer: true });
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "interop-${report.id}") { _id } }`);
  return { reportId: report.id, messageId: message.id };
}

/** Changes a mailbox like its owner's program. */
async function inMailbox<T>(user: string, use: (client: ImapFlow) => Promise<T>): Promise<T> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: peer.imapPort,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user, pass: peer.password },
    logger: false,
  });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.logout();
  }
}

/** Waits for the newest mail of a mailbox. */
const newestMail = (user: string): Promise<string> =>
  inMailbox(user, (client) =>
    until(async () => {
      const { exists } = await client.mailboxOpen('INBOX');
      if (!exists) return null;
      const mail = await client.fetchOne('*', { source: true });
      return mail ? mail.source?.toString('latin1') : null;
    }),
  );

const header = (mail: string, name: string): string =>
  new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(mail.replace(/\r\n[ \t]+/g, ' '))![1]!;

test('who is unknown bounces and the next is asked; who answers by mail is on the board; the signature is true', async () => {
  const { db } = server.app;
  const unknown = await createPerson(db, { email: 'niemand@people.example' });
  const full = await createPerson(db, { email: 'voll@people.example' });
  const anna = await createPerson(db, { email: 'anna@example.net' });
  const { reportId, messageId } = await ask([unknown.id, full.id, anna.id], 1);
  const mail = await newestMail('anna');
  const statuses = await until(async () => {
    const found = await statusesOf(db, messageId);
    return found[anna.id] === 'delivered' && found;
  });
  assert.deepEqual(statuses, {
    [unknown.id]: 'failed address_unknown',
    [full.id]: 'failed mailbox_full',
    [anna.id]: 'delivered',
  });

  const published = `v=DKIM1; k=rsa; p=${(keys.publicKey as Buffer).toString('base64')}`;
  const check = `import dkim, sys
key = sys.argv[1].encode()
print(dkim.verify(sys.stdin.buffer.read(), dnsfunc=lambda name, timeout=5: key if name.rstrip(b'.') == b's1._domainkey.example.org' else None))`;
  const verified = execFileSync(python, ['-c', check, published], { input: Buffer.from(mail, 'latin1') })
    .toString()
    .trim();
  assert.equal(verified, 'True');
  assert.match(header(mail, 'Return-Path'), /^<antwort\+d\.\d+\.1\.[0-9a-f]{8}@example\.org>$/);

  const client = nodemailer.createTransport({
    host: '127.0.0.1',
    port: peer.smtpPort,
    tls: { rejectUnauthorized: false },
  });
  await client.sendMail({
    from: 'Anna <anna@example.net>',
    to: header(mail, 'Reply-To'),
    subject: `AW: ${header(mail, 'Subject')}`,
    inReplyTo: header(mail, 'Message-ID'),
    text: 'Ich komme, in 15 min\n\nAm 22.11.2026 schrieb Krisenstab:\n> 2 = Ich komme nicht',
    html: '<p>Ich komme, in 15 min</p><blockquote>2 = Ich komme nicht</blockquote>',
  });
  client.close();
  const answer = await until(() =>
    db
      .selectFrom('answers as a')
      .innerJoin('answerOptions as o', 'o.id', 'a.optionId')
      .select(['o.kind', 'a.minutes', 'a.source', 'a.personId'])
      .where('a.reportId', '=', reportId)
      .executeTakeFirst(),
  );
  assert.deepEqual(answer, { kind: 'POSITIVE', minutes: 15, source: 'email', personId: anna.id });
});

test('folders that are not there are told; once they are, what lies in the one is read and moved to the other', async () => {
  const { db } = server.app;
  const administrator = await server.as('administrator');
  const read = 'query ($id: ID!) { channel(id: $id) { settings trouble hearingTrouble } }';
  const channel = async () => (await administrator.run(read, { id: channelId })).channel;
  await administrator.run('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { _id } }', {
    input: { id: channelId, settings: { provider: 'smtp', imapMailbox: 'Antworten', imapDone: 'Erledigt' } },
  });
  await until(async () => (await channel()).hearingTrouble === 'mailbox_missing');
  const mail = await newestMail('anna');
  const written = `From: anna@example.net\r\nTo: ${header(mail, 'Reply-To')}\r\nMessage-ID: <2@example.net>\r\n\r\n2 doch nicht\r\n`;
  await inMailbox('antwort', async (client) => {
    await client.mailboxCreate('Erledigt');
    await client.mailboxCreate('Antworten');
    await client.append('Antworten', written);
  });
  await until(async () => (await channel()).hearingTrouble === null);
  await until(() => db.selectFrom('answers').select('id').where('text', '=', '2 doch nicht').executeTakeFirst());
  const counts = () =>
    inMailbox('antwort', (client) =>
      Promise.all(['Antworten', 'Erledigt'].map(async (name) => (await client.mailboxOpen(name)).exists)),
    );
  await until(async () => (await counts()).join() === '0,1');
});

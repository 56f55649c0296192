import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Hear } from '#server/channels/channel.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type ImapServer, startImapServer } from '#testing/fakes/imap-server.ts';
import { createChannel } from '#testing/messages.ts';
import { until } from '#testing/until.ts';
import { type Hearing, hearMailbox, type MailAccount, type MailboxListener } from './hear-mailbox.ts';
import { storedTries } from './mail-tries.ts';

type Heard = Parameters<Hear>[0];

let app: TestApp;
let listener: MailboxListener;
let imap: ImapServer;
let heard: Heard[];
let troubles: (string | null)[];
let store: (one: Heard) => Promise<void>;
let hearings: Hearing[];
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());
beforeEach(async () => {
  const { id } = await createChannel(app.db, 'email');
  listener = { channelId: id, log: pino({ level: 'silent' }), tries: storedTries(app.db) };
  imap = await startImapServer();
  [heard, troubles, hearings] = [[], [], []];
  store = async (one) => void heard.push(one);
});
afterEach(async () => {
  await Promise.all(hearings.map((hearing) => hearing.stop()));
  await imap.stop();
});

const inbox = () => imap.mailboxes.get('INBOX')!;
const seen = () => inbox().mails.every(({ flags }) => flags.has('\\Seen'));
const texts = () => heard.flatMap(({ replies }) => replies.map(({ text }) => text));

function listen(more: Partial<MailAccount> = {}): void {
  const { port, user, password } = imap;
  const account = {
    host: '127.0.0.1',
    port,
    user,
    password,
    secure: 'none',
    verify: false,
    mailbox: 'INBOX',
    done: null,
  };
  const trouble = (reason: string | null) => void troubles.push(reason);
  const hear: Hear = Object.assign((one: Heard) => store(one), { trouble });
  hearings.push(hearMailbox({ ...account, ...more } as MailAccount, listener, hear));
}

let count = 0;
const mail = (text: string, headers = '') =>
  `From: Anna <anna@example.org>\nTo: antwort+d.1.1.abcdef01@example.org\nMessage-ID: <${++count}@example.org>\n${headers}\n${text}\n`;

test('receives existing and new mails, and marks them as read only afterwards', async () => {
  imap.deliver(mail('1'));
  const marked: boolean[] = [];
  store = async (one) => {
    marked.push(inbox().mails.at(-1)!.flags.has('\\Seen'));
    heard.push(one);
  };
  listen();
  await until(async () => seen() && troubles.includes(null));
  imap.deliver(mail('2'));
  await until(async () => heard.length === 2 && seen());
  assert.deepEqual(texts(), ['1', '2']);
  assert.deepEqual(marked, [false, false]);
  assert.equal(heard[0]!.replies[0]!.inReplyTo, 'd.1.1.abcdef01');
});

test('a mail that could not be stored stays unread and returns, without reporting trouble', async () => {
  imap.deliver(mail('1'));
  let fails = 2;
  store = async (one) => {
    if (fails-- > 0) throw new Error('the database is away');
    heard.push(one);
  };
  listen();
  await until(async () => heard.length === 1 && seen());
  assert.deepEqual(troubles.filter(Boolean), []);
});

test('one of twenty mails that can never be stored delays no other and is set aside', async () => {
  for (let n = 0; n < 20; n++) imap.deliver(mail(n === 3 ? 'wrong' : String(n)));
  store = async (one) => {
    if (one.replies[0]!.text === 'wrong') throw Object.assign(new Error('too large'), { code: '54000' });
    heard.push(one);
  };
  listen();
  await until(async () => heard.length === 19 && seen());
  await until(async () => troubles.length > 0);
  assert.deepEqual([...new Set(troubles)], ['mails_set_aside']);
  imap.deliver(mail('later'));
  await until(async () => texts().includes('later'));
});

test('a folder for processed mails gets all mails, read or unread, with and without MOVE', async () => {
  imap.mailboxes.set('Erledigt', { uidValidity: 7, uidNext: 1, mails: [] });
  imap.deliver(mail('1')).flags.add('\\Seen');
  listen({ done: 'Erledigt' });
  await until(async () => inbox().mails.length === 0);
  imap.can.delete('MOVE');
  imap.cut();
  imap.deliver(mail('2'));
  await until(async () => imap.mailboxes.get('Erledigt')!.mails.length === 2 && inbox().mails.length === 0);
  assert.deepEqual(texts(), ['1', '2']);
});

test('polls a server without IDLE', async () => {
  imap.can.delete('IDLE');
  listen();
  await until(async () => troubles.includes(null));
  imap.deliver(mail('1'));
  imap.cut(); // a retry takes 15 s, a new connection asks at once
  await until(async () => heard.length === 1);
});

test('reconnects after a cut, before or in the middle, and loses nothing', async () => {
  let cuts = 0;
  imap.before = (command, socket) => {
    if (/^UID (?:FETCH|STORE)/.test(command) && cuts++ < 2) socket.destroy();
  };
  imap.deliver(mail('1'));
  listen();
  await until(async () => seen());
  imap.cut();
  imap.deliver(mail('2'));
  await until(async () => texts().includes('2') && seen());
  assert.ok(cuts >= 2);
  assert.equal(
    new Set(heard.flatMap(({ replies }) => replies.map(({ id }) => id))).size,
    2,
    'the same is the same reply',
  );
});

test('reports wrong credentials and a missing mailbox, and recovers', async () => {
  listen({ password: 'falsch' });
  await until(async () => troubles.at(-1) === 'channel_credentials');
  imap.password = 'falsch';
  await until(async () => troubles.at(-1) === null);
  imap.rename('INBOX', 'Alt');
  imap.cut();
  await until(async () => troubles.at(-1) === 'mailbox_missing');
  imap.mailboxes.set('INBOX', { uidValidity: 99, uidNext: 1, mails: [] });
  imap.deliver(mail('neu'));
  await until(async () => texts().includes('neu') && troubles.at(-1) === null);
});

test('reads a mailbox with restarted numbers from the beginning', async () => {
  imap.deliver(mail('1'));
  listen();
  await until(async () => seen() && heard.length === 1);
  imap.mailboxes.set('INBOX', { uidValidity: 2, uidNext: 1, mails: [] });
  imap.deliver(mail('2'));
  imap.cut();
  await until(async () => texts().includes('2') && seen());
});

test('reports an unreachable server and one that rejects marking', async () => {
  imap.refuses.add('STORE');
  imap.deliver(mail('1'));
  listen();
  await until(async () => troubles.at(-1) === 'channel_refused');
  imap.refuses.clear();
  await until(async () => seen());
  const { port } = imap;
  listen({ port: 1 });
  await until(async () => troubles.includes('channel_unreachable'));
  assert.notEqual(port, 1);
});

test('fetches only the beginning of a huge mail, and no attachment', async () => {
  const attachment = Buffer.alloc(3_000_000, 'x').toString('base64').replace(/.{76}/g, '$&\n');
  const parts = `--B\n\nIch komme\n--B\nContent-Type: application/pdf\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n${attachment}\n--B--`;
  imap.deliver(mail(parts, 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=B\n'));
  listen();
  await until(async () => seen());
  assert.deepEqual(texts(), ['Ich komme']);
  assert.ok(imap.commands.some((command) => command.includes('<0.262144>')));
  assert.ok(JSON.stringify(heard).length < 1_000);
});

const asideIn = () => app.db.selectFrom('mailTries').selectAll().where('channelId', '=', listener.channelId).execute();

test('a mail that stalls or ends its reader is set aside at the third try, and shown until gone', async () => {
  // left by a process that ended twice while reading it
  const poison = imap.deliver(mail('tödlich'));
  const folder = { channelId: listener.channelId, name: `${imap.user}@127.0.0.1:${imap.port}/INBOX`, uidValidity: 1n };
  await listener.tries.begin(folder, poison.uid);
  await sql`update mail_tries set tries = 2, tried_at = now() - interval '1 minute'`.execute(app.db);
  // another process is reading this one
  const others = imap.deliver(mail('bei anderen'));
  await listener.tries.begin(folder, others.uid);
  const deep = imap.deliver(nested(300));
  imap.deliver(mail('1'));
  listen();
  await until(async () => troubles.at(-1) === 'mails_set_aside');
  assert.deepEqual(texts(), ['1']);
  assert.deepEqual([...poison.flags].sort(), ['\\Flagged', '\\Seen']);
  assert.deepEqual([...deep.flags].sort(), ['\\Flagged', '\\Seen'], 'what the parser refuses is shown at once');
  assert.deepEqual([...others.flags], []);
  await listener.tries.end(folder, [others.uid]);
  imap.cut();
  await until(async () => texts().length === 2);
  assert.deepEqual(texts(), ['1', 'bei anderen']);
  inbox().mails = inbox().mails.filter((one) => one !== poison && one !== deep);
  imap.cut();
  await until(async () => troubles.at(-1) === null);
  assert.deepEqual(await asideIn(), []);
});

/** A mail whose parts lie in one another. */
const nested = (depth: number): string => {
  const head = (at: number) => `Content-Type: multipart/mixed; boundary=B${at}\n\n--B${at}\n`;
  const headers = Array.from({ length: depth }, (_, at) => head(at)).join('');
  return mail(`x\n--B0--`, `MIME-Version: 1.0\n${headers}`);
};

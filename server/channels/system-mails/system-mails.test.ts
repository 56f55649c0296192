import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { SystemMail } from '#server/platform/jobs/system-mail.ts';
import { systemMailIdentifiers } from '#server/platform/jobs/system-mail-identifiers.ts';
import { languageCodes } from '#shared/languages.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { createPerson, createUser } from '#testing/factories.ts';
import { takeMail } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { renderMail } from './render.ts';
import { placeholdersOf } from './samples.ts';
import { sendSystemMail } from './send.ts';
import { systemMailTexts } from './texts.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const send = (...mails: SystemMail[]) => sendSystemMail(server.app, server.app.db, ...mails);
const jobs = async () => {
  const { rows } = await server.app.database.pool.query(
    "select data, state from pgboss.job where name = 'system_mail'",
  );
  return rows as { data: SystemMail; state: string }[];
};

test('every mail exists in both languages with the same placeholders, as a row to edit', async () => {
  for (const identifier of systemMailIdentifiers) {
    const [de, en] = [systemMailTexts.de[identifier], systemMailTexts.en[identifier]];
    for (const part of ['subject', 'content'] as const) {
      const [inGerman, inEnglish] = [new Set(placeholdersIn(de[part])), new Set(placeholdersIn(en[part]))];
      assert.deepEqual(inGerman, inEnglish, `${identifier}.${part}`);
    }
  }
  const rows = await server.app.db.selectFrom('systemMails').select(['identifier', 'language']).execute();
  assert.equal(rows.length, 2 * systemMailIdentifiers.length);
});

test('every placeholder of a mail has a readable name in every language', () => {
  const used = new Set(systemMailIdentifiers.flatMap(placeholdersOf));
  const textsOf = (language: string, section: string) =>
    JSON.parse(
      readFileSync(path.join(import.meta.dirname, `../../../web/public/locales/${language}/${section}.json`), 'utf8'),
    );
  for (const language of languageCodes) {
    const names = { ...textsOf(language, 'messages').placeholder, ...textsOf(language, 'fields').mail.name };
    const nameless = [...used].filter((name) => !names[name.replaceAll('.', '_')]);
    assert.deepEqual(nameless, [], language);
  }
});

test('no text exists for an occasion that never happens', () => {
  const server = path.join(import.meta.dirname, '../..');
  const others = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !/\.test\.|^(program\/seed|channels\/system-mails)\//.test(file),
  );
  const code = ['channels/system-mails/over-channel.ts', ...others]
    .map((file) => readFileSync(path.join(server, file), 'utf8'))
    .join();
  for (const identifier of systemMailIdentifiers) assert.ok(code.includes(`'${identifier}'`), identifier);
});

test('values are text, never markup, headers or placeholders; a missing one is a dash', () => {
  const text = { subject: 'Von {{ author.name }}', content: 'Hallo {{ author.name }}\n\n{{ reason }}\n{{ link }}' };
  const name = '<img src=x onerror=alert(1)>{{ link }}\r\nBcc: x@example.org';
  const mail = renderMail(text, 'de', { 'author.name': name, link: 'https://example.org/#/a?b=1&c=2' });
  assert.doesNotMatch(mail.subject, /[\r\n]/);
  assert.ok(mail.text.includes('(( link ))'));
  assert.ok(!mail.html.includes('<img'));
  assert.ok(mail.html.includes('<a href="https://example.org/#/a?b=1&amp;c=2">'));
  assert.match(mail.text, /\n–\n/);
  const rich = renderMail(
    { subject: 's', content: '<p onclick="x()">Hallo <b>{{ author.name }}</b></p><script>1</script>' },
    'de',
    { 'author.name': name },
  );
  assert.doesNotMatch(rich.html, /onclick|<script|<img/);
  assert.match(rich.html, /<b>&lt;img/);
});

test('without a mail server the exercise mailbox keeps the mail in the receiver’s language', async () => {
  const user = await createUser(server.app.db, { firstName: 'Kim', lastName: 'Kern' });
  await send({
    identifier: 'message_rejected',
    to: user.id,
    language: 'en',
    exercise: false,
    values: { 'event.name': 'Fire', reason: 'typo' },
    page: '/event/3',
  });
  const mail = await takeMail(server, user.email);
  assert.equal(mail.subject, 'Fire: Your message was rejected');
  assert.match(mail.text, /^Hello Kim Kern,/);
  assert.match(mail.text, /Reason: typo/);
  assert.ok(mail.text.includes(`${server.app.publicUrl}/#/event/3`));
  const drill = { identifier: 'limit_not_reached', to: user.id, language: 'de', exercise: true } as const;
  await send({ ...drill, values: { 'event.name': 'Brand' } });
  const marked = await takeMail(server, user.email);
  assert.equal(marked.subject, 'ÜBUNG – Brand: Zu wenige Zusagen');
  assert.match(marked.text, /^ÜBUNG\n\nGuten Tag/);
  const person = await createPerson(server.app.db, { firstName: 'Paul', email: 'paul@example.org' });
  const changed = { identifier: 'person_data_changed', language: 'fr' } as const;
  await send({ ...changed, to: { email: 'paul@example.org', personId: person.id } });
  assert.match((await takeMail(server, 'paul@example.org')).text, /^Guten Tag Paul /);
});

test('a mail is sent if and only if the transaction commits', async () => {
  const user = await createUser(server.app.db, {});
  const failed = server.app.db.transaction().execute(async (tx) => {
    await sendSystemMail(server.app, tx, { identifier: 'user_approved', to: user.id, language: 'de' });
    throw new Error('rolled back');
  });
  await assert.rejects(failed, /rolled back/);
  assert.equal((await jobs()).filter(({ data }) => data.to === user.id).length, 0);
});

test('applies changes and switches of administrators; deleted users and used tokens get nothing', async () => {
  const { db } = server.app;
  const mine = { identifier: 'test_message', language: 'de' } as const;
  const change = (values: { subject?: string; isActive?: boolean }) =>
    db
      .updateTable('systemMails')
      .set(values)
      .where('identifier', '=', 'test_message')
      .where('language', '=', 'de')
      .execute();
  await change({ subject: 'Probe über {{ channel.name }}' });
  await send({ ...mine, to: { email: 'a@example.org' }, values: { 'channel.name': 'E-Mail' } });
  assert.equal((await takeMail(server, 'a@example.org')).subject, 'Probe über E-Mail');
  await change({ isActive: false });
  const gone = await createUser(db, {});
  await db.deleteFrom('users').where('id', '=', gone.id).execute();
  const kept = await createUser(db, {});
  const before = (await jobs()).length;
  await send({ ...mine, to: { email: 'b@example.org' } }, { identifier: 'user_approved', to: gone.id, language: 'de' });
  await send({ identifier: 'password_reset', to: kept.id, language: 'de', tokenId: 999_999 });
  for (let tries = 0; tries < 100; tries++) {
    if ((await jobs()).slice(before).every(({ state }) => state === 'completed')) break;
    await pause(50);
  }
  assert.deepEqual(
    (await jobs()).slice(before).map(({ state }) => state),
    ['completed', 'completed', 'completed'],
  );
  const none = await db
    .selectFrom('exerciseMessages')
    .select('id')
    .where('address', 'in', ['b@example.org', gone.email, kept.email])
    .execute();
  assert.equal(none.length, 0);
});

test('over SMTP: explicit envelope, the same Message-ID per attempt; gives up unknown addresses', async () => {
  const received: { to: string[]; raw: string }[] = [];
  let refusals = 1;
  const mailServer = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      if (address.startsWith('unknown'))
        return callback(Object.assign(new Error('no such user'), { responseCode: 550 }));
      callback(refusals-- > 0 ? Object.assign(new Error('try later'), { responseCode: 451 }) : null);
    },
    onData(stream, session, callback) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(pieces).toString() });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Krisenstab <alarm@example.org>' };
  const mailing = await startTestServer(env);
  try {
    const { db } = mailing.app;
    const user = await createUser(db, { email: 'erika@example.org' });
    await sendSystemMail(mailing.app, db, {
      identifier: 'user_approved',
      to: { email: 'unknown@example.org' },
      language: 'de',
    });
    await sendSystemMail(mailing.app, db, {
      identifier: 'message_released',
      exercise: false,
      to: user.id,
      language: 'de',
    });
    const retry = "update pgboss.job set start_after = now() where name = 'system_mail' and state = 'retry'";
    for (let tries = 0; tries < 100 && received.length === 0; tries++) {
      await pause(100);
      const { rowCount } = await mailing.app.database.pool.query(retry);
      if (rowCount) await mailing.app.db.transaction().execute((tx) => mailing.app.jobs.enqueue(tx, 'purge', {}));
    }
    const [{ to, raw }] = received as [(typeof received)[0]];
    assert.deepEqual(to, ['erika@example.org']);
    assert.match(raw, /^From: Krisenstab <alarm@example\.org>\r$/m);
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m);
    const { rows } = await mailing.app.database.pool.query(
      "select id, retry_count, state, data from pgboss.job where name = 'system_mail' order by created_on",
    );
    assert.deepEqual(
      rows.map(({ retry_count }) => retry_count),
      [0, 1],
    );
    assert.ok(raw.includes(`Message-ID: <${rows[1].id}@example.org>`));
    assert.equal(rows[0].state, 'completed');
  } finally {
    await mailing.stop();
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  }
});

test('a mail that its channel cannot send shows the reason to administrators', async (t) => {
  const closed = net.createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const mailing = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'alarm@example.org' });
  t.after(() => mailing.stop());
  const { app } = mailing;
  await sendSystemMail(app, app.db, { identifier: 'user_approved', to: { email: 'a@example.org' }, language: 'de' });
  const admin = await mailing.as('administrator');
  const reason = await until(async () => {
    const { channels } = await admin.run('{ channels { edges { node { name lastFailure } } } }');
    return channels.edges.find(({ node }: { node: { name: string } }) => node.name === 'E-Mail').node.lastFailure;
  });
  assert.equal(reason, 'channel_unreachable');
});

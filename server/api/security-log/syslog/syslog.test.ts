import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { post } from '#testing/rest.ts';
import { startTestServer } from '#testing/server.ts';
import { makeCertificate } from '#testing/syslog/certificate.ts';
import { readMessage } from '#testing/syslog/read-message.ts';
import { type SyslogServer, startSyslogServer } from '#testing/syslog/syslog-server.ts';
import { until } from '#testing/until.ts';
import { messageOf } from './format.ts';
import { endTelling, type SyslogPace, startTelling } from './tell.ts';

let app: TestApp;
let folder: string;
const certificate = makeCertificate();
before(async () => {
  app = await startTestApp();
  await sql`insert into installation (key_fingerprint) values ('\\x00')`.execute(app.db); // as a start does
  folder = await mkdtemp(path.join(tmpdir(), 'syslog-'));
  await writeFile(path.join(folder, 'ca.pem'), certificate.cert);
});
after(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

const pace: SyslogPace = { every: 20, group: 10, settles: 50, keptHours: 24, kept: 1000 };
const ids = (peer: SyslogServer) => peer.taken.map(({ data }) => Number(data['meldekette@32473']!['id']));
const add = async (what: string, count = 1) => {
  await recordSecurity(app.db, ...Array.from({ length: count }, () => ({ kind: 'denied' as const, what })));
  const rows = await app.db.selectFrom('securityEntries').select('id').where('what', '=', what).orderBy('id').execute();
  return rows.map(({ id }) => id);
};
const untold = async () =>
  (await app.db.selectFrom('securityEntries').select('id').where('dueAt', 'is not', null).execute()).length;

test('any entry becomes one RFC 5424 message with the same content', () => {
  const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }));
  fc.assert(
    fc.property(text, text, fc.string({ unit: 'binary-ascii', maxLength: 50 }), (what, detail, kind) => {
      const entry = { id: 7, at: new Date(), lastAt: null, count: 1, kind, userId: 3, apiKeyId: null, network: null };
      const more = { what, detail, subjectType: null, subjectId: null, dueAt: null };
      const read = readMessage(messageOf({ ...entry, ...more }));
      const plain = (given: string | null) => given?.toWellFormed().replace(/[\r\n\0]+/g, ' ');
      const own = read.data['meldekette@32473']!;
      assert.deepEqual([own['what'], own['detail'], own['user']], [plain(what), plain(detail), '3']);
      assert.equal(read.facility, 10);
    }),
  );
});

const ways = {
  UDP: () => startSyslogServer('udp'),
  TCP: () => startSyslogServer('tcp'),
  TLS: () => startSyslogServer(certificate),
};
for (const [way, start] of Object.entries(ways)) {
  test(`over ${way} a syslog server receives failed sign-ins and denied actions`, async () => {
    const peer = await start();
    const query = way === 'TLS' ? `?ca=${path.join(folder, 'ca.pem')}` : '';
    const server = await startTestServer({ SYSLOG_URL: `${way.toLowerCase()}://127.0.0.1:${peer.port}${query}` });
    try {
      await post(server, '/api/auth', { email: 'niemand@example.org', password: 'falsch geraten, leider' });
      await (await server.as('editor')).send('{ auditIntact }');
      const told = await until(async () => {
        const found = ['sign_in_failed', 'denied'].map((id) => peer.taken.find((message) => message.id === id));
        return found.every(Boolean) && found;
      });
      for (const message of told) {
        assert.deepEqual([message!.facility, message!.severity, message!.app], [10, 4, 'meldekette']);
        assert.equal(message!.data['origin']!['software'], 'Meldekette');
      }
      assert.equal(told[1]!.data['meldekette@32473']!['what'], 'query auditIntact');
      assert.match(told[1]!.text, /^Access denied, user \d+, from .*, query auditIntact$/);
      assert.deepEqual(peer.violations, []);
    } finally {
      await server.stop();
      await peer.stop();
    }
  });
}

test('resends messages lost on a connection, followed by those of the outage', async () => {
  let peer = await startSyslogServer('tcp');
  const telling = startTelling(app, `tcp://127.0.0.1:${peer.port}`, pace);
  const first = await add('first');
  await until(async () => (await untold()) === 0);
  peer.swallows = true;
  const swallowed = await add('swallowed', 25);
  await until(async () => peer.swallowed > 2);
  assert.ok((await untold()) >= 25);
  await peer.stop();
  const before = ids(peer);
  const missed = await add('missed', 3);
  peer = await startSyslogServer('tcp', peer.port);
  await until(async () => (await untold()) === 0);
  await telling.stop();
  const all = new Set([...before, ...ids(peer)]);
  for (const id of [...first, ...swallowed, ...missed]) assert.ok(all.has(id), `${id}`);
  const own = ids(peer);
  assert.deepEqual(
    own,
    own.toSorted((a, b) => a - b),
    'in their order',
  );
  assert.deepEqual(peer.violations, []);
  await peer.stop();
});

test('sends nothing to a server with an untrusted certificate', async () => {
  const peer = await startSyslogServer(certificate);
  const said: string[] = [];
  const log = Object.assign(Object.create(app.log), { warn: ({ code }: { code: string }) => said.push(code) });
  const telling = startTelling({ ...app, log }, `tls://127.0.0.1:${peer.port}`, pace);
  await add('untrusted');
  await until(async () => said.length > 0);
  assert.deepEqual(said, ['DEPTH_ZERO_SELF_SIGNED_CERT']);
  await telling.stop();
  assert.equal(peer.taken.length, 0);
  assert.equal(await untold(), 1);
  await peer.stop();
});

test('drops messages that are too old or too many and records their number', async () => {
  await sql`update security_entries set due_at = null where due_at is not null`.execute(app.db);
  await sql`update installation set syslog_since = now() - interval '2 days'`.execute(app.db);
  await sql`insert into security_entries (kind, what, at) select 'denied', 'old', now() - interval '25 hours'
    from generate_series(1, 4)`.execute(app.db);
  await add('many', 30);
  const peer = await startSyslogServer('tcp');
  const telling = startTelling(app, `tcp://127.0.0.1:${peer.port}`, { ...pace, kept: 20 });
  await until(async () => (await untold()) === 0);
  await telling.stop();
  const lost = peer.taken.filter(({ id }) => id === 'lost');
  const left = lost.reduce((sum, { data }) => sum + Number(data['meldekette@32473']!['count'] ?? 1), 0);
  const told = peer.taken.filter(({ id }) => id === 'denied').length;
  assert.equal(told + left, 34);
  assert.equal(lost[0]!.severity, 3);
  assert.ok(told <= 21 && told >= 19, `${told}`);
  await peer.stop();
});

test('a new syslog server receives only messages from then on, for any size of the log', async () => {
  await endTelling(app.db);
  await sql`insert into security_entries (kind, what) select 'denied', 'past' from generate_series(1, 12000)`.execute(
    app.db,
  );
  const peer = await startSyslogServer('tcp');
  const telling = startTelling(app, `tcp://127.0.0.1:${peer.port}`, pace);
  await until(async () => (await untold()) === 0);
  const made = await add('from now on', 3);
  await until(async () => ids(peer).length === made.length);
  await telling.stop();
  const waiting = await add('while it ended', 2);
  const again = startTelling(app, `tcp://127.0.0.1:${peer.port}`, pace);
  await until(async () => ids(peer).length === made.length + waiting.length);
  await again.stop();
  assert.deepEqual(ids(peer), [...made, ...waiting], 'what happened between two starts is told');
  await peer.stop();
});

test('two senders share the messages and send each one', async () => {
  const peer = await startSyslogServer('tcp');
  const both = [1, 2].map(() => startTelling(app, `tcp://127.0.0.1:${peer.port}`, pace));
  const made = await add('shared', 120);
  await until(async () => (await untold()) === 0);
  for (const one of both) await one.stop();
  const told = ids(peer);
  assert.deepEqual(new Set(told), new Set(made));
  assert.equal(told.length, made.length);
  await peer.stop();
});

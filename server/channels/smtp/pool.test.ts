import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type DeliveryError, NotStarted } from '#server/channels/channel.ts';
import { type MailMood, type MailServer, startMailServer } from '#testing/fakes/mail-server.ts';
import { until } from '#testing/until.ts';
import type { Transaction } from './envelope.ts';
import { SmtpFailure, smtpDeliveryError } from './errors.ts';
import { openPool, type Pool } from './pool.ts';

let server: MailServer;
let pool: Pool;
afterEach(async () => {
  pool.close();
  await server.stop();
  assert.deepEqual(server.violations, []);
});

async function open(mood: MailMood, connections = 2): Promise<void> {
  server = await startMailServer(mood);
  const { port } = server;
  pool = openPool({ host: '127.0.0.1', port, secure: 'none', verify: true, user: null, password: null }, connections);
}

const message = 'Subject: x\r\n\r\nText\r\n.\r\n..Punkte\r\n';

const mail = (to: string, more: Partial<Transaction> = {}): Transaction => ({
  from: 'alarm@example.org',
  to: `${to}@example.org`,
  message,
  report: { id: `d.${to}`, success: false },
  hold: 0,
  urgent: false,
  patient: false,
  begin: () => undefined,
  ...more,
});

/** What became of a mail, in delivery's words. */
const outcome = (transaction: Transaction): Promise<string> =>
  pool.send(transaction).then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof NotStarted) return 'not started';
      assert.ok(error instanceof SmtpFailure, String(error));
      const { kind, reason } = smtpDeliveryError(error, 'd') as DeliveryError;
      return `${kind} ${reason}`;
    },
  );

const names = Array.from({ length: 40 }, (_, n) => `p${n}`);
const sorted = (some: string[]) => some.toSorted((a, b) => a.localeCompare(b));
const takenBy = () => sorted(server.taken.map(({ to }) => to.replace('@example.org', '')));
const sendAll = () => Promise.all(names.map((name) => outcome(mail(name))));

const good: Record<string, MailMood> = {
  'a good server': {},
  'a server without PIPELINING': { pipelining: false },
  'a server whose replies come in odd packets': { packet: 3 },
  'a server of many words': { wordy: true, packet: 7 },
  'a slow server': { delay: 30 },
  'a server that takes three mails on a connection': { mailsPerConnection: 3 },
  'a server that takes one mail on a connection': { mailsPerConnection: 1 },
  'a server that takes one connection': { mostConnections: 1 },
};
for (const [name, mood] of Object.entries(good)) {
  test(`${name} gets every mail once and whole, within the permitted connections`, async () => {
    await open(mood, 4);
    assert.deepEqual(new Set(await sendAll()), new Set(['taken']));
    assert.deepEqual(takenBy(), sorted(names));
    for (const { raw } of server.taken) {
      assert.equal(raw.replaceAll('\r\n..', '\r\n.'), message);
    }
    assert.ok(server.connections.most <= 4);
  });
}

test('refuses only the affected mail at any stage, and its connection continues', async () => {
  const refusals = {
    MAIL: ['550 5.7.1 not you', 'channel channel_refused'],
    RCPT: ['550 5.1.1 nobody', 'permanent address_unknown'],
    DATA: ['451 4.3.0 later', 'temporary recipient_deferred'],
  } as const;
  for (const pipelining of [true, false]) {
    for (const stubborn of [false, true]) {
      await open({ pipelining, stubborn }, 1);
      for (const [verb, [reply, expected]] of Object.entries(refusals)) {
        let times = 0;
        server.mood.refuses = (name) => (name === verb && times++ === 0 ? reply : null);
        const [bad, ...others] = await sendAll();
        assert.equal(bad, expected);
        assert.ok(others.every((one) => one === 'taken'));
      }
      assert.equal(server.taken.length, 3 * (names.length - 1));
      assert.equal(server.empty > 0, stubborn && pipelining, 'an asked-for message that nobody gets is empty');
      pool.close();
      await server.stop();
    }
  }
  await open({});
});

test('the server decides if a refusal is final, and the mail behind it goes', async () => {
  await open({
    fate: ({ to }) => (to.startsWith('p7@') ? '554 5.7.1 spam' : to.startsWith('p8@') ? '451 4.3.0 later' : null),
  });
  const outcomes = await sendAll();
  assert.equal(outcomes[7], 'permanent message_rejected');
  assert.equal(outcomes[8], 'temporary recipient_deferred');
  assert.equal(takenBy().length, names.length - 2);
});

test('a cut connection leaves the ended mail unknown, and the next uses another connection', async () => {
  for (const fate of ['cut', 'takeAndCut']) {
    await open({ fate: ({ to }) => (/^p(5|11|23)@/.test(to) ? fate : null) }, 1);
    const outcomes = await sendAll();
    const unknown = names.filter((_, n) => outcomes[n] === 'unknown outcome_unknown');
    assert.deepEqual(unknown, ['p5', 'p11', 'p23']);
    assert.equal(outcomes.filter((one) => one === 'taken').length, names.length - 3);
    const once = names.filter((name) => fate !== 'cut' || !unknown.includes(name));
    assert.deepEqual(takenBy(), sorted(once));
    pool.close();
    await server.stop();
  }
  await open({});
});

test('421 instead of an answer concerns that mail, the others go over a new connection', async () => {
  await open({ fate: ({ to }) => (to.startsWith('p9@') ? '421 4.3.2 shutting down' : null) }, 2);
  const outcomes = await sendAll();
  assert.equal(outcomes[9], 'channel channel_unreachable');
  assert.equal(outcomes.filter((one) => one === 'taken').length, names.length - 1);
});

test('421 in the middle of an envelope loses nothing', async () => {
  let times = 0;
  await open({ refuses: (verb) => (verb === 'RCPT' && ++times % 13 === 0 ? '421 4.7.0 slower' : null) }, 2);
  assert.deepEqual(new Set(await sendAll()), new Set(['taken']));
  assert.deepEqual(takenBy(), sorted(names));
});

test('contacts a server that refuses in its greeting once for all waiting mails', async () => {
  await open({ greeting: '554 5.7.1 go away' }, 10);
  assert.deepEqual(new Set(await sendAll()), new Set(['channel channel_refused']));
  assert.equal(server.connections.ever, 1);
});

test('a mail without permission to leave leaves nothing, and delays no other', async () => {
  await open({}, 1);
  const begin = () => {
    throw new NotStarted();
  };
  const outcomes = await Promise.all(names.map((name, n) => outcome(mail(name, n % 2 ? { begin } : {}))));
  assert.deepEqual(new Set(outcomes.filter((_, n) => n % 2)), new Set(['not started']));
  assert.deepEqual(takenBy(), sorted(names.filter((_, n) => n % 2 === 0)));
});

test('a prepared connection carries the next mail', async () => {
  await open({}, 4);
  pool.prepare();
  pool.prepare();
  await until(async () => server.connections.now === 1);
  pool.prepare();
  assert.equal(await outcome(mail('next')), 'taken');
  assert.equal(server.connections.ever, 1);
  assert.equal(server.empty, 0);
});

test('preparing for an absent server fails no later mail', async () => {
  await open({ greeting: '421 4.3.0 not now' }, 2);
  pool.prepare();
  await until(async () => server.connections.ever === 1 && server.connections.now === 0);
  server.mood.greeting = '220 ready';
  assert.equal(await outcome(mail('next')), 'taken');
});

test('an alarm goes first', async () => {
  await open({ delay: 5 }, 1);
  const sent: string[] = [];
  const note = (name: string, urgent: boolean) => outcome(mail(name, { urgent, begin: () => void sent.push(name) }));
  const waiting = names.map((name) => note(name, false));
  await until(async () => sent.length >= 3);
  const before = sent.length;
  await note('alarm', true);
  assert.ok(sent.indexOf('alarm') <= before + 1, 'at most the one behind the mail that is on its way goes first');
  await Promise.all(waiting);
});

test('mails behind a slow one go over another connection', async () => {
  await open({}, 2);
  await sendAll();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  server.mood.hold = async (to) => (to.startsWith('held@') ? released : undefined);
  const [held, ...others] = ['held', ...names.map((name) => `again-${name}`)].map((name) =>
    outcome(mail(name, { urgent: true })),
  );
  await until(async () => server.taken.length === 2 * names.length);
  assert.deepEqual(new Set(await Promise.all(others)), new Set(['taken']));
  release();
  assert.equal(await held, 'taken');
  assert.equal(new Set(takenBy()).size, server.taken.length);
});

test('a patient mail returns if no connection becomes free for long, any other mail waits on', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await open({ hold: () => released }, 1);
  const held = outcome(mail('held'));
  await until(async () => server.connections.now === 1);
  const [patient, other] = [outcome(mail('patient', { patient: true })), outcome(mail('other'))];
  assert.equal(await patient, 'not started');
  release();
  assert.deepEqual(await Promise.all([held, other]), ['taken', 'taken']);
  assert.deepEqual(takenBy(), ['held', 'other']);
});

test('gives up connections that the server refuses, but not the mails', async () => {
  await open({ mostConnections: 2, delay: 5 }, 10);
  assert.deepEqual(new Set(await sendAll()), new Set(['taken']));
  assert.ok(server.connections.ever <= 12, 'it does not knock again and again');
});

test('room grows with a quick server, and equals the connections with a slow one', async () => {
  await open({}, 3);
  assert.equal(pool.room(), 3);
  await until(async () => {
    await sendAll(); // on a busy machine, the server may be slow at first
    return pool.room() > 3;
  });
  server.mood.delay = 150;
  await Promise.all(names.slice(0, 10).map((name) => outcome(mail(name))));
  assert.equal(pool.room(), 3);
});

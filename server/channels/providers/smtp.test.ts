import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { DeliveryError, NotStarted, type Outgoing, type Sender, type Values } from '#server/channels/channel.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { verifyDkim } from '#testing/dkim.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';
import smtp from './smtp.ts';

let app: TestApp;
let sink: Sink;
before(async () => {
  app = await startTestApp();
  sink = await startSink();
});
after(async () => {
  await sink.stop();
  await app.stop();
});

const settings = (more: Values = {}): Values => ({
  host: '127.0.0.1',
  port: sink.port,
  secure: 'none',
  from: 'Krisenstab <alarm@example.org>',
  ...more,
});

let count = 0;
const mail = (more: Partial<Outgoing> = {}): Outgoing => ({
  recipientId: ++count,
  generation: 1,
  personId: null,
  to: `person${count}@example.org`,
  key: `d.${count}.1.00000000`,
  subject: 'Übung',
  text: 'Text',
  html: null,
  urgent: true,
  careful: false,
  begin: () => undefined,
  ...more,
});

async function failure(sending: Promise<unknown>): Promise<DeliveryError> {
  const error = await sending.then(
    () => assert.fail('was sent'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof DeliveryError, String(error));
  return error;
}

/** Returns the mail as the server received it, with its MAIL FROM. */
async function raw(key: string): Promise<string> {
  const entry = (await sink.ledger()).find(({ messageId }) => messageId.startsWith(`${key}@`));
  return entry!.raw!.replace(/\r\n[ \t]+/g, ' ');
}

async function using<T>(more: Values, use: (sender: Sender) => Promise<T>): Promise<T> {
  const sender = smtp.open(settings(more), app);
  return use(sender).finally(() => sender.close());
}

const taken = async (key: string) => (await sink.ledger()).filter((entry) => entry.messageId.startsWith(`${key}@`));

test('an accepted message is in the ledger under its own Message-ID', async () => {
  const outgoing = mail();
  await using({}, (sender) => sender.send(outgoing));
  const entries = (await taken(outgoing.key)).map(({ at: _at, by: _by, ...entry }) => entry);
  assert.deepEqual(entries, [
    { from: 'alarm@example.org', to: outgoing.to, messageId: `${outgoing.key}@example.org`, ambiguous: false },
  ]);
});

test('451 to the recipient is temporary, 550 is final, and the connection goes on', async () => {
  await using({}, async (sender) => {
    const deferred = await failure(sender.send(mail({ to: 'a+defer@example.org' })));
    assert.deepEqual([deferred.kind, deferred.reason], ['temporary', 'recipient_deferred']);
    const rejected = await failure(sender.send(mail({ to: 'a+reject@example.org' })));
    assert.deepEqual([rejected.kind, rejected.reason], ['permanent', 'address_unknown']);
    const fine = mail();
    await sender.send(fine);
    assert.equal((await taken(fine.key)).length, 1);
  });
});

test('a connection lost before the end of the message is temporary, never a success', async () => {
  await using({}, async (sender) => {
    const outgoing = mail({ to: 'a+dropDuring@example.org', careful: true });
    const error = await failure(sender.send(outgoing));
    assert.deepEqual([error.kind, error.reason], ['temporary', 'connection_lost']);
    assert.equal((await taken(outgoing.key)).length, 0);
  });
});

test('a connection lost after the end of the message has an unknown outcome', async () => {
  await using({}, async (sender) => {
    const lost = mail({ to: 'a+dropBeforeReply@example.org' });
    assert.equal((await failure(sender.send(lost))).kind, 'unknown');
    assert.equal((await taken(lost.key)).length, 0);
    const kept = mail({ to: 'a+acceptThenDrop@example.org', careful: true });
    assert.equal((await failure(sender.send(kept))).kind, 'unknown');
    assert.equal((await taken(kept.key)).length, 1);
  });
});

test('refused credentials concern the channel, without an immediate retry', async () => {
  await using({ user: 'alarm', password: 'wrong' }, async (sender) => {
    const error = await failure(sender.send(mail()));
    assert.deepEqual([error.kind, error.reason, error.broken], ['channel', 'channel_credentials', true]);
  });
  await using({ user: 'alarm', password: 'right' }, (sender) => sender.send(mail()));
});

test('a server that is not there, or does not encrypt, concerns the channel', async () => {
  const closed = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await using({ port }, async (sender) => {
    const error = await failure(sender.send(mail()));
    assert.deepEqual([error.kind, error.reason], ['channel', 'channel_unreachable']);
  });
  await using({ secure: 'starttls' }, async (sender) => {
    const error = await failure(sender.send(mail()));
    assert.deepEqual([error.kind, error.reason], ['channel', 'channel_tls']);
  });
});

test('a message without permission to leave leaves nothing behind, and the connection stays good', async () => {
  await using({}, async (sender) => {
    const outgoing = mail({
      begin: () => {
        throw new NotStarted();
      },
    });
    await assert.rejects(sender.send(outgoing), NotStarted);
    assert.equal((await taken(outgoing.key)).length, 0);
    await sender.send(mail());
  });
});

test('an accepted message is known by its key, also with an unknown outcome', async () => {
  const [fine, lost] = [mail(), mail({ to: 'a+acceptThenDrop@example.org' })];
  await using({}, async (sender) => {
    assert.deepEqual(await sender.send(fine), { externalId: fine.key });
    assert.equal((await failure(sender.send(lost))).externalId, lost.key);
  });
});

test('answers and bounces of a recipient come to an own address of a mailbox that is read', async () => {
  await sink.behave({ keep: true });
  const reading = { imapHost: 'imap.example.org', replyTo: 'Stab <stab@example.org>' };
  const [plus, placed, system, unread] = [mail(), mail(), mail({ recipientId: null, key: 't.1' }), mail()];
  await using({ ...reading, answerAddress: 'antwort@example.org' }, async (sender) => {
    await sender.send(plus);
    await sender.send(system);
  });
  await using({ ...reading, answerAddress: '{token}@antwort.example.org' }, (sender) => sender.send(placed));
  await using({ ...reading, imapHost: '', answerAddress: 'antwort@example.org' }, (sender) => sender.send(unread));
  assert.match(await raw(plus.key), new RegExp(`^Reply-To: Stab <antwort\\+${plus.key}@example\\.org>\r$`, 'm'));
  assert.match(await raw(placed.key), new RegExp(`^Reply-To: Stab <${placed.key}@antwort\\.example\\.org>\r$`, 'm'));
  for (const { key } of [system, unread]) assert.match(await raw(key), /^Reply-To: Stab <stab@example\.org>\r$/m);
  const from = async ({ key }: Outgoing) => (await taken(key))[0]!.from;
  assert.equal(await from(plus), `antwort+${plus.key}@example.org`);
  assert.equal(await from(placed), `${placed.key}@antwort.example.org`);
  for (const other of [system, unread]) assert.equal(await from(other), 'alarm@example.org');
});

test('a mail is signed by a key pasted with or without its line breaks', async () => {
  await sink.behave({ keep: true });
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  for (const dkimKey of [pem, pem.replaceAll('\n', ''), pem.replace(/-----[^-]+-----|\n/g, '')]) {
    const outgoing = mail({ subject: 'Grüße – „Übung“', html: '<p>Hallo</p>' });
    await using({ dkimKey, dkimSelector: 's1' }, (sender) => sender.send(outgoing));
    const entry = (await sink.ledger()).find(({ messageId }) => messageId.startsWith(`${outgoing.key}@`))!;
    assert.deepEqual(verifyDkim(entry.raw!, publicKey), { domain: 'example.org', selector: 's1', valid: true });
    const forged = entry.raw!.replace(/^Subject: .*$/m, 'Subject: Entwarnung');
    assert.equal(verifyDkim(forged, publicKey).valid, false);
  }
});

test('saving refuses settings that could lose an alarm, each at its field', () => {
  const { check } = smtp;
  assert.deepEqual(check(settings()), {});
  assert.deepEqual(check(settings({ dkimKey: 'kein Schlüssel', dkimSelector: 's1' })), { dkimKey: 'error_dkim_key' });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const elliptic = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  assert.deepEqual(check(settings({ dkimKey: elliptic })), {
    dkimKey: 'error_dkim_key',
    dkimSelector: 'error_required',
  });
  assert.deepEqual(check(settings({ from: 'niemand' })), { from: 'error_invalid_input' });
  for (const answerAddress of ['keine Adresse', 'a@b@c', `${'x'.repeat(50)}@example.org`]) {
    assert.deepEqual(check(settings({ answerAddress })), { answerAddress: 'error_invalid_email' });
  }
  for (const answerAddress of ['antwort@example.org', '{token}@example.org', 'b-{token}@example.org']) {
    assert.deepEqual(check(settings({ answerAddress })), {});
  }
});

test('sends an alarm without a signature rather than not at all', async () => {
  const outgoing = mail();
  await using({ dkimKey: 'kein Schlüssel', dkimSelector: 's1' }, (sender) => sender.send(outgoing));
  assert.equal((await taken(outgoing.key)).length, 1);
});

test('sends at most the mails that the server allows, over all processes, alarms first', async () => {
  const account = { user: 'a', password: 'right' };
  await app.db.deleteFrom('mailPaces').execute();
  const [first, second] = [1, 2].map(() => smtp.open(settings({ mailsPerMinute: 600, ...account }), app));
  const order: string[] = [];
  const began = (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(app.db)).rows[0]!.now;
  const send = async (sender: Sender, urgent: boolean) => {
    const outgoing = mail({ urgent, begin: () => void order.push(urgent ? 'alarm' : 'other') });
    await sender.send(outgoing);
  };
  const sending = [...Array(8)].flatMap(() => [send(first!, false), send(second!, false)]);
  sending.push(send(first!, true), send(second!, true));
  await Promise.all(sending);
  assert.ok(order.lastIndexOf('alarm') < 10, `alarms go before others: ${order}`);
  const { rows } = await sql<{ turns: number }>`
    select extract(epoch from next_at - ${began}::timestamptz)::float8 * 10 as turns from mail_paces`.execute(app.db);
  assert.ok(rows[0]!.turns >= 18, 'every mail took a turn of a tenth of a second');
  await Promise.all([first!.close(), second!.close()]);
});

test('a mail that waits too long for a turn returns unsent, and a system mail keeps waiting', async () => {
  const slow = smtp.open(settings({ mailsPerMinute: 6, user: 'b', password: 'right' }), app);
  await slow.send(mail());
  const outgoing = mail();
  await assert.rejects(slow.send(outgoing), NotStarted);
  assert.equal((await taken(outgoing.key)).length, 0);
  const system = mail({ recipientId: null });
  await slow.send(system);
  assert.equal((await taken(system.key)).length, 1);
  await slow.close();
});

test('replaces an idle connection closed by the server without a failure', async () => {
  const impatient = net.createServer((socket) => {
    socket.on('error', () => undefined);
    let messages = 0;
    let data = false;
    socket.write('220 hello\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (data) {
        if (!text.endsWith('\r\n.\r\n')) return;
        data = false;
        messages++;
        socket.write('250 taken\r\n');
      } else if (messages === 1) socket.destroy();
      else if (text.startsWith('DATA')) {
        data = true;
        socket.write('354 go on\r\n');
      } else socket.write('250 fine\r\n');
    });
  });
  await new Promise<void>((resolve) => impatient.listen(0, '127.0.0.1', resolve));
  await using({ port: (impatient.address() as AddressInfo).port }, async (sender) => {
    await sender.send(mail());
    await sender.send(mail());
  });
  await new Promise((resolve) => impatient.close(resolve));
});

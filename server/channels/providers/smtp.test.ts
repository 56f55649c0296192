import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { DeliveryError, NotStarted, type Outgoing, type Sender, type Values } from '#server/channels/channel.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';
import smtp from './smtp.ts';

let sink: Sink;
before(async () => {
  sink = await startSink();
});
after(() => sink.stop());

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

async function using<T>(more: Values, use: (sender: Sender) => Promise<T>): Promise<T> {
  const sender = smtp.open(settings(more));
  return use(sender).finally(() => sender.close());
}

const taken = async (key: string) => (await sink.ledger()).filter((entry) => entry.messageId.startsWith(`${key}@`));

test('a taken message is in the ledger under its own Message-ID', async () => {
  const outgoing = mail();
  await using({}, (sender) => sender.send(outgoing));
  assert.deepEqual(await taken(outgoing.key), [
    { to: outgoing.to, messageId: `${outgoing.key}@example.org`, ambiguous: false },
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

test('a connection lost while a message is sent is temporary when its end was held back, never a success', async () => {
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

test('refused credentials concern the channel and are not retried at once', async () => {
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

test('a message that must not leave any more leaves nothing behind, and the connection stays good', async () => {
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

test('an idle connection the server closed is replaced without a failure', async () => {
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

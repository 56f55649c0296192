import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import type { Sender, Values } from '#server/channels/channel.ts';
import { openSmpp } from '#server/channels/smpp/send.ts';
import { failure, quick, sms } from '#testing/fakes/smpp-texts.ts';
import { type FakeSmsc, startSmsc } from '#testing/fakes/smsc.ts';
import { until } from '#testing/until.ts';

// A failure's effect on pending messages, and the time for retries.
let smsc: FakeSmsc;
beforeEach(async () => {
  smsc = await startSmsc();
});
afterEach(() => smsc.stop());

const log = pino({ level: 'silent' });
const settings = (more: Values = {}): Values => ({
  hosts: `127.0.0.1:${smsc.port}`,
  secure: 'none',
  systemId: 'meldekette',
  password: 'geheim',
  ...more,
});

async function using<T>(more: Values, use: (sender: Sender) => Promise<T>): Promise<T> {
  const sender = openSmpp(settings(more), { log }, undefined, quick);
  return use(sender).finally(() => sender.close());
}

test('the SMSC stops trying at the deadline; a text outside a message requests no report', async () => {
  await using({}, async (sender) => {
    await sender.send(sms({ secondsLeft: 3599.6 }));
    await sender.send(sms({ secondsLeft: 100_000, recipientId: null }));
  });
  const [alarm, other] = smsc.taken.map(({ validFor, wantsReceipt }) => ({ validFor, wantsReceipt }));
  assert.ok(Math.abs(alarm!.validFor! - 3600) <= 5 && alarm!.wantsReceipt, JSON.stringify(alarm));
  assert.ok(Math.abs(other!.validFor! - 100_000) <= 3605 && !other!.wantsReceipt, JSON.stringify(other));
});

test('a refused part is retried alone; if it never passes, the outcome is unknown', async () => {
  const text = 'x'.repeat(400);
  await using({}, async (sender) => {
    let refusals = 0;
    smsc.mood = ({ part }) => (part?.[2] === 2 && ++refusals < 3 ? { status: 0x08 } : null);
    const { partIds } = await sender.send(sms({ text }));
    assert.deepEqual(
      smsc.taken.map(({ id }) => id),
      partIds,
    );
    smsc.mood = ({ part }) => (part?.[2] === 2 ? { status: 0x08 } : null);
    assert.equal((await failure(sender.send(sms({ text })))).kind, 'unknown');
    smsc.mood = ({ part }) => (part?.[2] === 2 ? { status: 0x0b } : null);
    assert.equal((await failure(sender.send(sms({ text })))).kind, 'permanent');
    smsc.mood = ({ part }) => (part?.[2] === 1 ? { status: 0x08 } : null);
    assert.equal((await failure(sender.send(sms({ text })))).kind, 'temporary', 'nothing was taken');
  });
});

test('leaves a silent link at once: the next text goes to the next SMSC', async () => {
  const second = await startSmsc();
  try {
    const hosts = `127.0.0.1:${smsc.port}, 127.0.0.1:${second.port}`;
    await using({ hosts }, async (sender) => {
      await sender.send(sms());
      Object.assign(smsc, { mood: () => 'silence', dead: true });
      assert.equal((await failure(sender.send(sms()))).kind, 'unknown');
      smsc.refuseBinds = 0x0d; // a new bind doesn't end the standstill
      await sender.send(sms());
      await sender.send(sms());
    });
    assert.equal(second.taken.length, 2);
  } finally {
    await second.stop();
  }
});

test('closing waits for submitted messages, and gives up a bind without a response', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  smsc.before = () => promise;
  const sender = openSmpp(settings(), { log }, undefined, { ...quick, answer: 20_000 });
  const sending = sender.send(sms());
  await until(async () => smsc.taken.length === 1);
  const closing = sender.close();
  resolve();
  assert.equal((await sending).externalId, smsc.taken[0]!.id);
  await closing;

  const mute = net.createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const hosts = `127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const unbound = openSmpp(settings({ hosts }), { log }, undefined, { ...quick, bind: 600_000 });
  const lost = failure(unbound.send(sms()));
  const [socket] = (await once(mute, 'connection')) as [net.Socket];
  const over = once(socket.resume(), 'close');
  await unbound.close();
  assert.notEqual((await lost).kind, 'unknown');
  await over;
  mute.close();
});

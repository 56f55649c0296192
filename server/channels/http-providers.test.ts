import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { FakeAnswer, HttpFake } from '#testing/fakes/http-fake.ts';
import { type HttpFixture, httpFixtures } from '#testing/http-fixtures.ts';
import { DeliveryError, type Outgoing, type Values } from './channel.ts';
import { adapters } from './registry.ts';

let app: TestApp;
const fixtures = httpFixtures();
before(async () => {
  app = await startTestApp();
  await Promise.all(Object.values(fixtures).map((fixture) => fixture.start()));
});
after(async () => {
  await Promise.all(Object.values(fixtures).map(({ fake }) => fake.stop()));
  await app.stop();
});

let count = 0;
const outgoingTo = (address: HttpFixture['address'], more: Partial<Outgoing>): Outgoing => ({
  recipientId: ++count,
  generation: 1,
  personId: null,
  to: address?.(count) ?? String(4711 + count),
  key: `d.${count}.1.0123abcd`,
  subject: 'Sturm',
  text: `Bitte bleiben Sie im Haus. (${count})`,
  html: null,
  urgent: true,
  careful: false,
  begin: () => undefined,
  ...more,
});

for (const [identifier, fixture] of Object.entries(fixtures)) {
  describe(`over HTTP: ${identifier}`, () => behaves(identifier, fixture));
}

function behaves(identifier: string, fixture: HttpFixture): void {
  const { path, settings, secret, arrived, unknown, address } = fixture;
  const outgoing = (more: Partial<Outgoing> = {}) => outgoingTo(address, more);
  let fake: HttpFake;
  before(() => {
    fake = fixture.fake;
  });
  const send = async (one: Outgoing, values: Values = {}, parts = app): Promise<void> => {
    const callbackUrl = 'http://meldekette.test/api/channels/1/token';
    const sender = adapters.get(identifier)!.open({ ...settings(), ...values }, { ...parts, callbackUrl });
    await sender.send(one).finally(() => sender.close());
  };
  /** Returns the failure, which must not contain the secret. */
  const failure = async (one: Outgoing, values?: Values, parts?: TestApp): Promise<DeliveryError> => {
    const error = await send(one, values, parts).then(
      () => assert.fail('was sent'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof DeliveryError, inspect(error));
    assert.ok(!inspect(error, { depth: 9 }).includes(String({ ...settings(), ...values }[secret])), inspect(error));
    return error;
  };
  const answered = (answer: FakeAnswer, times = 1) => {
    fake.misbehave(answer, times, path);
    return failure(outgoing());
  };
  const shown = ({ kind, reason, broken }: DeliveryError) => [kind, reason, broken];

  test('respects a requested delay, in seconds or as a date', async () => {
    const seconds = await answered({ status: 429, headers: { 'retry-after': '47' }, body: '{}' });
    assert.deepEqual([...shown(seconds), seconds.retryAfter], ['channel', 'channel_limit', false, 47]);
    const moment = new Date(Date.now() + 90_000).toUTCString();
    const until = await answered({ status: 503, headers: { 'retry-after': moment }, body: '{}' });
    assert.deepEqual(shown(until), ['channel', 'channel_limit', false]);
    assert.ok(until.retryAfter! > 60 && until.retryAfter! <= 90);
  });

  test('a missing or failing service is the channel’s trouble', async () => {
    assert.deepEqual(shown(await answered({ status: 503 })), ['channel', 'channel_unreachable', false]);
    const closed = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const elsewhere = Object.fromEntries(
      Object.entries(settings()).flatMap(([name, value]) =>
        typeof value === 'string' && value.startsWith(fake.url)
          ? [[name, value.replace(fake.url, `http://127.0.0.1:${port}`)]]
          : [],
      ),
    );
    assert.deepEqual(shown(await failure(outgoing(), elsewhere)), ['channel', 'channel_unreachable', false]);
  });

  test('a refusal is final, and a redirect is not followed', async () => {
    assert.equal((await answered({ status: 400, body: '{}' })).kind, 'permanent');
    const before = fake.requests.length;
    const headers = { location: `${fake.url}/elsewhere` };
    assert.deepEqual(shown(await answered({ status: 302, headers })), ['channel', 'channel_misconfigured', true]);
    assert.ok(!fake.requests.slice(before).some((request) => request.path === '/elsewhere'));
  });

  test('a web page instead of an answer, or an answer of a proxy, is the channel’s trouble', async () => {
    const plain = '\n<!DOCTYPE html><html><body>Anmelden</body></html>';
    const pages = [plain, `<?xml version="1.0" encoding="UTF-8"?>\n<!-- proxy -->${plain}`];
    for (const [status, page] of [200, 202, 404, 405, 407].flatMap((one) =>
      pages.map((page) => [one, page] as const),
    )) {
      const error = await answered({ status, headers: { 'content-type': 'text/html' }, body: page });
      const isHook = ['channel_misconfigured', 'channel_credentials'].includes(error.reason);
      // a chat webhook with a custom template may have posted the text before it showed a page
      const kind = identifier === 'chat-webhook' && status < 300 ? 'unknown' : 'channel';
      assert.deepEqual([error.kind, isHook, error.broken], [kind, true, true], `${status} ${inspect(error)}`);
    }
    assert.deepEqual(shown(await answered({ status: 402 })), ['channel', 'channel_refused', true]);
  });

  test('a service in trouble may have accepted the message', async () => {
    const one = outgoing();
    fake.misbehave({ status: 500 }, unknown.times, path);
    assert.equal((await failure(one)).kind, unknown.kind);
    assert.equal(arrived(one), 0);
  });

  test('a retry of an unconfirmed message with its key arrives once, if the failure is temporary', async () => {
    if (unknown.kind !== 'temporary') return;
    const one = outgoing();
    fake.misbehave('takeAndCut', unknown.times, path);
    await send(one).catch(() => undefined);
    await send(one);
    assert.equal(arrived(one), 1);
  });

  test('calls an address in the private network only if the settings allow it', async () => {
    const before = fake.requests.length;
    const blocked = await failure(outgoing(), { ownNetwork: false });
    assert.deepEqual(shown(blocked), ['channel', 'channel_misconfigured', true]);
    assert.equal(fake.requests.length, before);
  });

  test('calls this host only if the operator of the installation permits it, under any name', async () => {
    const before = fake.requests.length;
    const notHere = { ...app, config: { ...app.config, LOCAL_CHANNELS: false } };
    for (const name of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '127.1']) {
      const named = Object.entries(settings()).map(([key, value]) => [
        key,
        typeof value === 'string' ? value.replace(`//127.0.0.1`, `//${name}`) : value,
      ]);
      const blocked = await failure(outgoing(), Object.fromEntries(named) as Values, notHere);
      assert.deepEqual(shown(blocked), ['channel', 'channel_misconfigured', true], name);
    }
    assert.equal(fake.requests.length, before);
  });
}

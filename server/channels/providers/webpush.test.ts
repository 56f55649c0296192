import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import test, { after, before } from 'node:test';
import { DeliveryError, type Outgoing, type Sender } from '#server/channels/channel.ts';
import { addDevice, listDevices } from '#server/channels/devices/devices.ts';
import { pushKeys } from '#server/channels/webpush/keys.ts';
import type { PushPayload } from '#server/channels/webpush/payload.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createPerson } from '#testing/factories.ts';
import { type PushService, startPushService, type Treatment } from '#testing/fakes/push-service.ts';
import { until } from '#testing/until.ts';
import adapter from './webpush.ts';

let app: TestApp;
let service: PushService;
let sender: Sender;
before(async () => {
  app = await startTestApp();
  service = await startPushService();
  sender = adapter.open({ contact: 'stab@example.org', services: service.origin }, app);
});
after(async () => {
  await sender.close();
  await service.stop();
  await app.stop();
});

async function personWith(devices: number): Promise<{ personId: number; endpoints: string[] }> {
  const { id: personId } = await createPerson(app.db);
  const { publicKey } = await pushKeys(app);
  const endpoints: string[] = [];
  for (let n = 0; n < devices; n++) {
    const { endpoint, ...keys } = service.subscribe(publicKey);
    await addDevice(app, { personId }, { kind: 'webpush', address: endpoint, keys, name: `Browser ${n}` });
    endpoints.push(endpoint);
  }
  return { personId, endpoints };
}

let count = 0;
const outgoing = (personId: number | null, more: Partial<Outgoing> = {}): Outgoing => ({
  recipientId: 1,
  generation: 1,
  personId,
  to: 'Browser',
  key: `d.1.${++count}.00000000`,
  subject: 'Brand',
  text: 'Bitte kommen Sie.',
  html: null,
  urgent: true,
  careful: false,
  begin: () => {},
  ...more,
});
const failureOf = async (one: Outgoing) => {
  const error = await sender.send(one).then(
    () => assert.fail('it was taken'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof DeliveryError);
  return error;
};

test('a notification is urgent until its deadline, localized, with answers, for each device', async () => {
  const { personId, endpoints } = await personWith(3);
  const options = [{ code: '1', label: 'Ich komme', askMinutes: true }];
  const one = outgoing(personId, {
    language: 'en',
    secondsLeft: 1234.4,
    answer: { url: 'https://krise.example.org/a/x', options, replyCode: null },
  });
  assert.deepEqual(await sender.send(one), { externalId: one.key });
  const got = service.got.filter(({ endpoint }) => endpoints.includes(endpoint));
  assert.equal(got.length, 3);
  assert.deepEqual(service.faults, []);
  assert.ok(got.every(({ ttl, urgency, topic }) => ttl === 1234 && urgency === 'high' && topic === got[0]!.topic));
  const payloads = got.map(({ payload }) => JSON.parse(payload) as PushPayload);
  assert.equal(new Set(payloads.map(({ news }) => news)).size, 3, 'each device tells for itself');
  const { news: _news, ...same } = payloads[0]!;
  assert.deepEqual(same, {
    title: 'Brand',
    body: 'Bitte kommen Sie.',
    tag: one.key,
    language: 'en',
    urgent: true,
    url: 'https://krise.example.org/a/x',
    options: [{ code: '1', label: 'Ich komme' }],
    answered: 'Your answer was received:',
    failed: 'Your answer was not received. Please tap here and answer again.',
  });
});

test('cuts too long a text to fit, in any script', async () => {
  for (const text of ['x'.repeat(20_000), 'Straße ü'.repeat(2000), '🚒"\\'.repeat(3000)]) {
    const { personId, endpoints } = await personWith(1);
    await sender.send(outgoing(personId, { text }));
    const { payload } = service.got.find(({ endpoint }) => endpoint === endpoints[0])!;
    assert.ok(Buffer.byteLength(payload) > 3900 && Buffer.byteLength(payload) <= 3993);
    assert.ok(JSON.parse(payload).body.endsWith('…'));
  }
  assert.deepEqual(service.faults, []);
});

const apple = (status: number, reason: string): Treatment => ({ status, body: JSON.stringify({ reason }) });

test('the response of a push service decides: gone ends the device, others follow HTTP tables', async () => {
  const at = new Date(Date.now() + 60_000).toUTCString();
  const table: [Treatment, string, string, boolean][] = [
    [{ status: 404 }, 'permanent', 'address_unknown', true],
    [{ status: 410 }, 'permanent', 'address_unknown', true],
    [{ status: 413 }, 'permanent', 'message_too_large', false],
    [{ status: 400 }, 'permanent', 'message_rejected', false],
    [apple(400, 'BadDeviceToken'), 'permanent', 'address_unknown', true],
    [apple(410, 'Unregistered'), 'permanent', 'address_unknown', true],
    [apple(400, 'VapidPkHashMismatch'), 'permanent', 'channel_credentials', false],
    [apple(403, 'BadJwtToken'), 'permanent', 'channel_credentials', false],
    [apple(400, 'BadTopic'), 'permanent', 'message_rejected', false],
    [{ status: 302, headers: { location: service.origin } }, 'permanent', 'message_rejected', false],
    [{ status: 401 }, 'permanent', 'channel_credentials', false],
    [{ status: 403 }, 'permanent', 'channel_credentials', false],
    [{ status: 429, headers: { 'retry-after': '7' } }, 'channel', 'channel_limit', false],
    [{ status: 503, headers: { 'retry-after': at } }, 'channel', 'channel_unreachable', false],
    [{ status: 500 }, 'temporary', 'recipient_deferred', false],
    [{ status: 502 }, 'temporary', 'recipient_deferred', false],
    ['cut', 'temporary', 'connection_lost', false],
  ];
  for (const [how, kind, reason, ends] of table) {
    const { personId, endpoints } = await personWith(1);
    service.treat(endpoints[0]!, how);
    const error = await failureOf(outgoing(personId));
    assert.deepEqual([error.kind, error.reason], [kind, reason], JSON.stringify(how));
    const [device] = await listDevices(app.db, { personId });
    assert.equal(device === undefined, ends);
    assert.equal(device?.isRefused ?? false, reason === 'channel_credentials');
    if (device?.isRefused) {
      service.treat(endpoints[0]!, null);
      await sender.send(outgoing(personId));
      assert.equal((await listDevices(app.db, { personId }))[0]!.isRefused, false, 'it was our fault, and passed');
    }
    if (reason === 'channel_limit') assert.equal(error.retryAfter, 7);
    if (reason === 'channel_unreachable') assert.ok(error.retryAfter! > 50 && error.retryAfter! <= 60);
    assert.deepEqual([error.broken, error.policy], [false, reason === 'channel_credentials']);
    if (typeof how === 'object' && how.body) assert.ok(error.detail?.includes(how.body), 'an administrator reads why');
  }
});

test('one accepting device is enough; the gone one next to it ends', async () => {
  const { personId, endpoints } = await personWith(2);
  service.treat(endpoints[0]!, { status: 410 });
  await sender.send(outgoing(personId));
  assert.deepEqual(
    (await listDevices(app.db, { personId })).map(({ name }) => name),
    ['Browser 1'],
  );
  service.treat(endpoints[1]!, { status: 410 });
  assert.equal((await failureOf(outgoing(personId))).kind, 'permanent');
  assert.equal((await failureOf(outgoing(personId))).reason, 'address_unknown', 'and then there is none left');
});

test('leaves a connection before the service closes it, so that nothing is sent in that moment', async () => {
  const { personId } = await personWith(1);
  await sender.send(outgoing(personId));
  const { left } = service;
  await until(async () => service.left > left);
});

test('a browser that trusts another key, or an unknown service, gets nothing', async () => {
  const { personId } = await personWith(0);
  const stranger = service.subscribe(createECDH('prime256v1').generateKeys().toString('base64url'));
  const device = { kind: 'webpush', keys: { p256dh: stranger.p256dh, auth: stranger.auth }, name: 'Browser' } as const;
  await addDevice(app, { personId }, { ...device, address: stranger.endpoint });
  assert.equal((await failureOf(outgoing(personId))).reason, 'channel_credentials');
  const elsewhere = (await personWith(0)).personId;
  await addDevice(app, { personId: elsewhere }, { ...device, address: 'http://127.0.0.1:1/push' });
  assert.equal((await failureOf(outgoing(elsewhere))).reason, 'address_invalid');
});

test('a private push service follows the rules of other providers: no local host unless allowed', async () => {
  const { personId } = await personWith(1);
  const got = service.got.length;
  const notHere = { ...app, config: { ...app.config, LOCAL_CHANNELS: false } };
  const away = adapter.open({ contact: 'stab@example.org', services: service.origin }, notHere);
  const error: unknown = await away.send(outgoing(personId)).catch((reason: unknown) => reason);
  await away.close();
  assert.partialDeepStrictEqual({ ...(error as DeliveryError) }, { kind: 'channel', reason: 'channel_misconfigured' });
  assert.equal(service.got.length, got);
});

test('a device with invalid keys fails alone, and the other one gets it', async () => {
  const { personId, endpoints } = await personWith(1);
  const broken = { p256dh: Buffer.alloc(65, 7).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') };
  const address = `${endpoints[0]}x`;
  await addDevice(app, { personId }, { kind: 'webpush', address, keys: broken, name: 'Browser' });
  const one = outgoing(personId);
  assert.deepEqual(await sender.send(one), { externalId: one.key });
  const alone = (await personWith(0)).personId;
  await addDevice(app, { personId: alone }, { kind: 'webpush', address: `${address}y`, keys: broken, name: 'Browser' });
  const error = await failureOf(outgoing(alone));
  assert.deepEqual([error.kind, error.reason], ['permanent', 'address_invalid']);
  assert.deepEqual(adapter.check({ contact: 'nobody' }), { contact: 'error_invalid_email' });
  const here =
    'admin@localhost alarm@server.local alarm@klinik.lan x@klinik.invalid krisenstab@klinik alarm@haus.internal';
  for (const contact of here.split(' ')) assert.notDeepEqual(adapter.check({ contact }), {}, contact);
  for (const contact of ['stab@example.org', 'alarm@stab.klinik.de', 'x@xn--mller-kva.de'])
    assert.deepEqual(adapter.check({ contact }), {}, contact);
  assert.deepEqual(adapter.check({ contact: 'stab@example.org' }), {});
});

test('creates the keys once for any first caller, and stores them only sealed', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => pushKeys(app)));
  assert.equal(new Set(all.map(({ publicKey, privateKey }) => publicKey + privateKey)).size, 1);
  const row = await app.db.selectFrom('pushKeys').selectAll().executeTakeFirstOrThrow();
  assert.ok(!row.privateKey.includes(all[0]!.privateKey));
  const { keys } = await app.db.selectFrom('devices').select('keys').limit(1).executeTakeFirstOrThrow();
  assert.ok(!keys.includes('p256dh'));
});

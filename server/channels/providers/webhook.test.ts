import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import test, { after, before } from 'node:test';
import type { AdapterApp, DeliveryError, Outgoing } from '#server/channels/channel.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { isSigned, type Receiver, startReceiver } from '#testing/fakes/receiver.ts';
import webhook from './webhook.ts';

let started: TestApp;
let app: AdapterApp;
let receiver: Receiver;
let answer: (response: ServerResponse) => void = (response) => void response.writeHead(204).end();
before(async () => {
  started = await startTestApp();
  app = { ...started, config: { ...started.config, WEBHOOK_ALLOWED_HOSTS: ['127.0.0.1'] } };
  receiver = await startReceiver((response) => answer(response));
});
after(async () => {
  await receiver.stop();
  await started.stop();
});

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const outgoing: Outgoing = {
  recipientId: null,
  generation: 1,
  personId: null,
  to: '',
  key: 'd.17.1.abcdef',
  subject: 'Übung „Rauch“',
  text: 'Bitte Fenster schließen.',
  html: null,
  urgent: false,
  careful: false,
  begin: () => {},
};

const send = (settings: object = {}, on: AdapterApp = app) =>
  webhook.open({ url: receiver.url, secret, ...settings }, on).send(outgoing);

async function failure(settings?: object, on?: AdapterApp): Promise<Partial<DeliveryError>> {
  return send(settings, on).then(
    () => assert.fail('was taken'),
    ({ kind, reason, broken, retryAfter }: DeliveryError) => ({ kind, reason, broken, retryAfter }),
  );
}

test('every attempt has the same key and a valid signature', async () => {
  assert.deepEqual(await send(), { externalId: outgoing.key });
  await send();
  const [first, second] = receiver.got;
  for (const request of [first!, second!]) {
    assert.ok(isSigned(request, secret));
    assert.deepEqual([request.headers['webhook-id'], request.headers['idempotency-key']], [outgoing.key, outgoing.key]);
  }
});

const answers: [status: number, kind: string, reason: string][] = [
  [301, 'permanent', 'message_rejected'],
  [400, 'permanent', 'message_rejected'],
  [401, 'channel', 'channel_credentials'],
  [403, 'channel', 'channel_credentials'],
  [408, 'temporary', 'recipient_deferred'],
  [410, 'permanent', 'message_rejected'],
  [422, 'permanent', 'message_rejected'],
  [429, 'channel', 'channel_limit'],
  [500, 'temporary', 'recipient_deferred'],
  [503, 'channel', 'channel_limit'],
];

test('the response of the receiver decides about a retry', async () => {
  for (const [status, kind, reason] of answers) {
    answer = (response) => void response.writeHead(status, { 'retry-after': '7', location: receiver.url }).end();
    const before = receiver.got.length;
    const broken = status === 401 || status === 403;
    assert.deepEqual(await failure(), { kind, reason, broken, retryAfter: 7 }, String(status));
    assert.equal(receiver.got.length, before + 1, 'no redirect is followed');
  }
  answer = (response) => void response.destroy();
  assert.partialDeepStrictEqual(await failure(), { kind: 'temporary', reason: 'connection_lost' });
  answer = (response) => void response.writeHead(204).end();
});

test('calls no internal address, and nothing without a secret', async () => {
  const before = receiver.got.length;
  const wrong = { kind: 'channel', reason: 'channel_misconfigured', broken: true };
  assert.partialDeepStrictEqual(await failure({}, started), wrong, 'not allowed');
  for (const url of ['http://169.254.169.254/', 'https://[::1]/', 'http://example.org/', 'https://10.0.0.1/']) {
    assert.partialDeepStrictEqual(await failure({ url }), wrong, url);
  }
  assert.partialDeepStrictEqual(await failure({ secret: null }), wrong);
  assert.equal(receiver.got.length, before);
  assert.deepEqual(webhook.check({ secret: 'whsec_a2V5' }), { secret: 'error_webhook_secret' });
  assert.deepEqual(webhook.check({ secret }), {});
});

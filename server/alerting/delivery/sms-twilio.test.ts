import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { adapters } from '#server/channels/registry.ts';
import { startTwilio, type Twilio, twilioAccount } from '#testing/fakes/twilio.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { answersTo, askByMobile, createProviderChannel, statusIn } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let twilio: Twilio;
let channel: Awaited<ReturnType<typeof createProviderChannel>>;
const settings = () => ({
  provider: 'sms-twilio',
  ...twilioAccount,
  from: '+4930123',
  baseUrl: twilio.url,
  ownNetwork: true,
  prices: '+49 0.075',
});
before(async () => {
  server = await startTestServer();
  twilio = await startTwilio();
  channel = await createProviderChannel(server, settings(), [twilioAccount.authToken]);
});
after(async () => {
  await server.stop();
  await twilio.stop();
});

let numbers = 0;
const number = () => `+4915180${String(++numbers).padStart(6, '0')}`;
const sentTo = (to: string) => until(async () => twilio.taken.find((message) => message.to === to));

test('a message has the callback address of its channel; states arrive in any order', async () => {
  const to = number();
  const reportId = await askByMobile(server, channel.id, to);
  const { sid, from, statusCallback, validityPeriod } = await sentTo(to);
  assert.ok(validityPeriod > 0 && validityPeriod <= 3600, 'no telephone gets it the next morning');
  assert.deepEqual([from, statusCallback], ['+4930123', channel.callbackUrl]);
  const state = (MessageStatus: string, more = {}) =>
    twilio.tell(statusCallback, { MessageSid: sid, AccountSid: 'AC', MessageStatus, ...more });
  await until(async () => (await statusIn(server.app.db, reportId)).status === 'sent');
  for (const [word, status] of [
    ['queued', 'sent'],
    ['delivered', 'delivered'],
    ['sent', 'delivered'],
    ['undelivered', 'delivered'],
    ['read', 'read'],
  ] as const) {
    assert.equal((await state(word)).status, 200);
    assert.equal((await statusIn(server.app.db, reportId)).status, status, word);
  }
  assert.equal((await state('teleported')).status, 400);
});

test('a code explains the failure of a message', async () => {
  const to = number();
  const reportId = await askByMobile(server, channel.id, to);
  const { sid, statusCallback } = await sentTo(to);
  await until(async () => (await statusIn(server.app.db, reportId)).status === 'sent');
  await twilio.tell(statusCallback, { MessageSid: sid, MessageStatus: 'failed', ErrorCode: '30005' });
  assert.partialDeepStrictEqual(await statusIn(server.app.db, reportId), {
    status: 'failed',
    statusReason: 'address_unknown',
  });
});

test('a reply is one answer despite repeats; Twilio receives an empty TwiML', async () => {
  const to = number();
  const reportId = await askByMobile(server, channel.id, to);
  const { statusCallback } = await sentTo(to);
  const form = { MessageSid: `SMin${to}`, From: to, To: '+4930123', Body: 'Ja, 15 min + Hund & Ärger', NumMedia: '0' };
  for (let time = 0; time < 2; time++) {
    const heard = await twilio.tell(statusCallback, form);
    assert.match(heard.headers.get('content-type')!, /^text\/xml/);
    assert.match(await heard.text(), /<Response><\/Response>$/);
  }
  assert.deepEqual(await answersTo(server.app.db, reportId, 1), [
    { kind: 'POSITIVE', minutes: 15, text: 'Ja, 15 min + Hund & Ärger', source: 'sms' },
  ]);
});

test('rejects a request without a signature by the auth token for this address and content', async () => {
  const { callbackUrl } = channel;
  const form = { MessageSid: 'SM1', MessageStatus: 'delivered' };
  assert.equal((await twilio.tell(callbackUrl!, form, 'another')).status, 403);
  const bare = await fetch(callbackUrl!, { method: 'POST', body: new URLSearchParams(form) });
  assert.equal(bare.status, 403);
  const { receive } = adapters.get('sms-twilio')!;
  // the example of Twilio's documentation
  const url = 'https://example.com/myapp.php?foo=1&bar=2';
  const body = 'CallSid=CA1234567890ABCDE&Caller=%2B14158675310&Digits=1234&From=%2B14158675310&To=%2B18005551212';
  const headers = { 'x-twilio-signature': 'L/OH5YylLD5NRKLltdqwSvS0BnU=' };
  const request = { method: 'POST', url, path: '', headers, query: new URL(url).searchParams, body: Buffer.from(body) };
  const judge = (change: object) => {
    try {
      receive!({ ...request, ...change }, { authToken: '12345' });
      return 'taken';
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };
  assert.equal(judge({}), 'content'); // signed well, and no message
  assert.equal(judge({ url: 'https://example.com:443/myapp.php?foo=1&bar=2' }), 'content');
  assert.equal(judge({ url: 'https://example.com/myapp.php?foo=1&bar=3' }), 'signature');
  assert.equal(judge({ body: Buffer.from(body.replace('1234&', '1235&')) }), 'signature');
});

test('describes refusals of Twilio in our words, without its secret', async () => {
  const sender = adapters.get('sms-twilio')!.open({ ...settings() }, server.app);
  const send = (to = '+49151123456') =>
    sender
      .send({
        recipientId: 1,
        generation: 1,
        personId: null,
        to,
        key: 'k',
        subject: '',
        text: 'Text',
        html: null,
        urgent: true,
        careful: false,
        begin: () => {},
      })
      .then(
        () => 'taken',
        (error) => `${error.kind} ${error.reason}${error.broken ? ' broken' : ''} ${error.retryAfter ?? ''}`.trim(),
      );
  const answers: [number, object | string, string, Record<string, string>?][] = [
    [400, { code: 21211, message: 'Invalid', status: 400 }, 'permanent address_invalid'],
    [400, { code: 21610, message: 'STOP', status: 400 }, 'permanent message_rejected'],
    [400, { code: 21606, message: 'From', status: 400 }, 'channel channel_misconfigured broken'],
    [400, { code: 21617, message: 'long', status: 400 }, 'permanent message_too_large'],
    [400, 'what?', 'permanent message_rejected'],
    [401, { code: 20003, status: 401 }, 'channel channel_credentials broken'],
    [403, '', 'channel channel_credentials broken'],
    [429, { code: 20429, status: 429 }, 'channel channel_limit 17', { 'retry-after': '17' }],
    [503, '', 'channel channel_limit 3', { 'retry-after': '3' }],
    [503, '', 'channel channel_unreachable'],
    [500, '', 'unknown outcome_unknown'],
    [302, '', 'channel channel_misconfigured broken', { location: 'http://127.0.0.1/' }],
    [201, { sid: 'SM1', status: 'failed', error_code: 30005 }, 'permanent address_unknown'],
  ];
  for (const [status, content, expected, headers = {}] of answers) {
    twilio.mood = (response) => {
      response.writeHead(status, headers).end(typeof content === 'string' ? content : JSON.stringify(content));
      return true;
    };
    assert.equal(await send(), expected, String(status));
  }
  twilio.mood = (response) => {
    response.destroy();
    return true;
  };
  assert.equal(await send(), 'unknown outcome_unknown');
  twilio.mood = () => false;
  assert.equal(await send('0151'), 'permanent address_invalid');
  assert.equal(await send(), 'taken');
  const wrong = await createProviderChannel(server, { ...settings(), authToken: 'falsch' }, ['falsch']);
  const told = await wrong.test('+49151123456');
  assert.partialDeepStrictEqual(told, { ok: false, reason: 'channel_credentials' });
  assert.ok(!/falsch|geheim/.test(JSON.stringify(told)));
  const inside = await createProviderChannel(server, { ...settings(), ownNetwork: false }, []);
  assert.partialDeepStrictEqual(await inside.test('+49151123456'), { ok: false, reason: 'channel_misconfigured' });
});

test('the preview warns of a text that Twilio does not accept, and no person gets it', async () => {
  const adapter = adapters.get('sms-twilio')!;
  const one = {
    recipientId: 1,
    generation: 1,
    personId: null,
    to: number(),
    key: 'd.1.1.0123abcd',
    subject: '',
    text: 'x'.repeat(1601),
    html: null,
    urgent: true,
    careful: false,
    begin: () => {},
  };
  const arrival = await adapter.arrives!(one, settings(), server.app);
  assert.deepEqual(arrival.losses, [{ kind: 'too_long' }]);
  assert.equal((await adapter.arrives!({ ...one, text: 'x'.repeat(1600) }, settings(), server.app)).losses, undefined);
  const before = twilio.taken.length;
  const sender = adapter.open(settings(), server.app);
  await assert.rejects(sender.send(one), { kind: 'permanent', reason: 'message_too_large' });
  assert.equal(twilio.taken.length, before);
});

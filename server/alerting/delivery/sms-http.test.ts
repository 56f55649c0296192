import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type http from 'node:http';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { adapters } from '#server/channels/registry.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createEventType, createMailingList, createPerson } from '#testing/factories.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '#testing/fakes/receiver.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { answersTo, askByMobile, createProviderChannel, statusIn } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let gateway: Receiver;
let answer: (response: http.ServerResponse, request: ReceivedRequest) => void;
const fine = (response: http.ServerResponse) => void response.writeHead(200).end('{"messages":[{"id":4711}]}');
before(async () => {
  server = await startTestServer();
  answer = fine;
  gateway = await startReceiver((response, request) => answer(response, request));
});
after(async () => {
  await server.stop();
  await gateway.stop();
});

const json = () => ({
  url: `${gateway.url}send?to={to}`,
  headers: 'Authorization: Basic {basic}\nIdempotency-Key: {key}',
  bodyKind: 'json',
  body: '{"to":"{number}","text":"{text}","from":"{from}","coding":{coding},"hook":"{callback}"}',
  from: 'Stab "Nord"',
  user: 'stab',
  secret: 'gateway-geheim',
  idAt: 'json:messages.0.id',
  ownNetwork: true,
});
const nasty = 'Brand "B" \\ & <x> {secret} ?=%\nÄ 🚒';
let numbers = 0;
const number = () => `+4915190${String(++numbers).padStart(6, '0')}`;
const sms = (more: Partial<Outgoing> = {}): Outgoing => ({
  recipientId: 1,
  generation: 1,
  personId: null,
  to: number(),
  key: 'd.1.1.abc',
  subject: '',
  text: nasty,
  html: null,
  urgent: true,
  careful: false,
  begin: () => {},
  ...more,
});
const open = (more: Record<string, string | boolean> = {}) =>
  adapters.get('sms-http')!.open({ ...json(), ...more }, { ...server.app, callbackUrl: 'https://stab.example.org/cb' });
const failure = (sending: Promise<unknown>) =>
  sending.then(
    () => assert.fail('was sent'),
    (error: DeliveryError) => error,
  );

test('escapes values as their place requires, for any content', async () => {
  const one = sms();
  assert.deepEqual(await open().send(one), { externalId: '4711' });
  const { path, headers, body } = gateway.got.at(-1)!;
  assert.equal(new URL(path, gateway.url).searchParams.get('to'), one.to);
  assert.equal(headers.authorization, `Basic ${Buffer.from('stab:gateway-geheim').toString('base64')}`);
  assert.equal(headers['idempotency-key'], one.key);
  assert.deepEqual(JSON.parse(body), {
    to: one.to.slice(1),
    text: nasty,
    from: 'Stab "Nord"',
    coding: 2,
    hook: 'https://stab.example.org/cb',
  });
  await open({ bodyKind: 'form', body: 'to={to}&text={text}&cb={callback}' }).send(one);
  const form = new URLSearchParams(gateway.got.at(-1)!.body);
  assert.deepEqual([form.get('to'), form.get('text'), form.get('cb')], [one.to, nasty, 'https://stab.example.org/cb']);
  await open({ bodyKind: 'xml', body: '<sms to="{to}">{text}</sms>' }).send(one);
  assert.match(gateway.got.at(-1)!.body, /Brand &quot;B&quot; \\ &amp; &lt;x&gt; \{secret\} /);
  const got = gateway.got.length;
  await open({ method: 'GET', url: `${gateway.url}send?text={text}&id={key}&for={seconds}`, idAt: 'key' }).send({
    ...one,
    secondsLeft: 3599.7,
  });
  assert.equal(new URL(gateway.got[got]!.path, gateway.url).searchParams.get('for'), '3600');
  assert.equal(new URL(gateway.got[got]!.path, gateway.url).searchParams.get('text'), nasty);
});

test('reads the ID at the configured place; the answer also decides the success', async () => {
  const says = (status: number, text: string) => {
    answer = (response) => void response.writeHead(status).end(text);
  };
  for (const [text, idAt, externalId] of [
    [' abc-1\n', 'body', 'abc-1'],
    ['OK ID: 77;', 'regex:ID: (\\d+)', '77'],
    ['nothing', 'json:id', undefined],
    ['x', '', undefined],
    ['x', 'key', 'd.1.1.abc'],
  ] as const) {
    says(200, text);
    assert.equal((await open({ idAt }).send(sms())).externalId, externalId, idAt);
  }
  const judged = { success: '^OK', refusal: 'invalid number' };
  says(200, 'OK 1');
  await open(judged).send(sms());
  says(200, 'ERR try later');
  assert.deepEqual((await failure(open(judged).send(sms()))).kind, 'unknown', 'it may have taken it all the same');
  assert.deepEqual((await failure(open({ ...judged, keyed: true }).send(sms()))).kind, 'temporary');
  says(200, '<!DOCTYPE html><html><body>Anmelden</body></html>');
  const { kind, reason } = await failure(open(judged).send(sms()));
  assert.deepEqual([kind, reason], ['channel', 'channel_misconfigured'], 'a page of a proxy');
  says(200, '<html><body>OK 1</body></html>');
  await open({ success: 'OK' }).send(sms());
  says(200, 'ERR invalid number');
  assert.deepEqual((await failure(open(judged).send(sms()))).kind, 'permanent');
  says(200, `${'a'.repeat(3_000)}!`);
  const endless = '^(a+)+$';
  assert.equal((await open({ refusal: endless, idAt: `regex:${endless}` }).send(sms())).externalId, undefined);
  assert.equal((await failure(open({ success: endless }).send(sms()))).kind, 'unknown', 'it searches no longer');
  answer = fine;
});

test('describes each failure: refused, throttled, cut, slow to connect, inner address', async () => {
  const kindOf = async (more: Record<string, string | boolean> = {}, outgoing = sms()) => {
    const { kind, reason, broken, retryAfter } = await failure(open(more).send(outgoing));
    return [kind, reason, broken, retryAfter];
  };
  const says = (status: number, headers: Record<string, string> = {}) => {
    answer = (response) => void response.writeHead(status, headers).end('no: gateway-geheim');
  };
  for (const [status, expected, headers] of [
    [400, ['permanent', 'message_rejected', false, null], {}],
    [404, ['permanent', 'message_rejected', false, null], {}],
    [401, ['channel', 'channel_credentials', true, null], {}],
    [403, ['channel', 'channel_credentials', true, null], {}],
    [429, ['channel', 'channel_limit', false, 9], { 'retry-after': '9' }],
    [502, ['unknown', 'outcome_unknown', false, null], {}],
  ] as const) {
    says(status, headers);
    assert.deepEqual(await kindOf(), expected, String(status));
  }
  assert.ok(!(await failure(open().send(sms()))).detail!.includes('geheim'));
  assert.deepEqual((await kindOf({ keyed: true })).slice(0, 2), ['temporary', 'connection_lost']);
  answer = (response) => void response.destroy();
  assert.equal((await kindOf())[0], 'unknown');
  assert.equal((await kindOf({ keyed: true }))[0], 'temporary');
  answer = fine;
  const gone = await startReceiver();
  await gone.stop();
  assert.deepEqual((await kindOf({ url: gone.url })).slice(0, 2), ['channel', 'channel_unreachable']);
  assert.deepEqual((await kindOf({ ownNetwork: false })).slice(0, 3), ['channel', 'channel_misconfigured', true]);
  const inside = { ownNetwork: false, url: 'https://[::ffff:7f00:1]/' };
  assert.deepEqual((await kindOf(inside)).slice(0, 3), ['channel', 'channel_misconfigured', true]);
  for (const host of ['169.254.169.254', '[::ffff:a9fe:a9fe]', '[fe80::1]', '[fd00:ec2::254]', '0.0.0.0']) {
    const cloud = await kindOf({ url: `http://${host}/latest/meta-data` });
    assert.deepEqual(cloud.slice(0, 3), ['channel', 'channel_misconfigured', true], host);
  }
  assert.equal((await kindOf({}, sms({ to: '0151' })))[0], 'permanent');
  for (const wrong of [
    { url: 'here' },
    { headers: 'x' },
    { headers: 'X: {text}' },
    { success: '(' },
    { states: 'a=b' },
  ])
    assert.throws(() => open(wrong), DeliveryError);
});

const told = {
  receiptId: 'results.*.id',
  receiptState: 'results.*.state',
  states: 'OK=delivered\nDOA = failed\nontheway=sent',
  replyFrom: 'msisdn',
  replyText: 'message',
};

test('runs through the program: handover, receipt, and a reply without an ID', async () => {
  const channel = await createProviderChannel(server, { provider: 'sms-http', ...json(), ...told, idAt: 'key' }, [
    'gateway-geheim',
  ]);
  const to = number();
  const reportId = await askByMobile(server, channel.id, to);
  const { externalId } = await until(async () => {
    const row = await statusIn(server.app.db, reportId);
    return row.status === 'sent' && row;
  });
  const post = (path: string, content: object) =>
    fetch(`${channel.callbackUrl}/${path}`, { method: 'POST', body: JSON.stringify(content) });
  const results = (...states: string[]) => ({ results: states.map((state) => ({ id: externalId, state })) });
  const strange = [{ id: 'x' }, { state: 'OK' }, { id: externalId, state: 'half delivered' }];
  const batch = { results: [...strange, ...results('ONTHEWAY', 'ok').results, { id: 'y', state: 'fabulous' }] };
  assert.equal((await post('receipt', batch)).status, 200);
  assert.equal((await statusIn(server.app.db, reportId)).status, 'delivered');
  assert.equal((await post('receipt', results('fabulous'))).status, 400);
  assert.equal((await post('receipt', {})).status, 400);
  assert.equal((await post('elsewhere', results('OK'))).status, 400);
  const reply = `${channel.callbackUrl}/reply?${new URLSearchParams({ msisdn: to.slice(1), message: 'ja 10 min' })}`;
  assert.deepEqual([(await fetch(reply)).status, (await fetch(reply)).status], [200, 200]);
  assert.deepEqual(await answersTo(server.app.db, reportId, 1), [
    { kind: 'POSITIVE', minutes: 10, text: 'ja 10 min', source: 'sms' },
  ]);
});

test('accepts no unsigned request where the gateway signs', async () => {
  const signed = { signatureHeader: 'X-Signature', signatureSecret: 'hook-geheim' };
  const settings = { provider: 'sms-http', ...json(), ...told, ...signed };
  const channel = await createProviderChannel(server, settings, ['hook-geheim']);
  const body = JSON.stringify({ results: [{ id: '1', state: 'OK' }] });
  const send = async (signature: string) => {
    const headers = { 'x-signature': signature };
    return (await fetch(`${channel.callbackUrl}/receipt`, { method: 'POST', headers, body })).status;
  };
  const hmac = (secret: string) => createHmac('sha256', secret).update(body);
  assert.equal(await send(hmac('hook-geheim').digest('hex')), 200);
  assert.equal(await send(`sha256=${hmac('hook-geheim').digest('base64')}`), 200);
  for (const wrong of ['', 'x', hmac('another').digest('hex')]) assert.equal(await send(wrong), 403);
});

test('an XML gateway never gets a character that XML forbids', async () => {
  const body = '<sms><to>{to}</to><text>{text}</text></sms>';
  const settings = { provider: 'sms-http', ...json(), bodyKind: 'xml', body };
  const channel = await createProviderChannel(server, settings, ['gateway-geheim']);
  const { db } = server.app;
  const eventType = await createEventType(db);
  const person = await createPerson(db, { mobile: number() });
  const list = await createMailingList(db, { people: [person.id] });
  const manager = await server.as('crisis_manager');
  const start = 'mutation ($input: CreateActivationInput!) { createActivation(input: $input) { _id title } }';
  const input = { eventType: eventType.id, channels: [channel.id], lists: [list.id], mode: 'LIVE' };
  const texts = {
    title: 'Feuer in Haus 3\u000bOst',
    content: 'Bitte\u0007 sofort\u0002 kommen\u000b<b>\ufffe & melden.',
  };
  const { createActivation: made } = await manager.run(start, { input: { ...input, ...texts } });
  assert.equal(made.title, 'Feuer in Haus 3 Ost', 'it is clean when it is stored');
  // a text from before texts were cleaned
  const [before, text] = ['Vor\u000bher', 'Kommen\u0007 Sie &\u0001 bald fu\u0308r Ko\u0308ln'];
  await sql`update messages set title = ${before}, content = ${text} where report_id = ${made._id}`.execute(db);
  await manager.run('mutation ($id: ID!) { sendReport(id: $id, launchKey: "xml") { _id } }', { id: String(made._id) });
  await until(async () => (await statusIn(db, made._id)).status === 'sent');
  const sent = gateway.got.at(-1)!.body;
  assert.match(sent, /^<sms><to>[+\d]+<\/to><text>Vor her\nKommen Sie &amp; bald für Köln/);
  assert.doesNotMatch(sent, /[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/); // XML 1.0, section 2.2
});

const stateOf = (id: number) =>
  server.app.db
    .selectFrom('messageRecipients')
    .select(['status', 'statusReason', 'maybeDuplicate', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const dueAgain = async (id: number) => {
  await server.app.db.updateTable('messageRecipients').set({ tryAt: new Date() }).where('id', '=', id).execute();
};

test('a 502 puts the gateway in trouble, and an alarm is tried until the gateway accepts it', async () => {
  const { db } = server.app;
  answer = (response) => void response.writeHead(502).end();
  const send = async (count: number) => {
    const { id: channelId } = await createProviderChannel(server, { provider: 'sms-http', ...json() }, []);
    // an activation would find the other tests' channels
    const alarm = { lane: 'alarm', reportType: 'staff_information' } as const;
    const { recipients } = await createRecipients(db, { count, channelId, ...alarm, address: number });
    return { channelId, id: recipients[0]!.id };
  };
  const { channelId } = await send(12);
  const trouble = await until(async () => {
    const channel = await db.selectFrom('channels').select('trouble').where('id', '=', channelId).executeTakeFirst();
    return channel?.trouble;
  });
  assert.equal(trouble, 'channel_unreachable');
  const { id } = await send(1);
  const tried = await until(async () => {
    const state = await stateOf(id);
    if (state.status === 'retrying' && state.attempts < 3) await dueAgain(id);
    return state.attempts >= 3 && state.status !== 'sending' && state;
  });
  assert.partialDeepStrictEqual(tried, { status: 'retrying', maybeDuplicate: true, statusReason: 'outcome_unknown' });
  answer = fine;
  await until(async () => {
    const state = await stateOf(id);
    if (state.status === 'retrying') await dueAgain(id);
    return state.status === 'sent' && state.maybeDuplicate && state.statusReason === null;
  });
});

test('counts a later report under our key although the gateway returned none on acceptance', async () => {
  const { db } = server.app;
  const settings = { provider: 'sms-http', ...json(), ...told, idAt: 'key' };
  const channel = await createProviderChannel(server, settings, []);
  answer = (response) => void response.destroy();
  const { recipients } = await createRecipients(db, { count: 1, channelId: channel.id, address: number });
  const { id } = recipients[0]!;
  await until(async () => (await stateOf(id)).status === 'retrying');
  const { externalId } = await db
    .selectFrom('messageRecipients')
    .select('externalId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const results = [{ id: externalId, state: 'OK' }];
  await fetch(`${channel.callbackUrl}/receipt`, { method: 'POST', body: JSON.stringify({ results }) });
  assert.partialDeepStrictEqual(await stateOf(id), { status: 'delivered', statusReason: null, attempts: 1 });
  answer = fine;
});

test('a process death during a send is not a silent gateway: a second try follows', async () => {
  const { db } = server.app;
  const { id: channelId } = await createProviderChannel(server, { provider: 'sms-http', ...json() }, []);
  answer = (response) => void response.destroy();
  const { recipients } = await createRecipients(db, { count: 1, channelId, address: number, delayed: true });
  const { id } = recipients[0]!;
  await db.updateTable('messageRecipients').set({ maybeDuplicate: true, crashCount: 1 }).where('id', '=', id).execute();
  await dueAgain(id);
  const first = await until(async () => {
    const state = await stateOf(id);
    return state.attempts === 1 && state.status !== 'sending' && state;
  });
  assert.partialDeepStrictEqual(first, { status: 'retrying', statusReason: 'outcome_unknown' });
  await dueAgain(id);
  const second = await until(async () => {
    const state = await stateOf(id);
    return state.attempts === 2 && state.status !== 'sending' && state;
  });
  assert.partialDeepStrictEqual(second, { status: 'sent', statusReason: 'unconfirmed' });
  answer = fine;
});

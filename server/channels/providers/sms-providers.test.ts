import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { signature } from '#server/channels/http/twilio.ts';
import { type CallbackRequest, type Received, RequestRefused } from '#server/channels/received.ts';
import { adapters, takesReplies } from '#server/channels/registry.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { SmsProviderFake } from '#testing/fakes/sms-providers.ts';
import { type HttpFixture, httpFixtures } from '#testing/http-fixtures.ts';

// What each provider documents of its requests, refusals, receipts and replies; what holds for all of them is in
// contract.test.ts and http-providers.test.ts.
const names = ['sms-seven', 'sms-gatewayapi', 'sms-vonage', 'sms-sipgate', 'sms-linkmobility'] as const;
type Name = (typeof names)[number];

let app: TestApp;
const fixtures = httpFixtures();
const fixtureOf = (name: Name): HttpFixture => fixtures[name]!;
before(async () => {
  app = await startTestApp();
  await Promise.all(names.map((name) => fixtureOf(name).start()));
});
after(async () => {
  await Promise.all(names.map((name) => fixtureOf(name).fake.stop()));
  await app.stop();
});

const outgoing = (text: string): Outgoing => ({
  recipientId: 1,
  generation: 1,
  personId: null,
  to: '+4915112345678',
  key: 'd.1.1.0123abcd',
  subject: '',
  text,
  html: null,
  urgent: true,
  careful: false,
  secondsLeft: 600,
  begin: () => undefined,
});

function send(name: Name, text = 'Bitte kommen Sie.', settings = {}) {
  const callbackUrl = 'http://meldekette.test/api/channels/1/token';
  const sender = adapters.get(name)!.open({ ...fixtureOf(name).settings(), ...settings }, { ...app, callbackUrl });
  return sender.send(outgoing(text)).finally(() => sender.close());
}

const told = (body: object | string, more: Partial<CallbackRequest> = {}): CallbackRequest => ({
  method: 'POST',
  url: 'http://meldekette.test/api/channels/1/token',
  path: '',
  headers: typeof body === 'string' ? {} : { 'content-type': 'application/json' },
  query: new URLSearchParams(),
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ...more,
});

test('a text goes out in the format of its provider, and its ID comes back', async () => {
  const ids = await Promise.all(names.map((name) => send(name, 'Straße gesperrt 🚒')));
  assert.deepEqual(
    ids.map(({ externalId }) => externalId),
    ['7001', '7001', '7001', undefined, '7001'],
  );
  const requests = names.map((name) => (fixtureOf(name).fake as SmsProviderFake).texts[0]!.request);
  const [seven, gatewayApi, vonage, sipgate, link] = requests as [...(typeof requests & { length: 5 })];
  assert.deepEqual(seven!.json, {
    ...{ to: '+4915112345678', text: 'Straße gesperrt 🚒', foreign_id: 'd.1.1.0123abcd', ttl: 10 },
  });
  assert.deepEqual(gatewayApi!.json, {
    ...{ message: 'Straße gesperrt 🚒', recipients: [{ msisdn: 4915112345678 }], encoding: 'UCS2' },
    ...{ userref: 'd.1.1.0123abcd', validity_period: 600 },
    callback_url: 'http://meldekette.test/api/channels/1/token',
  });
  const form = Object.fromEntries(new URLSearchParams(vonage!.body));
  assert.deepEqual(
    [form['to'], form['type'], form['from'], form['ttl'], form['callback']],
    ['4915112345678', 'unicode', 'Klinikum', '600000', 'http://meldekette.test/api/channels/1/token'],
  );
  assert.deepEqual(sipgate!.json, { smsId: 's0', recipient: '+4915112345678', message: 'Straße gesperrt 🚒' });
  assert.equal(link!.json['useDeliveryReport'], false, 'without a gate there are no reports');
});

test('LINK Mobility gets the type of a sender that is a number, and a gate for reports', async () => {
  const { texts } = fixtureOf('sms-linkmobility').fake as SmsProviderFake;
  const senders: [from: string, source: string, type: string | undefined][] = [
    ['Klinikum 1', 'Klinikum 1', undefined],
    ['+491771234567', '+491771234567', 'MSISDN'],
    ['491771234567', '+491771234567', 'MSISDN'],
    ['70700', '70700', 'SHORTNUMBER'],
  ];
  for (const [from, source, type] of senders) {
    await send('sms-linkmobility', 'Alarm', { from, gateId: 'gate1' });
    const { json } = texts.at(-1)!.request;
    assert.deepEqual([json['source'], json['sourceTON']], [source, type], from);
    assert.deepEqual([json['useDeliveryReport'], json['deliveryReportGates']], [true, ['gate1']]);
  }
});

const refusals: [Name, object, string, string][] = [
  ['sms-seven', { success: '202' }, 'permanent', 'address_invalid'],
  ['sms-seven', { success: '500' }, 'channel', 'channel_refused'],
  ['sms-seven', { success: '777' }, 'unknown', 'outcome_unknown'],
  ['sms-seven', { success: '100', messages: [{ success: false, error: '301' }] }, 'permanent', 'address_invalid'],
  ['sms-seven', { success: '101', messages: [{ success: true }] }, 'permanent', 'message_rejected'],
  ['sms-seven', { success: '11' }, 'temporary', 'recipient_deferred'],
  ['sms-gatewayapi', { ids: [] }, 'unknown', 'outcome_unknown'],
  ['sms-vonage', { messages: [{ status: '1' }] }, 'channel', 'channel_limit'],
  ['sms-vonage', { messages: [{ status: '9' }] }, 'channel', 'channel_refused'],
  ['sms-vonage', { messages: [{ status: '32' }] }, 'channel', 'channel_credentials'],
  ['sms-vonage', { messages: [{ status: '29' }] }, 'permanent', 'message_rejected'],
  ['sms-vonage', { messages: [{ status: '0', 'message-id': '1' }, { status: '5' }] }, 'unknown', 'outcome_unknown'],
  ['sms-linkmobility', { resultCode: 106000 }, 'unknown', 'outcome_unknown'],
];

for (const [name, body, kind, reason] of refusals) {
  test(`${name}: ${JSON.stringify(body)} with a status of success is ${reason}`, async () => {
    fixtureOf(name).fake.misbehave({ body }, 1);
    await assert.rejects(
      send(name),
      (error: unknown) => error instanceof DeliveryError && error.kind === kind && error.reason === reason,
    );
  });
}

test('seven: a code alone is as good as JSON', async () => {
  fixtureOf('sms-seven').fake.misbehave({ body: 900 }, 1);
  await assert.rejects(send('sms-seven'), { kind: 'channel', reason: 'channel_credentials' });
});

test('seven: the lock against duplicates is a failure, and leaves a repeated text unconfirmed', async () => {
  const answers = [402, { success: '402' }, { success: '101', messages: [{ success: false, error: 402 }] }];
  const seven = fixtureOf('sms-seven').settings();
  for (const body of answers) {
    const sender = adapters.get('sms-seven')!.open(seven, app);
    fixtureOf('sms-seven').fake.misbehave({ body }, 2);
    await assert.rejects(sender.send(outgoing('Alarm')), { kind: 'permanent', reason: 'message_rejected' });
    const repeated = sender.send({ ...outgoing('Alarm'), careful: true });
    await assert.rejects(repeated, { kind: 'unknown', reason: 'unconfirmed', answered: false });
    await sender.close();
  }
});

test('GatewayAPI: the code of a 403 tells the number and the account apart', async () => {
  const codes: [code: string | undefined, kind: string, reason: string][] = [
    ['0x0215', 'permanent', 'message_rejected'],
    ['0x0217', 'permanent', 'message_rejected'],
    ['0x0216', 'channel', 'channel_refused'],
    ['0x0213', 'channel', 'channel_credentials'],
    ['0x0210', 'channel', 'channel_credentials'],
    [undefined, 'channel', 'channel_credentials'],
  ];
  for (const [code, kind, reason] of codes) {
    fixtureOf('sms-gatewayapi').fake.misbehave({ status: 403, body: { code, message: 'MSISDN %1 blacklisted' } }, 1);
    await assert.rejects(send('sms-gatewayapi'), { kind, reason }, code);
  }
});

test('Vonage reports on each part of a long text', async () => {
  const part = (id: string) => ({ status: '0', 'message-id': id });
  fixtureOf('sms-vonage').fake.misbehave({ body: { messages: ['a', 'b', 'c'].map(part) } }, 1);
  assert.deepEqual(await send('sms-vonage'), { externalId: 'a+2', partIds: ['a', 'b', 'c'] });
});

const seven = (status: string) => ({ webhook_event: 'dlr', data: { msg_id: '77', status, timestamp: '1' } });
const receipts: [Name, CallbackRequest, string | null][] = [
  ['sms-seven', told(seven('DELIVERED')), 'delivered'],
  ['sms-seven', told(seven('NOTDELIVERED')), 'failed'],
  ['sms-seven', told(seven('ZUGESTELLT')), null],
  ['sms-gatewayapi', told({ id: 77, msisdn: 4915112345678, status: 'DELIVERED', userref: 'd' }), 'delivered'],
  ['sms-gatewayapi', told({ id: 77, msisdn: 4915112345678, status: 'UNDELIVERABLE' }), 'failed'],
  ['sms-gatewayapi', told({ id: 77, msisdn: 4915112345678, status: 'UNDELIVERABLE', error: null }), 'failed'],
  ['sms-gatewayapi', told({ id: 77, msisdn: 4915112345678, time: 1, status: 'ACCEPTED', userref: 'd' }), 'sent'],
  ['sms-gatewayapi', told({ id: 77, msisdn: 4915112345678, status: 'SKIPPED' }), 'failed'],
  ['sms-vonage', told('messageId=77&msisdn=4915112345678&status=delivered&err-code=0'), 'delivered'],
  ['sms-vonage', told({ messageId: '77', msisdn: '4915112345678', status: 'expired' }), 'expired'],
  ['sms-vonage', told({ messageId: '77', msisdn: '4915112345678', status: 'unknown' }), null],
  ['sms-linkmobility', told({ id: '77', resultCode: 1001, refId: 'd' }), 'delivered'],
  ['sms-linkmobility', told({ id: '77', resultCode: 2104 }), 'failed'],
  ['sms-linkmobility', told({ id: '77', resultCode: 4711 }), null],
  ['sms-seven', told('webhook_event=dlr&data[msg_id]=77&data[status]=FAILED'), 'failed'],
  ['sms-linkmobility', told({ id: '77', resultCode: 1003 }), 'failed'],
  ['sms-linkmobility', told({ id: '77', resultCode: '1008' }), 'sent'], // billed, not yet delivered
  ['sms-linkmobility', told({ id: '77', resultCode: '1009' }), 'failed'],
  ['sms-linkmobility', told({ id: '77', resultCode: 4001 }), 'failed'],
  ['sms-linkmobility', told({ id: '77', resultCode: 1012 }), 'sent'],
  ['sms-linkmobility', told({ id: '77$1', resultCode: 1006 }), 'failed'], // one part of a long text
  ['sms-linkmobility', told({ id: '77$0', resultCode: 1002 }), 'expired'],
  ['sms-linkmobility', told('id=77%2412&resultCode=2104'), 'failed'],
  ['sms-linkmobility', told({ id: '77$0', resultCode: 1001 }), 'sent'], // others may still fail
  ['sms-linkmobility', told({ id: '$0', resultCode: 1006 }), null],
];

const inWords: Partial<Record<Name | 'sms-twilio' | 'sms-http', (word: string) => CallbackRequest>> = {
  'sms-seven': (word) => told(seven(word)),
  'sms-gatewayapi': (status) => told({ id: 77, msisdn: 4915112345678, status }),
  'sms-vonage': (status) => told({ messageId: '77', msisdn: '4915112345678', status }),
  'sms-http': (state) => told({ id: '77', state }, { path: 'receipt' }),
  'sms-twilio': (word) => {
    const request = told(new URLSearchParams({ MessageSid: '77', MessageStatus: word }).toString());
    const signed = signature(request.url, new URLSearchParams(request.body.toString()), 'token').toString('base64');
    return { ...request, headers: { 'x-twilio-signature': signed } };
  },
};
const settings = { authToken: 'token', receiptId: 'id', receiptState: 'state', states: 'delivered=delivered' };
const meant: Record<string, string> = {
  failed:
    'FAILED|Undelivered|UNDELIVERABLE|NOTDELIVERED|not_delivered|not delivered|UNDELIV|deleted|Cancelled|canceled|HANDSET_NOT_REACHABLE|absent-subscriber|DELIVERY_FAILED|permanent failure|INVALID_NUMBER|dropped|nicht zugestellt|Fehlgeschlagen|UNZUSTELLBAR|NO_CREDIT|UNSUCCESSFULL|not successful|MEMORY_FULL|FAILOVER_FAILED|nicht erreicht|NOT_READY|DELIVERY_FAILED_NO_ERROR|undelivered no error',
  'failed message_rejected': 'BLOCKED|blacklisted|MESSAGE_BLOCKED|opted_out|SPAM|abgelehnt|Gesperrt|filtered',
  expired: 'EXPIRED|expired|EXP|EXPD|TTL_EXPIRED|Timeout|abgelaufen',
  delivered: 'DELIVERED| delivered |Delivered',
  refused:
    'UNKNOWN|zugestellt|none|notified|success|ok|7|5|delivered_to_network|42|NO_ERROR|NoError|no errors|delivered without error|Delivered_No_Error|ERROR_FREE|SUCCESSFULL|delivery successfull|fehlerfrei|fehlerlos|Erreicht|NOT_YET_DELIVERED|NotYetDelivered|Not delivered yet|NO_DELIVERY_REPORT|NoDeliveryReceipt|FAILOVER|fail-over|delivered, not read|Expediert|EXPÉDIÉ|expected',
};

describe('receipts', () => {
  for (const [name, request] of Object.entries(inWords)) {
    test(`${name}: words of failures in any spelling are failures, unknown words never a success`, () => {
      for (const [expected, words] of Object.entries(meant)) {
        for (const word of words.split('|')) {
          const read = () => adapters.get(name)!.receive!(request(word), settings);
          if (expected === 'refused') {
            assert.throws(read, RequestRefused, word);
            continue;
          }
          const { status, reason } = (read() as Received).receipts[0]!;
          const isGeneral = reason === undefined || reason === 'undelivered';
          assert.equal(isGeneral ? status : `${status} ${reason}`, expected, word);
        }
      }
    });
  }

  test('sms-twilio: a status named SmsStatus counts; a text that arrives is a reply in any form', () => {
    const signed = (fields: Record<string, string>) => {
      const request = told(new URLSearchParams(fields).toString());
      const headers = {
        'x-twilio-signature': signature(request.url, new URLSearchParams(fields), 'token').toString('base64'),
      };
      return adapters.get('sms-twilio')!.receive!({ ...request, headers }, settings) as Received;
    };
    const failed = signed({ SmsSid: '77', SmsStatus: 'failed', ErrorCode: '30005' });
    assert.deepEqual(failed.receipts, [{ externalId: '77', status: 'failed', reason: 'address_unknown' }]);
    const late = signed({ MessageSid: '77', MessageStatus: 'failed', ErrorCode: '30036' });
    assert.deepEqual(late.receipts, [{ externalId: '77', status: 'expired' }], 'its ValidityPeriod ended');
    const part = signed({ MessageSid: '77', MessageStatus: 'partially_delivered' });
    assert.deepEqual(part.receipts, [{ externalId: '77', status: 'failed', reason: 'undelivered' }]);
    const text = { MessageSid: '9', From: '+4915112345678', Body: 'Ja', SmsStatus: 'received' };
    for (const more of [{}, { MessageStatus: 'received' }]) {
      const {
        receipts: none,
        replies: [said],
      } = signed({ ...text, ...more });
      assert.deepEqual([none, said?.text], [[], 'Ja']);
    }
  });

  test('sms-vonage: the code of a failure says why', () => {
    const reasons: [code: string, reason: string | undefined][] = [
      ['3', 'address_unknown'],
      ['11', 'address_unknown'],
      ['6', 'message_rejected'],
      ['14', undefined], // the carrier blocks the number
      ['52', 'message_rejected'],
      ['2', undefined],
    ];
    for (const [code, reason] of reasons) {
      const body = told(`messageId=77&msisdn=4915112345678&status=failed&err-code=${code}`);
      const [receipt] = (adapters.get('sms-vonage')!.receive!(body, {}) as Received).receipts;
      assert.deepEqual([receipt?.status, receipt?.reason], ['failed', reason], code);
    }
  });

  test('sms-gatewayapi: the code of a failure says that the number is unknown', () => {
    const failure = {
      id: 77,
      msisdn: 4915112345678,
      status: 'UNDELIVERABLE',
      error: 'Unknown subscriber',
      code: '0x1010',
    };
    const { receipts: read } = adapters.get('sms-gatewayapi')!.receive!(told(failure), {}) as Received;
    assert.deepEqual(read, [{ externalId: '77', status: 'failed', reason: 'address_unknown' }]);
  });

  for (const [name, request, status] of receipts) {
    test(`${name}: ${request.body} is ${status ?? 'no receipt'}`, async () => {
      const receive = async () => adapters.get(name)!.receive!(request, {});
      if (status === null) await assert.rejects(receive, RequestRefused);
      else assert.deepEqual(await receive(), { receipts: [{ externalId: '77', status }], replies: [] });
    });
  }
});

const query = new URLSearchParams('msisdn=4915112345678&to=491771&messageId=9&text=Ja&type=text');
const reply = { id: '9', from: '+4915112345678', text: 'Ja' };
const replies: [Name, CallbackRequest, object][] = [
  [
    'sms-seven',
    told({ webhook_event: 'sms_mo', data: { id: 9, sender: '4915112345678', system: '491771', text: 'Ja', time: 1 } }),
    { receipts: [], replies: [reply] },
  ],
  [
    'sms-gatewayapi',
    told({ id: 9, msisdn: 4915112345678, receiver: 491771, message: 'Ja' }),
    { receipts: [], replies: [reply] },
  ],
  ['sms-vonage', told('', { method: 'GET', query }), { receipts: [], replies: [reply] }],
  [
    'sms-vonage',
    told({
      ...{ messageId: '9', msisdn: '4915112345678', text: 'Ja, ', concat: 'true' },
      ...{ 'concat-ref': '5', 'concat-part': '1', 'concat-total': '2' },
    }),
    {
      receipts: [],
      replies: [],
      pieces: [{ from: '+4915112345678', text: 'Ja, ', part: { reference: 5, number: 1, total: 2 } }],
    },
  ],
];

describe('replies', () => {
  for (const [name, request, expected] of replies) {
    test(`${name}: ${request.body || request.query} is a reply`, async () => {
      assert.deepEqual(await adapters.get(name)!.receive!(request, {}), expected);
    });
  }

  test('a reply is possible only where people can write to the sender', () => {
    const vonage = adapters.get('sms-vonage');
    assert.equal(takesReplies(vonage, { from: '491771234567' }), true);
    assert.equal(takesReplies(vonage, { from: 'Klinikum' }), false);
    assert.equal(takesReplies(adapters.get('sms-seven'), {}), false);
    assert.equal(takesReplies(adapters.get('sms-sipgate'), {}), false);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { deliveryKey } from '#server/rendering/key.ts';
import { startTestApp, type TestApp } from '#server/testing/app.ts';
import { createRecipients } from '#server/testing/deliveries.ts';
import { httpBenches } from '#server/testing/http-benches.ts';
import { type Exchange, startExchange } from '#server/testing/peers/exchange.ts';
import { type Gateway, startGateway } from '#server/testing/peers/gateway.ts';
import { type PushService, startPushService } from '#server/testing/peers/push-service.ts';
import { type Receiver, startReceiver } from '#server/testing/peers/receiver.ts';
import { type Smsc, startSmsc } from '#server/testing/peers/smsc.ts';
import { startTwilio, type Twilio, twilioAccount } from '#server/testing/peers/twilio.ts';
import { personDataType } from '#shared/administration/person-data-type.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';
import { checkFeed, type FeedValues } from '#shared/feed-field.ts';
import { checkField } from '#shared/fields/kinds.ts';
import { type Sink, startSink } from '../../faults/sink.ts';
import {
  type Adapter,
  DeliveryError,
  NotStarted,
  type Outgoing,
  type Post,
  RequestRefused,
  type Sender,
  type Values,
} from './channel.ts';
import { addDevice } from './devices/devices.ts';
import { adapters } from './registry.ts';
import { pushKeys } from './webpush/keys.ts';

let app: TestApp;
let sink: Sink;
let gateway: Gateway;
let board: Receiver;
let smsc: Smsc;
let twilio: Twilio;
let exchange: Exchange;
let push: PushService;
before(async () => {
  const started = await startTestApp();
  app = { ...started, config: { ...started.config, WEBHOOK_ALLOWED_HOSTS: ['127.0.0.1'] } };
  sink = await startSink();
  gateway = await startGateway();
  board = await startReceiver();
  smsc = await startSmsc();
  twilio = await startTwilio();
  exchange = await startExchange();
  push = await startPushService();
  await Promise.all(over.map((bench) => bench.start()));
});
after(async () => {
  const peers = [sink, gateway, board, smsc, twilio, exchange, push, ...over.map(({ peer }) => peer)];
  await Promise.all(peers.map((peer) => peer.stop()));
  await app.stop();
});

/** What a provider's test needs: settings that work, what arrived at the other end, and an address by number. */
interface Bench {
  /** What was entered for its messages, where it asks. */
  entered?: FeedValues;
  /** What the people need before something can be sent to them. */
  prepare?(outgoings: readonly Outgoing[]): Promise<void>;
  address?: (n: number) => string;
  settings(): Values;
  arrived(outgoing: Outgoing): Promise<number>;
}

const http = httpBenches();
const over = Object.values(http);

let numbers = 0;
const mobile = (n: number) => `+49151${String(++numbers).padStart(6, '0')}${n}`;
const benches: Record<string, Bench> = {
  ...Object.fromEntries(
    Object.entries(http).map(([identifier, { settings, arrived, address }]) => [
      identifier,
      { settings, arrived: async (outgoing: Outgoing) => arrived(outgoing), ...(address ? { address } : {}) },
    ]),
  ),
  smtp: {
    settings: () => ({ host: '127.0.0.1', port: sink.port, secure: 'none', from: 'alarm@example.org' }),
    arrived: async ({ key }) => (await sink.ledger()).filter((entry) => entry.messageId.startsWith(`${key}@`)).length,
  },
  'sms-gateway': {
    address: mobile,
    settings: () => ({ url: gateway.url, secret: 'geheim' }),
    arrived: async ({ key }) => gateway.taken.filter((taken) => taken.key === key).length,
  },
  smpp: {
    address: mobile,
    settings: () => ({
      hosts: `127.0.0.1:${smsc.port}`,
      secure: 'none',
      systemId: 'meldekette',
      password: 'geheim',
      window: 4,
    }),
    arrived: async ({ to }) => smsc.taken.filter((taken) => taken.to === to).length,
  },
  'sms-twilio': {
    address: mobile,
    settings: () => ({ ...twilioAccount, from: '+4930123', baseUrl: twilio.url, ownNetwork: true, maxRequests: 4 }),
    arrived: async ({ to }) => twilio.taken.filter((taken) => taken.to === to).length,
  },
  'voice-twilio': {
    address: mobile,
    settings: () => ({ ...twilioAccount, from: '+4930123', baseUrl: exchange.url, ownNetwork: true, maxRequests: 4 }),
    arrived: async ({ to }) => exchange.calls.filter((call) => call.to === to).length,
  },
  'sms-http': {
    address: mobile,
    settings: () => ({
      url: gateway.url,
      headers: 'Idempotency-Key: {key}',
      body: '{"to":"{to}","text":"{text}"}',
      idAt: 'json:id',
      ownNetwork: true,
      maxRequests: 4,
    }),
    arrived: async ({ key }) => gateway.taken.filter((taken) => taken.key === key).length,
  },
  'call-gateway': {
    address: mobile,
    settings: () => ({ url: gateway.url, secret: 'geheim' }),
    arrived: async ({ key }) => gateway.taken.filter((taken) => taken.key === key).length,
  },
  'notice-board': {
    settings: () => ({ url: board.url }),
    arrived: async ({ key }) =>
      board.got.filter(({ body }) => (JSON.parse(body) as { key: string }).key === key).length,
  },
  webhook: {
    settings: () => ({ url: board.url, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }),
    arrived: async ({ key }) => board.got.filter(({ headers }) => headers['webhook-id'] === key).length,
  },
  webfeed: {
    settings: () => ({}),
    arrived: published,
  },
  cap: {
    settings: () => ({ sender: 'warnung@example.org' }),
    entered: { areaDesc: 'Nordstadt' },
    arrived: published,
  },
  webpush: {
    settings: () => ({ contact: 'stab@example.org', services: push.origin }),
    async prepare(outgoings) {
      const { publicKey } = await pushKeys(app);
      for (const { personId } of outgoings) {
        const { endpoint: address, ...keys } = push.subscribe(publicKey);
        await addDevice(app, { personId: personId! }, { kind: 'webpush', address, keys, name: 'Browser' });
      }
    },
    arrived: async ({ key }) => push.got.filter(({ payload }) => JSON.parse(payload).tag === key).length,
  },
  exercise: {
    settings: () => ({}),
    async arrived({ recipientId }) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from exercise_messages where recipient_id = ${recipientId}`.execute(app.db);
      return rows[0]!.n;
    },
  },
};

async function published({ recipientId }: Outgoing): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from publications where recipient_id = ${recipientId}`.execute(app.db);
  return rows[0]!.n;
}

for (const [identifier, adapter] of adapters) {
  describe(`provider ${identifier}`, () => contract(adapter, benches[identifier]));
}

function contract(adapter: Adapter, bench: Bench | undefined): void {
  assert.ok(bench, 'a provider needs a bench here');
  let sender: Sender;
  before(() => {
    sender = adapter.open(bench.settings(), { ...app, callbackUrl: 'http://meldekette.test/api/channels/1/token' });
  });
  after(() => sender.close());

  const outgoings = async (count: number, more: Partial<Outgoing> = {}): Promise<Outgoing[]> => {
    const { recipients, messageId, reportId, eventId } = await createRecipients(app.db, {
      count,
      ...(bench.address ? { address: bench.address } : {}),
    });
    const { values } = checkFeed(adapter.feedFields ?? [], bench.entered);
    const post: Post = {
      ...{ messageId, reportId, reportType: 'public_information', eventId, eventName: 'Brand', eventType: null },
      ...{ organisation: 'Klinikum Nord', language: 'de', values },
    };
    const made = recipients.map(({ id, personId, targetAddress }) => ({
      recipientId: id,
      generation: 1,
      personId,
      to: targetAddress,
      key: deliveryKey(app.secrets, id, 1),
      subject: 'Übung: „Brand“ 🚒',
      text: 'Bitte kommen Sie.\n.\nEine Zeile mit Punkt davor',
      html: '<p>Bitte kommen Sie.</p>',
      urgent: true,
      careful: false,
      ...(adapter.shape === 'post' ? { post } : {}),
      begin: () => undefined,
      ...more,
    }));
    await bench.prepare?.(made);
    return made;
  };

  test('describes itself so that a form can be drawn', () => {
    const names = adapter.fields.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const field of adapter.fields) {
      assert.ok(field.label.de && field.label.en && field.name);
      const { default: initial = null } = field;
      assert.deepEqual(checkField(field, initial), { value: initial }, field.name);
    }
    const asked = (adapter.feedFields ?? []).map(({ name }) => name);
    assert.equal(new Set(asked).size, asked.length);
    assert.ok(!asked.includes('title') && !asked.includes('content'), 'these every message has');
    const untouched = checkFeed(adapter.feedFields ?? [], null);
    assert.deepEqual(untouched.faults, {}, 'defaults fit');
    assert.deepEqual(checkFeed(adapter.feedFields ?? [], bench.entered).missing, []);
    assert.ok(adapter.label.de && adapter.label.en);
    assert.ok(adapter.slots(bench.settings()) >= 1);
  });

  test('declares what it can do, so that nobody has to ask for its name', () => {
    const kinds = personDataType.fields['fieldType'];
    assert.ok(kinds && 'options' in kinds);
    assert.ok(
      adapter.addresses.every((kind) => isDeviceKind(kind) || kinds.options.some(({ value }) => value === kind)),
    );
    assert.equal(new Set(adapter.addresses).size, adapter.addresses.length);
    assert.equal(adapter.shape === 'post', adapter.addresses.length === 0, 'only what addresses nobody is a post');
    assert.ok(!adapter.receive || adapter.gives.receipts || adapter.gives.replies);
    assert.ok(adapter.addresses.length > 0 || !adapter.gives.replies, 'only people reply');
    assert.ok(!adapter.hears || adapter.gives.receipts || adapter.gives.replies);
    for (const text of adapter.cost ? ['Alarm', 'Alarm 🚒'.repeat(100)] : []) {
      const { parts } = adapter.cost!(text);
      assert.ok(Number.isInteger(parts) && parts >= 1);
    }
  });

  const { receive } = adapter;
  if (receive) test('takes no request that is not surely its provider’s', () => refusesStrangers(receive, bench));

  test('sends one message once, after asking whether it may begin', async () => {
    const asked: number[] = [];
    const [outgoing] = await outgoings(1, { begin: () => void asked.push(1) });
    await sender.send(outgoing!);
    assert.equal(await bench.arrived(outgoing!), 1);
    assert.equal(asked.length, 1);
  });

  if (adapter.shape === 'post') {
    test('publishes nothing twice: it answers the same again, or the provider refuses', async () => {
      const [outgoing] = await outgoings(1);
      const first = await sender.send(outgoing!);
      const again = await sender.send(outgoing!).catch((error: unknown) => error);
      if (again instanceof DeliveryError) assert.ok(adapter.neverTwice);
      else assert.deepEqual(again, first);
      if (adapter.publicPath || adapter.neverTwice) assert.equal(await bench.arrived(outgoing!), 1);
    });
  }

  test('sends as many at once as it has slots', async () => {
    const many = await outgoings(adapter.slots(bench.settings()) * 2);
    await Promise.all(many.map((outgoing) => sender.send(outgoing)));
    for (const outgoing of many) assert.equal(await bench.arrived(outgoing), 1);
  });

  test('sends nothing when it may not begin', async () => {
    const [outgoing] = await outgoings(1, {
      begin: () => {
        throw new NotStarted();
      },
    });
    await assert.rejects(sender.send(outgoing!), NotStarted);
    assert.equal(await bench.arrived(outgoing!), 0);
  });

  test('carries no state from a failed message to the next', async () => {
    const [bad, good] = await outgoings(2);
    await sender.send({ ...bad!, to: 'x\r\ny' }).catch((error: unknown) => assert.ok(error instanceof DeliveryError));
    await sender.send(good!);
    assert.equal(await bench.arrived(good!), 1);
  });
}

async function refusesStrangers(receive: NonNullable<Adapter['receive']>, bench: Bench): Promise<void> {
  const request = { method: 'POST', url: 'http://localhost/', path: '', headers: {}, query: new URLSearchParams() };
  for (const body of ['', '[]', '{"status":"delivered"}', '\0']) {
    await assert.rejects(
      async () => receive({ ...request, body: Buffer.from(body) }, bench.settings()),
      RequestRefused,
    );
  }
}

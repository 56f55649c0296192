import { sql } from 'kysely';
import type { AdapterApp, Outgoing, Sender, Values } from '#server/channels/channel.ts';
import { addDevice } from '#server/channels/devices/devices.ts';
import { openSmpp } from '#server/channels/smpp/send.ts';
import { pushKeys } from '#server/channels/webpush/keys.ts';
import type { App } from '#server/platform/context.ts';
import type { FeedValues } from '#shared/feed-field.ts';
import { type Sink, startSink } from '../faults/sink.ts';
import { type Fates, httpFates, mailFates, noFates, pushFates, smscFates, wrongSecret } from './fates.ts';
import { httpBenches } from './http-benches.ts';
import { type Exchange, startExchange } from './peers/exchange.ts';
import { type Gateway, startGateway } from './peers/gateway.ts';
import { type HttpPeer, startFront } from './peers/http-peer.ts';
import { type PushService, startPushService } from './peers/push-service.ts';
import { type Receiver, startReceiver } from './peers/receiver.ts';
import { quick } from './peers/smpp-texts.ts';
import { type FakeSmsc, startSmsc } from './peers/smsc.ts';
import { startTwilio, type Twilio, twilioAccount } from './peers/twilio.ts';

/** Fixture of a provider test: working settings, received messages, and an address by number. */
export interface ProviderBench {
  /** Entered values of its messages, if it has inputs. */
  entered?: FeedValues;
  /** Prepares people for receiving messages. */
  prepare?(people: readonly number[]): Promise<void>;
  address?: (n: number) => string;
  settings(): Values;
  /** The setting that authenticates the sender, if any. */
  secret?: string;
  /** Opens the provider with short waits for tests, if the usual ones are long. */
  open?(settings: Values, app: AdapterApp): Sender;
  fates: Fates;
  arrived(outgoing: Outgoing): Promise<number>;
}

/** Fixtures of all providers by identifier; `start` starts the fake servers. */
export interface Benches {
  benches: Record<string, ProviderBench>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type BenchApp = Pick<App, 'db' | 'secrets'>;

/** Returns the fixtures of a program that is available after its start. */
export function providerBenches(app: () => BenchApp): Benches {
  let sink: Sink;
  let gateway: Gateway;
  let board: Receiver;
  let smsc: FakeSmsc;
  let twilio: Twilio;
  let exchange: Exchange;
  let push: PushService;
  const fronts: Record<string, HttpPeer> = {};
  const before = (name: string) => ({ peer: () => fronts[name]! });
  const http = httpBenches();
  const over = Object.values(http);

  let numbers = 0;
  const mobile = (n: number) => `+49151${String(++numbers).padStart(6, '0')}${n}`;
  const benches: Record<string, ProviderBench> = {
    ...Object.fromEntries(
      Object.entries(http).map(([identifier, { settings, secret, path, unknown, arrived, address }]) => [
        identifier,
        {
          settings,
          secret,
          fates: httpFates({
            peer: () => http[identifier]!.peer,
            path,
            unknown,
            wrong: () => ({ [secret]: wrongSecret(settings()[secret]) }),
          }),
          arrived: async (outgoing: Outgoing) => arrived(outgoing),
          ...(address ? { address } : {}),
        },
      ]),
    ),
    smtp: {
      settings: () => ({ host: '127.0.0.1', port: sink.port, secure: 'none', from: 'alarm@example.org' }),
      fates: mailFates(() => sink),
      arrived: async ({ key }) => (await sink.ledger()).filter((entry) => entry.messageId.startsWith(`${key}@`)).length,
    },
    'sms-gateway': {
      address: mobile,
      settings: () => ({ url: gateway.url, secret: 'geheim' }),
      fates: noFates(ofTests),
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
        enquireLink: 600,
      }),
      secret: 'password',
      open: (settings, parts) => openSmpp(settings, parts, undefined, quick),
      fates: smscFates(() => smsc),
      arrived: async ({ to }) => smsc.taken.filter((taken) => taken.to === to).length,
    },
    'sms-twilio': {
      address: mobile,
      settings: () => ({ ...twilioAccount, from: '+4930123', baseUrl: bare(fronts['sms']!.url), ...near }),
      secret: 'authToken',
      fates: {
        ...httpFates({ ...before('sms'), path: '/Messages', unknown, wrong: () => ({ authToken: 'falsch' }) }),
        deferred: {
          kind: 'temporary',
          arrange: () => fronts['sms']!.misbehave({ status: 400, body: { code: 30001 } }, 1),
        },
      },
      arrived: async ({ to }) => twilio.taken.filter((taken) => taken.to === to).length,
    },
    'voice-twilio': {
      address: mobile,
      settings: () => ({ ...twilioAccount, from: '+4930123', baseUrl: bare(fronts['calls']!.url), ...near }),
      secret: 'authToken',
      fates: {
        ...httpFates({ ...before('calls'), path: '/Calls.json', unknown, wrong: () => ({ authToken: 'falsch' }) }),
        deferred: { kind: 'temporary', arrived: 1, arrange: ({ to }) => void exchange.fates.set(to, ['busy']) },
      },
      arrived: async ({ to }) => exchange.calls.filter((call) => call.to === to).length,
    },
    'sms-http': {
      address: mobile,
      settings: () => ({
        url: fronts['gateway']!.url,
        headers: 'Idempotency-Key: {key}\nAuthorization: Bearer {secret}',
        secret: 'schluessel-des-gateways',
        body: '{"to":"{to}","text":"{text}"}',
        idAt: 'json:id',
        ...near,
      }),
      secret: 'secret',
      fates: httpFates({ ...before('gateway'), path: '', unknown }),
      arrived: async ({ key }) => gateway.taken.filter((taken) => taken.key === key).length,
    },
    'call-gateway': {
      address: mobile,
      settings: () => ({ url: gateway.url, secret: 'geheim' }),
      fates: noFates(ofTests),
      arrived: async ({ key }) => gateway.taken.filter((taken) => taken.key === key).length,
    },
    'notice-board': {
      settings: () => ({ url: board.url }),
      fates: noFates(ofTests),
      arrived: async ({ key }) =>
        board.got.filter(({ body }) => (JSON.parse(body) as { key: string }).key === key).length,
    },
    webhook: {
      settings: () => ({ url: fronts['board']!.url, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }),
      secret: 'secret',
      fates: {
        ...httpFates({ ...before('board'), path: '', unknown: { times: 1, kind: 'temporary' } }),
        silent: 'it has 15 s, as the webhooks of events have: webhooks.test.ts',
      },
      arrived: async ({ key }) => board.got.filter(({ headers }) => headers['webhook-id'] === key).length,
    },
    webfeed: {
      settings: () => ({}),
      fates: noFates(inHouse),
      arrived: (outgoing) => published(app(), outgoing),
    },
    cap: {
      settings: () => ({ sender: 'warnung@example.org' }),
      entered: { areaDesc: 'Nordstadt' },
      fates: noFates(inHouse),
      arrived: (outgoing) => published(app(), outgoing),
    },
    webpush: {
      settings: () => ({ contact: 'stab@example.org', services: push.origin }),
      async prepare(people) {
        const { publicKey } = await pushKeys(app());
        for (const personId of people) {
          const { endpoint: address, ...keys } = push.subscribe(publicKey);
          await addDevice(app(), { personId }, { kind: 'webpush', address, keys, name: 'Browser' });
        }
      },
      fates: pushFates(app, () => push),
      arrived: async ({ key }) => push.got.filter(({ payload }) => JSON.parse(payload).tag === key).length,
    },
    exercise: {
      settings: () => ({}),
      fates: noFates(inHouse),
      async arrived({ recipientId }) {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from exercise_messages where recipient_id = ${recipientId}`.execute(app().db);
        return rows[0]!.n;
      },
    },
  };
  return {
    benches,
    async start() {
      [sink, gateway, board, smsc] = await Promise.all([startSink(), startGateway(), startReceiver(), startSmsc()]);
      [twilio, exchange, push] = await Promise.all([startTwilio(), startExchange(), startPushService()]);
      const behind = {
        gateway: () => gateway.url,
        board: () => board.url,
        sms: () => twilio.url,
        calls: () => exchange.url,
      };
      for (const [name, url] of Object.entries(behind)) fronts[name] = await startFront(url);
      await Promise.all(over.map((bench) => bench.start()));
    },
    async stop() {
      const peers = [
        sink,
        gateway,
        board,
        smsc,
        twilio,
        exchange,
        push,
        ...over.map(({ peer }) => peer),
        ...Object.values(fronts),
      ];
      await Promise.all(peers.map((peer) => peer.stop()));
    },
  };
}

const near = { ownNetwork: true, maxRequests: 4 };
const unknown = { times: 1, kind: 'unknown' } as const;
const ofTests = 'a provider of the tests';
const inHouse = 'it stays in the house';
const bare = (url: string) => url.replace(/\/$/, '');

async function published({ db }: BenchApp, { recipientId }: Outgoing): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from publications where recipient_id = ${recipientId}`.execute(db);
  return rows[0]!.n;
}

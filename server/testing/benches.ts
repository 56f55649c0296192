import { sql } from 'kysely';
import type { Outgoing, Values } from '#server/channels/channel.ts';
import { addDevice } from '#server/channels/devices/devices.ts';
import { pushKeys } from '#server/channels/webpush/keys.ts';
import type { App } from '#server/context.ts';
import type { FeedValues } from '#shared/feed-field.ts';
import { type Sink, startSink } from '../../faults/sink.ts';
import { httpBenches } from './http-benches.ts';
import { type Exchange, startExchange } from './peers/exchange.ts';
import { type Gateway, startGateway } from './peers/gateway.ts';
import { type PushService, startPushService } from './peers/push-service.ts';
import { type Receiver, startReceiver } from './peers/receiver.ts';
import { type Smsc, startSmsc } from './peers/smsc.ts';
import { startTwilio, type Twilio, twilioAccount } from './peers/twilio.ts';

/** What a provider's test needs: settings that work, what arrived at the other end, and an address by number. */
export interface Bench {
  /** What was entered for its messages, where it asks. */
  entered?: FeedValues;
  /** What the people need before something can be sent to them. */
  prepare?(people: readonly number[]): Promise<void>;
  address?: (n: number) => string;
  settings(): Values;
  arrived(outgoing: Outgoing): Promise<number>;
}

/** A bench for every provider, by its identifier; `start` starts the other ends. */
export interface Benches {
  benches: Record<string, Bench>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type BenchApp = Pick<App, 'db' | 'secrets'>;

/** The benches of a program that is named once it has started. */
export function providerBenches(app: () => BenchApp): Benches {
  let sink: Sink;
  let gateway: Gateway;
  let board: Receiver;
  let smsc: Smsc;
  let twilio: Twilio;
  let exchange: Exchange;
  let push: PushService;
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
        enquireLink: 600,
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
      arrived: (outgoing) => published(app(), outgoing),
    },
    cap: {
      settings: () => ({ sender: 'warnung@example.org' }),
      entered: { areaDesc: 'Nordstadt' },
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
      arrived: async ({ key }) => push.got.filter(({ payload }) => JSON.parse(payload).tag === key).length,
    },
    exercise: {
      settings: () => ({}),
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
      await Promise.all(over.map((bench) => bench.start()));
    },
    async stop() {
      const peers = [sink, gateway, board, smsc, twilio, exchange, push, ...over.map(({ peer }) => peer)];
      await Promise.all(peers.map((peer) => peer.stop()));
    },
  };
}

async function published({ db }: BenchApp, { recipientId }: Outgoing): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from publications where recipient_id = ${recipientId}`.execute(db);
  return rows[0]!.n;
}

import { sql } from 'kysely';
import type { AdapterApp, Outgoing, Sender, Values } from '#server/channels/channel.ts';
import { addDevice } from '#server/channels/devices/devices.ts';
import { openSip } from '#server/channels/sip/send.ts';
import { openSmpp } from '#server/channels/smpp/send.ts';
import { pushKeys } from '#server/channels/webpush/keys.ts';
import type { App } from '#server/platform/context.ts';
import type { FeedValues } from '#shared/feed-field.ts';
import { BenchServers } from './bench-servers.ts';
import { type Fates, httpFates, mailFates, noFates, pushFates, sipFates, smscFates, wrongSecret } from './fates.ts';
import { httpBenches } from './http-benches.ts';
import { quick } from './peers/smpp-texts.ts';
import { twilioAccount } from './peers/twilio.ts';

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
  const servers = new BenchServers();
  const http = httpBenches();
  const overHttp = Object.values(http);
  return {
    benches: {
      ...overHttpBenches(http),
      ...mailBenches(servers),
      ...smsBenches(servers),
      ...twilioBenches(servers),
      ...sipBenches(servers),
      ...boardBenches(servers),
      ...feedBenches(app),
      ...pushBenches(app, servers),
      ...exerciseBenches(app),
    },
    async start() {
      await servers.start();
      await Promise.all(overHttp.map((bench) => bench.start()));
    },
    async stop() {
      await Promise.all([servers.stop(), ...overHttp.map(({ peer }) => peer.stop())]);
    },
  };
}

let numbers = 0;
const mobile = (n: number) => `+49151${String(++numbers).padStart(6, '0')}${n}`;

const overHttpBenches = (http: ReturnType<typeof httpBenches>): Record<string, ProviderBench> =>
  Object.fromEntries(
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
  );

const mailBenches = (servers: BenchServers): Record<string, ProviderBench> => ({
  smtp: {
    settings: () => ({ host: '127.0.0.1', port: servers.sink.port, secure: 'none', from: 'alarm@example.org' }),
    fates: mailFates(() => servers.sink),
    arrived: async ({ key }) =>
      (await servers.sink.ledger()).filter((entry) => entry.messageId.startsWith(`${key}@`)).length,
  },
});

const smsBenches = (servers: BenchServers): Record<string, ProviderBench> => ({
  'sms-gateway': {
    address: mobile,
    settings: () => ({ url: servers.gateway.url, secret: 'geheim' }),
    fates: noFates(ofTests),
    arrived: async ({ key }) => servers.gateway.taken.filter((taken) => taken.key === key).length,
  },
  smpp: {
    address: mobile,
    settings: () => ({
      hosts: `127.0.0.1:${servers.smsc.port}`,
      secure: 'none',
      systemId: 'meldekette',
      password: 'geheim',
      window: 4,
      enquireLink: 600,
    }),
    secret: 'password',
    open: (settings, parts) => openSmpp(settings, parts, undefined, quick),
    fates: smscFates(() => servers.smsc),
    arrived: async ({ to }) => servers.smsc.taken.filter((taken) => taken.to === to).length,
  },
  'sms-http': {
    address: mobile,
    settings: () => ({
      url: servers.fronts['gateway']!.url,
      headers: 'Idempotency-Key: {key}\nAuthorization: Bearer {secret}',
      secret: 'schluessel-des-gateways',
      body: '{"to":"{to}","text":"{text}"}',
      idAt: 'json:id',
      ...near,
    }),
    secret: 'secret',
    fates: httpFates({ ...servers.before('gateway'), path: '', unknown }),
    arrived: async ({ key }) => servers.gateway.taken.filter((taken) => taken.key === key).length,
  },
});

const twilioBenches = (servers: BenchServers): Record<string, ProviderBench> => ({
  'sms-twilio': {
    address: mobile,
    settings: () => ({ ...twilioAccount, from: '+4930123', baseUrl: bare(servers.fronts['sms']!.url), ...near }),
    secret: 'authToken',
    fates: {
      ...httpFates({ ...servers.before('sms'), path: '/Messages', unknown, wrong: () => ({ authToken: 'falsch' }) }),
      deferred: {
        kind: 'temporary',
        arrange: () => servers.fronts['sms']!.misbehave({ status: 400, body: { code: 30001 } }, 1),
      },
    },
    arrived: async ({ to }) => servers.twilio.taken.filter((taken) => taken.to === to).length,
  },
  'voice-twilio': {
    address: mobile,
    settings: () => ({ ...twilioAccount, from: '+4930123', baseUrl: bare(servers.fronts['calls']!.url), ...near }),
    secret: 'authToken',
    fates: {
      ...httpFates({
        ...servers.before('calls'),
        path: '/Calls.json',
        unknown,
        wrong: () => ({ authToken: 'falsch' }),
      }),
      deferred: { kind: 'temporary', arrived: 1, arrange: ({ to }) => void servers.exchange.fates.set(to, ['busy']) },
    },
    arrived: async ({ to }) => servers.exchange.calls.filter((call) => call.to === to).length,
  },
});

const sipBenches = (servers: BenchServers): Record<string, ProviderBench> => ({
  'voice-sip': {
    address: mobile,
    settings: () => ({
      server: `127.0.0.1:${servers.phones.port}`,
      user: 'haus',
      password: servers.phones.password,
      transport: 'udp',
      lines: 4,
      perSecond: 50,
    }),
    secret: 'password',
    open: (settings, parts) => openSip(settings, parts, undefined, { t1: 30, dropped: 30_000 }),
    fates: sipFates(() => servers.phones),
    // a telephone that got the call
    arrived: async ({ to }) => servers.phones.calls.filter((call) => call.to === to && call.state !== 'refused').length,
  },
});

const boardBenches = (servers: BenchServers): Record<string, ProviderBench> => ({
  'call-gateway': {
    address: mobile,
    settings: () => ({ url: servers.gateway.url, secret: 'geheim' }),
    fates: noFates(ofTests),
    arrived: async ({ key }) => servers.gateway.taken.filter((taken) => taken.key === key).length,
  },
  'notice-board': {
    settings: () => ({ url: servers.board.url }),
    fates: noFates(ofTests),
    arrived: async ({ key }) =>
      servers.board.got.filter(({ body }) => (JSON.parse(body) as { key: string }).key === key).length,
  },
  webhook: {
    settings: () => ({ url: servers.fronts['board']!.url, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }),
    secret: 'secret',
    fates: {
      ...httpFates({ ...servers.before('board'), path: '', unknown: { times: 1, kind: 'temporary' } }),
      silent: 'it has 15 s, as the webhooks of events have: webhooks.test.ts',
    },
    arrived: async ({ key }) => servers.board.got.filter(({ headers }) => headers['webhook-id'] === key).length,
  },
});

const feedBenches = (app: () => BenchApp): Record<string, ProviderBench> => ({
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
});

const pushBenches = (app: () => BenchApp, servers: BenchServers): Record<string, ProviderBench> => ({
  webpush: {
    settings: () => ({ contact: 'stab@example.org', services: servers.push.origin }),
    async prepare(people) {
      const { publicKey } = await pushKeys(app());
      for (const personId of people) {
        const { endpoint: address, ...keys } = servers.push.subscribe(publicKey);
        await addDevice(app(), { personId }, { kind: 'webpush', address, keys, name: 'Browser' });
      }
    },
    fates: pushFates(app, () => servers.push),
    arrived: async ({ key }) => servers.push.got.filter(({ payload }) => JSON.parse(payload).tag === key).length,
  },
});

const exerciseBenches = (app: () => BenchApp): Record<string, ProviderBench> => ({
  exercise: {
    settings: () => ({}),
    fates: noFates(inHouse),
    async arrived({ recipientId }) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from exercise_messages where recipient_id = ${recipientId}`.execute(app().db);
      return rows[0]!.n;
    },
  },
});

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

import { sql } from 'kysely';
import type { AdapterApp, Outgoing, Sender, Values } from '#server/channels/channel.ts';
import { addDevice } from '#server/channels/devices/devices.ts';
import { openSip } from '#server/channels/sip/send.ts';
import { openSmpp } from '#server/channels/smpp/send.ts';
import { pushKeys } from '#server/channels/webpush/keys.ts';
import type { App } from '#server/platform/context.ts';
import type { FeedValues } from '#shared/feed-field.ts';
import { quick } from './fakes/smpp-texts.ts';
import { twilioAccount } from './fakes/twilio.ts';
import { type Fates, httpFates, mailFates, noFates, pushFates, sipFates, smscFates, wrongSecret } from './fates.ts';
import { FixtureServers } from './fixture-servers.ts';
import { httpFixtures } from './http-fixtures.ts';

/** Fixture of a provider test: working settings, received messages, and an address by number. */
export interface ProviderFixture {
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
  fixtures: Record<string, ProviderFixture>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type FixtureApp = Pick<App, 'db' | 'secrets'>;

/** Returns the fixtures of a program that is available after its start. */
export function providerFixtures(app: () => FixtureApp): Benches {
  const servers = new FixtureServers();
  const http = httpFixtures();
  const overHttp = Object.values(http);
  return {
    fixtures: {
      ...overHttpFixtures(http),
      ...mailFixtures(servers),
      ...smsFixtures(servers),
      ...twilioFixtures(servers),
      ...sipFixtures(servers),
      ...boardFixtures(servers),
      ...feedFixtures(app),
      ...pushFixtures(app, servers),
      ...exerciseFixtures(app),
    },
    async start() {
      await servers.start();
      await Promise.all(overHttp.map((fixture) => fixture.start()));
    },
    async stop() {
      await Promise.all([servers.stop(), ...overHttp.map(({ fake }) => fake.stop())]);
    },
  };
}

let numbers = 0;
const mobile = (n: number) => `+49151${String(++numbers).padStart(6, '0')}${n}`;

const overHttpFixtures = (http: ReturnType<typeof httpFixtures>): Record<string, ProviderFixture> =>
  Object.fromEntries(
    Object.entries(http).map(([identifier, { settings, secret, path, unknown, arrived, address }]) => [
      identifier,
      {
        settings,
        secret,
        fates: httpFates({
          fake: () => http[identifier]!.fake,
          path,
          unknown,
          wrong: () => ({ [secret]: wrongSecret(settings()[secret]) }),
        }),
        arrived: async (outgoing: Outgoing) => arrived(outgoing),
        ...(address ? { address } : {}),
      },
    ]),
  );

const mailFixtures = (servers: FixtureServers): Record<string, ProviderFixture> => ({
  smtp: {
    settings: () => ({ host: '127.0.0.1', port: servers.sink.port, secure: 'none', from: 'alarm@example.org' }),
    fates: mailFates(() => servers.sink),
    arrived: async ({ key }) =>
      (await servers.sink.ledger()).filter((entry) => entry.messageId.startsWith(`${key}@`)).length,
  },
});

const smsFixtures = (servers: FixtureServers): Record<string, ProviderFixture> => ({
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

const twilioFixtures = (servers: FixtureServers): Record<string, ProviderFixture> => ({
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

const sipFixtures = (servers: FixtureServers): Record<string, ProviderFixture> => ({
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

const boardFixtures = (servers: FixtureServers): Record<string, ProviderFixture> => ({
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

const feedFixtures = (app: () => FixtureApp): Record<string, ProviderFixture> => ({
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

const pushFixtures = (app: () => FixtureApp, servers: FixtureServers): Record<string, ProviderFixture> => ({
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

const exerciseFixtures = (app: () => FixtureApp): Record<string, ProviderFixture> => ({
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

async function published({ db }: FixtureApp, { recipientId }: Outgoing): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from publications where recipient_id = ${recipientId}`.execute(db);
  return rows[0]!.n;
}

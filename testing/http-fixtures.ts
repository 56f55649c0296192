import type { Outgoing, Values } from '#server/channels/channel.ts';
import { recordKey } from '#server/channels/social/bluesky-record.ts';
import { ayrshareKey, startAyrshare } from '#testing/fakes/ayrshare.ts';
import { blueskyAccess, startBluesky } from '#testing/fakes/bluesky.ts';
import { hookPath, startChatHook } from '#testing/fakes/chat-hook.ts';
import type { HttpFake } from '#testing/fakes/http-fake.ts';
import { mastodonToken, startMastodon } from '#testing/fakes/mastodon.ts';
import { matrixAccess, startMatrix } from '#testing/fakes/matrix.ts';
import {
  type SmsProviderFake,
  smsSecret,
  startGatewayApi,
  startLinkMobility,
  startSeven,
  startSipgate,
  startVonage,
} from '#testing/fakes/sms-providers.ts';
import { botToken, startTelegram } from '#testing/fakes/telegram.ts';
import type { UntoldOverHttp } from '#testing/fates.ts';

/** An HTTP provider with its fake server. */
export interface HttpFixture {
  /** Available after the start. */
  readonly fake: HttpFake;
  start(): Promise<void>;
  /** A part of the sending request's path. */
  path: string;
  /** An address by number, for providers that send to people. */
  address?: (n: number) => string;
  settings(): Values;
  /** The name of the setting that authenticates the sender. */
  secret: string;
  /** Returns the number of arrivals of the message. */
  arrived(outgoing: Pick<Outgoing, 'key' | 'to'>): number;
  unknown: UntoldOverHttp;
}

let chats = 100;
const near = { ownNetwork: true, timeout: 30 }; // a busy machine answers late

/** Returns HTTP providers by identifier, not started. */
export const httpFixtures = (): Record<string, HttpFixture> => ({
  mastodon: fixture(startMastodon, {
    path: '/api/v1/statuses',
    settings: ({ url }) => ({ server: url, accessToken: mastodonToken, visibility: 'unlisted' }),
    secret: 'accessToken',
    arrived: ({ statuses }, { key }) => statuses.filter((status) => status.key === `${key}/1`).length,
    unknown: { times: 3, kind: 'unknown' },
  }),
  bluesky: fixture(startBluesky, {
    path: 'createRecord',
    settings: ({ url }) => ({
      service: url,
      identifier: blueskyAccess.identifier,
      appPassword: blueskyAccess.password,
    }),
    secret: 'appPassword',
    arrived: ({ records }, { key }) => records.filter(({ rkey }) => rkey === recordKey(`${key}/1`)).length,
    unknown: { times: 1, kind: 'temporary', lost: 'sent' }, // the record key makes a repeated request find it
  }),
  ayrshare: fixture(startAyrshare, {
    path: '/api/post',
    settings: ({ url }) => ({ url: `${url}/api`, apiKey: ayrshareKey, platforms: 'bluesky, facebook' }),
    secret: 'apiKey',
    arrived: ({ posts }, { key }) => posts.filter((post) => post.key === key).length,
    unknown: { times: 1, kind: 'unknown' },
  }),
  telegram: fixture(startTelegram, {
    address: (n) => `${++chats}${n}`,
    path: '/sendMessage',
    settings: ({ url }) => ({ url, botToken }),
    secret: 'botToken',
    arrived: ({ messages }, { to }) => messages.filter(({ chat }) => String(chat) === to).length,
    unknown: { times: 1, kind: 'unknown' },
  }),
  matrix: fixture(startMatrix, {
    path: '/send/m.room.message/',
    settings: ({ url }) => ({ homeserver: url, accessToken: matrixAccess.token, room: matrixAccess.room }),
    secret: 'accessToken',
    arrived: ({ events }, { key }) => events.filter(({ txn }) => txn === `${key}.1`).length,
    unknown: { times: 1, kind: 'temporary' },
  }),
  'chat-webhook': fixture(startChatHook, {
    path: '/hooks/',
    settings: ({ url }) => ({
      url: `${url}${hookPath}`,
      service: 'own',
      template: '{"message": "{{message}}", "key": "{{key}}"}',
    }),
    secret: 'url',
    arrived: ({ posts }, outgoing) => posts.filter(({ key }) => key === outgoing.key).length,
    unknown: { times: 1, kind: 'unknown' },
  }),
  'sms-seven': smsFixture(startSeven, '/api/sms', 'apiKey'),
  'sms-gatewayapi': smsFixture(startGatewayApi, '/rest/mtsms', 'token'),
  'sms-vonage': smsFixture(startVonage, '/sms/json', 'apiSecret', { apiKey: 'klinikum', from: 'Klinikum' }),
  'sms-sipgate': smsFixture(startSipgate, '/sessions/sms', 'token', { tokenId: 'token-1', smsId: 's0' }),
  'sms-linkmobility': smsFixture(startLinkMobility, '/sms/send', 'password', {
    ...{ user: 'klinikum', platformId: 'COMMON_API', platformPartnerId: '12345', from: 'Klinikum' },
  }),
});

/** Creates the fixture of an SMS provider. */
const smsFixture = (
  startPeer: () => Promise<SmsProviderFake>,
  path: string,
  secret: string,
  settings: Values = {},
): HttpFixture =>
  fixture(startPeer, {
    address: (n) => `+49151${++chats}00${n}`,
    path,
    settings: ({ url }) => ({ baseUrl: url, [secret]: smsSecret, ...settings }),
    secret,
    arrived: ({ texts }, { to }) => texts.filter((taken) => taken.to === to).length,
    unknown: { times: 1, kind: 'unknown' },
  });

type Described<Fake> = Omit<HttpFixture, 'fake' | 'start' | 'settings' | 'arrived'> & {
  settings(fake: Fake): Values;
  arrived(fake: Fake, outgoing: Parameters<HttpFixture['arrived']>[0]): number;
};

function fixture<Fake extends HttpFake>(start: () => Promise<Fake>, described: Described<Fake>): HttpFixture {
  let fake: Fake;
  return {
    ...described,
    get fake() {
      return fake;
    },
    async start() {
      fake = await start();
    },
    settings: () => ({ ...near, ...described.settings(fake) }),
    arrived: (outgoing) => described.arrived(fake, outgoing),
  };
}

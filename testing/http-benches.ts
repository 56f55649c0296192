import type { Outgoing, Values } from '#server/channels/channel.ts';
import { recordKey } from '#server/channels/social/bluesky-record.ts';
import type { UntoldOverHttp } from '#testing/fates.ts';
import { ayrshareKey, startAyrshare } from '#testing/peers/ayrshare.ts';
import { blueskyAccess, startBluesky } from '#testing/peers/bluesky.ts';
import { hookPath, startChatHook } from '#testing/peers/chat-hook.ts';
import type { HttpPeer } from '#testing/peers/http-peer.ts';
import { mastodonToken, startMastodon } from '#testing/peers/mastodon.ts';
import { matrixAccess, startMatrix } from '#testing/peers/matrix.ts';
import {
  type SmsProviderPeer,
  smsSecret,
  startGatewayApi,
  startLinkMobility,
  startSeven,
  startSipgate,
  startVonage,
} from '#testing/peers/sms-providers.ts';
import { botToken, startTelegram } from '#testing/peers/telegram.ts';

/** An HTTP provider with its fake server. */
export interface HttpBench {
  /** Available after the start. */
  readonly peer: HttpPeer;
  start(): Promise<void>;
  /** A part of the path of the request that sends a message. */
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

/** Returns all HTTP providers by identifier. Their fake servers are not started yet. */
export const httpBenches = (): Record<string, HttpBench> => ({
  mastodon: bench(startMastodon, {
    path: '/api/v1/statuses',
    settings: ({ url }) => ({ server: url, accessToken: mastodonToken, visibility: 'unlisted' }),
    secret: 'accessToken',
    arrived: ({ statuses }, { key }) => statuses.filter((status) => status.key === `${key}/1`).length,
    unknown: { times: 3, kind: 'unknown' },
  }),
  bluesky: bench(startBluesky, {
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
  ayrshare: bench(startAyrshare, {
    path: '/api/post',
    settings: ({ url }) => ({ url: `${url}/api`, apiKey: ayrshareKey, platforms: 'bluesky, facebook' }),
    secret: 'apiKey',
    arrived: ({ posts }, { key }) => posts.filter((post) => post.key === key).length,
    unknown: { times: 1, kind: 'unknown' },
  }),
  telegram: bench(startTelegram, {
    address: (n) => `${++chats}${n}`,
    path: '/sendMessage',
    settings: ({ url }) => ({ url, botToken }),
    secret: 'botToken',
    arrived: ({ messages }, { to }) => messages.filter(({ chat }) => String(chat) === to).length,
    unknown: { times: 1, kind: 'unknown' },
  }),
  matrix: bench(startMatrix, {
    path: '/send/m.room.message/',
    settings: ({ url }) => ({ homeserver: url, accessToken: matrixAccess.token, room: matrixAccess.room }),
    secret: 'accessToken',
    arrived: ({ events }, { key }) => events.filter(({ txn }) => txn === `${key}.1`).length,
    unknown: { times: 1, kind: 'temporary' },
  }),
  'chat-webhook': bench(startChatHook, {
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
  'sms-seven': smsBench(startSeven, '/api/sms', 'apiKey'),
  'sms-gatewayapi': smsBench(startGatewayApi, '/rest/mtsms', 'token'),
  'sms-vonage': smsBench(startVonage, '/sms/json', 'apiSecret', { apiKey: 'klinikum', from: 'Klinikum' }),
  'sms-sipgate': smsBench(startSipgate, '/sessions/sms', 'token', { tokenId: 'token-1', smsId: 's0' }),
  'sms-linkmobility': smsBench(startLinkMobility, '/sms/send', 'password', {
    ...{ user: 'klinikum', platformId: 'COMMON_API', platformPartnerId: '12345', from: 'Klinikum' },
  }),
});

/** Creates the fixture of an SMS provider. */
const smsBench = (
  startPeer: () => Promise<SmsProviderPeer>,
  path: string,
  secret: string,
  settings: Values = {},
): HttpBench =>
  bench(startPeer, {
    address: (n) => `+49151${++chats}00${n}`,
    path,
    settings: ({ url }) => ({ baseUrl: url, [secret]: smsSecret, ...settings }),
    secret,
    arrived: ({ texts }, { to }) => texts.filter((taken) => taken.to === to).length,
    unknown: { times: 1, kind: 'unknown' },
  });

type Described<Peer> = Omit<HttpBench, 'peer' | 'start' | 'settings' | 'arrived'> & {
  settings(peer: Peer): Values;
  arrived(peer: Peer, outgoing: Parameters<HttpBench['arrived']>[0]): number;
};

function bench<Peer extends HttpPeer>(start: () => Promise<Peer>, described: Described<Peer>): HttpBench {
  let peer: Peer;
  return {
    ...described,
    get peer() {
      return peer;
    },
    async start() {
      peer = await start();
    },
    settings: () => ({ ...near, ...described.settings(peer) }),
    arrived: (outgoing) => described.arrived(peer, outgoing),
  };
}

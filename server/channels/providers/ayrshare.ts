import type { Arrival, ArrivalApp } from '#server/channels/arrival.ts';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Outgoing,
  type Posted,
  type Sender,
  type SendResult,
  type SocialAccountSummary,
  type Values,
} from '#server/channels/channel.ts';
import { type CallingApp, callFields, refused, wayOf } from '#server/channels/http/gateway.ts';
import {
  checkAddress,
  filledText,
  type Json,
  type JsonApi,
  jsonApi,
  memberOf,
} from '#server/channels/http/json-api.ts';
import { lengthOn, networks, networksIn, platformsField } from '#server/channels/social/ayrshare-networks.ts';
import { findFirst, threadField } from '#server/channels/social/relation.ts';
import { postText, threadArrival } from '#server/channels/social/thread.ts';
import { advanced } from '#shared/channel-setting.ts';
import type { FeedField } from '#shared/feed-field.ts';

const names = Object.keys(networks).join(', ');

const mediaField: FeedField = {
  name: 'media',
  kind: 'webAddress',
  label: { de: 'Bild oder Video', en: 'Picture or video' },
  hint: {
    de: 'Eine Adresse mit https://, die jeder abrufen kann.',
    en: 'A public address with https://.',
  },
};

/** Posts on several networks over Ayrshare or a compatible service. */
export default {
  type: 'social_media',
  label: { de: 'Ayrshare (mehrere Netzwerke)', en: 'Ayrshare (several networks)' },
  fields: [
    {
      name: 'url',
      receives: ['apiKey', 'profileKey'],
      advanced: true,
      kind: 'text',
      default: 'https://api.ayrshare.com/api',
      required: true,
      label: { de: 'Adresse der Schnittstelle', en: 'Address of the interface' },
    },
    {
      name: 'apiKey',
      kind: 'text',
      required: true,
      secret: true,
      label: { de: 'API Key', en: 'API key' },
      hint: { de: 'In Ayrshare auf der Seite „API Key“.', en: 'In Ayrshare on the page “API Key”.' },
    },
    {
      name: 'profileKey',
      kind: 'text',
      secret: true,
      label: { de: 'Profile Key', en: 'Profile key' },
      hint: { de: 'Nur wenn Sie mit einem User Profile senden.', en: 'Only when you post with a user profile.' },
    },
    {
      name: 'platforms',
      kind: 'text',
      required: true,
      default: 'bluesky, facebook, linkedin',
      label: { de: 'Netzwerke (platforms)', en: 'Networks (platforms)' },
      hint: {
        de: `Die Sie in Ayrshare verknüpft haben, mit Kommas getrennt: ${names} (twitter ist X, gmb das Google-Unternehmensprofil).`,
        en: `Those you linked in Ayrshare, separated by commas: ${names} (twitter is X, gmb the Google Business Profile).`,
      },
    },
    ...advanced(callFields),
  ],
  feedFields: [platformsField, mediaField, threadField],
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  testReaches: 'nobody',
  arrives,
  neverTwice: true,
  slots: () => 1,
  check: (settings) => ({
    ...checkAddress(settings, 'url'),
    ...(networksIn(settings['platforms']) ? {} : { platforms: 'error_unlike_hint' as const }),
  }),
  open,
  account,
} satisfies Adapter;

function apiOf(settings: Values, app: CallingApp): JsonApi {
  const profile = settings['profileKey'] ? { 'profile-key': String(settings['profileKey']) } : undefined;
  return jsonApi(settings['url'], wayOf(settings, app), {
    authorization: `Bearer ${settings['apiKey'] ?? ''}`,
    ...profile,
  });
}

function open(settings: Values, app: AdapterApp): Sender {
  const api = apiOf(settings, app);
  return {
    async send(outgoing) {
      const platforms = platformsOf(settings, outgoing);
      const first = await findFirst(app, outgoing);
      const earlier = new Map([
        ...byNetwork(first?.posts ?? []),
        ...(first ? await addressesOf(api, first.externalId) : []),
      ]);
      const body = composed(outgoing, platforms, earlier);
      outgoing.begin();
      if (outgoing.recipientId !== null) return publish(api, body);
      await api('/user'); // everyone would see a test, so it only checks the key
      return {};
    },
    close: async () => {},
  };
}

function platformsOf(settings: Values, { post }: Outgoing): string[] {
  const chosen = post?.values['platforms'];
  if (Array.isArray(chosen) && chosen.length) return chosen.map(String);
  const own = networksIn(settings['platforms']);
  if (own) return own;
  const detail = String(settings['platforms'] ?? '');
  throw new DeliveryError('channel', 'channel_misconfigured', { broken: true, detail });
}

/** Returns the posts by network. A text that is too long for one stops all. */
async function arrives(outgoing: Outgoing, settings: Values, app: ArrivalApp): Promise<Arrival> {
  const written = postText(outgoing);
  const earlier = byNetwork((await findFirst(app, outgoing))?.posts ?? []);
  const each = platformsOf(settings, outgoing).map((id) => {
    const { name, limit, thread } = networks[id]!;
    const text = withAddress(id, written, earlier.get(id));
    const length = lengthOn(id, text);
    if (thread) return threadArrival(text, { limit, length: (part) => lengthOn(id, part) }, name);
    const parts = [{ text, place: name, length, limit }];
    if (length > limit) return { parts, losses: [{ kind: 'too_long', places: [name] } as const] };
    const isAlone = earlier.has(id) && text === written;
    return isAlone ? { parts, losses: [{ kind: 'reference', places: [name] } as const] } : { parts };
  });
  return {
    parts: each.flatMap(({ parts }) => parts),
    losses: each.flatMap(({ losses }) => losses ?? []),
    media: filledText(outgoing.post?.values['media']),
  };
}

const byNetwork = (posts: readonly Posted[]): Map<string, string> =>
  new Map(posts.flatMap(({ platform, url }) => (platform ? [[platform, url] as const] : [])));

async function addressesOf(api: JsonApi, id: string): Promise<Map<string, string>> {
  const { answer, json } = await api.whatever(`/post/${encodeURIComponent(id)}`);
  if (answer.status >= 500 || answer.status === 429) throw refused(answer, true);
  return byNetwork(postedOf(json));
}

/** Omits the corrected post's address if there is no room. */
function withAddress(network: string, text: string, address: string | undefined): string {
  const both = address ? `${text}\n\n${address}` : text;
  const { limit, thread } = networks[network]!;
  return thread || lengthOn(network, both) <= limit ? both : text;
}

/** Builds one request for all networks. */
function composed(outgoing: Outgoing, platforms: readonly string[], earlier: ReadonlyMap<string, string>): Json {
  const text = postText(outgoing);
  const texts = platforms.map((name) => [name, withAddress(name, text, earlier.get(name))] as const);
  const tooLong = texts.filter(([name, own]) => lengthOn(name, own) > networks[name]!.limit).map(([name]) => name);
  const without = tooLong.filter((name) => !networks[name]!.thread);
  if (without.length) throw new DeliveryError('permanent', 'message_too_large', { detail: without.join(', ') });
  const media = filledText(outgoing.post?.values['media']);
  const threads = tooLong.map((name) => [networks[name]!.thread!, { thread: true, threadNumber: true }] as const);
  return {
    post: earlier.size ? Object.fromEntries([...texts, ['default', text]]) : text,
    platforms,
    idempotencyKey: outgoing.key,
    shortenLinks: false,
    ...(media ? { mediaUrls: [media] } : {}),
    ...Object.fromEntries(threads),
  };
}

async function publish(api: JsonApi, body: Json): Promise<SendResult> {
  const { answer, json } = await api.whatever('/post', { method: 'POST', body });
  const posts = postedOf(json);
  const id = filledText(json['id']);
  const errors = Array.isArray(json['errors']) ? json['errors'] : [];
  // name the other networks for a repetition
  if (errors.length && succeededOf(json).length) throw unknown(errors);
  if (answer.status < 200 || answer.status >= 300) throw refused(answer, false);
  if (json['status'] === 'error' || errors.length) {
    throw new DeliveryError('permanent', 'message_rejected', { policy: true, detail: said(errors) });
  }
  if (!id) throw unknown([]);
  return { externalId: id, posts };
}

const unknown = (errors: unknown[]) => new DeliveryError('unknown', 'outcome_unknown', { detail: said(errors) });

const said = (errors: unknown[]): string =>
  errors
    .map((one) =>
      [memberOf(one, 'platform'), memberOf(one, 'code'), memberOf(one, 'message')].filter(Boolean).join(' '),
    )
    .join('; ')
    .slice(0, 200);

const succeededOf = (json: Json): unknown[] =>
  (Array.isArray(json['postIds']) ? json['postIds'] : []).filter((one) => memberOf(one, 'status') === 'success');

const postedOf = (json: Json): { platform: string; url: string }[] =>
  succeededOf(json).flatMap((one) => {
    const [platform, url] = [filledText(memberOf(one, 'platform')), filledText(memberOf(one, 'postUrl'))];
    return platform && url ? [{ platform, url }] : [];
  });

async function account(settings: Values, app: CallingApp): Promise<SocialAccountSummary> {
  const own = await apiOf(settings, app)('/user');
  const shown = Array.isArray(own['displayNames']) ? own['displayNames'] : [];
  return {
    title: filledText(own['title']),
    plan: filledText(own['plan']),
    email: filledText(own['email']),
    socialAccounts: shown.map((one) => ({
      platform: filledText(memberOf(one, 'platform')) ?? '',
      displayName: filledText(memberOf(one, 'displayName')) ?? filledText(memberOf(one, 'username')),
      profileUrl: filledText(memberOf(one, 'profileUrl')),
    })),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Outgoing,
  type Sender,
  type SendResult,
  type SocialAccountSummary,
  type Values,
} from '#server/channels/channel.ts';
import { type CallingApp, callFields, wayOf } from '#server/channels/http/gateway.ts';
import { checkAddress, filledText, type Json, type JsonApi, jsonApi } from '#server/channels/http/json-api.ts';
import { keepRules, lastLimitOf, limitOf, rulesIn } from '#server/channels/social/mastodon-limit.ts';
import { firstPost, threadField } from '#server/channels/social/relation.ts';
import { type PostLimit, postText, threadArrival, threadParts } from '#server/channels/social/thread.ts';

export default {
  type: 'social_media',
  label: { de: 'Mastodon', en: 'Mastodon' },
  fields: [
    {
      name: 'server',
      receives: ['accessToken'],
      kind: 'text',
      required: true,
      label: { de: 'Server', en: 'Server' },
      hint: { de: 'Zum Beispiel https://mastodon.social', en: 'For example https://mastodon.social' },
    },
    {
      name: 'accessToken',
      kind: 'text',
      required: true,
      secret: true,
      label: { de: 'Zugriffstoken', en: 'Access token' },
      hint: {
        de: 'In Mastodon: Einstellungen › Entwicklung › Neue Anwendung, mit den Rechten read:accounts und write:statuses.',
        en: 'In Mastodon: Preferences › Development › New application, with the scopes read:accounts and write:statuses.',
      },
    },
    {
      name: 'visibility',
      kind: 'select',
      default: 'public',
      label: { de: 'Sichtbarkeit', en: 'Visibility' },
      options: [
        { value: 'public', label: { de: 'Öffentlich', en: 'Public' } },
        { value: 'unlisted', label: { de: 'Still öffentlich', en: 'Quiet public' } },
        { value: 'private', label: { de: 'Nur Folgende', en: 'Followers' } },
      ],
    },
    ...callFields,
  ],
  feedFields: [threadField],
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  testReaches: 'account',
  arrives: async (outgoing, settings, { db }) =>
    threadArrival(postText(outgoing), await lastLimitOf(db, String(settings['server'])), 'Mastodon'),
  neverTwice: true, // the server keeps keys for only an hour
  slots: () => 1,
  check: (settings) => checkAddress(settings, 'server'),
  open,
  account,
} satisfies Adapter;

const apiOf = (settings: Values, app: CallingApp): JsonApi =>
  jsonApi(settings['server'], wayOf(settings, app), { authorization: `Bearer ${settings['accessToken'] ?? ''}` });

function open(settings: Values, app: AdapterApp): Sender {
  const api = apiOf(settings, app);
  return {
    async send(outgoing) {
      const answers = await firstPost(app, outgoing);
      const parts = threadParts(postText(outgoing), await askLimit(api, settings, app));
      outgoing.begin();
      return publish(api, settings, outgoing, parts, answers);
    },
    close: async () => {},
  };
}

async function askLimit(api: JsonApi, settings: Values, { db }: AdapterApp): Promise<PostLimit> {
  const { answer, json } = await api.whatever('/api/v2/instance');
  if (answer.status !== 200) return limitOf(rulesIn(null));
  await keepRules(db, String(settings['server']), rulesIn(json));
  return limitOf(rulesIn(json));
}

async function publish(
  api: JsonApi,
  settings: Values,
  outgoing: Outgoing,
  parts: readonly string[],
  answers: string | null,
): Promise<SendResult> {
  // only the account sees a test
  const visibility = outgoing.recipientId === null ? 'direct' : String(settings['visibility'] ?? 'public');
  const language = outgoing.post?.language;
  let first: Json | undefined;
  let before = answers;
  for (const [index, status] of parts.entries()) {
    const body = { status, visibility, ...(language ? { language } : {}) };
    const posted = await insist(first !== undefined, () =>
      post(api, `${outgoing.key}/${index + 1}`, before ? { ...body, in_reply_to_id: before } : body),
    );
    first ??= posted;
    before = String(posted['id']);
  }
  const url = filledText(first?.['url']);
  return { externalId: String(first?.['id']), ...(url ? { posts: [{ url, platform: 'mastodon' }] } : {}) };
}

async function post(api: JsonApi, key: string, body: Json): Promise<Json> {
  const request = { method: 'POST', headers: { 'idempotency-key': key }, body, keyed: true } as const;
  try {
    const posted = await api('/api/v1/statuses', request);
    if (!filledText(posted['id'])) throw new DeliveryError('temporary', 'connection_lost', { detail: 'no id' });
    return posted;
  } catch (error) {
    const gone = error instanceof DeliveryError && error.detail?.startsWith('404 ');
    if (!gone || !body['in_reply_to_id']) throw error;
    const { in_reply_to_id: _, ...alone } = body; // the answered post was deleted; publish it anyway
    return post(api, key, alone);
  }
}

const waits = [500, 2_000];
const longestWait = 30_000;

/**
 * Retries while the server recognizes the key (minutes). Reports an unknown outcome, or a failure after the thread's
 * first post, as unknown.
 */
async function insist(isOut: boolean, work: () => Promise<Json>): Promise<Json> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      const worthIt = error.kind === 'temporary' || (isOut && error.kind === 'channel' && !error.broken);
      const wait = Math.max(waits[tries] ?? 0, (error.retryAfter ?? 0) * 1000);
      if (worthIt && tries < waits.length && wait <= longestWait) {
        await sleep(wait);
        continue;
      }
      if (!isOut && error.kind !== 'temporary') throw error;
      throw new DeliveryError('unknown', 'outcome_unknown', { cause: error, detail: error.detail ?? '' });
    }
  }
}

async function account(settings: Values, app: CallingApp): Promise<SocialAccountSummary> {
  const own = await apiOf(settings, app)('/api/v1/accounts/verify_credentials');
  const displayName = filledText(own['display_name']) ?? filledText(own['username']);
  return {
    title: displayName,
    plan: null,
    email: null,
    socialAccounts: [{ platform: 'mastodon', displayName, profileUrl: filledText(own['url']) }],
  };
}

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
import { type CallingApp, callFields, refused } from '#server/channels/http/gateway.ts';
import { checkAddress, filledText, type Json, memberOf } from '#server/channels/http/json-api.ts';
import { blueskyLimit, linkFacets, recordKey } from '#server/channels/social/bluesky-record.ts';
import { type BlueskyAccount, blueskyAccount } from '#server/channels/social/bluesky-session.ts';
import { firstPost, threadField } from '#server/channels/social/relation.ts';
import { postText, threadArrival, threadParts } from '#server/channels/social/thread.ts';
import { advanced } from '#shared/channel-setting.ts';

const collection = 'app.bsky.feed.post';

export default {
  type: 'social_media',
  label: { de: 'Bluesky', en: 'Bluesky' },
  fields: [
    {
      name: 'service',
      kind: 'text',
      receives: ['appPassword'],
      default: 'https://bsky.social',
      required: true,
      label: { de: 'Server (PDS)', en: 'Server (PDS)' },
      hint: {
        de: 'Nur zu ändern, wenn Ihr Konto bei einem anderen Anbieter liegt.',
        en: 'Change this only if your account is with another provider.',
      },
    },
    {
      name: 'identifier',
      kind: 'text',
      required: true,
      label: { de: 'Handle', en: 'Handle' },
      hint: { de: 'Zum Beispiel klinikum.bsky.social', en: 'For example hospital.bsky.social' },
    },
    {
      name: 'appPassword',
      kind: 'text',
      required: true,
      secret: true,
      label: { de: 'App-Passwort', en: 'App password' },
      hint: {
        de: 'In Bluesky: Einstellungen › Datenschutz und Sicherheit › App-Passwörter. Nie das Passwort des Kontos selbst.',
        en: 'In Bluesky: Settings › Privacy and security › App passwords. Never the password of the account itself.',
      },
    },
    ...advanced(callFields),
  ],
  feedFields: [threadField],
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  testReaches: 'nobody',
  arrives: (outgoing) => threadArrival(postText(outgoing), blueskyLimit, 'Bluesky'),
  slots: () => 1,
  check: (settings) => checkAddress(settings, 'service'),
  open,
  account,
} satisfies Adapter;

/** A reference to a record. */
interface Reference {
  uri: string;
  cid: string;
}

function open(settings: Values, app: AdapterApp): Sender {
  const account = blueskyAccount(settings, app);
  return {
    async send(outgoing) {
      const { did, handle } = await account.session();
      const refersTo = await firstPost(app, outgoing);
      const thread = refersTo ? await threadOf(account, did, refersTo) : null;
      outgoing.begin();
      if (outgoing.recipientId === null) return {}; // everyone would see a test, so it only signs in
      return publish(account, { did, handle }, outgoing, thread);
    },
    close: async () => {},
  };
}

interface Thread {
  root: Reference;
  parent: Reference;
}

async function publish(
  account: BlueskyAccount,
  { did, handle }: { did: string; handle: string },
  outgoing: Outgoing,
  answers: Thread | null,
): Promise<SendResult> {
  const langs = outgoing.post ? [outgoing.post.language] : undefined;
  let thread = answers;
  let first: Reference | undefined;
  for (const [index, text] of threadParts(postText(outgoing), blueskyLimit).entries()) {
    const facets = linkFacets(text);
    const posted = await create(account, did, recordKey(`${outgoing.key}/${index + 1}`), {
      $type: collection,
      text,
      createdAt: new Date().toISOString(),
      ...(langs ? { langs } : {}),
      ...(facets.length ? { facets } : {}),
      ...(thread ? { reply: thread } : {}),
    });
    first ??= posted;
    thread = { root: thread?.root ?? posted, parent: posted };
  }
  const { uri } = first!;
  const url = `https://bsky.app/profile/${handle}/post/${keyOf(uri)}`;
  return { externalId: uri, posts: [{ url, platform: 'bluesky' }] };
}

const keyOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

/** Creates a record under its own key; a repetition finds the first one's. */
async function create(account: BlueskyAccount, did: string, rkey: string, record: Json): Promise<Reference> {
  const body = { repo: did, collection, rkey, record };
  const method = 'com.atproto.repo.createRecord';
  const failure = await account.call(method, { method: 'POST', body, keyed: true }).then(
    ({ answer, json }) => (answer.status === 200 ? (referenceOf(json) ?? lost()) : refused(answer, true)),
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) return failure as Reference;
  if (!(failure instanceof DeliveryError) || failure.kind === 'channel') throw failure;
  const known = await find(account, did, rkey).catch(() => {
    throw failure.kind === 'permanent' ? lost() : failure;
  });
  if (!known) throw failure;
  return known.reference;
}

const lost = () => new DeliveryError('temporary', 'connection_lost');

async function find(
  account: BlueskyAccount,
  repo: string,
  rkey: string,
): Promise<{ reference: Reference; value: unknown } | null> {
  const { answer, json } = await account.call('com.atproto.repo.getRecord', { query: { repo, collection, rkey } });
  if (answer.status === 400 && json['error'] === 'RecordNotFound') return null;
  const reference = answer.status === 200 ? referenceOf(json) : null;
  if (!reference) throw refused(answer, true);
  return { reference, value: json['value'] };
}

function referenceOf(json: unknown): Reference | null {
  const [uri, cid] = [filledText(memberOf(json, 'uri')), filledText(memberOf(json, 'cid'))];
  return uri && cid ? { uri, cid } : null;
}

/** Returns the thread for an answer; null if the post was removed. */
async function threadOf(account: BlueskyAccount, did: string, uri: string): Promise<Thread | null> {
  const found = await find(account, did, keyOf(uri));
  if (!found) return null;
  return { root: referenceOf(memberOf(found.value, 'reply', 'root')) ?? found.reference, parent: found.reference };
}

async function account(settings: Values, app: CallingApp): Promise<SocialAccountSummary> {
  const account = blueskyAccount(settings, app);
  const { did, handle, email } = await account.session();
  const { json } = await account.call('app.bsky.actor.getProfile', { query: { actor: did } });
  const displayName = filledText(json['displayName']) ?? handle;
  return {
    title: displayName,
    plan: null,
    email,
    socialAccounts: [{ platform: 'bluesky', displayName, profileUrl: `https://bsky.app/profile/${handle}` }],
  };
}

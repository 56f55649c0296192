import { graphemes } from '#server/channels/social/thread.ts';
import { type FakeAnswer, type FakeRequest, type HttpFake, startHttpFake } from './http-fake.ts';

/** A status as stored on the server. */
export interface Status {
  id: string;
  key: string;
  text: string;
  visibility: string;
  inReplyTo: string | null;
  language: string | null;
}

/** A fake Mastodon server with one account. */
export interface Mastodon extends HttpFake {
  statuses: Status[];
  /** Maximum characters of a status. */
  limit: number;
}

/** Token of the account. */
export const mastodonToken = 'geheimes-zugriffstoken';

/** Starts a server as docs.joinmastodon.org describes it: tokens, idempotency keys, its limit of characters. */
export async function startMastodon(): Promise<Mastodon> {
  const state = { statuses: [] as Status[], limit: 500 };
  const fake = await startHttpFake((request) => answer(mastodon, request));
  const mastodon: Mastodon = Object.assign(fake, state);
  return mastodon;
}

function answer({ statuses, limit }: Pick<Mastodon, 'statuses' | 'limit'>, request: FakeRequest): FakeAnswer {
  const { method, path, headers } = request;
  if (path === '/api/v2/instance') {
    const rules = { max_characters: limit, max_media_attachments: 4, characters_reserved_per_url: 23 };
    return {
      body: { domain: 'mastodon.test', title: 'Mastodon', version: '4.4.0', configuration: { statuses: rules } },
    };
  }
  if (headers.authorization !== `Bearer ${mastodonToken}`) {
    return { status: 401, body: { error: 'The access token is invalid' } };
  }
  if (path === '/api/v1/accounts/verify_credentials') {
    const profile = { id: '1', username: 'klinikum', acct: 'klinikum', display_name: 'Klinikum Nord' };
    return { body: { ...profile, url: 'https://mastodon.test/@klinikum', source: { privacy: 'public' } } };
  }
  if (path === '/api/v1/statuses' && method === 'POST') return take({ statuses, limit }, request);
  return { status: 404, body: { error: 'Record not found' } };
}

function take({ statuses, limit }: Pick<Mastodon, 'statuses' | 'limit'>, { headers, json }: FakeRequest): FakeAnswer {
  const { status, visibility = 'public', in_reply_to_id: inReplyTo = null, language = null } = json;
  const key = String(headers['idempotency-key'] ?? '');
  const known = statuses.find((one) => key && one.key === key);
  if (known) return { body: shown(known) };
  const text = typeof status === 'string' ? status : '';
  const invalid = (why: string) => ({ status: 422, body: { error: `Validation failed: ${why}` } });
  if (!text) return invalid("Text can't be blank");
  if (graphemes(text.replace(/https?:\/\/\S+/g, 'x'.repeat(23))) > limit) {
    return invalid(`Text character limit of ${limit} exceeded`);
  }
  if (!['public', 'unlisted', 'private', 'direct'].includes(String(visibility))) return invalid('Visibility');
  if (inReplyTo !== null && !statuses.some(({ id }) => id === inReplyTo)) {
    return { status: 404, body: { error: 'Record not found' } };
  }
  const taken: Status = {
    id: String(113_000_000_000_000_000n + BigInt(statuses.length + 1)),
    key,
    text,
    visibility: String(visibility),
    inReplyTo: inReplyTo === null ? null : String(inReplyTo),
    language: language === null ? null : String(language),
  };
  statuses.push(taken);
  return { body: shown(taken) };
}

const shown = ({ id, text, visibility, inReplyTo, language }: Status) => ({
  id,
  visibility,
  language,
  in_reply_to_id: inReplyTo,
  content: `<p>${text}</p>`,
  uri: `https://mastodon.test/users/klinikum/statuses/${id}`,
  url: `https://mastodon.test/@klinikum/${id}`,
});

import { createHash, randomBytes } from 'node:crypto';
import { graphemes } from '#server/channels/social/thread.ts';
import { type FakeAnswer, type FakeRequest, type HttpFake, startHttpFake } from './http-fake.ts';

/** A post as stored in the repository. */
export interface BlueskyRecord {
  rkey: string;
  uri: string;
  cid: string;
  value: Record<string, unknown>;
}

/** A fake personal data server with one account. */
export interface Bluesky extends HttpFake {
  records: BlueskyRecord[];
  signIns: number;
  /** Invalidates all access tokens, or all tokens. */
  expire(what: 'access' | 'all'): void;
}

/** Credentials of the account. */
export const blueskyAccess = { identifier: 'klinikum.bsky.test', password: 'abcd-efgh-ijkl-mnop' };

const did = 'did:plc:klinikum234567abcdefghijk';
const tid = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;

interface State {
  records: BlueskyRecord[];
  access: Set<string>;
  refresh: Set<string>;
  signIns: number;
}

/** Starts a server as docs.bsky.app and the lexicons describe it: sessions, records under a key, limits of a post. */
export async function startBluesky(): Promise<Bluesky> {
  const state: State = { records: [], access: new Set(), refresh: new Set(), signIns: 0 };
  const fake = await startHttpFake((request) => answer(state, request));
  const own = {
    records: state.records,
    get signIns() {
      return state.signIns;
    },
    expire(what: 'access' | 'all') {
      state.access.clear();
      if (what === 'all') state.refresh.clear();
    },
  };
  return Object.defineProperties(fake, Object.getOwnPropertyDescriptors(own)) as Bluesky;
}

const wrong = (status: number, error: string, message = error): FakeAnswer => ({ status, body: { error, message } });

function answer(state: State, request: FakeRequest): FakeAnswer {
  const { path, json, headers, method, query } = request;
  const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
  if (path === '/xrpc/com.atproto.server.createSession') {
    if (json['identifier'] !== blueskyAccess.identifier || json['password'] !== blueskyAccess.password) {
      return wrong(401, 'AuthenticationRequired', 'Invalid identifier or password');
    }
    state.signIns++;
    return { body: { ...sessionFor(state), email: 'presse@klinikum.example' } };
  }
  if (path === '/xrpc/com.atproto.server.refreshSession') {
    return state.refresh.delete(token)
      ? { body: sessionFor(state) }
      : wrong(400, 'ExpiredToken', 'Token has been revoked');
  }
  if (!state.access.has(token)) return wrong(400, 'ExpiredToken', 'Token has expired');
  if (path === '/xrpc/app.bsky.actor.getProfile' && query.get('actor') === did) {
    return { body: { did, handle: blueskyAccess.identifier, displayName: 'Klinikum Nord' } };
  }
  if (path === '/xrpc/com.atproto.repo.createRecord' && method === 'POST') return create(state.records, json);
  if (path !== '/xrpc/com.atproto.repo.getRecord') return wrong(501, 'MethodNotImplemented');
  const found = query.get('repo') === did && state.records.find(({ rkey }) => rkey === query.get('rkey'));
  return found ? { body: { uri: found.uri, cid: found.cid, value: found.value } } : wrong(400, 'RecordNotFound');
}

function sessionFor({ access, refresh }: State) {
  const [accessJwt, refreshJwt] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  access.add(accessJwt);
  refresh.add(refreshJwt);
  return { did, handle: blueskyAccess.identifier, accessJwt, refreshJwt, active: true };
}

function create(records: BlueskyRecord[], { repo, collection, rkey, record }: FakeRequest['json']): FakeAnswer {
  const value = (record ?? {}) as BlueskyRecord['value'];
  if (repo !== did || collection !== 'app.bsky.feed.post' || value['$type'] !== collection)
    return wrong(400, 'InvalidRequest');
  if (!tid.test(String(rkey))) return wrong(400, 'InvalidRequest', 'rkey must be a TID');
  if (records.some((one) => one.rkey === rkey)) return wrong(500, 'InternalServerError', 'Internal Server Error');
  const text = String(value['text']);
  if (graphemes(text) > 300 || Buffer.byteLength(text) > 3000) {
    return wrong(400, 'InvalidRequest', 'Record/text must not be longer than 300 graphemes');
  }
  if (Number.isNaN(Date.parse(String(value['createdAt'])))) return wrong(400, 'InvalidRequest', 'createdAt');
  const { root, parent } = (value['reply'] ?? {}) as Record<string, { uri: string; cid: string }>;
  const refersRight = [root, parent].every(
    (to) => !to || records.some(({ uri, cid }) => uri === to.uri && cid === to.cid),
  );
  if (!refersRight) return wrong(400, 'InvalidRequest', 'reply');
  const cid = `bafyrei${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 52)}`;
  const made = { rkey: String(rkey), uri: `at://${did}/${collection}/${rkey}`, cid, value };
  records.push(made);
  return { body: { uri: made.uri, cid, validationStatus: 'valid' } };
}

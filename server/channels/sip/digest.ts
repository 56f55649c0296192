import { createHash, randomBytes } from 'node:crypto';
import { headerValues, parseParameters } from './header-values.ts';
import { cseqOf, headerOf, type SipRequest, type SipResponse } from './message.ts';

export interface SipAccount {
  user: string;
  password: string;
}

/** A challenge of digest authentication (RFC 8760). */
interface Challenge {
  realm: string;
  nonce: string;
  algorithm: 'MD5' | 'SHA-256';
  /** Without `qop=auth`, the form of RFC 2069 applies. */
  isAuth: boolean;
  opaque: string | null;
  isStale: boolean;
}

/** Parses a digest challenge; null if unsupported. */
export function parseChallenge(header: string): Challenge | null {
  if (!/^digest[ \t]/i.test(header)) return null;
  const values = parseParameters(header.slice(7), ',');
  const [realm, nonce, qop] = [values.get('realm'), values.get('nonce'), values.get('qop')];
  const algorithm = (values.get('algorithm') || 'MD5').toUpperCase();
  if (realm === undefined || !nonce || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return null;
  const qualities = qop?.split(',').map((one) => one.trim().toLowerCase());
  if (qualities && !qualities.includes('auth')) return null;
  return {
    realm,
    nonce,
    algorithm,
    isAuth: qualities !== undefined,
    opaque: values.get('opaque') ?? null,
    isStale: values.get('stale')?.toLowerCase() === 'true',
  };
}

interface Asked extends SipAccount {
  method: string;
  uri: string;
  cnonce: string;
}

/** Returns the credentials for a challenge. */
export function digestCredentials(challenge: Challenge, { user, password, method, uri, cnonce }: Asked): string {
  const { realm, nonce, algorithm, isAuth, opaque } = challenge;
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const count = '00000001';
  const [secret, asked] = [hash(`${user}:${realm}:${password}`), hash(`${method}:${uri}`)];
  const response = hash([secret, nonce, ...(isAuth ? [count, cnonce, 'auth'] : []), asked].join(':'));
  return `Digest ${[
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(isAuth ? ['qop=auth', `nc=${count}`, `cnonce="${cnonce}"`] : []),
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(', ')}`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Returns a request with credentials for its challenge; null without a usable one, or if refused. */
export function withCredentials(request: SipRequest, response: SipResponse, account: SipAccount): SipRequest | null {
  const [asks, answers] =
    response.status === 407 ? ['proxy-authenticate', 'proxy-authorization'] : ['www-authenticate', 'authorization'];
  const challenges = challengesIn(response, asks!);
  const best = challenges.find(({ algorithm }) => algorithm === 'SHA-256') ?? challenges[0];
  if (!best || (headerOf(request, answers!) && !best.isStale)) return null;
  const { method, uri } = request;
  const number = (cseqOf(request)?.number ?? 0) + 1;
  const cnonce = randomBytes(12).toString('hex');
  const headers = request.headers.filter(([name]) => name !== answers && name !== 'via');
  return {
    ...request,
    headers: [
      ...headers.map(([name, value]) =>
        name === 'cseq' ? ([name, `${number} ${method}`] as const) : ([name, value] as const),
      ),
      [answers!, digestCredentials(best, { ...account, method, uri, cnonce })],
    ],
  };
}

const challengesIn = ({ headers }: SipResponse, asks: string): Challenge[] =>
  headers.flatMap(([name, value]) => (name === asks ? (parseChallenge(value) ?? []) : []));

/** Returns the seconds to wait; null if absent. */
export const retryAfterOf = (response: SipResponse): number | null => {
  const [value = ''] = headerValues(response, 'retry-after');
  const seconds = /^\d{1,5}/.exec(value)?.[0];
  return seconds === undefined ? null : Number(seconds);
};

import { lookup as systemLookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Allowed, hostOf, isNamedInside, mayDial } from '#server/network-address.ts';
import type { WebhookError } from '#shared/webhook-events.ts';

/** Everything of an answer that is read. */
const answerBytes = 64 * 1024;
const shownCharacters = 200;

/** A name's addresses, as the system's resolver tells them. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

/** How one request goes out. */
export interface PostOptions {
  allowed: Allowed;
  /** Milliseconds for all of it. */
  timeout: number;
  resolve?: Resolve | undefined;
  /** Ends the request early. */
  signal?: AbortSignal | undefined;
}

/** What came of a request: the answer's status or why there is none. */
export interface Reply {
  status: number | null;
  error: WebhookError | null;
  /** Seconds the receiver asks to be left alone. */
  retryAfter: number | null;
  /** The beginning of the answer, to be shown. */
  response: string;
}

class Blocked extends Error {}

const fromSystem: Resolve = (host) => systemLookup(host, { all: true, verbatim: true });

/**
 * Posts to an address a user entered. What is dialled is what was checked: the addresses are looked up once and the
 * connection is made to these, so that a name cannot change its mind in between. Follows no redirect, reads at most
 * 64 KiB of the answer, never throws.
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  options: PostOptions,
): Promise<Reply> {
  const timeout = AbortSignal.timeout(options.timeout);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    const response = await send(url, headers, body, options, signal);
    const text = await readStart(response, signal);
    const status = response.statusCode ?? 0;
    return { status, error: errorOf(status), retryAfter: secondsOf(response.headers['retry-after']), response: text };
  } catch (error) {
    const reason = timeout.aborted ? 'timeout' : reasonOf(error);
    return { status: null, error: reason, retryAfter: null, response: '' };
  }
}

async function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { allowed, resolve = fromSystem }: PostOptions,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const host = hostOf(url);
  if (isIP(host) && !mayDial(host, host, allowed)) throw new Blocked();
  if (url.protocol !== 'https:' && !isNamedInside(url, allowed)) throw new Blocked();
  const lookup: LookupFunction = (name, { all }, done) => {
    resolve(name).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => mayDial(host, address, allowed))) done(new Blocked(), '');
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };
  const { promise, resolve: answer, reject } = Promise.withResolvers<http.IncomingMessage>();
  const kind = url.protocol === 'https:' ? https : http;
  const request = kind.request(url, { method: 'POST', headers, agent: false, lookup, signal });
  request.on('response', answer).on('error', reject).end(body);
  return promise;
}

/** The beginning of the answer's text; how the rest ends does not matter, since the status is known. */
async function readStart(response: http.IncomingMessage, signal: AbortSignal): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= answerBytes || signal.aborted) break;
    }
  } catch {
    // cut off in the middle
  }
  response.destroy();
  const text = Buffer.concat(parts)
    .subarray(0, shownCharacters * 4)
    .toString('utf8');
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, shownCharacters);
}

function errorOf(status: number): WebhookError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'status';
}

function reasonOf(error: unknown): WebhookError {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof Blocked) return 'blocked';
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'dns';
  return /CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(`${code} ${message}`) ? 'tls' : 'connection';
}

function secondsOf(retryAfter: string | undefined): number | null {
  if (!retryAfter) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

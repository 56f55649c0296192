import { lookup as systemLookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Allowed, hostOf, isNamedInside, mayDial } from './network-address.ts';

const answerBytes = 64 * 1024;

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export interface CallOptions {
  allowed: Allowed;
  /** Certificates in PEM to trust instead of the system's. */
  ca?: string | undefined;
  /** Milliseconds for the whole request. */
  timeout: number;
  resolve?: Resolve | undefined;
  /** Reusable connections by protocol, each checked on creation. */
  agents?: Readonly<Record<string, http.Agent>> | undefined;
  signal?: AbortSignal | undefined;
}

/** A request to send. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface CallAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export class CallFailure extends Error {
  readonly reason: 'blocked' | 'dns' | 'tls' | 'timeout' | 'connection';
  /** A part may have arrived. */
  readonly begun: boolean;
  constructor(reason: CallFailure['reason'], begun: boolean, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
    this.begun = begun;
  }
}

/** Thrown by `callWhole` for a body that is too large or cut off. */
export class BodyFailure extends Error {
  readonly reason: 'large' | 'cut';
  constructor(reason: BodyFailure['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

class Blocked extends Error {}

const fromSystem: Resolve = (host) => systemLookup(host, { all: true, verbatim: true });

/**
 * Calls a user-entered address: resolves the name once and connects to the checked addresses, so that the name can't
 * change in between. Plain http needs the allow-list. Follows no redirects, reads at most 64 KiB. Throws a CallFailure
 * without a response.
 */
export const call = (url: URL, request: Call, options: CallOptions): Promise<CallAnswer> =>
  callAndRead(url, request, options, readStart);

/** Like `call`, but reads the whole body; throws if it exceeds `most` bytes or is cut off. */
export const callWhole = (url: URL, request: Call, options: CallOptions & { most: number }): Promise<CallAnswer> =>
  callAndRead(url, request, options, (response) => readWhole(response, options.most));

async function callAndRead(
  url: URL,
  request: Call,
  options: CallOptions,
  read: (response: http.IncomingMessage, signal: AbortSignal) => Promise<Buffer>,
): Promise<CallAnswer> {
  const timeout = AbortSignal.timeout(options.timeout);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const progress = { begun: false };
  try {
    const response = await send(url, request, options, signal, progress);
    const body = await read(response, signal);
    return { status: response.statusCode ?? 0, headers: response.headers, body };
  } catch (error) {
    if (error instanceof BodyFailure && !timeout.aborted) throw error;
    throw new CallFailure(timeout.aborted ? 'timeout' : reasonOf(error), progress.begun, { cause: error });
  }
}

async function send(
  url: URL,
  { method, headers, body }: Call,
  { allowed, ca, resolve = fromSystem, agents }: CallOptions,
  signal: AbortSignal,
  progress: { begun: boolean },
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
  const [kind, connected] = url.protocol === 'https:' ? [https, 'secureConnect'] : [http, 'connect'];
  const agent = agents?.[url.protocol] ?? false;
  const outgoing = kind.request(url, { method, headers, agent, lookup, signal, ...(ca ? { ca } : {}) });
  outgoing.on('socket', (socket) => {
    const begin = () => {
      progress.begun = true;
    };
    if (socket.connecting) socket.once(connected, begin);
    else begin();
  });
  outgoing.on('response', answer).on('error', reject).end(body);
  return promise;
}

/** Ignores errors after the start of the response, because the status is known. */
async function readStart(response: http.IncomingMessage, signal: AbortSignal): Promise<Buffer> {
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
  return Buffer.concat(parts);
}

async function readWhole(response: http.IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length > most) throw new BodyFailure('large');
    }
  } catch (error) {
    if (error instanceof BodyFailure) throw error;
    throw new BodyFailure('cut', { cause: error });
  } finally {
    response.destroy();
  }
  return Buffer.concat(parts);
}

function reasonOf(error: unknown): CallFailure['reason'] {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof Blocked) return 'blocked';
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'dns';
  return /CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(`${code} ${message}`) ? 'tls' : 'connection';
}

/** Returns the seconds of a Retry-After header or date; null if missing or absurd. */
export function secondsOf(retryAfter: string | undefined): number | null {
  if (!retryAfter) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

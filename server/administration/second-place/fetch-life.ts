import { promises as dns, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of the other place; `body` is null if it is no JSON object, or too long. */
export interface LifeAnswer {
  status: number;
  body: object | null;
}

const usualLongest = 3_000;
const mostBytes = 2_000;
// milliseconds after which the last known addresses are used: names often return later than the network
const patience = 300;

/**
 * Returns a function that requests the statement of the other place. It throws without a response within `longest`
 * milliseconds, with the name TimeoutError or the error of the connection.
 */
export function lifeRequests(base: string, longest = usualLongest): () => Promise<LifeAnswer> {
  const url = new URL('/api/life', base);
  const kind = url.protocol === 'https:' ? https : http;
  const agent = new kind.Agent({ keepAlive: true, timeout: 10_000 });
  const lookup = rememberedLookup();
  const request = (signal: AbortSignal): Promise<http.IncomingMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const outgoing = kind.request(url, { agent, lookup, signal });
    outgoing.on('response', resolve).on('error', reject).end();
    // the other side may close a kept connection at any time
    return promise.catch((error) =>
      outgoing.reusedSocket && !signal.aborted ? request(signal) : Promise.reject(error),
    );
  };
  return async () => {
    const signal = AbortSignal.timeout(longest);
    try {
      const response = await request(signal);
      return { status: response.statusCode ?? 0, body: await read(response) };
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  };
}

/** Resolves a name once at a time, because each lookup without an answer occupies one of four threads for seconds. */
function rememberedLookup(): LookupFunction {
  let known: LookupAddress[] | null = null;
  let running: Promise<LookupAddress[]> | null = null;
  const find = async (host: string) => {
    running ??= dns.lookup(host, { all: true }).finally(() => (running = null));
    const found = running.then((addresses) => (known = addresses));
    if (!known) return found;
    const old = known;
    return Promise.race([found.catch(() => old), sleep(patience, old, { ref: false })]);
  };
  return (host, { all }, done) => {
    find(host).then(
      (found) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

async function read(response: http.IncomingMessage): Promise<object | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) {
      response.destroy(); // reads no further, so that no answer fills the memory
      return null;
    }
    chunks.push(chunk);
  }
  try {
    const value = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

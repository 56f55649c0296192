import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as it came. */
export interface PeerRequest {
  method: string;
  path: string;
  /** Path and query as they were written. */
  target: string;
  query: URLSearchParams;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** The body, where it is JSON. */
  json: Record<string, unknown>;
}

/** What is answered; a body that is no text goes as JSON. */
export interface PeerAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * What a peer does instead of answering as it should: answers something else, never answers, cuts the connection before it
 * takes anything, takes it and cuts the connection, or answers late.
 */
export type Misbehaviour = PeerAnswer | 'silence' | 'cut' | 'takeAndCut' | 'late';

/** A server that speaks a provider's protocol and misbehaves on command. */
export interface HttpPeer {
  url: string;
  requests: PeerRequest[];
  /** Misbehaves at the next requests to a path that contains the text, so often; as it should again after that. */
  misbehave(how: Misbehaviour, times: number, path?: string): void;
  stop(): Promise<void>;
}

/** Starts a server that passes on what it is asked to another one, which it stands for where that cannot misbehave itself. */
export const startFront = (url: () => string): Promise<HttpPeer> =>
  startHttpPeer(async ({ method, target, headers, body }) => {
    const { host: _host, connection: _connection, ...given } = headers;
    const { promise, resolve, reject } = Promise.withResolvers<PeerAnswer>();
    const request = http.request(new URL(target, url()), { method, headers: given, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
      resolve({ status: response.statusCode ?? 500, body: Buffer.concat(parts).toString() });
    });
    request.on('error', reject).end(body);
    return promise;
  });

/** Starts a server that answers as told, after whatever it was told to do wrong. */
export async function startHttpPeer(
  answer: (request: PeerRequest) => PeerAnswer | Promise<PeerAnswer>,
): Promise<HttpPeer> {
  const requests: PeerRequest[] = [];
  const wrong: { how: Misbehaviour; times: number; path: string }[] = [];
  const server = http.createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
    const request = readRequest(incoming, Buffer.concat(parts).toString());
    requests.push(request);
    const fault = wrong.find(({ times, path }) => times > 0 && request.path.includes(path));
    if (fault) fault.times--;
    const how = fault?.how;
    if (how === 'silence') return;
    if (how === 'cut') return void incoming.socket.destroy();
    const { status = 200, headers = {}, body = '' } = typeof how === 'object' ? how : await answer(request);
    if (how === 'takeAndCut') return void incoming.socket.destroy();
    if (how === 'late') await sleep(300);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    misbehave: (how, times, path = '') => void wrong.push({ how, times, path }),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function readRequest({ method = 'GET', url = '/', headers }: http.IncomingMessage, body: string): PeerRequest {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  let json: PeerRequest['json'] = {};
  try {
    json = JSON.parse(body) as PeerRequest['json'];
  } catch {
    // a form, or nothing
  }
  return { method, path: decodeURIComponent(pathname), target: url, query: searchParams, headers, body, json };
}

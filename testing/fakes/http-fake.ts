import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as received. */
export interface FakeRequest {
  method: string;
  path: string;
  /** Unchanged path and query. */
  target: string;
  query: URLSearchParams;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** The body, if it is JSON. */
  json: Record<string, unknown>;
}

/** A response; bodies other than text are sent as JSON. */
export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Another response, none, a cut before or after acceptance, or a late one. */
export type Misbehaviour = FakeAnswer | 'silence' | 'cut' | 'takeAndCut' | 'late';

/** A provider's fake server, which misbehaves on request. */
export interface HttpFake {
  url: string;
  requests: FakeRequest[];
  /** Misbehaves for requests to paths with the text. */
  misbehave(how: Misbehaviour, times: number, path?: string): void;
  stop(): Promise<void>;
}

/** Starts a proxy for a server that can't misbehave itself. */
export const startFront = (url: () => string): Promise<HttpFake> =>
  startHttpFake(async ({ method, target, headers, body }) => {
    const { host: _host, connection: _connection, ...given } = headers;
    const { promise, resolve, reject } = Promise.withResolvers<FakeAnswer>();
    const request = http.request(new URL(target, url()), { method, headers: given, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
      resolve({ status: response.statusCode ?? 500, body: Buffer.concat(parts).toString() });
    });
    request.on('error', reject).end(body);
    return promise;
  });

/** Starts a server with this handler and optional misbehavior. */
export async function startHttpFake(
  answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
): Promise<HttpFake> {
  const requests: FakeRequest[] = [];
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

function readRequest({ method = 'GET', url = '/', headers }: http.IncomingMessage, body: string): FakeRequest {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  let json: FakeRequest['json'] = {};
  try {
    json = JSON.parse(body) as FakeRequest['json'];
  } catch {
    // a form, or nothing
  }
  return { method, path: decodeURIComponent(pathname), target: url, query: searchParams, headers, body, json };
}

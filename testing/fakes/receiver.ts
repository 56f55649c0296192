import { createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as received. */
export interface ReceivedRequest {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A server that receives webhooks. */
export interface Receiver {
  url: string;
  got: ReceivedRequest[];
  /** Waits for the first matching request. */
  wait(fits: (request: ReceivedRequest) => boolean): Promise<ReceivedRequest>;
  stop(): Promise<void>;
}

/** Starts a receiver; by default it accepts everything. */
export async function startReceiver(
  answer: (response: http.ServerResponse, request: ReceivedRequest, before: number) => void = (response) =>
    void response.writeHead(204).end(),
): Promise<Receiver> {
  const got: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body };
      got.push(received);
      answer(response, received, got.length - 1);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    got,
    async wait(fits) {
      for (let tries = 0; tries < 600; tries++) {
        const found = got.find(fits);
        if (found) return found;
        await sleep(25);
      }
      throw new Error('no such request came');
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Verifies a signature by docs/webhooks.md. */
export function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (n) => `${headers[n]}`,
  );
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures!.split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

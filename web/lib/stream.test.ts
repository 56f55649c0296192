import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { openEvents } from './stream.ts';

const own = { status: 404, type: 'application/json', body: '{"message":"error_not_found"}' };
const proxy = { status: 404, type: 'text/plain', body: '404 page not found' };
const kong = { status: 403, type: 'application/json', body: '{"message":"no Route matched with those values"}' };

/** A server with these answers, one after the other, and then watched ones. */
async function serverOf(answers: { status: number; type: string; body: string }[]) {
  const left = [...answers];
  const server = http.createServer((_request, response) => {
    const { status, type, body } = left.shift() ?? { status: 200, type: 'text/event-stream', body: '' };
    response.writeHead(status, { 'content-type': type });
    if (status === 200) response.write('event: next\ndata: {"at":"now"}\n\n');
    else response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { path: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop, left };
}

const isFinal = (_status: number, told: { message?: unknown } | null) => told?.message === 'error_not_found';

/** The first event of a stream, or its end. */
function firstOf(path: string, key: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const sink = { next: resolve, complete: () => resolve('over') };
  const close = openEvents({ path, headers: () => ({}), isFinal }, {}, key, sink);
  return promise.finally(close);
}

test('retries after answers of a proxy until the server is available', async () => {
  const { path, stop } = await serverOf([proxy, kong]);
  assert.deepEqual(await firstOf(path, -1).finally(stop), { at: 'now' });
});

test('does not retry a final refusal of the server', async () => {
  const { path, stop, left } = await serverOf([own, own]);
  assert.equal(await firstOf(path, -2).finally(stop), 'over');
  assert.equal(left.length, 1);
});

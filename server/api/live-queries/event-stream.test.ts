import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import Fastify from 'fastify';
import { until } from '#testing/until.ts';
import { type EventStream, openEventStream } from './event-stream.ts';

test('cuts off clients that do not read instead of buffering, and serves them again later', async (t) => {
  const fastify = Fastify({ forceCloseConnections: true });
  t.after(() => fastify.close());
  const streams: EventStream[] = [];
  let [closed, dropped] = [0, 0];
  fastify.get('/', (_request, reply) => {
    const stream = openEventStream(reply, { closed: () => closed++, dropped: () => dropped++ });
    streams.push(stream);
    return reply;
  });
  await fastify.listen();
  const { port } = fastify.server.address() as AddressInfo;
  const open = () => new Promise<http.IncomingMessage>((resolve) => http.get({ port, agent: false }, resolve));
  const idle = await open(); // never reads
  idle.on('error', () => {});
  const event = Buffer.from(`event: next\ndata: ${'x'.repeat(20_000)}\n\n`);
  await until(async () => {
    for (let n = 0; n < 20; n++) streams[0]!.send(event);
    return dropped > 0;
  });
  await until(async () => closed === 1);
  assert.equal(dropped, 1);
  const again = await open();
  // proxies must neither delay nor change it
  assert.equal(again.headers['x-accel-buffering'], 'no');
  assert.match(again.headers['cache-control']!, /\bno-cache\b.*\bno-transform\b/);
  let text = '';
  again.setEncoding('utf8').on('data', (piece) => (text += piece));
  streams[1]!.send(event);
  streams[1]!.end();
  await until(async () => text.endsWith('event: complete\ndata:\n\n'));
  assert.ok(text.includes(String(event)));
  await until(async () => closed === 2);
  assert.equal(dropped, 1);
  idle.destroy();
});

test('an ended stream is over even when its client reads nothing', async (t) => {
  const fastify = Fastify({ forceCloseConnections: true });
  t.after(() => fastify.close());
  let stream: EventStream | undefined;
  let isClosed = false;
  let buffered = () => 0;
  fastify.get('/', (_request, reply) => {
    stream = openEventStream(reply, { closed: () => (isClosed = true), dropped: () => assert.fail() }, 100);
    buffered = () => reply.raw.socket!.writableLength;
    return reply;
  });
  await fastify.listen();
  const { port } = fastify.server.address() as AddressInfo;
  const idle = await new Promise<http.IncomingMessage>((resolve) => http.get({ port, agent: false }, resolve));
  idle.on('error', () => {});
  while (buffered() === 0) {
    stream!.send(Buffer.alloc(20_000, 'x'));
    await new Promise(setImmediate);
  }
  stream!.end();
  await until(async () => isClosed);
  idle.destroy();
});

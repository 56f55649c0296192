import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import test from 'node:test';
import Fastify from 'fastify';
import { createGate } from '#server/platform/limiter.ts';
import { until } from '#testing/until.ts';
import { mountWithin } from './mount.ts';

test('an unread download releases its slot; a slow one keeps it', async (t) => {
  const fastify = Fastify({ forceCloseConnections: true });
  t.after(() => fastify.close());
  const gate = createGate({ width: 1, queue: 0, refusal: () => assert.fail() });
  let more = () => {};
  await mountWithin(
    fastify,
    gate,
    async (scope) => {
      scope.get('/large', (_request, reply) => {
        const part = 'x'.repeat(100_000);
        reply.type('text/plain').send(Readable.from(Array.from({ length: 1000 }, () => part)));
        return reply;
      });
      scope.get('/slow', (_request, reply) => {
        const stream = new Readable({ read() {} });
        stream.push('begun');
        more = () => {
          stream.push(' and ended');
          stream.push(null);
        };
        return reply.type('text/plain').send(stream);
      });
    },
    1_000,
  );
  await fastify.listen();
  const { port } = fastify.server.address() as AddressInfo;
  const open = (path: string) =>
    new Promise<http.IncomingMessage>((resolve) => http.get({ port, path, agent: false }, resolve));
  const idle = await open('/large'); // never reads
  idle.on('error', () => {});
  assert.equal(gate.running, 1);
  await until(async () => gate.running === 0);
  const slow = await open('/slow');
  let text = '';
  slow.setEncoding('utf8').on('data', (piece) => (text += piece));
  await new Promise((done) => setTimeout(done, 2_500)); // longer than an unread download has
  assert.equal(gate.running, 1);
  more();
  await until(async () => text === 'begun and ended');
  idle.destroy();
});

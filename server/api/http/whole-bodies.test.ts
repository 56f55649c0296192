import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import test from 'node:test';
import Fastify from 'fastify';
import { until } from '#testing/until.ts';
import { endUnfinished } from './whole-bodies.ts';

test('closes a connection whose body never ends and answers complete ones', async (t) => {
  const fastify = Fastify();
  t.after(() => fastify.close());
  endUnfinished(fastify, 300);
  fastify.post('/', async ({ body }) => body);
  await fastify.listen();
  const { port } = fastify.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let isClosed = false;
  socket.on('error', () => {}).on('close', () => (isClosed = true));
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n"');
  const trickle = setInterval(() => socket.write('x'), 20);
  await until(async () => isClosed);
  clearInterval(trickle);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '"whole"', headers });
  assert.equal(await answer.text(), 'whole');
});

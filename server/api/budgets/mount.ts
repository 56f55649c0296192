import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Gate } from '#server/platform/limiter.ts';

const longestStall = 30_000;

/**
 * Mounts routes whose requests pass a gate: each holds its place until its answer is there, a stream until it is out, or
 * refused. Whoever only takes long to receive keeps no place from others; a stream of which nothing is taken for so long
 * (`stall`, milliseconds) is cut off.
 */
export async function mountWithin(
  fastify: FastifyInstance,
  gate: Gate,
  mount: (scope: FastifyInstance) => Promise<void>,
  stall = longestStall,
): Promise<void> {
  await fastify.register(async (scope) => {
    const places = new WeakMap<FastifyRequest, () => void>();
    // after the body is read: a page that says so can give back what was entered
    scope.addHook('preHandler', async (request, reply) => {
      const leave = await gate.enter();
      places.set(request, leave);
      if (reply.raw.closed) leave();
      else reply.raw.once('close', leave);
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      if (payload instanceof Readable) cutStalled(reply.raw, stall);
      else places.get(request)?.();
    });
    await mount(scope);
  });
}

/** Ends an answer of which something waits to be taken and nothing was, from one look to the next. */
function cutStalled(raw: ServerResponse, stall: number): void {
  const { socket } = raw;
  if (!socket) return;
  let before = -1;
  const look = setInterval(() => {
    // what waits is counted as written already
    const taken = socket.bytesWritten - socket.writableLength;
    if (taken === before && socket.writableLength > 0) raw.destroy();
    before = taken;
  }, stall);
  raw.once('close', () => clearInterval(look));
}

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Gate } from '#server/platform/limiter.ts';

const longestStall = 30_000;

/**
 * Mounts routes behind a gate: each request holds its place until its response is complete. Slow receivers keep no
 * place; a stream without progress for `stall` milliseconds is closed.
 */
export async function mountWithin(
  fastify: FastifyInstance,
  gate: Gate,
  mount: (scope: FastifyInstance) => Promise<void>,
  stall = longestStall,
): Promise<void> {
  await fastify.register(async (scope) => {
    const places = new WeakMap<FastifyRequest, () => void>();
    // after reading the body, which an error page returns
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

/** Ends a response without progress between two checks. */
function cutStalled(raw: ServerResponse, stall: number): void {
  const { socket } = raw;
  if (!socket) return;
  let before = -1;
  const look = setInterval(() => {
    // the count includes pending bytes
    const taken = socket.bytesWritten - socket.writableLength;
    if (taken === before && socket.writableLength > 0) raw.destroy();
    before = taken;
  }, stall);
  raw.once('close', () => clearInterval(look));
}

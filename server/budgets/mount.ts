import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Gate } from '#server/limiter.ts';

/**
 * Mounts routes whose requests pass a gate: each holds its place until its answer is there, a stream until it is out, or
 * refused. Whoever only takes long to receive keeps no place from others.
 */
export async function mountWithin(
  fastify: FastifyInstance,
  gate: Gate,
  mount: (scope: FastifyInstance) => Promise<void>,
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
    scope.addHook('onSend', async (request, _reply, payload) => {
      if (!(payload instanceof Readable)) places.get(request)?.();
    });
    await mount(scope);
  });
}

import type { FastifyInstance } from 'fastify';
import type { Gate } from '#server/limiter.ts';

/** Mounts routes whose requests pass a gate: each holds its place until its answer is out, or refused. */
export async function mountWithin(
  fastify: FastifyInstance,
  gate: Gate,
  mount: (scope: FastifyInstance) => Promise<void>,
): Promise<void> {
  await fastify.register(async (scope) => {
    // after the body is read: a page that says so can give back what was entered
    scope.addHook('preHandler', async (_request, reply) => {
      const leave = await gate.enter();
      if (reply.raw.closed) leave();
      else reply.raw.once('close', leave);
    });
    await mount(scope);
  });
}

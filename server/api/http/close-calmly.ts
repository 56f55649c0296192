import type { FastifyInstance } from 'fastify';

const longest = 5_000;
const look = 50;

/** Lets running requests finish for a few seconds; ends idle connections. */
export function closeCalmly(fastify: FastifyInstance): void {
  let idle: NodeJS.Timeout | undefined;
  let last: NodeJS.Timeout | undefined;
  fastify.addHook('preClose', async () => {
    // a connection stays open after its response, for the next request
    idle = setInterval(() => fastify.server.closeIdleConnections(), look);
    last = setTimeout(() => fastify.server.closeAllConnections(), longest);
  });
  fastify.addHook('onClose', async () => {
    clearInterval(idle);
    clearTimeout(last);
  });
}

import type { FastifyInstance } from 'fastify';
import type { App } from '#server/platform/context.ts';

/**
 * Warns in the log, once, when something in front says whose request it is and is not trusted: if that is a proxy of the
 * house, all the world is one network for whatever is counted by network.
 */
export function warnOfProxy(fastify: FastifyInstance, { config, log }: Pick<App, 'config' | 'log'>): void {
  if (config.TRUST_PROXY) return;
  let isWarned = false;
  fastify.addHook('onRequest', async (request) => {
    if (isWarned || !request.headers['x-forwarded-for']) return;
    isWarned = true;
    log.warn({ event: 'forwarded_for_ignored', setTrustProxy: 'if it comes from your reverse proxy: TRUST_PROXY=1' });
  });
}

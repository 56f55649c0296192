import type { FastifyInstance } from 'fastify';
import type { App } from '#server/platform/context.ts';

/** Warns once of an untrusted proxy header: all clients would share one network. */
export function warnOfProxy(fastify: FastifyInstance, { config, log }: Pick<App, 'config' | 'log'>): void {
  if (config.TRUST_PROXY) return;
  let isWarned = false;
  fastify.addHook('onRequest', async (request) => {
    if (isWarned || !request.headers['x-forwarded-for']) return;
    isWarned = true;
    log.warn({ event: 'forwarded_for_ignored', setTrustProxy: 'if it comes from your reverse proxy: TRUST_PROXY=1' });
  });
}

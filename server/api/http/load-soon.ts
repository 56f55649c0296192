import type { FastifyInstance } from 'fastify';

// milliseconds after the start: no alarm, answer page or readiness check needs this code
const loadsAfter = 500;

/**
 * Returns a function that loads code once. It loads with the first call, or shortly after the server listens. If vital
 * code can't be loaded, the process ends, which would be ready and refuse every request.
 */
export function loadSoon<T>(fastify: FastifyInstance, load: () => Promise<T>, isVital = false): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const once = () => (loading ??= load());
  const ahead = async () => {
    try {
      await once();
    } catch (error) {
      if (isVital) throw error;
      fastify.log.error({ event: 'load_failed', error: (error as Error).name });
    }
  };
  let timer: NodeJS.Timeout | undefined;
  fastify.addHook('onListen', async () => {
    timer = setTimeout(ahead, loadsAfter).unref();
  });
  fastify.addHook('onClose', async () => clearTimeout(timer));
  return once;
}

import type { FastifyInstance } from 'fastify';

// milliseconds after the start: no alarm, answer page or readiness check needs this code
const loadsAfter = 500;

/** Returns a function that loads code once. It loads with the first call, or shortly after the server listens. */
export function loadSoon<T>(fastify: FastifyInstance, load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const once = () => (loading ??= load());
  let timer: NodeJS.Timeout | undefined;
  fastify.addHook('onListen', async () => {
    // as at the start, a failure ends the process, which would be ready and refuse every request
    const begin = async () => void (await once());
    timer = setTimeout(begin, loadsAfter).unref();
  });
  fastify.addHook('onClose', async () => clearTimeout(timer));
  return once;
}

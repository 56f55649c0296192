import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Milliseconds for a whole request, including uploads. */
export const longestRequest = 300_000;
/** Milliseconds for the head of a request. */
export const longestHeaders = 10_000;
const longestBody = 60_000;

/** Closes a connection whose body isn't complete in time. */
export function endUnlessWhole(raw: IncomingMessage, longest = longestBody): void {
  if (raw.complete) return;
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, longest);
  timer.unref();
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

/** Closes connections whose body never ends, because each costs an open file. Uploads with a token have longer. */
export function endUnfinished(fastify: FastifyInstance, longest = longestBody): void {
  fastify.addHook('onRequest', async ({ raw }) => {
    const { headers } = raw;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const isUpload = headers['content-type']?.startsWith('multipart/') && headers.authorization !== undefined;
    if (hasBody && !isUpload) endUnlessWhole(raw, longest);
  });
}

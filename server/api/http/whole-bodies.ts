import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which a whole request must be there, uploads included. */
export const longestRequest = 300_000;
/** Milliseconds in which the head of a request must be there. */
export const longestHeaders = 10_000;
const longestBody = 60_000;

/** Ends the connection of a request whose body is not there in time. */
export function endUnlessWhole(raw: IncomingMessage, longest = longestBody): void {
  if (raw.complete) return;
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, longest);
  timer.unref();
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

/**
 * Ends connections on which a request began and its body does not end, as on those that never send one: each costs an open
 * file, of which there are not many. What somebody uploads with a token may take as long as a request may.
 */
export function endUnfinished(fastify: FastifyInstance, longest = longestBody): void {
  fastify.addHook('onRequest', async ({ raw }) => {
    const { headers } = raw;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const isUpload = headers['content-type']?.startsWith('multipart/') && headers.authorization !== undefined;
    if (hasBody && !isUpload) endUnlessWhole(raw, longest);
  });
}

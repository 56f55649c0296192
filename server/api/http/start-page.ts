import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Where the page has its nonce: the attribute is hidden from whatever else is in the page, its script can read it. */
const place = '__STYLE_NONCE__';

/**
 * The page of the application. Libraries it uses put style elements into it while it runs: those that carry the nonce of
 * this answer may, whatever else would be put in may not. It is never the one that was kept, whose nonce would not hold.
 */
export async function mountStartPage(fastify: FastifyInstance, root: string): Promise<void> {
  const page = await readFile(path.join(root, 'index.html'), 'utf8');
  const answer = async (_request: unknown, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    const policy = String(reply.raw.getHeader('content-security-policy'));
    return reply
      .header('content-security-policy', policy.replace("style-src 'self'", `$& 'nonce-${nonce}'`))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replace(place, nonce));
  };
  fastify.get('/', answer);
  fastify.get('/index.html', answer);
}

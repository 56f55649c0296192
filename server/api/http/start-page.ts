import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Only the page's script can read the nonce. */
const place = '__STYLE_NONCE__';

/** Mounts the application's page. Style elements of libraries need this response's nonce, so it is never cached. */
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

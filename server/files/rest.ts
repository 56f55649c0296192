import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';

/** GET /files/{key}: the bytes of a file. The address is unguessable and its content never changes. */
export function mountFiles(fastify: FastifyInstance, app: Pick<App, 'db'>): void {
  fastify.get<{ Params: { key: string } }>('/files/:key', async (request, reply) => {
    const { key } = request.params;
    const file = /^[\w-]{16,64}$/.test(key)
      ? await app.db.selectFrom('files').select(['id', 'mimeType', 'sha256']).where('key', '=', key).executeTakeFirst()
      : undefined;
    if (!file) return reply.code(404).send({ message: 'error_not_found' });
    const etag = `"${file.sha256.toString('base64url')}"`;
    void reply.headers({
      etag,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { content } = await app.db
      .selectFrom('files')
      .select('content')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    const disposition = file.mimeType.startsWith('image/') ? 'inline' : 'attachment';
    return reply.header('content-disposition', disposition).type(file.mimeType).send(content);
  });
}

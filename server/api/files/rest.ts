import type { FastifyInstance } from 'fastify';
import { named } from '#server/api/http/download.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { networkOf } from '#server/platform/throttle.ts';

export function mountFiles(fastify: FastifyInstance, app: Pick<App, 'db' | 'securityLog'>): void {
  fastify.get<{ Params: { key: string } }>('/files/:key', async (request, reply) => {
    const { key } = request.params;
    const file = /^[\w-]{16,64}$/.test(key)
      ? await app.db
          .selectFrom('files')
          .select(['id', 'name', 'mimeType', 'sha256'])
          .where('key', '=', key)
          .executeTakeFirst()
      : undefined;
    if (!file) {
      app.securityLog.count({ kind: 'link_refused', network: networkOf(request.ip), what: 'file' });
      throw new Refusal('error_not_found');
    }
    const etag = `"${file.sha256.toString('base64url')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    const content = isKnown ? null : await contentOf(app, file.id);
    void reply.headers({
      etag,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    if (!content) return reply.code(304).send();
    return named(reply, nameOf(file) ?? key, file.mimeType.startsWith('image/'))
      .type(file.mimeType)
      .send(content);
  });
}

async function contentOf({ db }: Pick<App, 'db'>, id: number): Promise<Buffer> {
  const { content } = await db.selectFrom('files').select('content').where('id', '=', id).executeTakeFirstOrThrow();
  return content;
}

function nameOf({ name, mimeType }: { name: string | null; mimeType: string }): string | null {
  const kind = /^image\/(\w+)/.exec(mimeType)?.[1];
  return name && kind ? `${name.replace(/\.[^.]*$/, '')}.${kind}` : name;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { policyFor } from '#server/alerting/answers/answer-style.ts';
import { mountPage, type PlainKind } from '#server/api/http/page.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { answer, hasIt, readersLanguage } from './answer.ts';
import { keptFresh, snapshotOf } from './cache.ts';
import { plainPage } from './frame.ts';
import { readStatus } from './status.ts';
import { statusPage, statusPath } from './status-page.ts';
import { feedStyle } from './style.ts';

/**
 * Mounts GET /status: publications of running events, while a web feed is active. The logo is below this path, without
 * queries.
 */
export async function mountStatus(fastify: FastifyInstance, app: App): Promise<void> {
  const snapshot = keptFresh(async () => {
    const status = await readStatus(app);
    return status && snapshotOf(status);
  });
  const logos = new Map<string, () => Promise<Picture | null>>();
  const current = async () => {
    const found = await snapshot();
    if (!found) throw new Refusal('error_not_found');
    return found;
  };
  const logo = async (key: string): Promise<Picture | null> => {
    const keys = Object.values((await current()).content.logos);
    for (const known of logos.keys()) if (!keys.includes(known)) logos.delete(known);
    if (!keys.includes(key)) return null;
    const read = logos.get(key) ?? once(() => readPicture(app, key));
    logos.set(key, read);
    return read();
  };
  const plain = (request: FastifyRequest, kind: PlainKind, id?: string) =>
    plainPage(readersLanguage(request), kind, id);
  const policy = `${policyFor(feedStyle)}; img-src 'self'`;
  await mountPage(fastify, { path: statusPath, policy, formLimit: 1, plain }, (scope) => {
    scope.get('/', async (request, reply) => {
      const language = readersLanguage(request);
      const page = (await current()).document(language, (status) => statusPage(app, status, language));
      return answer(request, reply, 'html', page);
    });
    scope.get<{ Params: { key: string } }>('/logo/:key', async (request, reply) => {
      const found = await logo(request.params.key);
      if (!found) throw new Refusal('error_not_found');
      const etag = `"${request.params.key}"`;
      void reply.headers({ etag, 'cache-control': 'public, max-age=86400, immutable' });
      if (hasIt(request, etag)) return reply.code(304).send();
      return reply.type(found.mimeType).send(found.content);
    });
  });
}

interface Picture {
  mimeType: string;
  content: Buffer;
}

async function readPicture({ db }: Pick<App, 'db'>, key: string): Promise<Picture | null> {
  const file = await db.selectFrom('files').select(['mimeType', 'content']).where('key', '=', key).executeTakeFirst();
  return file ?? null;
}

/** Reads an immutable value once; retries after a failure. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './document.ts';

/** Mounts GET /api/openapi.json: the description of the REST API, for everyone. */
export function mountOpenApi(fastify: FastifyInstance): void {
  let text: string | null = null;
  fastify.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

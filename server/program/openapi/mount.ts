import type { FastifyInstance } from 'fastify';

/** Mounts GET /api/openapi.json: the description of the REST API, for everyone. */
export function mountOpenApi(fastify: FastifyInstance): void {
  let text: string | null = null;
  fastify.get('/api/openapi.json', async (_request, reply) => {
    // needs the schema, which the start doesn't load
    text ??= JSON.stringify((await import('./document.ts')).openApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

import type { FastifyInstance } from 'fastify';
import type { App } from '#server/platform/context.ts';

/**
 * Mounts GET /api/v2/{collection} and /api/v2/{collection}/{n} with the rights of the same GraphQL query. The code
 * loads with the first request, because it needs the schema.
 */
export function mountResources(fastify: FastifyInstance, app: App): void {
  fastify.get<{ Params: { collection: string; n: string } }>('/api/v2/:collection/:n', async (request) => {
    const { readResource } = await import('./read-resource.ts');
    return readResource(app, request, request.params);
  });
  fastify.get<{ Params: { collection: string } }>('/api/v2/:collection', async (request) => {
    const { readCollection } = await import('./read-resource.ts');
    return readCollection(app, request, request.params.collection);
  });
}

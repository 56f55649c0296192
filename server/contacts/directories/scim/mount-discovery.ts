import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resourceTypes, scimSchemas, serviceProviderConfig } from './discovery.ts';
import { ScimError } from './scim-error.ts';
import { isScimObject } from './scim-values.ts';

/** The media type of responses. */
export const scimContentType = 'application/scim+json; charset=utf-8';

/** The schema of lists. */
export const scimListSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Mounts the description of the server (RFC 7644, section 4). */
export function mountScimDiscovery(scope: FastifyInstance, base: () => string): void {
  const send = (reply: FastifyReply, body: object) => reply.type(scimContentType).send(body);
  const all = (resources: readonly object[]) => ({
    schemas: [scimListSchema],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  });
  const refuseFilter = ({ query }: FastifyRequest) => {
    if (isScimObject(query) && query['filter'] !== undefined)
      throw new ScimError(403, undefined, 'This list has no filter.');
  };
  scope.get('/scim/v2/ServiceProviderConfig', async (_request, reply) => send(reply, serviceProviderConfig(base())));
  for (const [name, resourcesAt] of [
    ['ResourceTypes', resourceTypes],
    ['Schemas', scimSchemas],
  ] as const) {
    scope.get(`/scim/v2/${name}`, async (request, reply) => {
      refuseFilter(request);
      return send(reply, all(resourcesAt(base())));
    });
    scope.get<{ Params: { name: string } }>(`/scim/v2/${name}/:name`, async (request, reply) => {
      const found = resourcesAt(base()).find(({ id }) => id.toLowerCase() === request.params.name.toLowerCase());
      if (!found) throw new ScimError(404, undefined, 'There is no such resource.');
      return send(reply, found);
    });
  }
}

import type { FastifyRequest } from 'fastify';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import { viewerOf } from '#server/api/viewer/viewer.ts';
import type { App, Context, Viewer } from '#server/platform/context.ts';
import { networkOf } from '#server/platform/throttle.ts';

/**
 * Creates the context of a request; throws UNAUTHENTICATED (HTTP 401) for an invalid token. The security log counts
 * uses of API keys.
 */
export async function createContext(
  app: App,
  authorization: string | undefined,
  ip: string,
  who: (app: App, authorization: string | undefined, ip: string) => Promise<Viewer | null> = viewerOf,
): Promise<Context> {
  const viewer = await who(app, authorization, ip);
  if (viewer?.apiKey) {
    const { id: userId, apiKey } = viewer;
    app.securityLog.count({ kind: 'api_key_used', userId, apiKeyId: apiKey.id, network: networkOf(ip) });
  }
  return { ...app, viewer, loaders: createLoaders(app.db), ip };
}

const viewers = new WeakMap<FastifyRequest, Viewer | null>();

export async function contextOf(app: App, request: FastifyRequest): Promise<Context> {
  const ctx = await createContext(app, request.headers.authorization, request.ip);
  viewers.set(request, ctx.viewer);
  return ctx;
}

export const viewerIn = (request: FastifyRequest): Viewer | null => viewers.get(request) ?? null;

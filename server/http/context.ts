import type { App, Context } from '#server/context.ts';
import { createLoaders } from '#server/graphql/loaders.ts';
import { viewerOf } from '#server/viewer/viewer.ts';

/** The context of one request; throws UNAUTHENTICATED (HTTP 401) when a token is given that does not hold. */
export async function createContext(app: App, authorization: string | undefined, ip: string): Promise<Context> {
  return { ...app, viewer: await viewerOf(app, authorization, ip), loaders: createLoaders(app.db), ip };
}

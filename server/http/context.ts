import type { App, Context, Viewer } from '#server/context.ts';
import { createLoaders } from '#server/graphql/loaders.ts';
import { viewerOf } from '#server/viewer/viewer.ts';

/**
 * The context of one request; throws UNAUTHENTICATED (HTTP 401) when a token is given that does not hold. `who` finds out
 * who asks.
 */
export async function createContext(
  app: App,
  authorization: string | undefined,
  ip: string,
  who: (app: App, authorization: string | undefined, ip: string) => Promise<Viewer | null> = viewerOf,
): Promise<Context> {
  return { ...app, viewer: await who(app, authorization, ip), loaders: createLoaders(app.db), ip };
}

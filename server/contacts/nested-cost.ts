import type { PageArgs } from '#server/api/graphql/page.ts';
import { limits } from '#shared/limits.ts';

/** Returns a nested list's query cost by its usual length, so that three levels aren't refused. */
export const nestedCost = (usual: number) => (args: PageArgs) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(args.first ?? limits.defaultPage, usual)),
});

import type { PageArgs } from '#server/api/graphql/page.ts';
import { limits } from '#shared/limits.ts';

/**
 * Returns the query cost of a nested list from its usual length, not the requested one, so that three levels of groups with
 * people aren't refused.
 */
export const nestedCost = (usual: number) => (args: PageArgs) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(args.first ?? limits.defaultPage, usual)),
});

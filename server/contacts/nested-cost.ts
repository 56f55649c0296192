import type { PageArgs } from '#server/api/graphql/page.ts';
import { limits } from '#shared/limits.ts';

/**
 * Query cost of a list below a group, a mailing list or a person: what such a list holds in practice, not what may be
 * asked for. Three levels of groups with their people are an everyday query and must not be refused.
 */
export const nestedCost = (usual: number) => (args: PageArgs) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(args.first ?? limits.defaultPage, usual)),
});

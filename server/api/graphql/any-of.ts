import { type Context, can } from '#server/platform/context.ts';
import type { Feature } from '#shared/permissions.ts';

/** Whoever holds one of the features for some type of report; the verb checks the one for this type. */
export const anyOf =
  (...features: Feature[]) =>
  (_parent: object, _args: object, ctx: Context) =>
    features.some((feature) => can(ctx, feature)) || { feature: features[0]! };

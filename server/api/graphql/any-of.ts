import { type Context, can } from '#server/platform/context.ts';
import type { Feature } from '#shared/permissions.ts';

/** Requires one of the features; the verb checks the report's type. */
export const anyOf = (...features: Feature[]) =>
  Object.assign(
    (_parent: object, _args: object, ctx: Context) =>
      features.some((feature) => can(ctx, feature)) || { feature: features[0]! },
    { features },
  );

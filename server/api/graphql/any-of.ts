import { type Context, can } from '#server/platform/context.ts';
import type { Feature } from '#shared/permissions.ts';

/** Requires one of the features for any type of report; the verb checks the report's own type. The rule names its features. */
export const anyOf = (...features: Feature[]) =>
  Object.assign(
    (_parent: object, _args: object, ctx: Context) =>
      features.some((feature) => can(ctx, feature)) || { feature: features[0]! },
    { features },
  );

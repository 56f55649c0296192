import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { JsonValue } from '#server/database/types.gen.ts';
import type { Feature } from '#shared/permissions.ts';
import { type Context, can } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Every root field names one of these in `authScopes`: a feature (or several, one of which is enough), `signedIn`,
 * `inPerson` (signed in, and not an API key: what concerns the own account), or `public`.
 * The server refuses with UNAUTHENTICATED or FORBIDDEN before the resolver runs.
 */
interface AuthScopes {
  public: boolean;
  signedIn: boolean;
  inPerson: boolean;
  feature: Feature;
  anyFeature: readonly Feature[];
}

/** The one schema builder; concepts add their types and fields to it in their schema.ts. */
export const builder = new SchemaBuilder<{
  Context: Context;
  AuthScopes: AuthScopes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string | number };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: string; Output: string };
    Decimal: { Input: string; Output: string };
    JSON: { Input: JsonValue; Output: unknown };
    Upload: { Input: File; Output: never };
  };
}>({
  plugins: [ScopeAuthPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: (ctx) => ({
      public: true,
      signedIn: ctx.viewer !== null,
      inPerson: ctx.viewer !== null && ctx.viewer.apiKey === null,
      feature: (feature: Feature) => can(ctx, feature),
      anyFeature: (features: readonly Feature[]) => features.some((feature) => can(ctx, feature)),
    }),
    unauthorizedError: (_parent, ctx) => new Refusal(ctx.viewer ? 'error_forbidden' : 'error_unauthenticated'),
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 5,
    limit: { complexity: 500_000, depth: 16, breadth: 400 },
    complexityError: () => new Refusal('error_query_too_large'),
  },
});

builder.queryType({});
builder.mutationType({});
builder.subscriptionType({});

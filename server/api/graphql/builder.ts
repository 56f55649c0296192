import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { type Context, can } from '#server/platform/context.ts';
import type { JsonValue } from '#server/platform/database/types.gen.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Feature } from '#shared/permissions.ts';

/**
 * The scopes of root fields: a feature (or several, one suffices), `signedIn`, `inPerson` (without an API key),
 * `session` (also before a second factor is set up), `owner` (`inPerson` with the role system_owner), or `public`. The
 * server refuses with UNAUTHENTICATED or FORBIDDEN.
 */
interface AuthScopes {
  public: boolean;
  signedIn: boolean;
  inPerson: boolean;
  session: boolean;
  owner: boolean;
  feature: Feature;
  anyFeature: readonly Feature[];
}

const maximumComplexity = 500_000;

/** The cost of an operation with a guessable secret: once per document, under any alias. */
export const oncePerDocument = maximumComplexity / 2 + 1;

/** The only schema builder. */
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
    authorizeOnSubscribe: true, // viewers without permission get no change notices either
    authScopes: (ctx) => ({
      public: true,
      signedIn: ctx.viewer !== null && !ctx.viewer.mustSetUpTotp,
      inPerson: ctx.viewer !== null && ctx.viewer.apiKey === null && !ctx.viewer.mustSetUpTotp,
      session: ctx.viewer !== null && ctx.viewer.apiKey === null,
      owner: ctx.viewer?.roles.includes('system_owner') === true && !ctx.viewer.apiKey && !ctx.viewer.mustSetUpTotp,
      feature: (feature: Feature) => can(ctx, feature),
      anyFeature: (features: readonly Feature[]) => features.some((feature) => can(ctx, feature)),
    }),
    unauthorizedError: (_parent, { viewer }) =>
      new Refusal(
        !viewer ? 'error_unauthenticated' : viewer.mustSetUpTotp ? 'error_totp_setup_required' : 'error_forbidden',
      ),
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 5,
    limit: { complexity: maximumComplexity, depth: 16, breadth: 400 },
    complexityError: (kind, { complexity, depth, breadth, maxComplexity, maxDepth, maxBreadth }) => {
      const figures = {
        Complexity: [complexity, maxComplexity],
        Depth: [depth, maxDepth],
        Breadth: [breadth, maxBreadth],
      };
      const [asked, most] = figures[kind];
      return new Refusal('error_query_too_large', undefined, { measure: kind.toLowerCase(), asked, most });
    },
  },
});

builder.queryType({});
builder.mutationType({});
builder.subscriptionType({});

import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

/** Creates a typed GraphQL document. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; Date: string; Decimal: string; JSON: unknown; Upload: File };
}>();
export type { ResultOf, VariablesOf } from 'gql.tada';

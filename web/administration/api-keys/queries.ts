import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** All API keys, the newest first. */
export const ApiKeysQuery = graphql(`
  query ApiKeys($first: Int!) {
    apiKeys(first: $first) {
      totalCount
      edges {
        node {
          id _id name prefix scopes effectiveScopes expiresAt lastUsedAt revokedAt insertedAt
          insertedBy { id firstName lastName }
        }
      }
    }
  }
`);

/** A key as the list shows it. */
export type ApiKeyRow = ResultOf<typeof ApiKeysQuery>['apiKeys']['edges'][number]['node'];

/** Makes a key; the answer holds it for the only time. */
export const CreateApiKeyMutation = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { id } } }
`);

/** Changes name, scopes or end. */
export const UpdateApiKeyMutation = graphql(`
  mutation UpdateApiKey($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { id } }
`);

/** Ends a key. */
export const RevokeApiKeyMutation = graphql(`
  mutation RevokeApiKey($id: ID!) { revokeApiKey(id: $id) { id revokedAt } }
`);

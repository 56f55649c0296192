import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** All API keys, newest first. */
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

export type ApiKeyRow = ResultOf<typeof ApiKeysQuery>['apiKeys']['edges'][number]['node'];

/** Creates a key; only this response contains it. */
export const CreateApiKeyMutation = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { id } } }
`);

/** Changes name, scopes or expiry. */
export const UpdateApiKeyMutation = graphql(`
  mutation UpdateApiKey($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { id } }
`);

export const RevokeApiKeyMutation = graphql(`
  mutation RevokeApiKey($id: ID!) { revokeApiKey(id: $id) { id revokedAt } }
`);

import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const DeletionQuery = graphql(`
  query Deletion($type: String!, $id: ID!) {
    deletion(type: $type, id: $id) { outcome usage { what count } }
  }
`);

/** The effect of deleting an entry, and the entries that refer to it. */
export type Deletion = ResultOf<typeof DeletionQuery>['deletion'];

export const SetActiveMutation = graphql(`
  mutation SetActive($type: String!, $ids: [ID!]!, $isActive: Boolean!) {
    setActive(type: $type, ids: $ids, isActive: $isActive)
  }
`);

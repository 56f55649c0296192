import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** What deleting an entry would do. */
export const DeletionQuery = graphql(`
  query Deletion($type: String!, $id: ID!) {
    deletion(type: $type, id: $id) { outcome usage { what count } }
  }
`);

/** What deleting an entry would do, and what refers to it. */
export type Deletion = ResultOf<typeof DeletionQuery>['deletion'];

/** Switches entries on or off. */
export const SetActiveMutation = graphql(`
  mutation SetActive($type: String!, $ids: [ID!]!, $isActive: Boolean!) {
    setActive(type: $type, ids: $ids, isActive: $isActive)
  }
`);

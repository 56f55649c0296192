import { graphql } from '#web/lib/gql.ts';

/** Removes a link to a provider. */
export const RemoveIdentityMutation = graphql(`
  mutation RemoveIdentity($id: ID!) { removeIdentity(id: $id) }
`);

import { graphql } from '#web/lib/gql.ts';

export const RemoveIdentityMutation = graphql(`
  mutation RemoveIdentity($id: ID!) { removeIdentity(id: $id) }
`);

import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const IncomingSourceStateQuery = graphql(`
  query IncomingSourceState($id: ID!) {
    incomingSource(id: $id) { id kind isActive group { id } addressSetAt receivedAt refusedAt refusal }
  }
`);

export type IncomingSourceState = NonNullable<ResultOf<typeof IncomingSourceStateQuery>['incomingSource']>;

export const ReplaceIncomingAddressMutation = graphql(`
  mutation ReplaceIncomingAddress($id: ID!) { replaceIncomingAddress(id: $id) { url source { id addressSetAt } } }
`);

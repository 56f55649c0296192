import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** Loads the state of a source. */
export const IncomingSourceStateQuery = graphql(`
  query IncomingSourceState($id: ID!) {
    incomingSource(id: $id) { id kind isActive group { id } addressSetAt receivedAt refusedAt refusal }
  }
`);

/** A source with its state. */
export type IncomingSourceState = NonNullable<ResultOf<typeof IncomingSourceStateQuery>['incomingSource']>;

/** Gives a source a new secret address. */
export const ReplaceIncomingAddressMutation = graphql(`
  mutation ReplaceIncomingAddress($id: ID!) { replaceIncomingAddress(id: $id) { url source { id addressSetAt } } }
`);

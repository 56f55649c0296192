import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** How a channel is doing, and whom a test message would go to. */
export const ChannelHealthQuery = graphql(`
  query ChannelHealth($id: ID!) {
    channel(id: $id) { id trouble troubleAt troubleDetail hearingTrouble hearingTroubleAt hearingTroubleDetail lastSuccessAt lastFailureAt lastFailure lastFailureDetail addressesPeople addressKinds testReaches callbackUrl publicUrl isActive channelType { id identifier } }
    personDataTypes(first: 200, isActive: true) { edges { node { id fieldType } } }
  }
`);

/** A channel as its health is shown. */
export type ChannelHealth = NonNullable<ResultOf<typeof ChannelHealthQuery>['channel']>;

/** How the channels in use are doing. */
export const ChannelTroublesQuery = graphql(`
  query ChannelTroubles {
    channels(first: 200, isActive: true) { edges { node { id _id name trouble troubleAt hearingTrouble hearingTroubleAt lastSuccessAt } } }
  }
`);

/** Sends a test message and answers what the provider said. */
export const TestChannelMutation = graphql(`
  mutation TestChannel($id: ID!, $address: String!) { testChannel(id: $id, address: $address) }
`);

import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** A channel's health, and the viewer's addresses for a test. */
export const ChannelHealthQuery = graphql(`
  query ChannelHealth($id: ID!) {
    channel(id: $id) { id trouble troubleAt troubleDetail hearingTrouble hearingTroubleAt hearingTroubleDetail lastSuccessAt lastFailureAt lastFailure lastFailureDetail addressesPeople addressKinds testReaches callbackUrl publicUrl isActive channelType { id identifier } }
    personDataTypes(first: 200, isActive: true) { edges { node { id fieldType } } }
  }
`);

export type ChannelHealth = NonNullable<ResultOf<typeof ChannelHealthQuery>['channel']>;

/** The health of the channels in use. */
export const ChannelTroublesQuery = graphql(`
  query ChannelTroubles {
    channels(first: 200, isActive: true) { edges { node { id _id name trouble troubleAt hearingTrouble hearingTroubleAt lastSuccessAt } } }
  }
`);

export const TestChannelMutation = graphql(`
  mutation TestChannel($id: ID!, $address: String!) { testChannel(id: $id, address: $address) }
`);

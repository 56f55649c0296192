import { graphql } from '#web/lib/gql.ts';

export const ChannelProvidersQuery = graphql(`
  query ChannelProviders {
    channelProviders { identifier channelType label fields }
    channelTypes(first: 100) { edges { node { id _id identifier name isActive } } }
  }
`);

/** The channels with their types, and whether they address people. */
export const AddressingChannelsQuery = graphql(`
  query AddressingChannels {
    channels(first: 200, isActive: true) {
      edges { node { id addressesPeople channelType { id identifier name } } }
    }
  }
`);

export const PhoneReadingQuery = graphql(`
  query PhoneReading($number: String!, $isMobile: Boolean) {
    phoneReading(number: $number, isMobile: $isMobile) { number display remarks }
  }
`);

import { graphql } from '#web/lib/gql.ts';

/** The providers that channels can send over, and the identifiers by which channel types are told apart. */
export const ChannelProvidersQuery = graphql(`
  query ChannelProviders {
    channelProviders { identifier channelType label fields }
    channelTypes(first: 100) { edges { node { id _id identifier name isActive } } }
  }
`);

/** The channels with whether they reach people, and their types. */
export const AddressingChannelsQuery = graphql(`
  query AddressingChannels {
    channels(first: 200, isActive: true) {
      edges { node { id addressesPeople channelType { id identifier name } } }
    }
  }
`);

/** How a telephone number would be read if it were stored. */
export const PhoneReadingQuery = graphql(`
  query PhoneReading($number: String!, $isMobile: Boolean) {
    phoneReading(number: $number, isMobile: $isMobile) { number display remarks }
  }
`);

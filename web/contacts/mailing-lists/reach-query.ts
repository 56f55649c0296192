import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ChannelTypeFields } from '#web/messages/queries.ts';

/** The people a list would reach now: unreachable ones and the others, each in pages. */
export const ListReachQuery = graphql(
  `
  query MailingListReach($list: ID!, $first: Int!, $missed: Int!) {
    mailingListReach(list: $list) {
      total
      reached
      inactive
      channels { reached channelType { ...ChannelTypeFields _id name } }
      limits { needed available feasible group { _id name } }
      missed: people(first: $missed, isReached: false) {
        person { _id firstName lastName title }
        via
        channels { reason channelType { _id name } }
      }
      people(first: $first, isReached: true) {
        person { _id firstName lastName title }
        via
        priority
        channels { targetAddress reason channelType { _id name identifier } }
      }
    }
  }
`,
  [ChannelTypeFields],
);

export type ListReach = ResultOf<typeof ListReachQuery>['mailingListReach'];

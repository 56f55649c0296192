import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** A page of the security log, newest entry first. */
export const SecurityEntriesQuery = graphql(`
  query SecurityEntries(
    $first: Int!, $after: String, $search: String, $kind: String, $user: ID, $network: String, $from: DateTime, $to: DateTime
  ) {
    securityEntries(
      first: $first, after: $after, search: $search, kind: $kind, user: $user, network: $network, from: $from, to: $to
    ) {
      totalCount
      pageInfo { endCursor }
      edges {
        node {
          id at lastAt count kind apiKey network what detail subjectType subjectId subjectName
          by { id _id firstName lastName }
        }
      }
    }
  }
`);

export type SecurityEntry = ResultOf<typeof SecurityEntriesQuery>['securityEntries']['edges'][number]['node'];

/** The users named in the security log. */
export const SecurityUsersQuery = graphql(`
  query SecurityUsers { securityUsers { id _id firstName lastName } }
`);

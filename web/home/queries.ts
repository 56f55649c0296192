import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The running events with their newest reports, for seeing how the activation goes. */
export const RunningQuery = graphql(
  `
  query Running {
    any: events(first: 1, eventStatus: ["published", "archived"]) { totalCount }
    events(first: 50, isRunning: true) {
      edges {
        node {
          ...EventFields
          stayedInside
          reports(first: 10) {
            edges {
              node {
                id
                _id
                title
                reportType { id identifier }
                answers { positive negative neutral none late goal functions unfilled missing }
                messages(last: 10) { edges { node { id status requestAnswer } } }
              }
            }
          }
        }
      }
    }
  }
`,
  [EventFields],
);

/** A running event with its newest reports. */
export type RunningEvent = ResultOf<typeof RunningQuery>['events']['edges'][number]['node'];

/** What waits for the signed-in user. */
export const WaitingQuery = graphql(`
  query Waiting {
    waiting {
      drafts { id _id title insertedAt reportType { id name identifier } event { id _id name mode } }
      releases {
        id
        _id
        title
        channel { id name }
        report { id _id event { id _id name mode } }
        insertedBy { id firstName lastName }
      }
      usersToApprove
      repliesWithoutEvent
      overdueSituationReports { id _id name mode }
      situationReports { id _id number status insertedBy { id firstName lastName } event { id _id name mode } }
    }
  }
`);

/** What waits for the signed-in user. */
export type WaitingThings = ResultOf<typeof WaitingQuery>['waiting'];

/** How ready the installation is. */
export const ReadinessQuery = graphql(`
  query Readiness { readiness { key done count names } }
`);

/** One thing that an installation needs before it can be relied on. */
export type ReadinessCheck = ResultOf<typeof ReadinessQuery>['readiness'][number];

import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** Loads the running events and the progress of their alarms for offline use. */
export const OfflineEventsQuery = graphql(
  `
  query OfflineEvents {
    events(first: 10, isRunning: true) {
      edges {
        node {
          ...EventFields
          stayedInside
          activations(first: 1) {
            edges {
              node {
                id
                _id
                title
                insertedAt
                answers {
                  positive
                  negative
                  neutral
                  none
                  late
                  stranded
                  isWithheld
                  goal
                  functions
                  filled
                  unfilled
                  missing
                  rollCall { safe needsHelp notHeard }
                  limits { group { id name } needed reached contacted remaining stranded state }
                }
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

/** A running event with its newest alarm. */
export type OfflineEvent = ResultOf<typeof OfflineEventsQuery>['events']['edges'][number]['node'];

/** Loads the crisis team with functions and phone numbers. */
export const OfflineTeamQuery = graphql(`
  query OfflineTeam {
    people(first: 300, isActive: true, isCrisis: true) {
      totalCount
      edges {
        node {
          id
          firstName
          lastName
          title
          role: personData(keyFields: ["15"]) { _id display }
          phones: personData(fieldTypes: ["phone_mobile", "phone"]) { _id display valueStr keyField { _id name } }
          personGroup(first: 5) { edges { node { _id group { _id name } } } }
        }
      }
    }
  }
`);

/** A member of the crisis team. */
export type TeamMember = ResultOf<typeof OfflineTeamQuery>['people']['edges'][number]['node'];

/** Loads the prepared texts and the kinds of events. */
export const OfflineTextsQuery = graphql(`
  query OfflineTexts {
    snippets(first: 300, isActive: true) {
      totalCount
      edges { node { id name rawValue snippetType { id name } } }
    }
    eventTypes(first: 100, isActive: true) { edges { node { id name identifier } } }
  }
`);

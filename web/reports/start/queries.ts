import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** Loads the kinds of reports. */
export const ReportTypesQuery = graphql(`
  query ReportTypes {
    reportTypes(first: 200, isActive: true) { edges { node { id _id identifier name description requiresRelease icon { id contentUrl } } } }
  }
`);

/** Loads the running events and the event that the user comes from. */
export const OpenEventsQuery = graphql(
  `
  query OpenEvents($from: ID!, $hasFrom: Boolean!) {
    running: events(first: 100, isRunning: true) { edges { node { ...EventFields alerted } } }
    from: event(id: $from) @include(if: $hasFrom) { ...EventFields alerted }
  }
`,
  [EventFields],
);

/** An event, and whether it alerted anyone. */
export type OpenEvent = ResultOf<typeof OpenEventsQuery>['running']['edges'][number]['node'];

/** Prepares a communication for review. */
export const CreateCommunicationMutation = graphql(`
  mutation CreateCommunication($input: CreateActivationInput!, $key: String) {
    createCommunication(input: $input, key: $key) { id _id event { id _id } }
  }
`);

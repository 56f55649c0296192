import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The kinds of reports. */
export const ReportTypesQuery = graphql(`
  query ReportTypes {
    reportTypes(first: 200, isActive: true) { edges { node { id _id identifier name description requiresRelease icon { id contentUrl } } } }
  }
`);

/** The events that run, and the one that somebody comes from. */
export const OpenEventsQuery = graphql(
  `
  query OpenEvents($from: ID!, $hasFrom: Boolean!) {
    running: events(first: 100, isRunning: true) { edges { node { ...EventFields alerted } } }
    from: event(id: $from) @include(if: $hasFrom) { ...EventFields alerted }
  }
`,
  [EventFields],
);

/** An event that something can be sent in, and whether it alerted anybody. */
export type OpenEvent = ResultOf<typeof OpenEventsQuery>['running']['edges'][number]['node'];

/** Makes a communication ready to be looked over. */
export const CreateCommunicationMutation = graphql(`
  mutation CreateCommunication($input: CreateActivationInput!, $key: String) {
    createCommunication(input: $input, key: $key) { id _id event { id _id } }
  }
`);

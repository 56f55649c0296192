import { graphql } from '#web/lib/gql.ts';

/** Asks nobody further for a report. */
export const StopAskingMutation = graphql(`
  mutation StopAsking($report: ID!) { stopAsking(report: $report) { id } }
`);

/** Records that somebody is there, or takes it back. */
export const RecordArrivalMutation = graphql(`
  mutation RecordArrival($recipient: ID!, $arrived: Boolean!) {
    recordArrival(recipient: $recipient, arrived: $arrived) { id }
  }
`);

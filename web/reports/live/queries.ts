import { graphql } from '#web/lib/gql.ts';

/** Stops asking further people for a report. */
export const StopAskingMutation = graphql(`
  mutation StopAsking($report: ID!) { stopAsking(report: $report) { id } }
`);

/** Records that a person has arrived, or undoes that. */
export const RecordArrivalMutation = graphql(`
  mutation RecordArrival($recipient: ID!, $arrived: Boolean!) {
    recordArrival(recipient: $recipient, arrived: $arrived) { id }
  }
`);

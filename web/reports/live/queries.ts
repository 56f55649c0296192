import { graphql } from '#web/lib/gql.ts';

export const StopAskingMutation = graphql(`
  mutation StopAsking($report: ID!) { stopAsking(report: $report) { id } }
`);

export const RecordArrivalMutation = graphql(`
  mutation RecordArrival($recipient: ID!, $arrived: Boolean!) {
    recordArrival(recipient: $recipient, arrived: $arrived) { id }
  }
`);

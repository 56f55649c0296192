import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ReportRowFields } from '#web/reports/queries.ts';
import { EventFields } from './queries.ts';

/** One event with what its page shows above the log; its newest reports among it. */
export const EventQuery = graphql(
  `
  query Event($id: ID!, $reports: Int!) {
    event(id: $id) {
      ...EventFields
      insertedAt
      insertedBy { id firstName lastName }
      situationReports(first: 1) { totalCount }
      reports(first: $reports) {
        edges { node { ...ReportRowFields } }
        totalCount
      }
    }
  }
`,
  [EventFields, ReportRowFields],
);

/** An event as its page shows it. */
export type EventDetails = NonNullable<ResultOf<typeof EventQuery>['event']>;

import { EventFields } from '#web/events/queries.ts';
import { graphql } from '#web/lib/gql.ts';

/** A page of an event's situation reports, newest first. */
export const SituationReportsQuery = graphql(
  `
  query SituationReports($event: ID!, $first: Int!) {
    event(id: $event) { ...EventFields }
    situationReports(event: $event, first: $first) {
      edges {
        node { id _id number status createdAt mailSentAt insertedBy { id firstName lastName } approvedBy { id firstName lastName } }
      }
      totalCount
    }
  }
`,
  [EventFields],
);

/** The events whose situation reports can be looked at. */
export const EventsToChooseQuery = graphql(
  `
  query EventsToChoose {
    events(first: 100, eventStatus: ["draft", "published"]) { edges { node { ...EventFields } } }
  }
`,
  [EventFields],
);

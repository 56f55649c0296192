import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ReportRowFields } from '#web/reports/queries.ts';
import { TaskFields } from './tasks/queries.ts';

const EventPageFields = graphql(
  `
  fragment EventPageFields on Event @_unmask {
    ...EventFields
    alerted
    stayedInside
    insertedAt
    openReplies
    insertedBy { id firstName lastName }
    location { id description coordinates }
    situationReports(first: 1) { totalCount }
    situationReportDueAt
    knownAt
    tasks(first: 200) {
      edges { node { ...TaskFields } }
      totalCount
    }
    activations(first: 20) {
      edges {
        node {
          id
          _id
          allClearAt
          place
          location { id name }
          eventType { id }
          answers { none goal stranded functions unfilled missing }
          messages(last: 20) { edges { node { id status messageResult { sent delivered read failed expired } } } }
        }
      }
    }
    reports(first: 10) {
      edges { node { ...ReportRowFields } }
      totalCount
    }
  }
`,
  [EventFields, ReportRowFields, TaskFields],
);

/** One event with the data of its page. */
export const EventQuery = graphql(
  `
  query Event($id: ID!) { event(id: $id) { ...EventPageFields } }
`,
  [EventPageFields],
);

/** The same as a subscription: immediately, and after each change of the event, its log or its reports. */
export const EventPageChanged = graphql(
  `
  subscription EventPageChanged($id: ID!) { eventChanged(id: $id) { ...EventPageFields } }
`,
  [EventPageFields],
);

/** An event on its page. */
export type EventDetails = NonNullable<ResultOf<typeof EventQuery>['event']>;

/** Ends a running event. */
export const FinishEventMutation = graphql(`
  mutation FinishEvent($id: ID!) { finishEvent(id: $id) { id alerted } }
`);

/** Reopens a finished event. */
export const ContinueEventMutation = graphql(`
  mutation ContinueEvent($id: ID!) { continueEvent(id: $id) { id } }
`);

/** Archives an event. */
export const ArchiveEventMutation = graphql(`
  mutation ArchiveEvent($id: ID!) { archiveEvent(id: $id) { id } }
`);

/** Restores an archived event. */
export const RestoreEventMutation = graphql(`
  mutation RestoreEvent($id: ID!) { restoreEvent(id: $id) { id } }
`);

/** Deletes an event. */
export const DeleteEventMutation = graphql(`
  mutation DeleteEvent($id: ID!) { deleteEvent(id: $id) { id } }
`);

/** The valid monitor links of an event. */
export const MonitorLinksQuery = graphql(`
  query MonitorLinks($event: ID!) {
    monitorLinks(event: $event) { id _id insertedAt usedAt insertedBy { id firstName lastName } }
  }
`);

/** A monitor link of an event. */
export type MonitorLinkRow = ResultOf<typeof MonitorLinksQuery>['monitorLinks'][number];

/** Creates a monitor link; only this response contains its address. */
export const CreateMonitorLinkMutation = graphql(`
  mutation CreateMonitorLink($event: ID!) { createMonitorLink(event: $event) { address link { id } } }
`);

/** Revokes a monitor link immediately. */
export const RevokeMonitorLinkMutation = graphql(`
  mutation RevokeMonitorLink($id: ID!) { revokeMonitorLink(id: $id) { id } }
`);

import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ReportRowFields } from '#web/reports/queries.ts';
import { TaskFields } from './tasks/queries.ts';

/** One event with what its page shows above the log; its alarms and its newest reports among it. */
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

/** One event with what its page shows. */
export const EventQuery = graphql(
  `
  query Event($id: ID!) { event(id: $id) { ...EventPageFields } }
`,
  [EventPageFields],
);

/** The same, at once and whenever the event, its log or one of its reports changed. */
export const EventPageChanged = graphql(
  `
  subscription EventPageChanged($id: ID!) { eventChanged(id: $id) { ...EventPageFields } }
`,
  [EventPageFields],
);

/** An event as its page shows it. */
export type EventDetails = NonNullable<ResultOf<typeof EventQuery>['event']>;

/** Ends a running event. */
export const FinishEventMutation = graphql(`
  mutation FinishEvent($id: ID!) { finishEvent(id: $id) { id alerted } }
`);

/** Takes a finished event up again. */
export const ContinueEventMutation = graphql(`
  mutation ContinueEvent($id: ID!) { continueEvent(id: $id) { id } }
`);

/** Puts an event into the archive. */
export const ArchiveEventMutation = graphql(`
  mutation ArchiveEvent($id: ID!) { archiveEvent(id: $id) { id } }
`);

/** Takes an event out of the archive. */
export const RestoreEventMutation = graphql(`
  mutation RestoreEvent($id: ID!) { restoreEvent(id: $id) { id } }
`);

/** Deletes an event. */
export const DeleteEventMutation = graphql(`
  mutation DeleteEvent($id: ID!) { deleteEvent(id: $id) { id } }
`);

/** The links to an event's monitor that hold. */
export const MonitorLinksQuery = graphql(`
  query MonitorLinks($event: ID!) {
    monitorLinks(event: $event) { id _id insertedAt usedAt insertedBy { id firstName lastName } }
  }
`);

/** A link to an event's monitor. */
export type MonitorLinkRow = ResultOf<typeof MonitorLinksQuery>['monitorLinks'][number];

/** Makes a link to an event's monitor; its address is told this once. */
export const CreateMonitorLinkMutation = graphql(`
  mutation CreateMonitorLink($event: ID!) { createMonitorLink(event: $event) { address link { id } } }
`);

/** Ends a link to an event's monitor at once. */
export const RevokeMonitorLinkMutation = graphql(`
  mutation RevokeMonitorLink($id: ID!) { revokeMonitorLink(id: $id) { id } }
`);

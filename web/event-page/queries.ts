import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ReportRowFields } from '#web/reports/queries.ts';
import { TaskFields } from './tasks/queries.ts';

/** One event with what its page shows above the log; its newest reports among it. */
const EventPageFields = graphql(
  `
  fragment EventPageFields on Event @_unmask {
    ...EventFields
    alerted
    stayedInside
    insertedAt
    openReplies
    insertedBy { id firstName lastName }
    situationReports(first: 1) { totalCount }
    tasks(first: 200) {
      edges { node { ...TaskFields } }
      totalCount
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

/** A page of an event's log (newest or oldest first as the server keeps it). */
export const EventLogQuery = graphql(`
  query EventLog($id: ID!, $first: Int!, $after: String) {
    event(id: $id) {
      id
      logIntact
      log(first: $first, after: $after) {
        edges { node { id _id at text by { id firstName lastName } person { id firstName lastName } } }
        pageInfo { hasNextPage endCursor }
        totalCount
      }
    }
  }
`);

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

/** Adds a hand-written entry to an event's log. */
export const AddLogEntryMutation = graphql(`
  mutation AddLogEntry($event: ID!, $text: String!, $key: String!) {
    addLogEntry(event: $event, text: $text, key: $key) { id }
  }
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

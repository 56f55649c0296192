import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** A page of an event's situation reports, newest first. */
export const SituationReportsQuery = graphql(
  `
  query SituationReports($event: ID!, $first: Int!) {
    event(id: $event) { ...EventFields }
    situationReports(event: $event, first: $first) {
      edges {
        node { id _id number status createdAt mailSentAt mailed { total sent failed } insertedBy { id firstName lastName } approvedBy { id firstName lastName } }
      }
      totalCount
    }
  }
`,
  [EventFields],
);

/** The events whose situation reports the viewer may read, each with its newest one. */
export const EventsToChooseQuery = graphql(
  `
  query EventsToChoose {
    events(first: 100, eventStatus: ["draft", "published"]) {
      edges { node { ...EventFields situationReports(first: 1) { edges { node { id _id number status } } totalCount } } }
    }
  }
`,
  [EventFields],
);

/** An event for a new situation report. */
export type EventToChoose = ResultOf<typeof EventsToChooseQuery>['events']['edges'][number]['node'];

/** The data of a situation report's page. */
export const SituationReportFields = graphql(`
  fragment SituationReportFields on SituationReport @_unmask {
    id
    _id
    number
    status
    version
    data
    template
    createdAt
    submittedAt
    decidedAt
    rejectReason
    mailSentAt
    pdfUrl
    mailed { total sent failed }
    attachments { id name size contentUrl }
    discardedAt
    discardedBy { id firstName lastName }
    previous { id number data }
    insertedBy { id firstName lastName }
    submittedBy { id firstName lastName }
    approvedBy { id firstName lastName }
    event { id _id name mode eventStatus { id identifier } }
  }
`);

/** A situation report on its page. */
export type SituationReportRow = ResultOf<typeof SituationReportFields>;

/** One situation report. */
export const SituationReportQuery = graphql(
  `query SituationReport($id: ID!) { situationReport(id: $id) { ...SituationReportFields } }`,
  [SituationReportFields],
);

/** Starts a situation report. */
export const CreateSituationReportMutation = graphql(`
  mutation CreateSituationReport($event: ID!) { createSituationReport(input: { event: $event }) { id _id number } }
`);

/** Saves fields of a situation report. */
export const UpdateSituationReportMutation = graphql(
  `
  mutation UpdateSituationReport($input: UpdateSituationReportInput!) {
    updateSituationReport(input: $input) { ...SituationReportFields }
  }
`,
  [SituationReportFields],
);

/** Refreshes the facts. */
export const RefreshFactsMutation = graphql(
  `mutation RefreshFacts($id: ID!) { refreshSituationReportFacts(id: $id) { ...SituationReportFields } }`,
  [SituationReportFields],
);

/** Submits a report for approval. */
export const SubmitSituationReportMutation = graphql(`
  mutation SubmitSituationReport($id: ID!) { submitSituationReport(id: $id) { id status } }
`);

/** Withdraws a report from review. */
export const WithdrawSituationReportMutation = graphql(`
  mutation WithdrawSituationReport($id: ID!) { withdrawSituationReport(id: $id) { id status } }
`);

/** Discards the displayed version permanently. */
export const DiscardSituationReportMutation = graphql(`
  mutation DiscardSituationReport($id: ID!, $version: Int!) {
    discardSituationReport(id: $id, version: $version) { id status }
  }
`);

/** Attaches a file. */
export const AttachToSituationReportMutation = graphql(
  `
  mutation AttachToSituationReport($id: ID!, $file: Upload!) {
    attachToSituationReport(id: $id, file: $file) { ...SituationReportFields }
  }
`,
  [SituationReportFields],
);

/** Removes an attachment. */
export const DetachFromSituationReportMutation = graphql(
  `
  mutation DetachFromSituationReport($id: ID!, $file: ID!) {
    detachFromSituationReport(id: $id, file: $file) { ...SituationReportFields }
  }
`,
  [SituationReportFields],
);

/** A report's mail recipients with results. */
export const SituationReportMailsQuery = graphql(`
  query SituationReportMails($id: ID!, $first: Int!) {
    situationReportMails(id: $id, first: $first) {
      edges {
        node { id status way reason sentAt person { id firstName lastName } channel { id name } }
      }
      totalCount
    }
  }
`);

/** Approves the displayed version. */
export const ApproveSituationReportMutation = graphql(`
  mutation ApproveSituationReport($id: ID!, $version: Int!) {
    approveSituationReport(id: $id, version: $version) { id status }
  }
`);

/** Rejects a report with a reason. */
export const RejectSituationReportMutation = graphql(`
  mutation RejectSituationReport($id: ID!, $reason: String!, $version: Int!) {
    rejectSituationReport(id: $id, reason: $reason, version: $version) { id status }
  }
`);

/** Mails a report to lists. */
export const MailSituationReportMutation = graphql(`
  mutation MailSituationReport($id: ID!, $lists: [ID!]!) { mailSituationReport(id: $id, lists: $lists) { id status } }
`);

/** The people that lists would reach. */
export const MailingReachQuery = graphql(`
  query SituationReportReach($id: ID!, $lists: [ID!]!) {
    situationReportReach(id: $id, lists: $lists) { people already unreachable reachesNobody }
  }
`);

/** The lists of an event type, with their purposes. */
export const EventListsQuery = graphql(`
  query SituationReportLists($event: ID!) {
    event(id: $event) {
      id
      eventType { id mailingLists(first: 100) { edges { node { id name listType { id identifier } } } } }
    }
  }
`);

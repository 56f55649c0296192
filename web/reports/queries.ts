import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import {
  AnswerFields,
  ChannelTypeFields,
  FollowableFields,
  MessageFields,
  ReportTypeFields,
} from '#web/messages/queries.ts';
import { reportFieldsText, reportText } from './report-fields.ts';

/** The fields of a report in lists: its messages' progress and its answers as numbers. */
export const ReportRowFields = graphql(
  `
  fragment ReportRowFields on Report @_unmask {
    id
    _id
    title
    insertedAt
    insertedBy { id firstName lastName }
    reportType { ...ReportTypeFields }
    answers { positive negative neutral none late stranded figures { people } goal functions filled unfilled missing rollCall { safe needsHelp notHeard } }
    messages(last: 20) {
      edges {
        node {
          id
          _id
          status
          messageResult { total pending reserve sent delivered read failed suppressed skipped expired cancelled }
          requestAnswer
          recipientCount
          channel { id name channelType { ...ChannelTypeFields } }
        }
      }
    }
  }
`,
  [ChannelTypeFields, ReportTypeFields],
);

/** A report in a list. */
export type ReportRow = ResultOf<typeof ReportRowFields>;

/** Loads a page of an event's reports, newest first. */
export const ReportsQuery = graphql(
  `
  query Reports($event: ID!, $first: Int!) {
    event(id: $event) { ...EventFields }
    reports(event: $event, first: $first) {
      edges { node { ...ReportRowFields } }
      totalCount
    }
  }
`,
  [EventFields, ReportRowFields],
);

/** The fields of a report's page except the people. */
const ReportFields = graphql(reportFieldsText, [EventFields, MessageFields, FollowableFields]);

/** Loads one report with the fields of its page except the people. */
export const ReportQuery = graphql(reportText, [ReportFields]);

/** Sends the same data at once and on each change of the report, its messages or an answer. */
export const ReportChanged = graphql(
  `
  subscription ReportChanged($id: ID!) { reportChanged(id: $id) { ...ReportFields } }
`,
  [ReportFields],
);

/** A report with the fields of its page. */
export type ReportDetails = NonNullable<ResultOf<typeof ReportQuery>['report']>;
/** A message of a report. */
export type ReportMessage = ReportDetails['messages']['edges'][number]['node'];

/** Loads the recipients chosen for an unsent message, with the revision mark of the drafts. */
export const ChoiceQuery = graphql(`
  query Choice($message: ID!) {
    message(id: $message) {
      id
      seen
      messageLists(first: 200) { edges { node { id name } } }
      messageGroups(first: 200) { edges { node { id name } } }
      messagePeople(first: 1000) { edges { node { id firstName lastName } } totalCount }
    }
  }
`);

/** Loads a page of a report's recipients, each with deliveries and answers. */
export const ReportPeopleQuery = graphql(
  `
  query ReportPeople(
    $id: ID!
    $first: Int!
    $offset: Int!
    $order: ReportPeopleOrder!
    $group: ID
    $memberOf: ID
    $show: ReportPeopleFilter
    $search: String
  ) {
    report(id: $id) {
      id
      personAccess
      people(first: $first, offset: $offset, order: $order, group: $group, memberOf: $memberOf, show: $show, search: $search) {
        edges {
          node {
            person {
              id
              _id
              firstName
              lastName
              title
              role: personData(keyFields: ["15"]) { _id display }
              absence { _id until }
              phones: personData(fieldTypes: ["phone_mobile", "phone"]) { _id display valueStr keyField { _id name } }
            }
            functions { id name }
            answer { ...AnswerFields by { id firstName lastName } }
            needsHelpSince
            arrival { recipient state expectedAt overdueAt arrivedAt }
            recipients {
              id
              status
              statusReason
              maybeDuplicate
              crossedAllClear
              plannedAt
              targetAddress
              message { id _id handedOver channel { id name channelType { id identifier } } }
            }
          }
        }
        totalCount
      }
    }
  }
`,
  [AnswerFields],
);

/** A recipient of a report. */
export type ReportPersonRow = NonNullable<
  ResultOf<typeof ReportPeopleQuery>['report']
>['people']['edges'][number]['node'];

/** Switches whether people who aren't needed get a notice. */
export const SetStandDownMutation = graphql(`
  mutation SetStandDown($report: ID!, $on: Boolean!) {
    setStandDown(report: $report, on: $on) { id standDown { on at } }
  }
`);

/** Reports any change of a report. */
export const ReportStirred = graphql(`
  subscription ReportStirred($id: ID!) { reportChanged(id: $id) { id } }
`);

/** Loads a draft's incident details and the places to choose from, last used first. */
export const SaidQuery = graphql(`
  query Said($report: ID!) {
    report(id: $report) { id seen place description placeholders location { id } eventType { id name identifier } }
    eventPlaces { id name address icon { id contentUrl } }
  }
`);

/** Loads the channels available to a report. */
export const ChannelsQuery = graphql(
  `
  query ReportChannels {
    channels(first: 200, isActive: true) {
      edges {
        node {
          id
          _id
          name
          description
          identifier
          addressesPeople
          addressKinds
          feedFields
          channelType { ...ChannelTypeFields allowMoreMessage }
        }
      }
    }
  }
`,
  [ChannelTypeFields],
);

/** Prepares an activation for review: event, report, one draft message per channel. */
export const CreateActivationMutation = graphql(`
  mutation CreateActivation($input: CreateActivationInput!, $key: String) {
    createActivation(input: $input, key: $key) { id _id event { id _id } }
  }
`);

/** Creates a draft with the same text and recipients. */
export const CopyReportMutation = graphql(`
  mutation CopyReport($id: ID!) { copyReport(id: $id) { id _id event { id _id } } }
`);

/** Creates the draft of the all-clear for all recipients of an event's activations. */
export const CreateAllClearMutation = graphql(`
  mutation CreateAllClear($event: ID!) { createAllClear(event: $event) { id _id event { id _id } } }
`);

/** Changes a report's text, incident details, answers or answer deadline. */
export const UpdateReportMutation = graphql(`
  mutation UpdateReport($input: UpdateReportInput!) { updateReport(input: $input) { id title content } }
`);

/** Deletes an unsent report; on request only if it is untouched. */
export const DeleteReportMutation = graphql(`
  mutation DeleteReport($id: ID!, $ifUntouched: Boolean) { deleteReport(id: $id, ifUntouched: $ifUntouched) { id } }
`);

/** Adds a draft message per channel, for the given recipients or those of the newest message. */
export const AddChannelsMutation = graphql(`
  mutation AddChannels($report: ID!, $channels: [ID!]!, $lists: [ID!], $groups: [ID!], $people: [ID!], $forGroup: ID, $key: String) {
    addReportChannels(
      report: $report
      channels: $channels
      lists: $lists
      groups: $groups
      people: $people
      forGroup: $forGroup
      key: $key
    ) { id messages { edges { node { id status channel { id } } } } }
  }
`);

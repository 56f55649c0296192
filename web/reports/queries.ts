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

/** For lists: progress and answers as numbers. */
export const ReportRowFields = graphql(
  `
  fragment ReportRowFields on Report @_unmask {
    id
    _id
    title
    insertedAt
    insertedBy { id firstName lastName }
    reportType { ...ReportTypeFields }
    answers { positive negative neutral none late stranded isWithheld goal functions filled unfilled missing rollCall { safe needsHelp notHeard } }
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

/** Everything except the people. */
const ReportFields = graphql(reportFieldsText, [EventFields, MessageFields, FollowableFields]);

export const ReportQuery = graphql(reportText, [ReportFields]);

/** Sends the same data on each change. */
export const ReportChanged = graphql(
  `
  subscription ReportChanged($id: ID!) { reportChanged(id: $id) { ...ReportFields } }
`,
  [ReportFields],
);

export type ReportDetails = NonNullable<ResultOf<typeof ReportQuery>['report']>;
/** A message of a report. */
export type ReportMessage = ReportDetails['messages']['edges'][number]['node'];

/** Loads the chosen recipients with the revision mark. */
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

/** Loads a page of recipients. */
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

export const SetStandDownMutation = graphql(`
  mutation SetStandDown($report: ID!, $on: Boolean!) {
    setStandDown(report: $report, on: $on) { id standDown { on at } }
  }
`);

/** Reports any change of a report. */
export const ReportStirred = graphql(`
  subscription ReportStirred($id: ID!) { reportChanged(id: $id) { id } }
`);

/** Loads incident details and places, last used first. */
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

export const CreateActivationMutation = graphql(`
  mutation CreateActivation($input: CreateActivationInput!, $key: String) {
    createActivation(input: $input, key: $key) { id _id event { id _id } }
  }
`);

export const CopyReportMutation = graphql(`
  mutation CopyReport($id: ID!) { copyReport(id: $id) { id _id event { id _id } } }
`);

export const CreateAllClearMutation = graphql(`
  mutation CreateAllClear($event: ID!) { createAllClear(event: $event) { id _id event { id _id } } }
`);

export const UpdateReportMutation = graphql(`
  mutation UpdateReport($input: UpdateReportInput!) { updateReport(input: $input) { id title content } }
`);

/** Deletes an unsent report, on request only if untouched. */
export const DeleteReportMutation = graphql(`
  mutation DeleteReport($id: ID!, $ifUntouched: Boolean) { deleteReport(id: $id, ifUntouched: $ifUntouched) { id } }
`);

/** Adds a draft per channel, for the given recipients or the newest message's. */
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

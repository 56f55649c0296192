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

/** What lists show of a report: its messages' progress and its answers as numbers. */
export const ReportRowFields = graphql(
  `
  fragment ReportRowFields on Report @_unmask {
    id
    _id
    title
    insertedAt
    insertedBy { id firstName lastName }
    reportType { ...ReportTypeFields }
    answers { positive negative neutral none late stranded goal functions filled unfilled missing }
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

/** A report as lists show it. */
export type ReportRow = ResultOf<typeof ReportRowFields>;

/** A page of an event's reports, newest first. */
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

/** Everything that a report's page shows beside the people. */
const ReportFields = graphql(reportFieldsText, [EventFields, MessageFields, FollowableFields]);

/** One report with everything its page shows beside the people. */
export const ReportQuery = graphql(reportText, [ReportFields]);

/** The same, at once and whenever the report, one of its messages or an answer changed. */
export const ReportChanged = graphql(
  `
  subscription ReportChanged($id: ID!) { reportChanged(id: $id) { ...ReportFields } }
`,
  [ReportFields],
);

/** A report as its page shows it. */
export type ReportDetails = NonNullable<ResultOf<typeof ReportQuery>['report']>;
/** A message of it. */
export type ReportMessage = ReportDetails['messages']['edges'][number]['node'];

/** Whom the author chose for a message that was not sent yet, with the mark of the drafts. */
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

/** A page of the people a report went to, each with what reached them and what they answered. */
export const ReportPeopleQuery = graphql(
  `
  query ReportPeople(
    $id: ID!
    $first: Int!
    $offset: Int!
    $order: ReportPeopleOrder!
    $group: ID
    $show: ReportPeopleFilter
    $search: String
  ) {
    report(id: $id) {
      id
      people(first: $first, offset: $offset, order: $order, group: $group, show: $show, search: $search) {
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
            answer { ...AnswerFields }
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

/** Someone a report went to. */
export type ReportPersonRow = NonNullable<
  ResultOf<typeof ReportPeopleQuery>['report']
>['people']['edges'][number]['node'];

/** Switches whether those who are not needed are told so. */
export const SetStandDownMutation = graphql(`
  mutation SetStandDown($report: ID!, $on: Boolean!) {
    setStandDown(report: $report, on: $on) { id standDown { on at } }
  }
`);

/** Says that something about a report changed. */
export const ReportStirred = graphql(`
  subscription ReportStirred($id: ID!) { reportChanged(id: $id) { id } }
`);

/** What a draft says about where and what exactly, and the places to choose from, the last used first. */
export const SaidQuery = graphql(`
  query Said($report: ID!) {
    report(id: $report) { id seen place description placeholders location { id } eventType { id name identifier } }
    eventPlaces { id name address icon { id contentUrl } }
  }
`);

/** The channels a report can leave by. */
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

/** Makes an activation ready to be looked over: event, report, one draft message per channel. */
export const CreateActivationMutation = graphql(`
  mutation CreateActivation($input: CreateActivationInput!, $key: String) {
    createActivation(input: $input, key: $key) { id _id event { id _id } }
  }
`);

/** A new draft that says the same to the same. */
export const CopyReportMutation = graphql(`
  mutation CopyReport($id: ID!) { copyReport(id: $id) { id _id event { id _id } } }
`);

/** The draft of the all-clear for everyone an event's activations reached. */
export const CreateAllClearMutation = graphql(`
  mutation CreateAllClear($event: ID!) { createAllClear(event: $event) { id _id event { id _id } } }
`);

/** Changes a report's text, what it says about the event, its answers or until when they count. */
export const UpdateReportMutation = graphql(`
  mutation UpdateReport($input: UpdateReportInput!) { updateReport(input: $input) { id title content } }
`);

/** Throws a report away that was not sent; when asked so, only while nobody touched it. */
export const DeleteReportMutation = graphql(`
  mutation DeleteReport($id: ID!, $ifUntouched: Boolean) { deleteReport(id: $id, ifUntouched: $ifUntouched) { id } }
`);

/** Adds a draft message for each channel, to those who are named, else to whom the newest goes. */
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

import { graphql, type ResultOf } from '#web/lib/gql.ts';
import {
  channelTypeFieldsText,
  followableFieldsText,
  messageFieldsText,
  reportTypeFieldsText,
} from './message-fields.ts';

/** What the sign of a kind of channel shows. */
export const ChannelTypeFields = graphql(channelTypeFieldsText);

/** What the sign of a kind of report shows, and its name. */
export const ReportTypeFields = graphql(reportTypeFieldsText);

/** What every place that shows a message needs of it. */
export const MessageFields = graphql(messageFieldsText, [ChannelTypeFields]);

/** A message as lists show it. */
export type MessageRow = ResultOf<typeof MessageFields>;

/** What is shown of someone's answer. */
export const AnswerFields = graphql(`
  fragment AnswerFields on Answer @_unmask {
    option { code label kind askMinutes }
    minutes
    text
    source
    at
    late
  }
`);

/** An answer as lists show it. */
export type AnswerRow = ResultOf<typeof AnswerFields>;

/** What is shown of one recipient. */
export const RecipientFields = graphql(
  `
  fragment RecipientFields on MessageRecipient @_unmask {
    id
    _id
    targetAddress
    status
    statusReason
    plannedAt
    attempts
    maybeDuplicate
    crossedAllClear
    sentAt
    deliveredAt
    via
    person { id _id firstName lastName title }
    answer { ...AnswerFields }
  }
`,
  [AnswerFields],
);

/** A recipient as lists show it. */
export type RecipientRow = ResultOf<typeof RecipientFields>;

/** How far a message is, for asking again and again while there is no live connection. */
export const MessageStatusQuery = graphql(`
  query MessageStatus($id: ID!) {
    messageStatus(id: $id) {
      status
      messageResult { total pending reserve sent delivered read failed suppressed skipped expired cancelled }
      report { answers { positive negative neutral none late } }
    }
  }
`);

/** What decides whether a report can be corrected or added to, or the all-clear given for it. */
export const FollowableFields = graphql(followableFieldsText, [ReportTypeFields]);

/** A report that may be followed by another. */
export type Followable = ResultOf<typeof FollowableFields>;

/** Makes the draft of a correction, an all-clear or one more message, to those who got the report. */
export const CreateFollowUpMutation = graphql(`
  mutation CreateFollowUp($report: ID!, $kind: FollowUpKind!) {
    createFollowUp(report: $report, kind: $kind) { id _id event { id _id } }
  }
`);

/** One message with everything its page shows beside the recipients. */
export const MessageQuery = graphql(
  `
  query Message($id: ID!) {
    message(id: $id) {
      ...MessageFields
      insertedAt
      releasedBy { id firstName lastName }
      messageLists { edges { node { id _id name } } }
      report {
        ...FollowableFields
        title
        follows { id }
        answers { unfilled }
        answerOptions { code label kind askMinutes }
        event { id _id name mode isRunning }
      }
    }
  }
`,
  [MessageFields, FollowableFields],
);

/** A page of a message's recipients. */
export const RecipientsQuery = graphql(
  `
  query Recipients($id: ID!, $first: Int!, $after: String, $status: [RecipientStatus!], $answered: Boolean, $search: String) {
    message(id: $id) {
      id
      messageRecipients(first: $first, after: $after, status: $status, answered: $answered, search: $search) {
        edges { node { ...RecipientFields } }
        pageInfo { hasNextPage endCursor }
        totalCount
      }
    }
  }
`,
  [RecipientFields],
);

/** Says that a message's status or recipients changed. */
export const MessageChanged = graphql(`
  subscription MessageChanged($id: ID!) { messageChanged(id: $id) { id } }
`);

/** How the budget of this month stands. */
export const BudgetQuery = graphql(`
  query Budget { budget { limit spent currency percent state } }
`);

/** Stops a message: nothing that has not left yet leaves any more. */
export const StopMessageMutation = graphql(`
  mutation StopMessage($id: ID!) { stopMessage(id: $id) { id status } }
`);

/** Tries the recipients again that could not be reached. */
export const RetryFailedMutation = graphql(`
  mutation RetryFailed($message: ID!, $launchKey: String!) {
    retryFailedRecipients(message: $message, launchKey: $launchKey) { id status }
  }
`);

/** Lets a message go that waits for a second pair of eyes. */
export const ReleaseMessageMutation = graphql(`
  mutation ReleaseMessage($id: ID!) { releaseMessage(id: $id) { id status messageResult { error } } }
`);

/** Sends a message back to its author with a reason. */
export const RejectMessageMutation = graphql(`
  mutation RejectMessage($id: ID!, $reason: String!) { rejectMessage(id: $id, reason: $reason) { id status } }
`);

/** Takes a message away that was not sent. */
export const DeleteMessageMutation = graphql(`
  mutation DeleteMessage($id: ID!) { deleteMessage(id: $id) { id } }
`);

/** Brings a message back that was taken away, as it was. */
export const RestoreMessageMutation = graphql(`
  mutation RestoreMessage($id: ID!) { restoreMessage(id: $id) { id } }
`);

/** Changes a message that was not sent yet. */
export const UpdateMessageMutation = graphql(`
  mutation UpdateMessage($input: UpdateMessageInput!) { updateMessage(input: $input) { id title content } }
`);

/** Chooses whom all drafts of a report go to that are for the same function, or for none. */
export const SetRecipientsMutation = graphql(`
  mutation SetRecipients($report: ID!, $lists: [ID!], $groups: [ID!], $people: [ID!], $forGroup: ID) {
    setReportRecipients(report: $report, lists: $lists, groups: $groups, people: $people, forGroup: $forGroup) { id }
  }
`);

/** Says for which function drafts of a report are that were for another, or for none. */
export const SetFunctionMutation = graphql(`
  mutation SetFunction($report: ID!, $from: ID, $to: ID) { setReportFunction(report: $report, from: $from, to: $to) { id } }
`);

/** Records an answer that someone gave by phone or in person. */
export const RecordAnswerMutation = graphql(`
  mutation RecordAnswer($recipient: ID!, $option: String!, $minutes: Int, $text: String) {
    recordAnswer(recipient: $recipient, option: $option, minutes: $minutes, text: $text) { id }
  }
`);

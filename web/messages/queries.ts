import { graphql, type ResultOf } from '#web/lib/gql.ts';
import {
  channelTypeFieldsText,
  followableFieldsText,
  messageFieldsText,
  reportTypeFieldsText,
} from './message-fields.ts';

/** A channel type's sign. */
export const ChannelTypeFields = graphql(channelTypeFieldsText);

/** A report type's name and sign. */
export const ReportTypeFields = graphql(reportTypeFieldsText);

/** A message's common fields. */
export const MessageFields = graphql(messageFieldsText, [ChannelTypeFields]);

/** A message in lists. */
export type MessageRow = ResultOf<typeof MessageFields>;

/** An answer's displayed fields. */
export const AnswerFields = graphql(`
  fragment AnswerFields on Answer @_unmask {
    option { code label kind askMinutes safety }
    minutes
    text
    source
    at
    late
  }
`);

/** An answer in lists. */
export type AnswerRow = ResultOf<typeof AnswerFields>;

/** A recipient's displayed fields. */
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

/** A recipient in lists. */
export type RecipientRow = ResultOf<typeof RecipientFields>;

/** For polling without a live connection. */
export const MessageStatusQuery = graphql(`
  query MessageStatus($id: ID!) {
    messageStatus(id: $id) {
      status
      messageResult { total pending reserve sent delivered read failed suppressed skipped expired cancelled }
      report { answers { positive negative neutral none late } }
    }
  }
`);

/** Fields that decide about follow-ups. */
export const FollowableFields = graphql(followableFieldsText, [ReportTypeFields]);

/** A report that may have follow-ups. */
export type Followable = ResultOf<typeof FollowableFields>;

/** Creates a follow-up to the report's recipients. */
export const CreateFollowUpMutation = graphql(`
  mutation CreateFollowUp($report: ID!, $kind: FollowUpKind!) {
    createFollowUp(report: $report, kind: $kind) { id _id event { id _id } }
  }
`);

/** One message without recipients. */
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

export const MessageChanged = graphql(`
  subscription MessageChanged($id: ID!) { messageChanged(id: $id) { id } }
`);

/** This month's budget. */
export const BudgetQuery = graphql(`
  query Budget { budget { limit spent currency percent state } }
`);

/** Stops a message: nothing more leaves. */
export const StopMessageMutation = graphql(`
  mutation StopMessage($id: ID!) { stopMessage(id: $id) { id status } }
`);

export const RetryFailedMutation = graphql(`
  mutation RetryFailed($message: ID!, $launchKey: String!) {
    retryFailedRecipients(message: $message, launchKey: $launchKey) { id status }
  }
`);

export const ReleaseMessageMutation = graphql(`
  mutation ReleaseMessage($id: ID!, $waitingSince: DateTime) {
    releaseMessage(id: $id, waitingSince: $waitingSince) { id status messageResult { error } }
  }
`);

/** Returns a message to its author with a reason. */
export const RejectMessageMutation = graphql(`
  mutation RejectMessage($id: ID!, $reason: String!) { rejectMessage(id: $id, reason: $reason) { id status } }
`);

/** Deletes an unsent message. */
export const DeleteMessageMutation = graphql(`
  mutation DeleteMessage($id: ID!) { deleteMessage(id: $id) { id } }
`);

/** Restores a deleted message unchanged. */
export const RestoreMessageMutation = graphql(`
  mutation RestoreMessage($id: ID!) { restoreMessage(id: $id) { id } }
`);

/** Changes an unsent message. */
export const UpdateMessageMutation = graphql(`
  mutation UpdateMessage($input: UpdateMessageInput!) { updateMessage(input: $input) { id title content } }
`);

/** Sets the recipients of a report's drafts with the same function. */
export const SetRecipientsMutation = graphql(`
  mutation SetRecipients($report: ID!, $lists: [ID!], $groups: [ID!], $people: [ID!], $forGroup: ID) {
    setReportRecipients(report: $report, lists: $lists, groups: $groups, people: $people, forGroup: $forGroup) { id }
  }
`);

/** Sets or removes the function of a report's drafts. */
export const SetFunctionMutation = graphql(`
  mutation SetFunction($report: ID!, $from: ID, $to: ID) { setReportFunction(report: $report, from: $from, to: $to) { id } }
`);

export const RecordAnswerMutation = graphql(`
  mutation RecordAnswer($recipient: ID!, $option: String!, $minutes: Int, $text: String) {
    recordAnswer(recipient: $recipient, option: $option, minutes: $minutes, text: $text) { id }
  }
`);

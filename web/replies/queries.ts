import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { AnswerFields, ChannelTypeFields } from '#web/messages/queries.ts';

const ReplyFields = graphql(
  `
  fragment ReplyFields on Reply @_unmask {
    id
    _id
    version
    text
    from
    senders { id _id firstName lastName }
    at
    isOpen
    channel { id name channelType { ...ChannelTypeFields } }
    recipient { id person { id _id firstName lastName } message { id report { id title } } }
    answer { ...AnswerFields }
    assignedAt
    assignedBy { id firstName lastName }
    filedAt
    wish
    remark
    filedBy { id firstName lastName }
  }
`,
  [AnswerFields, ChannelTypeFields],
);

/** Something a person wrote back. */
export type ReplyRow = ResultOf<typeof ReplyFields>;

/** What people wrote about an event (or about none): what waits for an operator, or the rest; newest first. */
export const RepliesQuery = graphql(
  `
  query Replies($event: ID, $isOpen: Boolean!, $first: Int!) {
    replies(event: $event, isOpen: $isOpen, first: $first) {
      edges { node { ...ReplyFields } }
      totalCount
    }
  }
`,
  [ReplyFields],
);

/** The questions a reply may answer. */
export const SuggestionsQuery = graphql(`
  query ReplySuggestions($id: ID!, $search: String) {
    reply(id: $id) {
      id
      suggestions(search: $search) {
        sameAddress
        unanswered
        option
        minutes
        recipient {
          id
          person { id firstName lastName }
          answer { option { label } }
          message {
            id
            report { id title answerOptions { code label kind askMinutes } event { id name } }
          }
        }
      }
    }
  }
`);

/** A question that a reply may answer. */
export type Suggestion = NonNullable<ResultOf<typeof SuggestionsQuery>['reply']>['suggestions'][number];

/** Says that the inbox changed. */
export const RepliesChanged = graphql(`
  subscription RepliesChanged { repliesChanged }
`);

/** Records a reply as somebody's answer. */
export const AssignReplyMutation = graphql(`
  mutation AssignReply($id: ID!, $version: Int!, $recipient: ID!, $option: String!, $minutes: Int) {
    assignReply(id: $id, version: $version, recipient: $recipient, option: $option, minutes: $minutes) { id version }
  }
`);

/** Lays a reply aside. */
export const FileReplyMutation = graphql(`
  mutation FileReply($id: ID!, $version: Int!) { fileReply(id: $id, version: $version) { id version } }
`);

/** Puts a reply back into the inbox. */
export const ReopenReplyMutation = graphql(`
  mutation ReopenReply($id: ID!, $version: Int!) { reopenReply(id: $id, version: $version) { id version } }
`);

/** Receipts for messages that nobody knows, newest first. */
export const StrayReceiptsQuery = graphql(
  `
  query StrayReceipts($first: Int!) {
    strayReceipts(first: $first) {
      edges { node { _id externalId status reason receivedAt channel { id name channelType { ...ChannelTypeFields } } } }
      totalCount
    }
  }
`,
  [ChannelTypeFields],
);

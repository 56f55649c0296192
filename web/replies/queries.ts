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

export type ReplyRow = ResultOf<typeof ReplyFields>;

/** Replies to an event (or to none): open ones or the others; newest first. */
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

/** The questions that a reply may answer. */
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

export type Suggestion = NonNullable<ResultOf<typeof SuggestionsQuery>['reply']>['suggestions'][number];

/** Signals a change of the inbox. */
export const RepliesChanged = graphql(`
  subscription RepliesChanged { repliesChanged }
`);

/** Records a reply as a person's answer. */
export const AssignReplyMutation = graphql(`
  mutation AssignReply($id: ID!, $version: Int!, $recipient: ID!, $option: String!, $minutes: Int) {
    assignReply(id: $id, version: $version, recipient: $recipient, option: $option, minutes: $minutes) { id version }
  }
`);

/** Closes a reply without an answer. */
export const FileReplyMutation = graphql(`
  mutation FileReply($id: ID!, $version: Int!) { fileReply(id: $id, version: $version) { id version } }
`);

/** Reopens a reply. */
export const ReopenReplyMutation = graphql(`
  mutation ReopenReply($id: ID!, $version: Int!) { reopenReply(id: $id, version: $version) { id version } }
`);

/** Newest first. */
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

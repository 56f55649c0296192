import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { AnswerFields } from '#web/messages/queries.ts';

/** The recipients in the exercise mailbox, newest message first. */
export const ExercisePeopleQuery = graphql(`
  query ExercisePeople($search: String, $first: Int!) {
    exercisePeople(search: $search, first: $first) {
      edges { node { person { id _id firstName lastName } messages unread } }
      totalCount
    }
  }
`);

/** The name of a recipient. */
export const ExerciseOwnerQuery = graphql(`
  query ExerciseOwner($id: ID!) { person(id: $id) { id firstName lastName } }
`);

export const ExerciseMessageFields = graphql(
  `
  fragment ExerciseMessageFields on ExerciseMessage @_unmask {
    id
    _id
    kind
    address
    subject
    text
    html
    files { id name contentUrl }
    readAt
    insertedAt
    answerUrl
    answerOptions { code label kind askMinutes }
    answer { ...AnswerFields }
    person { id _id firstName lastName }
    user { id firstName lastName }
  }
`,
  [AnswerFields],
);

export type ExerciseMessage = ResultOf<typeof ExerciseMessageFields>;

/** A page of messages of one kind, for one person or for all, newest first. */
export const ExerciseMessagesQuery = graphql(
  `
  query ExerciseMessages($person: ID, $kind: String!, $first: Int!) {
    exerciseMessages(person: $person, kind: $kind, first: $first) {
      edges { node { ...ExerciseMessageFields } }
      totalCount
    }
  }
`,
  [ExerciseMessageFields],
);

export const ReadExerciseMessageMutation = graphql(`
  mutation ReadExerciseMessage($id: ID!) { readExerciseMessage(id: $id) { id readAt } }
`);

/** Answers for the recipient. */
export const AnswerExerciseMessageMutation = graphql(`
  mutation AnswerExerciseMessage($id: ID!, $option: String!, $minutes: Int) {
    answerExerciseMessage(id: $id, option: $option, minutes: $minutes) { id }
  }
`);

/** Signals a new or answered message. */
export const ExerciseChanged = graphql(`
  subscription ExerciseChanged { exerciseChanged }
`);

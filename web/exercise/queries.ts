import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { AnswerFields } from '#web/messages/queries.ts';

/** The people who got something in the exercise mailbox, those with the newest messages first. */
export const ExercisePeopleQuery = graphql(`
  query ExercisePeople($search: String, $first: Int!) {
    exercisePeople(search: $search, first: $first) {
      edges { node { person { id _id firstName lastName } messages unread } }
      totalCount
    }
  }
`);

/** The name of the person whose messages are shown. */
export const ExerciseOwnerQuery = graphql(`
  query ExerciseOwner($id: ID!) { person(id: $id) { id firstName lastName } }
`);

/** A message as the exercise mailbox keeps it. */
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

/** A message of the exercise mailbox. */
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

/** Marks a message as read. */
export const ReadExerciseMessageMutation = graphql(`
  mutation ReadExerciseMessage($id: ID!) { readExerciseMessage(id: $id) { id readAt } }
`);

/** Answers as the person who got the message. */
export const AnswerExerciseMessageMutation = graphql(`
  mutation AnswerExerciseMessage($id: ID!, $option: String!, $minutes: Int) {
    answerExerciseMessage(id: $id, option: $option, minutes: $minutes) { id }
  }
`);

/** Says that a message came or was answered. */
export const ExerciseChanged = graphql(`
  subscription ExerciseChanged { exerciseChanged }
`);

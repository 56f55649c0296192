import { AbsenceFields } from '#web/absences/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { AnswerFields, ChannelTypeFields } from '#web/messages/queries.ts';
import { PersonFormData } from './mutations.ts';

/** What a line about a person shows: name, function and how to reach them. */
export const PersonLine = graphql(`
  fragment PersonLine on Person @_unmask {
    id
    _id
    firstName
    lastName
    title
    isActive
    isCrisis
    absence { _id until }
    personData { _id valueStr display keyField { _id fieldType } }
  }
`);

/** A person as a line shows them. */
export type PersonLineData = ResultOf<typeof PersonLine>;

/** A page of all people. */
export const PeopleQuery = graphql(
  `
  query People($first: Int!, $isActive: Boolean, $isCrisis: Boolean, $suspectNumber: Boolean, $unreachable: Boolean) {
    people(first: $first, isActive: $isActive, isCrisis: $isCrisis, suspectNumber: $suspectNumber, unreachable: $unreachable) {
      totalCount
      edges { node { ...PersonLine } }
    }
  }
`,
  [PersonLine],
);

/** One person with all contact data, where they belong, and what was sent to them lately. */
export const PersonQuery = graphql(
  `
  query Person($id: ID!) {
    alarmChannelTypes { ...ChannelTypeFields name }
    person(id: $id) {
      ...PersonFormData
      isActive
      isErased
      optedOut
      channelOrder
      optOuts { channelType { id name } at way }
      deletionRequestedAt
      absence { _id until }
      absences { ...AbsenceFields }
      personGroup(first: 100) {
        edges {
          node {
            _id
            priorityAlert
            group { _id name breadcrumb { _id name } }
          }
        }
      }
      mailingLists(first: 100) { edges { node { _id name } } }
      messageRecipients(first: 20) {
        edges {
          node {
            _id
            status
            sentAt
            answer { ...AnswerFields }
            message {
              _id
              title
              requestAnswer
              channel { name channelType { ...ChannelTypeFields } }
              report { _id event { _id name mode } }
            }
          }
        }
      }
    }
  }
`,
  [AbsenceFields, AnswerFields, ChannelTypeFields, PersonFormData],
);

/** A type of channel over which people are alarmed. */
export type AlarmChannelType = ResultOf<typeof PersonQuery>['alarmChannelTypes'][number];

/** A person as their page shows them. */
export type PersonDetails = NonNullable<ResultOf<typeof PersonQuery>['person']>;

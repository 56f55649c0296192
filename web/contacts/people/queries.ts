import { AbsenceFields } from '#web/absences/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { AnswerFields, ChannelTypeFields } from '#web/messages/queries.ts';
import { PersonFormData } from './mutations.ts';

/** The data of a person's line: name, function, contact data. */
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

export type PersonLineData = ResultOf<typeof PersonLine>;

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

/** The ids of all people of the same filter. */
export const MatchingPeopleQuery = graphql(`
  query MatchingPeople($isActive: Boolean, $isCrisis: Boolean, $suspectNumber: Boolean, $unreachable: Boolean) {
    matchingPeople(isActive: $isActive, isCrisis: $isCrisis, suspectNumber: $suspectNumber, unreachable: $unreachable)
  }
`);

/** One person with all contact data, memberships and recent messages. */
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

export type AlarmChannelType = ResultOf<typeof PersonQuery>['alarmChannelTypes'][number];

export type PersonDetails = NonNullable<ResultOf<typeof PersonQuery>['person']>;

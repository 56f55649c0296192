import { graphql, type ResultOf } from '#web/lib/gql.ts';

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
    personData { _id valueStr display keyField { _id fieldType } }
  }
`);

/** A person as a line shows them. */
export type PersonLineData = ResultOf<typeof PersonLine>;

/** A page of all people. */
export const PeopleQuery = graphql(
  `
  query People($first: Int!, $isActive: Boolean, $isCrisis: Boolean) {
    people(first: $first, isActive: $isActive, isCrisis: $isCrisis) {
      totalCount
      edges { node { ...PersonLine } }
    }
  }
`,
  [PersonLine],
);

/** One person with all contact data and groups. */
export const PersonQuery = graphql(`
  query Person($id: ID!) {
    person(id: $id) {
      id
      _id
      firstName
      lastName
      title
      isActive
      isCrisis
      isEmailSent
      sendRegistrationMail
      personData {
        _id
        valueStr
        display
        keyField { _id name nameEn fieldType isPrivate }
      }
      personGroup(first: 100) {
        edges {
          node {
            _id
            priorityAlert
            group { _id name groupType { name } breadcrumb { _id name } }
          }
        }
      }
    }
  }
`);

/** A person as their page shows them. */
export type PersonDetails = NonNullable<ResultOf<typeof PersonQuery>['person']>;

import { PersonLine } from '#web/contacts/people/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { GroupFormData } from './mutations.ts';

export const GroupCardData = graphql(`
  fragment GroupCardData on Group @_unmask {
    id
    _id
    name
    description
    personTotal
    hasCrisis
    isActive
    groupType { _id name icon { contentUrl } }
    breadcrumb { _id name }
    children(first: 50) { edges { node { _id name personTotal } } }
  }
`);

export type GroupCardRow = ResultOf<typeof GroupCardData>;

export const GroupsQuery = graphql(
  `
  query Groups($first: Int!) {
    groups(first: $first, existsParentGroup: false, isActive: true) {
      totalCount
      edges { node { ...GroupCardData } }
    }
  }
`,
  [GroupCardData],
);

/** People and groups that match a search; the server adds it to the search history. */
export const SearchContactsQuery = graphql(
  `
  query SearchContacts($search: String!, $first: Int!) {
    searchPeople(search: $search, first: $first) {
      totalCount
      edges { node { ...PersonLine } }
    }
    searchGroups(search: $search, first: 24) {
      totalCount
      edges { node { ...GroupCardData } }
    }
  }
`,
  [GroupCardData, PersonLine],
);

/** One group with its members in call order and its subgroups. */
export const GroupQuery = graphql(
  `
  query Group($id: ID!, $members: Int!) {
    group(id: $id) {
      ...GroupCardData
      ...GroupFormData
      listPerson(first: 0) { totalCount }
      listGroup(first: 100) { edges { node { _id stopLimit onDuty mailingList { _id name } } } }
      personGroup(first: $members) {
        totalCount
        edges { node { _id priorityAlert person { ...PersonLine } } }
      }
      below: children(first: 100) { edges { node { ...GroupCardData } } }
    }
  }
`,
  [GroupCardData, GroupFormData, PersonLine],
);

export type GroupDetails = NonNullable<ResultOf<typeof GroupQuery>['group']>;

import { PersonLine } from '#web/contacts/people/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ListFormData } from './mutations.ts';

export const ListCardData = graphql(`
  fragment ListCardData on MailingList @_unmask {
    id
    _id
    name
    description
    personTotal
    unreachableTotal
    hasCrisis
    isActive
    listType { _id name icon { contentUrl } }
    parentList { _id name parentList { _id name } }
    eventTypes(first: 50) { edges { node { _id name } } }
    children(first: 50) { edges { node { _id name personTotal } } }
  }
`);

export type ListCardRow = ResultOf<typeof ListCardData>;

export const MailingListsQuery = graphql(
  `
  query MailingLists($first: Int!) {
    mailingLists(first: $first, isActive: true) {
      totalCount
      edges { node { ...ListCardData } }
    }
  }
`,
  [ListCardData],
);

/** Mailing lists of any level that match a search; the server adds it to the search history. */
export const SearchMailingListsQuery = graphql(
  `
  query SearchMailingLists($search: String!, $first: Int!) {
    searchMailingLists(search: $search, first: $first) {
      totalCount
      edges { node { ...ListCardData } }
    }
  }
`,
  [ListCardData],
);

/** One mailing list with its people, groups and sublists. */
export const MailingListQuery = graphql(
  `
  query MailingList($id: ID!, $people: Int!) {
    mailingList(id: $id) {
      ...ListCardData
      ...ListFormData
      listPerson(first: $people) {
        totalCount
        edges { node { ...PersonLine } }
      }
      listGroup(first: 100) {
        edges {
          node {
            _id
            stopLimit
            waitMinutes
            onDuty
            group { id _id name personTotal hasCrisis breadcrumb { _id name } }
          }
        }
      }
      below: children(first: 100) { edges { node { ...ListCardData } } }
    }
  }
`,
  [ListCardData, ListFormData, PersonLine],
);

export type ListDetails = NonNullable<ResultOf<typeof MailingListQuery>['mailingList']>;

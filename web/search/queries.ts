import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** Searches without adding the term to the history. */
export const SearchAllQuery = graphql(`
  query SearchAll($search: String!, $first: Int!) {
    searchAll(search: $search, first: $first, remember: false) {
      people {
        _id
        firstName
        lastName
        title
        personData { display keyField { _id } }
      }
      groups { _id name breadcrumb { _id name } }
      mailingLists { _id name description parentList { _id name } }
      events { _id name mode eventDate isRunning isActive eventStatus { identifier name } }
      similar
    }
  }
`);

/** The finds of one search. */
export type SearchFinds = ResultOf<typeof SearchAllQuery>['searchAll'];

/** Adds a term to the user's search history. */
export const RememberSearchQuery = graphql(`
  query RememberSearch($search: String!) { searchAll(search: $search, first: 1, remember: true) { similar } }
`);

/** Clears the user's search history. */
export const ClearSearchHistoryMutation = graphql(`
  mutation ClearSearchHistory { clearSearchHistory { id searchHistory } }
`);

import { graphql } from '#web/lib/gql.ts';

/** Loads the name of the group that narrows a roll call. */
export const RollCallGroupQuery = graphql(`
  query RollCallGroup($id: ID!) {
    group(id: $id) { id name }
  }
`);

/** Loads a roll call by group, the most people in need of help first. */
export const RollCallGroupsQuery = graphql(`
  query RollCallGroups($id: ID!, $first: Int!, $search: String!) {
    report(id: $id) {
      id
      rollCallGroupCount(search: $search)
      rollCallGroups(first: $first, search: $search) { group { id _id name } people safe needsHelp notHeard notReached }
    }
  }
`);

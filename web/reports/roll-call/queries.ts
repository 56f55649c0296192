import { graphql } from '#web/lib/gql.ts';

/** Loads a roll call by group. */
export const RollCallGroupsQuery = graphql(`
  query RollCallGroups($id: ID!) {
    report(id: $id) {
      id
      rollCallGroups { group { id _id name } people safe needsHelp notHeard notReached }
    }
  }
`);

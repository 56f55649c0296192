import { graphql } from '#web/lib/gql.ts';

/** All entries of the side menu in order, including hidden ones. */
export const SideMenuOrderQuery = graphql(`
  query SideMenuOrder { sideMenus(first: 1000) { edges { node { id title isActive } } } }
`);

export const SortSideMenusMutation = graphql(`
  mutation SortSideMenus($ids: [ID!]!) { sortSideMenus(ids: $ids) { id identifier } }
`);

import { graphql } from '#web/lib/gql.ts';

/** Every entry of the side menu in its order, hidden ones too. */
export const SideMenuOrderQuery = graphql(`
  query SideMenuOrder { sideMenus(first: 1000) { edges { node { id title isActive } } } }
`);

/** Puts the side menu in this order. */
export const SortSideMenusMutation = graphql(`
  mutation SortSideMenus($ids: [ID!]!) { sortSideMenus(ids: $ids) { id identifier } }
`);

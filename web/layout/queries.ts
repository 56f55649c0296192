import { graphql } from '#web/lib/gql.ts';

/** The entries of the side menu that are switched on. */
export const SideMenusQuery = graphql(`
  query SideMenus {
    sideMenus(first: 100, isActive: true) {
      edges { node { id identifier title link type iconEncoded } }
    }
  }
`);

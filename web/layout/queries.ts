import { graphql } from '#web/lib/gql.ts';

/** The entries of the side menu that are switched on. */
export const SideMenusQuery = graphql(`
  query SideMenus {
    sideMenus(first: 100, isActive: true) {
      edges { node { id identifier title link type iconEncoded } }
    }
  }
`);

/** Hides the resets that were seen. */
export const DismissAccountWarningsMutation = graphql(`
  mutation DismissAccountWarnings { dismissAccountWarnings }
`);

/** Lets links for administrators and system owners leave over this server. */
export const ConfirmMailServerMutation = graphql(`
  mutation ConfirmMailServer($channel: ID!, $server: String!) { confirmMailServer(channel: $channel, server: $server) }
`);

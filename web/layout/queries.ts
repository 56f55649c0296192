import { graphql } from '#web/lib/gql.ts';

/** The active entries of the side menu. */
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

/** Allows links for administrators and system owners over this mail server. */
export const ConfirmMailServerMutation = graphql(`
  mutation ConfirmMailServer($channel: ID!, $server: String!) { confirmMailServer(channel: $channel, server: $server) }
`);

import { graphql } from '#web/lib/gql.ts';

export const SideMenusQuery = graphql(`
  query SideMenus {
    sideMenus(first: 100, isActive: true) {
      edges { node { id identifier title link type iconEncoded } }
    }
  }
`);

/** Hides seen resets. */
export const DismissAccountWarningsMutation = graphql(`
  mutation DismissAccountWarnings { dismissAccountWarnings }
`);

/** Allows administrators' links over this mail server. */
export const ConfirmMailServerMutation = graphql(`
  mutation ConfirmMailServer($channel: ID!, $server: String!) { confirmMailServer(channel: $channel, server: $server) }
`);

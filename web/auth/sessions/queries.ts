import { graphql } from '#web/lib/gql.ts';

/** Ends a session: the user's own, or any for user administrators. */
export const EndSessionMutation = graphql(`
  mutation EndSession($id: ID!) { endSession(id: $id) }
`);

/** Ends the trust in a device: the user's own, or any for user administrators. */
export const EndTrustedDeviceMutation = graphql(`
  mutation EndTrustedDevice($id: ID!) { endTrustedDevice(id: $id) }
`);

/** Ends all other sessions of the user. */
export const SignOutEverywhereMutation = graphql(`
  mutation SignOutEverywhere {
    signOutEverywhere
  }
`);

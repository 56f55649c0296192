import { graphql } from '#web/lib/gql.ts';

/** Ends one session: an own one, or that of anybody for user administrators. */
export const EndSessionMutation = graphql(`
  mutation EndSession($id: ID!) { endSession(id: $id) }
`);

/** Trusts a device no longer: an own one, or that of anybody for user administrators. */
export const EndTrustedDeviceMutation = graphql(`
  mutation EndTrustedDevice($id: ID!) { endTrustedDevice(id: $id) }
`);

/** Ends all other sessions of the user. */
export const SignOutEverywhereMutation = graphql(`
  mutation SignOutEverywhere {
    signOutEverywhere
  }
`);

import { graphql } from '#web/lib/gql.ts';

/** How the signed-in user gets in: the second factor and the open sessions. */
export const OwnAccessQuery = graphql(`
  query OwnAccess {
    currentUser {
      id
      totpEnabled
      totpDemanded
      recoveryCodesLeft
      identities { id _id provider grantedRoles confirmedAt lastUsedAt }
      sessions { id userAgent network insertedAt lastSeenAt trustedUntil isCurrent }
      trustedDevices { id userAgent network insertedAt lastUsedAt expiresAt isSignedIn }
    }
  }
`);

/** Begins to set up the second factor; the secret is answered this once. */
export const StartTotpMutation = graphql(`
  mutation StartTotp($password: String!, $code: String) {
    startTotp(password: $password, code: $code) { secret uri }
  }
`);

/** Switches the second factor on with a code of the app; answers the recovery codes. */
export const ConfirmTotpMutation = graphql(`
  mutation ConfirmTotp($code: String!) { confirmTotp(code: $code) }
`);

/** Replaces the recovery codes. */
export const RenewRecoveryCodesMutation = graphql(`
  mutation RenewRecoveryCodes($password: String!, $code: String!) { renewRecoveryCodes(password: $password, code: $code) }
`);

/** Switches the second factor off. */
export const DisableTotpMutation = graphql(`
  mutation DisableTotp($password: String!, $code: String!) { disableTotp(password: $password, code: $code) }
`);

import { graphql } from '#web/lib/gql.ts';

/** The user's access: second factor and open sessions. */
export const OwnAccessQuery = graphql(`
  query OwnAccess {
    currentUser {
      id
      totpEnabled
      totpDemanded
      recoveryCodesLeft
      passkeys { id name signsIn isSynced insertedAt lastUsedAt }
      identities { id _id provider grantedRoles confirmedAt lastUsedAt }
      sessions { id userAgent network insertedAt lastSeenAt trustedUntil isCurrent }
      trustedDevices { id userAgent network insertedAt lastUsedAt expiresAt isSignedIn }
    }
  }
`);

/** Starts the setup of the second factor; only this response contains the secret. */
export const StartTotpMutation = graphql(`
  mutation StartTotp($password: String, $code: String, $passkey: String) {
    startTotp(password: $password, code: $code, passkey: $passkey) { secret uri }
  }
`);

/** Switches the second factor on with a code of the app; returns the recovery codes. */
export const ConfirmTotpMutation = graphql(`
  mutation ConfirmTotp($code: String!) { confirmTotp(code: $code) }
`);

export const RenewRecoveryCodesMutation = graphql(`
  mutation RenewRecoveryCodes($password: String, $code: String, $passkey: String) {
    renewRecoveryCodes(password: $password, code: $code, passkey: $passkey)
  }
`);

export const DisableTotpMutation = graphql(`
  mutation DisableTotp($password: String, $code: String, $passkey: String) {
    disableTotp(password: $password, code: $code, passkey: $passkey)
  }
`);

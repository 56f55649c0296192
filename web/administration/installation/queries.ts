import { graphql } from '#web/lib/gql.ts';

/** Why nothing is sent, and what leaves when it is. */
export const HoldQuery = graphql(`
  query InstallationHold {
    installationHold { at why asOf }
    heldMessages { id title channel at recipients }
  }
`);

/** Says that this is the real installation. */
export const ReleaseInstallationMutation = graphql(`
  mutation ReleaseInstallation($discardBefore: DateTime) {
    releaseInstallation(discardBefore: $discardBefore)
  }
`);

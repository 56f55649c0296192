import { graphql } from '#web/lib/gql.ts';

/** Why sending is on hold, and which messages leave after a release. */
export const HoldQuery = graphql(`
  query InstallationHold {
    installationHold { at why asOf }
    heldMessages { id title channel at recipients }
  }
`);

/** Confirms that this is the real installation. */
export const ReleaseInstallationMutation = graphql(`
  mutation ReleaseInstallation($discardBefore: DateTime) {
    releaseInstallation(discardBefore: $discardBefore)
  }
`);

import { graphql } from '#web/lib/gql.ts';

/** Why sending is on hold, and which messages leave after a release. */
export const HoldQuery = graphql(`
  query InstallationHold {
    installationHold { at why asOf newerLifeAt newerLifeAsOf }
    heldMessages { id title channel at recipients }
    doneSinceCut { messages { id title channel at recipients } answers logEntries }
  }
`);

export const ReleaseInstallationMutation = graphql(`
  mutation ReleaseInstallation($discardBefore: DateTime) {
    releaseInstallation(discardBefore: $discardBefore)
  }
`);

import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const BackupsQuery = graphql(`
  query Backups {
    backupSettings {
      isActive folder startAt keepDaily keepWeekly keepMonthly recipient hasPassphrase version
    }
    backupProvedAt
    backups {
      id _id kind status progress insertedAt startedAt endedAt file folder size encryption error errorDetail proof provedAt
      proofError proofDetail
    }
  }
`);

export type BackupSettingsRow = ResultOf<typeof BackupsQuery>['backupSettings'];

export type BackupRow = ResultOf<typeof BackupsQuery>['backups'][number];

export const UpdateBackupSettingsMutation = graphql(`
  mutation UpdateBackupSettings($input: BackupSettingsInput!) { updateBackupSettings(input: $input) { version } }
`);

export const StartBackupMutation = graphql(`mutation StartBackup { startBackup { id } }`);

/** Proves a backup again. */
export const ProveBackupMutation = graphql(`mutation ProveBackup($id: ID!) { proveBackup(id: $id) { id } }`);

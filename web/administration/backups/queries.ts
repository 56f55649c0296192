import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The settings and the list of backups. */
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

/** The settings of backups. */
export type BackupSettingsRow = ResultOf<typeof BackupsQuery>['backupSettings'];

/** A backup as the list shows it. */
export type BackupRow = ResultOf<typeof BackupsQuery>['backups'][number];

/** Changes the settings. */
export const UpdateBackupSettingsMutation = graphql(`
  mutation UpdateBackupSettings($input: BackupSettingsInput!) { updateBackupSettings(input: $input) { version } }
`);

/** Makes a backup now. */
export const StartBackupMutation = graphql(`mutation StartBackup { startBackup { id } }`);

/** Proves a backup again. */
export const ProveBackupMutation = graphql(`mutation ProveBackup($id: ID!) { proveBackup(id: $id) { id } }`);

/** Expected permissions for backups and the second place. API keys have none. */
export const copyRights: Readonly<Record<string, string>> = {
  'Query.backupSettings': 'AD',
  'Query.backups': 'AD',
  'Query.backupProvedAt': 'AD',
  'Mutation.updateBackupSettings': 'SO',
  'Mutation.startBackup': 'SO',
  'Mutation.proveBackup': 'SO',
  'Query.secondPlace': 'AD',
  'Query.releaseCodes': 'SO',
  'Query.doneSinceCut': 'SO',
  'Mutation.createReleaseCode': 'SO',
  'Mutation.revokeReleaseCode': 'SO',
  'Mutation.recordRehearsal': 'SO',
  'Mutation.setWorksCouncilMode': 'SO',
};

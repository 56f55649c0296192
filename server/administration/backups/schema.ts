import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { type Backup, lastProved, listBackups, requestBackup, requestProof } from './backups.ts';
import { type BackupSettings, readBackupSettings, updateBackupSettings } from './settings.ts';

const owner = { owner: true } as const;

const BackupSettingsRef = builder.objectRef<BackupSettings>('BackupSettings').implement({
  description: 'The settings of the backups that the program makes.',
  fields: (t) => ({
    isActive: t.exposeBoolean('isActive', { description: 'Whether a backup is made and proved every day.' }),
    folder: t.exposeString('folder', { description: 'The folder of the files on the machine of the worker.' }),
    startAt: t.exposeString('startAt', { description: 'The time of day, in the time zone of the installation.' }),
    keepDaily: t.exposeInt('keepDaily', { description: 'Days of which the newest backup is kept.' }),
    keepWeekly: t.exposeInt('keepWeekly', { description: 'Weeks of which the newest backup is kept.' }),
    keepMonthly: t.exposeInt('keepMonthly', { description: 'Months of which the newest backup is kept.' }),
    recipient: t.exposeString('recipient', {
      nullable: true,
      description: 'The public key of age that backups are encrypted to; null if the passphrase encrypts them.',
    }),
    hasPassphrase: t.boolean({
      description: 'Whether a passphrase is stored. The passphrase itself is never returned.',
      resolve: ({ passphrase }) => passphrase !== null,
    }),
    version: t.exposeInt('version', {
      description: 'Increases with every change. Send it back to detect conflicts.',
    }),
  }),
});

const BackupRef = builder.objectRef<Backup>('Backup').implement({
  description: 'A backup that the program made or makes.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ id }) => idOf('backups', id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    kind: t.exposeString('kind', { description: 'scheduled or manual.' }),
    status: t.exposeString('status', { description: 'waiting, running, done or failed.' }),
    progress: t.exposeInt('progress', { description: 'Percent of the running step: the backup, or its proof.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was requested.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'The moment of the snapshot.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it was done or failed.' }),
    file: t.exposeString('file', { nullable: true, description: 'The name of the file.' }),
    folder: t.exposeString('folder', { nullable: true, description: 'The folder of the file.' }),
    size: t.expose('sizeBytes', { type: 'Float', nullable: true, description: 'The size of the file in bytes.' }),
    rows: t.expose('rowCount', { type: 'Float', nullable: true, description: 'The number of rows in it.' }),
    encryption: t.exposeString('encryption', { nullable: true, description: 'passphrase or recipient.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed.' }),
    errorDetail: t.exposeString('errorDetail', { nullable: true, description: 'The failure as the log has it.' }),
    proof: t.exposeString('proof', {
      nullable: true,
      description: 'waiting, running, proved or failed; null before. Proved means restored and compared.',
    }),
    provedAt: t.expose('provedAt', { type: 'DateTime', nullable: true, description: 'When it was last proved.' }),
    proofError: t.exposeString('proofError', { nullable: true, description: 'Why the proof failed.' }),
    proofDetail: t.exposeString('proofDetail', { nullable: true, description: 'The failure as the log has it.' }),
  }),
});

const BackupSettingsInput = builder.inputType('BackupSettingsInput', {
  description: 'Changes to the settings of backups; absent fields stay as they are.',
  fields: (t) => ({
    version: t.int({ description: 'The version the change is based on.' }),
    isActive: t.boolean({ description: 'Whether a backup is made and proved every day.' }),
    folder: t.string({ description: 'The absolute path of the folder on the machine of the worker.' }),
    startAt: t.string({ description: 'The time of day, as 02:30.' }),
    keepDaily: t.int({ description: 'Days of which the newest backup is kept.' }),
    keepWeekly: t.int({ description: 'Weeks of which the newest backup is kept.' }),
    keepMonthly: t.int({ description: 'Months of which the newest backup is kept.' }),
    recipient: t.string({ description: 'A public key of age; empty to encrypt with the passphrase.' }),
    passphrase: t.string({ description: 'A new passphrase of at least 12 characters. The kept one stays if absent.' }),
  }),
});

builder.queryFields((t) => ({
  backupSettings: t.field({
    type: BackupSettingsRef,
    description: 'The settings of the backups that the program makes.',
    authScopes: { feature: 'show_admin_menu' },
    resolve: (_parent, _args, ctx) => readBackupSettings(ctx.db),
  }),
  backups: t.field({
    type: [BackupRef],
    description:
      'The backups that the program made or makes, the newest first, at most 100. Deleted ones are left out.',
    authScopes: { feature: 'show_admin_menu' },
    complexity: 50,
    resolve: (_parent, _args, ctx) => listBackups(ctx.db),
  }),
  backupProvedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When a backup was last restored into a throw-away database and found equal; null if never.',
    authScopes: { feature: 'show_admin_menu' },
    resolve: (_parent, _args, ctx) => lastProved(ctx.db),
  }),
}));

builder.mutationFields((t) => ({
  updateBackupSettings: t.field({
    type: BackupSettingsRef,
    description: 'Changes the settings of backups, or switches the schedule on or off.',
    authScopes: owner,
    args: { input: t.arg({ type: BackupSettingsInput, required: true, description: 'The changes.' }) },
    resolve: (_parent, { input }, ctx) => updateBackupSettings(signedIn(ctx), input),
  }),
  startBackup: t.field({
    type: BackupRef,
    description: 'Makes and proves a backup now. Refused while another one runs.',
    authScopes: owner,
    resolve: (_parent, _args, ctx) => requestBackup(signedIn(ctx)),
  }),
  proveBackup: t.field({
    type: BackupRef,
    description:
      'Restores a backup into a throw-away database and compares it. Refused while a backup or a proof runs.',
    authScopes: owner,
    args: { id: t.arg.id({ required: true, description: 'The backup.' }) },
    resolve: (_parent, { id }, ctx) => requestProof(signedIn(ctx), numberOf('backups', id)),
  }),
}));

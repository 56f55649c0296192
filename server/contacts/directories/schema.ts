import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { UploadResultRef } from '#server/contacts/uploads/schema.ts';
import type { Context } from '#server/platform/context.ts';
import type { DirectoryAttribute } from '#shared/directories.ts';
import { createDirectory, deleteDirectory, updateDirectory } from './change-directories.ts';
import { readCsvSample } from './csv/csv-entries.ts';
import { fetchCsv } from './csv/fetch-csv.ts';
import { findDirectory, type GroupRule, listDirectories, type PeopleDirectory } from './directory.ts';
import { readDirectorySample } from './in-thread.ts';
import { CreateDirectoryInput, rulesOf, UpdateDirectoryInput } from './inputs.ts';
import { countDirectoryPeople, runsOf } from './queries.ts';
import type { DirectorySample } from './read-sample.ts';
import { tryDirectory } from './run-directory.ts';
import { countScim, scimChangedAt } from './scim/scim-counts.ts';
import { readScimSample } from './scim/scim-entries.ts';
import { ScimTokenRef } from './scim/scim-fields.ts';
import { scimTokensOf } from './scim/scim-tokens.ts';

const authScopes = { feature: 'manage_system_setup' } as const;

const DirectoryAttributeRef = builder.objectRef<DirectoryAttribute>('DirectoryAttribute').implement({
  description: 'An attribute of an entry and the target of its value.',
  fields: (t) => ({
    attribute: t.exposeString('attribute', { description: 'Name of the attribute, such as givenName.' }),
    target: t.exposeString('target', { description: 'Identifier of the target, as for columns of a file.' }),
  }),
});

const DirectoryGroupRuleRef = builder.objectRef<GroupRule>('DirectoryGroupRule').implement({
  description: 'A group of a directory whose members join a group of contacts.',
  fields: (t) => ({
    dn: t.exposeString('dn', { description: 'Distinguished name of the group in the directory.' }),
    group: t.id({ description: 'The group of contacts.', resolve: ({ group }) => idOf('groups', group) }),
  }),
});

const DirectoryRef = builder.objectRef<PeopleDirectory>('Directory').implement({
  description: 'A directory that people come from: an LDAP server, a SCIM client or a file.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ id }) => idOf('directories', id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    label: t.exposeString('label', { description: 'Its name.' }),
    kind: t.exposeString('kind', { description: 'openldap, active_directory, scim or csv.' }),
    url: t.exposeString('url', {
      description:
        'Address of the server: ldaps://, or ldap:// with StartTLS. Of a file: https://, or file: and its name.',
    }),
    startTls: t.exposeBoolean('startTls', { description: 'Whether the connection is encrypted by StartTLS.' }),
    bindDn: t.exposeString('bindDn', { description: 'The account to sign in with; empty without one.' }),
    hasBindPassword: t.boolean({
      description: 'Whether a password is stored. The password itself is never returned.',
      resolve: ({ bindPassword }) => bindPassword !== null,
    }),
    ca: t.exposeString('ca', {
      nullable: true,
      description: 'Certificates in PEM that are trusted; null for those of the system.',
    }),
    ownNetwork: t.exposeBoolean('ownNetwork', { description: 'Whether the server may be in the own network.' }),
    baseDn: t.exposeString('baseDn', { description: 'The place below which people are searched.' }),
    filter: t.exposeString('filter', { description: 'The filter of entries that are people.' }),
    idAttribute: t.exposeString('idAttribute', { description: 'The attribute that identifies an entry for good.' }),
    disabledAttribute: t.exposeString('disabledAttribute', {
      nullable: true,
      description: 'The attribute that marks disabled accounts; of userAccountControl only bit 2 counts.',
    }),
    attributes: t.field({
      type: [DirectoryAttributeRef],
      description: 'The attributes and their targets.',
      resolve: ({ attributes }) => attributes,
    }),
    groupBaseDn: t.exposeString('groupBaseDn', {
      nullable: true,
      description: 'The place below which groups are searched; null for that of the people.',
    }),
    groupRules: t.field({
      type: [DirectoryGroupRuleRef],
      description: 'Groups whose members, direct or through other groups, join a group of contacts.',
      resolve: ({ groupRules }) => groupRules,
    }),
    mostOffPercent: t.exposeInt('mostOffPercent', {
      description: 'A run that takes away more percent of the linked people waits for a person.',
    }),
    mostOffPeople: t.exposeInt('mostOffPeople', {
      description: 'A run that takes away more people waits for a person.',
    }),
    intervalHours: t.exposeInt('intervalHours', {
      description: 'Hours between runs: 1, 6, 12 or 24; 0 without a schedule.',
    }),
    startHour: t.exposeInt('startHour', { description: 'The hour of the day of the first run, from 0 to 23.' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: 'The next run of the schedule.' }),
    peopleCount: t.int({
      description: 'How many people belong to it.',
      resolve: (directory, _args, ctx) => countDirectoryPeople(ctx, directory.id),
    }),
    runs: t.field({
      type: [UploadResultRef],
      description: 'The last ten runs, the newest first; applyUpload and undoUpload work on them.',
      complexity: 20,
      resolve: (directory, _args, ctx) => runsOf(ctx, directory.id),
    }),
    version: t.exposeInt('version', { description: 'Increases with every change. Send it back to detect conflicts.' }),
  }),
});

builder.objectFields(DirectoryRef, (t) => ({
  scimUrl: t.string({
    nullable: true,
    description: 'The address that the SCIM client connects to; null for other kinds.',
    resolve: ({ kind }, _args, ctx) => (kind === 'scim' ? `${ctx.publicUrl}/scim/v2` : null),
  }),
  scimTokens: t.field({
    type: [ScimTokenRef],
    description: 'The tokens of SCIM clients, those in use first.',
    resolve: (directory, _args, ctx) => scimTokensOf(ctx, directory.id),
  }),
  scimPeople: t.int({
    description: 'How many people the SCIM client has provisioned.',
    resolve: async (directory, _args, ctx) => (await countScim(ctx, directory.id)).users,
  }),
  scimGroups: t.int({
    description: 'How many groups the SCIM client has provisioned.',
    resolve: async (directory, _args, ctx) => (await countScim(ctx, directory.id)).groups,
  }),
  scimChangedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the SCIM client last changed a person or group.',
    resolve: (directory, _args, ctx) => scimChangedAt(ctx, directory.id),
  }),
}));

const SampleAttributeRef = builder
  .objectRef<DirectorySample['attributes'][number]>('DirectorySampleAttribute')
  .implement({
    description: 'An attribute of an entry.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      values: t.exposeStringList('values', { description: 'Its first values, shortened; binary ones in hexadecimal.' }),
    }),
  });

const SampleGroupRef = builder.objectRef<DirectorySample['groups'][number]>('DirectorySampleGroup').implement({
  description: 'A group of a directory.',
  fields: (t) => ({
    dn: t.exposeString('dn', { description: 'Its distinguished name.' }),
    name: t.exposeString('name', { description: 'The first part of it.' }),
  }),
});

const DirectorySampleRef = builder.objectRef<DirectorySample>('DirectorySample').implement({
  description: 'The first entry of a directory and its groups.',
  fields: (t) => ({
    dn: t.exposeString('dn', { description: 'Distinguished name of the entry.' }),
    identifier: t.exposeString('identifier', {
      nullable: true,
      description: 'The value that identifies it for good; null if it has none.',
    }),
    isDisabled: t.exposeBoolean('isDisabled', { description: 'Whether the account is disabled.' }),
    attributes: t.field({
      type: [SampleAttributeRef],
      description: 'Its attributes by name, without passwords.',
      resolve: ({ attributes }) => attributes,
    }),
    groups: t.field({
      type: [SampleGroupRef],
      description: 'The first 500 groups of the directory.',
      resolve: ({ groups }) => groups,
    }),
  }),
});

async function sampleOf(ctx: Context, directory: PeopleDirectory): Promise<DirectorySample> {
  if (directory.kind === 'scim') return readScimSample(ctx.db, directory);
  if (directory.kind === 'csv') return readCsvSample(directory, await fetchCsv(ctx, directory));
  return readDirectorySample(ctx, directory);
}

builder.queryFields((t) => ({
  directories: t.field({
    type: [DirectoryRef],
    description: 'The directories that people come from, by label.',
    authScopes,
    complexity: 10,
    resolve: (_parent, _args, ctx) => listDirectories(ctx.db),
  }),
}));

builder.mutationFields((t) => ({
  createDirectory: t.field({
    type: DirectoryRef,
    description: 'Creates a directory. Settings that are left out are the usual ones of its kind.',
    authScopes,
    args: { input: t.arg({ type: CreateDirectoryInput, required: true, description: 'The directory.' }) },
    resolve: (_parent, { input }, ctx) =>
      createDirectory(signedIn(ctx), { ...input, groupRules: rulesOf(input.groupRules) }),
  }),
  updateDirectory: t.field({
    type: DirectoryRef,
    description: 'Changes a directory.',
    authScopes,
    args: { input: t.arg({ type: UpdateDirectoryInput, required: true, description: 'The changes.' }) },
    resolve: (_parent, { input: { id, groupRules, ...fields } }, ctx) =>
      updateDirectory(signedIn(ctx), numberOf('directories', id), { ...fields, groupRules: rulesOf(groupRules) }),
  }),
  deleteDirectory: t.boolean({
    description: 'Removes a directory. Its people stay and no longer belong to it.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The directory.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await deleteDirectory(signedIn(ctx), numberOf('directories', id));
      return true;
    },
  }),
  checkDirectory: t.field({
    type: DirectorySampleRef,
    description: 'Connects to a directory and returns one entry; refused with the reason if that fails.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The directory.' }) },
    resolve: async (_parent, { id }, ctx) => sampleOf(ctx, await findDirectory(ctx.db, numberOf('directories', id))),
  }),
  tryDirectory: t.field({
    type: UploadResultRef,
    description: 'Reads a directory and returns the differences, without changing people. applyUpload applies them.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The directory.' }) },
    resolve: (_parent, { id }, ctx) => tryDirectory(signedIn(ctx), numberOf('directories', id)),
  }),
}));

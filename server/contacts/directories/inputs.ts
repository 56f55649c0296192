import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import type { GroupRule } from './directory.ts';

const DirectoryAttributeInput = builder.inputType('DirectoryAttributeInput', {
  description: 'An attribute of an entry and the target of its value.',
  fields: (t) => ({
    attribute: t.string({ required: true, description: 'Name of the attribute.' }),
    target: t.string({ required: true, description: 'Identifier of the target.' }),
  }),
});

const DirectoryGroupRuleInput = builder.inputType('DirectoryGroupRuleInput', {
  description: 'A group of a directory whose members join a group of contacts.',
  fields: (t) => ({
    dn: t.string({ required: true, description: 'Distinguished name of the group in the directory.' }),
    group: t.id({ required: true, description: 'The group of contacts.' }),
  }),
});

export const rulesOf = (given: readonly { dn: string; group: string }[] | null | undefined): GroupRule[] | undefined =>
  given?.map(({ dn, group }) => ({ dn, group: numberOf('groups', group) }));

const texts = {
  label: 'Its name.',
  bindDn: 'The account to sign in with; empty without one.',
  bindPassword: 'Its password; empty without an account. Of a file without an account: a bearer token.',
  ca: 'Certificates in PEM to trust; empty for those of the system.',
  filter: 'The filter of entries that are people.',
  idAttribute: 'The attribute that identifies an entry for good.',
  disabledAttribute: 'The attribute that marks disabled accounts; empty without one.',
  groupBaseDn:
    'The place below which groups are searched; empty for that of the people. Of a file: the column with names of groups.',
  startTls: 'Whether to encrypt by StartTLS; required with ldap://.',
  ownNetwork: 'Whether the server may be in the own network.',
  attributes: 'The attributes and their targets.',
  groupRules: 'Groups whose members join a group of contacts.',
  mostOffPercent: 'A run that takes away more percent of the linked people waits for a person.',
  mostOffPeople: 'A run that takes away more people waits for a person.',
  intervalHours: 'Hours between runs: 1, 6, 12 or 24; 0 without a schedule.',
  startHour: 'The hour of the day of the first run, from 0 to 23.',
  url: 'Address of the server: ldaps://, or ldap:// with StartTLS. Of a file: https://, or file: and its name.',
  baseDn: 'The place below which people are searched.',
} as const;

/** The input of createDirectory. */
export const CreateDirectoryInput = builder.inputType('CreateDirectoryInput', {
  description: 'A directory of the organisation.',
  fields: (t) => ({
    kind: t.string({ required: true, description: 'openldap, active_directory, scim or csv.' }),
    label: t.string({ required: true, description: texts.label }),
    url: t.string({ description: texts.url }),
    baseDn: t.string({ description: texts.baseDn }),
    startTls: t.boolean({ description: texts.startTls }),
    bindDn: t.string({ description: texts.bindDn }),
    bindPassword: t.string({ description: texts.bindPassword }),
    ca: t.string({ description: texts.ca }),
    ownNetwork: t.boolean({ description: texts.ownNetwork }),
    filter: t.string({ description: texts.filter }),
    idAttribute: t.string({ description: texts.idAttribute }),
    disabledAttribute: t.string({ description: texts.disabledAttribute }),
    attributes: t.field({ type: [DirectoryAttributeInput], description: texts.attributes }),
    groupBaseDn: t.string({ description: texts.groupBaseDn }),
    groupRules: t.field({ type: [DirectoryGroupRuleInput], description: texts.groupRules }),
    mostOffPercent: t.int({ description: texts.mostOffPercent }),
    mostOffPeople: t.int({ description: texts.mostOffPeople }),
    intervalHours: t.int({ description: texts.intervalHours }),
    startHour: t.int({ description: texts.startHour }),
  }),
});

/** The input of updateDirectory. */
export const UpdateDirectoryInput = builder.inputType('UpdateDirectoryInput', {
  description: 'Changes to a directory; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The directory.' }),
    version: t.int({ description: 'The version the change is based on.' }),
    label: t.string({ description: texts.label }),
    url: t.string({ description: texts.url }),
    baseDn: t.string({ description: texts.baseDn }),
    startTls: t.boolean({ description: texts.startTls }),
    bindDn: t.string({ description: texts.bindDn }),
    bindPassword: t.string({ description: `${texts.bindPassword} The kept one stays if absent.` }),
    ca: t.string({ description: texts.ca }),
    ownNetwork: t.boolean({ description: texts.ownNetwork }),
    filter: t.string({ description: texts.filter }),
    idAttribute: t.string({ description: texts.idAttribute }),
    disabledAttribute: t.string({ description: texts.disabledAttribute }),
    attributes: t.field({ type: [DirectoryAttributeInput], description: texts.attributes }),
    groupBaseDn: t.string({ description: texts.groupBaseDn }),
    groupRules: t.field({ type: [DirectoryGroupRuleInput], description: texts.groupRules }),
    mostOffPercent: t.int({ description: texts.mostOffPercent }),
    mostOffPeople: t.int({ description: texts.mostOffPeople }),
    intervalHours: t.int({ description: texts.intervalHours }),
    startHour: t.int({ description: texts.startHour }),
  }),
});

import { X509Certificate } from 'node:crypto';
import { limitedText, requiredText } from '#server/api/input.ts';
import { loadDataRules } from '#server/contacts/people/person-data.ts';
import { loadGroupPaths } from '#server/contacts/uploads/group-paths.ts';
import { type ColumnTarget, columnTargetsOf } from '#server/contacts/uploads/headers/targets.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import {
  type DirectoryAttribute,
  type DirectoryKind,
  directoryIntervals,
  directoryKinds,
  isLdap,
} from '#shared/directories.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { GroupRule, PeopleDirectory } from './directory.ts';
import { dnKey } from './dn.ts';
import { parseFilter } from './filter.ts';
import { csvAddressInput, mappedNameInput } from './kind-input.ts';

/** Settings of a directory; absent fields stay unchanged. */
export interface DirectoryFields {
  label?: string | null | undefined;
  kind?: string | null | undefined;
  url?: string | null | undefined;
  startTls?: boolean | null | undefined;
  bindDn?: string | null | undefined;
  /** Empty for a connection without an account. */
  bindPassword?: string | null | undefined;
  ca?: string | null | undefined;
  ownNetwork?: boolean | null | undefined;
  baseDn?: string | null | undefined;
  filter?: string | null | undefined;
  idAttribute?: string | null | undefined;
  disabledAttribute?: string | null | undefined;
  attributes?: readonly DirectoryAttribute[] | null | undefined;
  groupBaseDn?: string | null | undefined;
  groupRules?: readonly GroupRule[] | null | undefined;
  mostOffPercent?: number | null | undefined;
  mostOffPeople?: number | null | undefined;
  intervalHours?: number | null | undefined;
  startHour?: number | null | undefined;
}

/** The settings that `DirectoryFields` change, besides the password. */
export type DirectorySettings = Partial<Omit<PeopleDirectory, 'id' | 'bindPassword'>>;

const [mostAttributes, mostRules, caMaximum] = [60, 200, 50_000];

const bad = (field: string, key: RefusalKey) => new Refusal(key, { [field]: key });

/** Returns checked settings of a directory's kind. */
export function directorySettingsOf(fields: DirectoryFields, given: string | null | undefined): DirectorySettings {
  const kind = directoryKinds.find((one) => one === given);
  if (!kind) throw bad('kind', 'error_invalid_input');
  const common: DirectorySettings = { ...choicesOf(fields, kind) };
  if (fields.label !== undefined) common.label = requiredText('label', fields.label, 60);
  return { ...common, ...(isLdap(kind) ? ldapSettingsOf(fields) : otherSettingsOf(fields, kind)) };
}

/** SCIM needs no connection; a file has an address and columns. */
function otherSettingsOf(fields: DirectoryFields, kind: DirectoryKind): DirectorySettings {
  const wanted: DirectorySettings = {};
  const preset = { url: '', baseDn: '', filter: '', startTls: false };
  if (typeof fields.kind === 'string') Object.assign(wanted, preset);
  if (kind === 'scim') return typeof fields.kind === 'string' ? { ...wanted, idAttribute: 'id' } : wanted;
  if (fields.url !== undefined) wanted.url = csvAddressInput(fields.url);
  if (fields.bindDn !== undefined)
    wanted.bindDn = limitedText('bindDn', fields.bindDn?.trim() ?? '', limits.lineMaximum);
  if (fields.ca !== undefined) wanted.ca = certificateInput(fields.ca);
  if (typeof fields.ownNetwork === 'boolean') wanted.ownNetwork = fields.ownNetwork;
  if (fields.idAttribute !== undefined) wanted.idAttribute = mappedNameInput('idAttribute', fields.idAttribute, kind);
  for (const name of ['disabledAttribute', 'groupBaseDn'] as const)
    if (fields[name] !== undefined)
      wanted[name] = fields[name]?.trim() ? mappedNameInput(name, fields[name], kind) : null;
  return wanted;
}

function ldapSettingsOf(fields: DirectoryFields): DirectorySettings {
  const wanted: DirectorySettings = {};
  const { startTls, ownNetwork } = fields;
  if (fields.url !== undefined) wanted.url = urlInput(fields.url);
  if (fields.bindDn !== undefined)
    wanted.bindDn = limitedText('bindDn', fields.bindDn?.trim() ?? '', limits.lineMaximum);
  if (fields.ca !== undefined) wanted.ca = certificateInput(fields.ca);
  if (fields.baseDn !== undefined) wanted.baseDn = requiredText('baseDn', fields.baseDn, limits.lineMaximum);
  if (fields.filter !== undefined) wanted.filter = filterInput(fields.filter);
  if (fields.idAttribute !== undefined) wanted.idAttribute = attributeInput('idAttribute', fields.idAttribute);
  if (fields.disabledAttribute !== undefined)
    wanted.disabledAttribute = fields.disabledAttribute?.trim()
      ? attributeInput('disabledAttribute', fields.disabledAttribute)
      : null;
  if (fields.groupBaseDn !== undefined)
    wanted.groupBaseDn = limitedText('groupBaseDn', fields.groupBaseDn?.trim() ?? '', limits.lineMaximum) || null;
  if (typeof startTls === 'boolean') wanted.startTls = startTls;
  if (typeof ownNetwork === 'boolean') wanted.ownNetwork = ownNetwork;
  return wanted;
}

function choicesOf(fields: DirectoryFields, kind: DirectoryKind): DirectorySettings {
  const wanted: DirectorySettings = {};
  const { mostOffPercent, mostOffPeople, intervalHours, startHour } = fields;
  if (typeof fields.kind === 'string') wanted.kind = kind;
  if (typeof mostOffPercent === 'number') wanted.mostOffPercent = numberInput('mostOffPercent', mostOffPercent, 100);
  if (typeof mostOffPeople === 'number')
    wanted.mostOffPeople = numberInput('mostOffPeople', mostOffPeople, limits.csvRows);
  if (typeof startHour === 'number') wanted.startHour = numberInput('startHour', startHour, 23);
  if (typeof intervalHours === 'number') {
    if (!(directoryIntervals as readonly number[]).includes(intervalHours))
      throw bad('intervalHours', 'error_invalid_input');
    wanted.intervalHours = intervalHours;
  }
  if (fields.attributes) wanted.attributes = attributesInput(fields.attributes, kind);
  if (fields.groupRules) wanted.groupRules = rulesInput(fields.groupRules);
  return wanted;
}

/** Refuses settings without encryption, password, or the mapping for a person. */
export async function refuseUnfitDirectory(
  db: Db | Tx,
  directory: DirectorySettings,
  hasPassword: boolean,
): Promise<void> {
  const { kind, url = '', startTls = false, bindDn = '', attributes = [], groupRules = [] } = directory;
  if (url.startsWith('ldap:') !== startTls) throw bad(startTls ? 'startTls' : 'url', 'error_directory_encryption');
  // a file's address may have a token without an account
  const mayBeAlone = kind === 'csv' && !bindDn && url.startsWith('https:');
  if ((bindDn !== '') !== hasPassword && !mayBeAlone)
    throw bad(bindDn ? 'bindPassword' : 'bindDn', 'error_directory_account');
  if (hasPassword && url.startsWith('file:')) throw bad('bindPassword', 'error_invalid_input');
  const { types } = await loadDataRules(db);
  const targets = columnTargetsOf(types);
  refuseMapping(targets, attributes);
  const { paths } = await loadGroupPaths(db);
  if (groupRules.some(({ group }) => !paths.has(group))) throw bad('groupRules', 'error_not_found');
}

/** Refuses an invalid mapping. */
function refuseMapping(targets: readonly ColumnTarget[], attributes: readonly DirectoryAttribute[]): void {
  const chosen = attributes.map(({ target }) => targets.find(({ identifier }) => identifier === target));
  const isOffered = (one: ColumnTarget | undefined) =>
    one && !['isActive', 'groups', 'kindOfNext'].includes(one.identifier);
  if (!chosen.every(isOffered)) throw bad('attributes', 'error_upload_mapping');
  const single = chosen.flatMap((one) => (one && !one.isRepeatable ? [one.identifier] : []));
  if (new Set(single).size < single.length) throw bad('attributes', 'error_upload_column_twice');
  const given = new Set(chosen.flatMap((one) => one?.gives ?? []));
  const required = targets.filter(
    ({ identifier, type }) => type?.isRequired ?? ['firstName', 'lastName'].includes(identifier),
  );
  const missing = required.filter(({ identifier }) => !given.has(identifier)).map(({ name }) => name);
  if (missing.length)
    throw new Refusal('error_directory_required', { attributes: 'error_directory_required' }, { missing });
}

function urlInput(given: string | null | undefined): string {
  const text = requiredText('url', given, limits.lineMaximum);
  const url = URL.parse(text);
  if (!url || !['ldap:', 'ldaps:'].includes(url.protocol) || !url.hostname) throw bad('url', 'error_directory_url');
  if (url.username || url.password || url.search || url.hash || !['', '/'].includes(url.pathname))
    throw bad('url', 'error_directory_url');
  return `${url.protocol}//${url.host}`;
}

function certificateInput(given: string | null | undefined): string | null {
  const text = limitedText('ca', given?.trim() ?? '', caMaximum);
  if (!text) return null;
  const end = '-----END CERTIFICATE-----';
  const parts = text.split(end).map((part) => part.trim());
  if (parts.pop() !== '' || !parts.length) throw bad('ca', 'error_directory_ca');
  for (const part of parts) {
    try {
      new X509Certificate(`${part.slice(Math.max(0, part.indexOf('-----BEGIN CERTIFICATE-----')))}\n${end}\n`);
    } catch {
      throw bad('ca', 'error_directory_ca');
    }
  }
  return `${text}\n`;
}

function filterInput(given: string | null | undefined): string {
  const filter = requiredText('filter', given, 2000);
  parseFilter(filter);
  return filter;
}

// exact names, because other spellings become text
const exactNames = new Map(
  ['objectGUID', 'entryUUID', 'nsUniqueId', 'ipaUniqueID', 'GUID'].map((n) => [n.toLowerCase(), n]),
);

function attributeInput(field: string, given: string | null | undefined): string {
  const name = requiredText(field, given, 100);
  if (!/^[a-zA-Z][a-zA-Z0-9-]*$/.test(name)) throw bad(field, 'error_directory_attribute');
  return exactNames.get(name.toLowerCase()) ?? name;
}

function attributesInput(given: readonly DirectoryAttribute[], kind: DirectoryKind): DirectoryAttribute[] {
  if (given.length > mostAttributes) throw bad('attributes', 'error_too_many');
  return given.map(({ attribute, target }) => ({
    attribute: isLdap(kind) ? attributeInput('attributes', attribute) : mappedNameInput('attributes', attribute, kind),
    target,
  }));
}

function rulesInput(given: readonly GroupRule[]): GroupRule[] {
  if (given.length > mostRules) throw bad('groupRules', 'error_too_many');
  const rules = given.map(({ dn, group }) => ({ dn: requiredText('groupRules', dn, limits.lineMaximum), group }));
  const keys = rules.map(({ dn, group }) => `${group} ${dnKey(dn)}`);
  return rules.filter((_rule, at) => keys.indexOf(keys[at]!) === at);
}

function numberInput(field: string, given: number, most: number): number {
  if (!Number.isInteger(given) || given < 0 || given > most) throw bad(field, 'error_invalid_input');
  return given;
}

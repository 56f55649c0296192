import { scimEnterprise } from '#shared/directories.ts';

/** The kinds of resources. */
export type ScimKind = 'User' | 'Group';

/** The core schema of each kind. */
export const scimCore: Readonly<Record<ScimKind, string>> = {
  User: 'urn:ietf:params:scim:schemas:core:2.0:User',
  Group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
};

/** Schemas whose address ends before an attribute. */
export const knownSchemas = [scimCore.User, scimCore.Group, scimEnterprise] as const;

const names = [
  ['id', 'externalId', 'meta', 'schemas', 'userName', 'displayName', 'nickName', 'profileUrl', 'title', 'userType'],
  ['preferredLanguage', 'locale', 'timezone', 'active', 'password', 'name', 'emails', 'phoneNumbers', 'ims', 'photos'],
  ['addresses', 'groups', 'entitlements', 'roles', 'x509Certificates', 'members', 'formatted', 'familyName'],
  ['givenName', 'middleName', 'honorificPrefix', 'honorificSuffix', 'value', 'type', 'primary', 'display'],
  ['streetAddress', 'locality', 'region', 'postalCode', 'country', 'employeeNumber', 'costCenter', 'organization'],
  ['division', 'department', 'manager', 'created', 'lastModified', scimEnterprise],
].flat();
const spellings = new Map(names.map((name) => [name.toLowerCase(), name]));

/** Returns the standard's spelling, if known. */
export const canonicalName = (name: string): string => spellings.get(name.toLowerCase()) ?? name;

/** Attributes with several values. */
export const severalValues: ReadonlySet<string> = new Set([
  'emails',
  'phoneNumbers',
  'ims',
  'addresses',
  'entitlements',
  'roles',
  'members',
]);

/** Attributes that only the server sets. */
export const readOnly: ReadonlySet<string> = new Set(['id', 'meta', 'schemas', 'groups']);

/** Never stored: secrets, and unneeded data. */
export const neverStored: ReadonlySet<string> = new Set(['password', 'photos', 'x509Certificates']);

/** Attributes that are one text. */
export const singleTexts: ReadonlySet<string> = new Set([
  'externalId',
  'userName',
  'displayName',
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
]);

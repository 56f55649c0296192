import { scimEnterprise } from '#shared/directories.ts';
import { badScim } from './scim-error.ts';
import { canonicalName, neverStored, readOnly, type ScimKind, severalValues, singleTexts } from './scim-schemas.ts';
import { isScimObject, ownKey, type ScimObject } from './scim-values.ts';

const [longestText, longestName, mostKeys, deepest, longestResource] = [4000, 255, 100, 5, 64_000];

/** Values of an attribute, without members. */
export const mostScimValues = 200;

/** Returns a resource in stored form: standard spellings, no secrets. Refuses invalid values. */
export function readScimResource(kind: ScimKind, given: unknown): ScimObject {
  if (!isScimObject(given)) throw badScim('invalidSyntax', 'The body must be an object.');
  const read = readObject(given, 0);
  for (const name of [...readOnly, ...neverStored]) delete read[name];
  for (const name of singleTexts) readText(read, name);
  for (const name of severalValues) readSeveral(read, name);
  if (kind === 'User') {
    delete read['members'];
    read['active'] = readFlag(read['active'] ?? true, 'active');
    if (!read['userName']) throw badScim('invalidValue', 'userName is required.');
    readManager(read);
  } else if (!read['displayName']) throw badScim('invalidValue', 'displayName is required.');
  for (const name of ['userName', 'externalId', 'displayName']) // an index has them
    if (String(read[name] ?? '').length > longestName) throw badScim('invalidValue', `${name} is too long.`);
  if (JSON.stringify({ ...read, members: null }).length > longestResource)
    throw badScim('invalidValue', 'The resource is too large.');
  return read;
}

/** Returns an operation's cleaned value. Null removes one. */
export const readScimValue = (value: unknown): unknown => readValue(value, 0, true);

function readObject(given: ScimObject, depth: number, withNull = false): ScimObject {
  const keys = Object.keys(given);
  if (keys.length > mostKeys) throw badScim('invalidSyntax', 'There are too many attributes.');
  const read: ScimObject = {};
  for (const key of keys) {
    const value = readValue(given[key], depth, withNull);
    if (value === null && !withNull) continue; // null means: no value
    const name = canonicalName(cleanKey(key));
    if (ownKey(read, name) !== undefined) throw badScim('invalidSyntax', 'An attribute is given twice.');
    read[name] = name === 'primary' && value !== null ? readFlag(value, name) : value;
  }
  return read;
}

function cleanKey(key: string): string {
  if (key.length > longestName || key === '__proto__' || /\p{Cc}/u.test(key))
    throw badScim('invalidSyntax', "The name of an attribute can't be used.");
  return key.toWellFormed();
}

function readValue(value: unknown, depth: number, withNull = false): unknown {
  if (depth > deepest) throw badScim('invalidSyntax', 'The values are nested too deeply.');
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badScim('invalidValue', "A value contains characters that can't be stored.");
    if (value.length > longestText) throw badScim('invalidValue', 'A value is too long.');
    return value.toWellFormed();
  }
  if (Array.isArray(value))
    return value.map((one) => readValue(one, depth + 1, withNull)).filter((one) => one !== null);
  return isScimObject(value) ? readObject(value, depth + 1, withNull) : value;
}

function readText(read: ScimObject, name: string): void {
  const value = read[name];
  if (value === undefined) return;
  if (typeof value !== 'string') throw badScim('invalidValue', `${name} must be a text.`);
  read[name] = value.trim();
}

function readSeveral(read: ScimObject, name: string): void {
  const value = read[name];
  if (value === undefined) return;
  const all = [value].flat();
  if (name !== 'members' && all.length > mostScimValues) throw badScim('invalidValue', `${name} has too many values.`);
  read[name] = all;
}

/** Entra ID names the manager by a text. */
function readManager(read: ScimObject): void {
  const enterprise = read[scimEnterprise];
  if (enterprise === undefined) return;
  if (!isScimObject(enterprise)) throw badScim('invalidValue', 'The enterprise extension must be an object.');
  if (typeof enterprise['manager'] === 'string') enterprise['manager'] = { value: enterprise['manager'] };
}

/** Returns a flag. Entra ID sends "True" and "False". */
export function readFlag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word !== 'true' && word !== 'false') throw badScim('invalidValue', `${name} must be true or false.`);
  return word === 'true';
}

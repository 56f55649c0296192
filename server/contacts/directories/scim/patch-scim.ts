import { scimEnterprise } from '#shared/directories.ts';
import { mostScimValues, readFlag, readScimValue } from './read-scim.ts';
import { badScim } from './scim-error.ts';
import { parseScimPath, type ScimFilter, type ScimPath } from './scim-filter.ts';
import { canonicalName, neverStored, readOnly, severalValues, singleTexts } from './scim-schemas.ts';
import { isScimObject, matchesScim, ownKey, ownValue, type ScimObject } from './scim-values.ts';

/** One operation of a PATCH. */
export interface ScimOperation {
  op: 'add' | 'replace' | 'remove';
  path: ScimPath | null;
  value: unknown;
}

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const mostOperations = 1000;

/** Reads a PATCH. Entra ID capitalizes operations. */
export function readOperations(body: unknown): ScimOperation[] {
  if (!isScimObject(body)) throw badScim('invalidSyntax', 'The body must be an object.');
  const schemas = ownValue(body, 'schemas');
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.includes(patchSchema)))
    throw badScim('invalidSyntax', `schemas must contain ${patchSchema}.`);
  const given = ownValue(body, 'Operations');
  if (!Array.isArray(given) || !given.length) throw badScim('invalidSyntax', 'Operations must be a list.');
  if (given.length > mostOperations) throw badScim('tooMany', `There may be ${mostOperations} operations.`);
  return given.map((one: unknown): ScimOperation => {
    if (!isScimObject(one)) throw badScim('invalidSyntax', 'An operation must be an object.');
    const word = ownValue(one, 'op');
    const op = (['add', 'replace', 'remove'] as const).find((name) => name === String(word).toLowerCase());
    if (!op) throw badScim('invalidSyntax', 'op must be add, replace or remove.');
    const path = ownValue(one, 'path') ?? null;
    if (path !== null && typeof path !== 'string') throw badScim('invalidPath', 'path must be a text.');
    return { op, path: path ? parseScimPath(path) : null, value: readScimValue(ownValue(one, 'value')) };
  });
}

/** Splits an operation without a path by attribute. */
export function singleOperations(operation: ScimOperation): ScimOperation[] {
  const { op, path, value } = operation;
  if (path) return [operation];
  if (op === 'remove') throw badScim('noTarget', 'An operation that removes needs a path.');
  if (!isScimObject(value)) throw badScim('invalidValue', 'Without a path, value must be an object.');
  return Object.entries(value).flatMap(([name, one]) => {
    const target = parseScimPath(name);
    // clients repeat read values
    return readOnly.has(target.attribute) && !target.schema ? [] : [{ op, path: target, value: one }];
  });
}

/** Applies operations to a resource in order and changes it; refuses without a complete result. */
export function patchScim(resource: ScimObject, operations: readonly ScimOperation[]): void {
  for (const { op, path, value } of operations.flatMap(singleOperations)) {
    const { schema, attribute } = path!;
    if (schema === null && readOnly.has(attribute)) throw badScim('mutability', `${attribute} is read-only.`);
    if (schema === null && neverStored.has(attribute)) continue;
    if (op === 'remove') removeAt(resource, path!, value);
    else setAt(resource, path!, value, op);
  }
}

function holderOf(resource: ScimObject, schema: string | null): ScimObject {
  if (schema === null) return resource;
  const key = ownKey(resource, schema) ?? canonicalName(schema);
  if (!isScimObject(resource[key])) resource[key] = {};
  return resource[key] as ScimObject;
}

function setAt(resource: ScimObject, path: ScimPath, value: unknown, op: 'add' | 'replace'): void {
  const { schema, attribute, filter } = path;
  const holder = holderOf(resource, schema);
  if (!attribute) {
    merge(holder, value);
    return;
  }
  const key = ownKey(holder, attribute) ?? attribute;
  if (value === null || value === undefined) {
    removeAt(resource, path, undefined);
    return;
  }
  const isSeveral = (schema === null && severalValues.has(attribute)) || Array.isArray(holder[key]) || filter !== null;
  if (isSeveral) setSeveral(holder, key, path, value, op);
  else setSingle(holder, key, path, isSingle(path) ? onlyOf(value) : value);
}

function setSingle(holder: ScimObject, key: string, { sub }: ScimPath, value: unknown): void {
  if (sub) {
    if (!isScimObject(holder[key])) holder[key] = {};
    setIn(holder[key] as ScimObject, sub, value);
  } else if (isScimObject(value) && isScimObject(holder[key])) merge(holder[key] as ScimObject, value);
  else holder[key] = value;
}

const isSingle = ({ schema, attribute }: ScimPath) =>
  schema === scimEnterprise ||
  (schema === null && (singleTexts.has(attribute) || ['active', 'name'].includes(attribute)));

/** Unwraps a list with one value: Microsoft's library sends `[{"$ref":null,"value":"…"}]` for single-valued attributes. */
function onlyOf(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [one] = value as unknown[];
  return isScimObject(one) ? (ownValue(one, 'value') ?? one) : one;
}

function merge(target: ScimObject, value: unknown): void {
  if (!isScimObject(value)) throw badScim('invalidValue', 'The value of this path must be an object.');
  for (const [name, one] of Object.entries(value)) setIn(target, name, one);
}

function setIn(target: ScimObject, name: string, value: unknown): void {
  if (name === '__proto__') throw badScim('invalidPath', "This path can't be used.");
  const key = ownKey(target, name) ?? canonicalName(name);
  if (value === null) delete target[key];
  else target[key] = key === 'primary' ? readFlag(value, key) : value;
}

function setSeveral(
  holder: ScimObject,
  key: string,
  { filter, sub }: ScimPath,
  value: unknown,
  op: 'add' | 'replace',
): void {
  const all: unknown[] = [holder[key] ?? []].flat();
  const before = new Set(all.filter(isPrimary));
  let after: unknown[] = all;
  if (filter || sub) {
    const chosen = all.filter((one): one is ScimObject => isScimObject(one) && (!filter || matchesScim(one, filter)));
    if (!chosen.length) {
      const made = filter ? exampleOf(filter) : {};
      chosen.push(made);
      all.push(made);
    }
    for (const one of chosen) {
      if (sub) setIn(one, sub, value);
      else if (op === 'replace') replaceWhole(one, value, filter);
      else merge(one, value);
    }
  } else {
    const given = [value].flat().map((one: unknown) => structuredClone(one));
    after = op === 'replace' ? given : [...all, ...given.filter((one) => !all.some((other) => isSame(one, other)))];
  }
  if (after.length > mostScimValues) throw badScim('invalidValue', 'An attribute has too many values.');
  holder[key] = after;
  keepOnePrimary(after, before);
}

/** Replaces a value, but keeps the attributes that the filter compares: a mapping may select the value by its type. */
function replaceWhole(one: ScimObject, value: unknown, filter: ScimFilter | null): void {
  const parts = !filter ? [] : filter.op === 'and' ? filter.parts : [filter];
  const kept = parts.flatMap((part) => (part.op === 'eq' && !part.path.sub ? [part.path.attribute] : []));
  if (isScimObject(value)) for (const name of Object.keys(one)) if (!kept.includes(name)) delete one[name];
  merge(one, value);
}

/** A value that matches a filter: Entra ID sets `emails[type eq "work"].value` before one exists. */
function exampleOf(filter: ScimFilter): ScimObject {
  const made: ScimObject = {};
  for (const part of filter.op === 'and' ? filter.parts : [filter]) {
    if (part.op !== 'eq' || part.path.sub || part.path.filter || !part.path.attribute)
      throw badScim('noTarget', 'No value matches the filter of the path.');
    setIn(made, part.path.attribute, part.value);
  }
  return made;
}

const isPrimary = (one: unknown) => isScimObject(one) && String(ownValue(one, 'primary')).toLowerCase() === 'true';

function keepOnePrimary(all: readonly unknown[], before: ReadonlySet<unknown>): void {
  const primary = all.filter(isPrimary);
  if (primary.length < 2) return;
  const kept = primary.findLast((one) => !before.has(one)) ?? primary.at(-1);
  for (const one of primary) if (one !== kept) setIn(one as ScimObject, 'primary', false);
}

function removeAt(resource: ScimObject, { schema, attribute, filter, sub }: ScimPath, value: unknown): void {
  const holder = schema === null ? resource : ownValue(resource, schema);
  if (!isScimObject(holder)) return;
  if (!attribute) {
    delete resource[ownKey(resource, schema!)!];
    return;
  }
  const key = ownKey(holder, attribute);
  if (key === undefined) return;
  const found = holder[key];
  if (Array.isArray(found)) holder[key] = remaining(found, { filter, sub }, value);
  else if (!sub) delete holder[key];
  else if (isScimObject(found)) {
    const name = ownKey(found, sub);
    if (name !== undefined) delete found[name];
  }
  if (Array.isArray(holder[key]) && !(holder[key] as unknown[]).length) delete holder[key];
}

/** Entra ID removes values named in `value`. */
function remaining(all: unknown[], { filter, sub }: Pick<ScimPath, 'filter' | 'sub'>, value: unknown): unknown[] {
  const isChosen = (one: unknown) => !filter || (isScimObject(one) && matchesScim(one, filter));
  if (sub) {
    for (const one of all) {
      const name = isScimObject(one) && isChosen(one) ? ownKey(one, sub) : undefined;
      if (name !== undefined) delete (one as ScimObject)[name];
    }
    return all.filter((one) => !isScimObject(one) || Object.keys(one).length > 0);
  }
  const named = value === undefined || value === null ? null : [value].flat();
  return all.filter((one) => !isChosen(one) || (named && !named.some((other) => isSame(other, one))));
}

const keyOf = (one: unknown) => (isScimObject(one) ? (ownValue(one, 'value') ?? JSON.stringify(one)) : one);
const typeOf = (one: unknown) => (isScimObject(one) ? ownValue(one, 'type') : undefined);

function isSame(one: unknown, other: unknown): boolean {
  const types = [typeOf(one), typeOf(other)];
  return keyOf(one) === keyOf(other) && (types.includes(undefined) || types[0] === types[1]);
}

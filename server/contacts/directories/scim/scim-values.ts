import type { ScimComparison, ScimFilter, ScimPath, ScimValue } from './scim-filter.ts';

/** A resource or a part of it, as JSON. */
export type ScimObject = Record<string, unknown>;

/** Returns whether a value is an object of JSON. */
export const isScimObject = (value: unknown): value is ScimObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object's key in any case. */
export function ownKey(object: ScimObject, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  const wanted = name.toLowerCase();
  return Object.keys(object).find((key) => key.toLowerCase() === wanted);
}

/** Returns an object's value in any case. */
export function ownValue(object: ScimObject, name: string): unknown {
  const key = ownKey(object, name);
  return key === undefined ? undefined : object[key];
}

/** Returns the values at a place. */
export function scimValuesAt(resource: ScimObject, { schema, attribute, filter, sub }: ScimPath): unknown[] {
  const holder = schema === null ? resource : ownValue(resource, schema);
  if (!isScimObject(holder)) return [];
  if (!attribute) return [holder];
  const found = ownValue(holder, attribute);
  const all = [found ?? []].flat();
  const matching = filter ? all.filter((one) => isScimObject(one) && matchesScim(one, filter)) : all;
  if (!sub) return matching;
  return matching.flatMap((one) => (isScimObject(one) ? (ownValue(one, sub) ?? []) : []));
}

/** Returns texts, the primary one first. */
export function textsAt(resource: ScimObject, path: ScimPath): string[] {
  const whole = scimValuesAt(resource, { ...path, sub: null });
  const ordered = whole.toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)));
  return ordered.flatMap((one) => {
    const value = isScimObject(one) ? ownValue(one, path.sub ?? 'value') : path.sub ? undefined : one;
    return typeof value === 'string' && value ? [value] : typeof value === 'number' ? [String(value)] : [];
  });
}

const isPrimary = (one: unknown) => isScimObject(one) && ownValue(one, 'primary') === true;

/** Returns whether a resource or value matches a filter. */
export function matchesScim(object: ScimObject, filter: ScimFilter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.parts.every((part) => matchesScim(object, part));
    case 'or':
      return filter.parts.some((part) => matchesScim(object, part));
    case 'not':
      return !matchesScim(object, filter.part);
    case 'pr':
      return scimValuesAt(object, filter.path).some((value) => value !== null && value !== '');
    default: {
      const { op, path, value } = filter;
      const isExact = ['id', 'externalId'].includes(path.attribute);
      if (path.attribute === 'meta' && timesOfMeta.has(path.sub ?? ''))
        return scimValuesAt(object, path).some((one) => compareTimes(op, one, value));
      const found = scimValuesAt(object, path).map((one) => (isScimObject(one) ? ownValue(one, 'value') : one));
      if (op === 'ne') return !found.some((one) => compare('eq', one, value, isExact));
      if (op === 'eq' && value === null) return found.length === 0;
      return found.some((one) => compare(op, one, value, isExact));
    }
  }
}

const timesOfMeta: ReadonlySet<string> = new Set(['created', 'lastModified']);

/** Compares two moments in any time zone and precision. */
function compareTimes(op: ScimComparison, found: unknown, wanted: ScimValue): boolean {
  const [a, b] = [found, wanted].map((one) => (typeof one === 'string' ? Date.parse(one) : Number.NaN)) as [
    number,
    number,
  ];
  return op === 'ne' ? a !== b : inOrder(op, a, b);
}

function compare(op: ScimComparison, found: unknown, wanted: ScimValue, isExact: boolean): boolean {
  if (typeof found === 'boolean') return op === 'eq' && String(found) === String(wanted).toLowerCase();
  if (typeof found === 'number' && typeof wanted === 'number') return inOrder(op, found, wanted);
  if (typeof found !== 'string' || typeof wanted !== 'string') return false;
  const [a, b] = isExact ? [found, wanted] : [found.toLowerCase(), wanted.toLowerCase()];
  if (op === 'co') return a.includes(b);
  if (op === 'sw') return a.startsWith(b);
  if (op === 'ew') return a.endsWith(b);
  return inOrder(op, a, b);
}

function inOrder<T extends string | number>(op: ScimComparison, a: T, b: T): boolean {
  switch (op) {
    case 'eq':
      return a === b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
    default:
      return false;
  }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const isScimId = (text: string): boolean => text.length === 36 && uuid.test(text);

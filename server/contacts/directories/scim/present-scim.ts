import { scimEnterprise } from '#shared/directories.ts';
import { scimCore } from './scim-schemas.ts';
import type { ScimStored } from './scim-store.ts';
import { isScimObject, type ScimObject } from './scim-values.ts';

/** The version of a resource as its ETag. */
export const etagOf = ({ version }: Pick<ScimStored, 'version'>): string => `W/"${version}"`;

/** The address of a resource. */
export const locationOf = ({ id, kind }: Pick<ScimStored, 'id' | 'kind'>, base: string): string =>
  `${base}/${kind}s/${id}`;

/** Returns a resource as the client reads it. */
export function showScim(stored: ScimStored, base: string): ScimObject {
  const { id, kind, resource, insertedAt, updatedAt, members } = stored;
  const extensions = Object.keys(resource).filter((name) => name.toLowerCase().startsWith('urn:'));
  return {
    schemas: [scimCore[kind], ...extensions],
    id,
    ...resource,
    ...(members
      ? { members: members.map((one) => ({ value: one.id, type: one.kind, $ref: locationOf(one, base) })) }
      : {}),
    meta: {
      resourceType: kind,
      created: insertedAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: locationOf(stored, base),
      version: etagOf(stored),
    },
  };
}

const always = new Set(['schemas', 'id']);

/** Wanted sub-attributes by attribute, all in lower case; null: the whole attribute. */
type Names = ReadonlyMap<string, ReadonlySet<string> | null>;

/** The attributes that a request wants. */
export interface WantedAttributes {
  only: Names | null;
  without: Names;
}

/** Reads `attributes` and `excludedAttributes` from a query or a body. */
export function readWanted(query: Record<string, unknown>): WantedAttributes {
  const names = (name: string) => {
    const given = query[name];
    const text = [given]
      .flat()
      .filter((one) => typeof one === 'string')
      .join(',')
      .slice(0, 4000);
    return text.trim() ? namesIn(text.split(',')) : null;
  };
  return { only: names('attributes'), without: names('excludedAttributes') ?? new Map() };
}

function namesIn(given: readonly string[]): Names {
  const names = new Map<string, Set<string> | null>();
  for (const one of given) {
    const [top, sub] = partsOf(one.trim().toLowerCase());
    const known = names.get(top);
    if (!sub || known === null) names.set(top, null);
    else names.set(top, (known ?? new Set()).add(sub));
  }
  return names;
}

/** Splits `name.givenName` or `urn:…:User:department`. */
function partsOf(name: string): [top: string, sub: string | undefined] {
  const extension = scimEnterprise.toLowerCase();
  if (name === extension) return [name, undefined];
  if (name.startsWith(`${extension}:`)) return [extension, name.slice(extension.length + 1).split('.')[0]];
  const [top = '', sub] = name.slice(name.lastIndexOf(':') + 1).split('.');
  return [top, sub];
}

/** Returns whether a request wants the members of groups. */
export const wantsMembers = ({ only, without }: WantedAttributes): boolean =>
  only ? only.has('members') : without.get('members') !== null;

/** Returns the wanted part of a resource. */
export function withWanted(shown: ScimObject, { only, without }: WantedAttributes): ScimObject {
  const entries = Object.entries(shown).flatMap(([name, value]): [string, unknown][] => {
    if (always.has(name)) return [[name, value]];
    const names = only ?? without;
    const key = name.toLowerCase();
    if (!names.has(key)) return only ? [] : [[name, value]];
    const subs = names.get(key) ?? null;
    if (!subs) return only ? [[name, value]] : [];
    return [[name, narrowed(value, (sub) => subs.has(sub.toLowerCase()) === (only !== null))]];
  });
  return Object.fromEntries(entries);
}

function narrowed(value: unknown, isWanted: (sub: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => narrowed(one, isWanted));
  if (!isScimObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([sub]) => isWanted(sub)));
}

/** Returns whether a header names a version. */
export const namesVersion = (header: string, stored: Pick<ScimStored, 'version'>): boolean =>
  header.split(',').some((one) => ['*', etagOf(stored), `"${stored.version}"`].includes(one.trim()));

/** Returns If-Match's version; null for any. */
export function demandedVersion(header: string | undefined): number | null {
  const found = /^\s{0,5}(?:W\/)?"(\d{1,9})"\s{0,5}$/.exec(header ?? '');
  return found ? Number(found[1]) : header === undefined || header.trim() === '*' ? null : -1;
}

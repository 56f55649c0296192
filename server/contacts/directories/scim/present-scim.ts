import { scimEnterprise } from '#shared/directories.ts';
import { scimCore } from './scim-schemas.ts';
import type { ScimStored } from './scim-store.ts';
import type { ScimObject } from './scim-values.ts';

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

/** The attributes that a request wants, in lower case. */
export interface WantedAttributes {
  only: ReadonlySet<string> | null;
  without: ReadonlySet<string>;
}

/** Reads `attributes` and `excludedAttributes`, by whole attributes. */
export function readWanted(query: Record<string, unknown>): WantedAttributes {
  const names = (name: string) => {
    const given = query[name];
    if (typeof given !== 'string' || !given.trim()) return null;
    return new Set(given.slice(0, 4000).split(',').map(topOf));
  };
  return { only: names('attributes'), without: names('excludedAttributes') ?? new Set() };
}

function topOf(name: string): string {
  const lower = name.trim().toLowerCase();
  if (lower.startsWith(scimEnterprise.toLowerCase())) return scimEnterprise.toLowerCase();
  return lower.slice(lower.lastIndexOf(':') + 1).split('.')[0]!;
}

/** Returns whether a request wants the members of groups. */
export const wantsMembers = ({ only, without }: WantedAttributes): boolean =>
  only ? only.has('members') : !without.has('members');

/** Returns the wanted part of a resource. */
export function withWanted(shown: ScimObject, { only, without }: WantedAttributes): ScimObject {
  const isWanted = (name: string) =>
    always.has(name) || (only ? only.has(name.toLowerCase()) : !without.has(name.toLowerCase()));
  return Object.fromEntries(Object.entries(shown).filter(([name]) => isWanted(name)));
}

/** Returns whether a header names a version. */
export const namesVersion = (header: string, stored: Pick<ScimStored, 'version'>): boolean =>
  header.split(',').some((one) => ['*', etagOf(stored), `"${stored.version}"`].includes(one.trim()));

/** Returns If-Match's version; null for any. */
export function demandedVersion(header: string | undefined): number | null {
  const found = /^\s{0,5}(?:W\/)?"(\d{1,9})"\s{0,5}$/.exec(header ?? '');
  return found ? Number(found[1]) : header === undefined || header.trim() === '*' ? null : -1;
}

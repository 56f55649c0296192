import assert from 'node:assert/strict';
import { type ScimAnswer, scimPatch } from '#testing/scim.ts';

/** Ids of two people and of a group whose member is the first; `n` is the number of the first, `n + 1` of the second. */
export interface ScimTestPlace {
  n: number;
  a: string;
  b: string;
  group: string;
}

/** A request of a client. */
export type ScimRequest = readonly [method: string, path: string, body?: unknown, headers?: Record<string, string>];
type Check = (answer: ScimAnswer, place: ScimTestPlace) => void;
/** A request, the status of its answer, and a check of the answer. */
export type ScimRow = readonly [
  title: string,
  request: (place: ScimTestPlace) => ScimRequest,
  status: number,
  check?: Check | undefined,
];

/** Asks for a list by a filter. */
export const filtered = (kind: string, filter: string, more = '') =>
  ['GET', `/${kind}?filter=${encodeURIComponent(filter)}${more}`] as const;
/** Changes the first person. */
export const patchUser = ({ a }: ScimTestPlace, ...operations: unknown[]) =>
  ['PATCH', `/Users/${a}`, scimPatch(...operations)] as const;
/** Changes the group. */
export const patchGroup = ({ group }: ScimTestPlace, ...operations: unknown[]) =>
  ['PATCH', `/Groups/${group}`, scimPatch(...operations)] as const;
/** Expects the members of the group. */
export const membersAre =
  (names: (place: ScimTestPlace) => string[]): Check =>
  ({ body }, place) => {
    const values: string[] = (body.members ?? []).map(({ value }: { value: string }) => value);
    assert.deepEqual(
      values.toSorted((a, b) => (a < b ? -1 : 1)),
      names(place).toSorted((a, b) => (a < b ? -1 : 1)),
    );
  };
/** Expects a part of the body. */
export const has =
  (path: (body: ScimAnswer['body']) => unknown, expected: unknown): Check =>
  ({ body }) =>
    assert.deepEqual(path(body), expected);
/** Expects a list of only the first person. */
export const foundOnlyA: Check = ({ body }, { a }) => {
  assert.deepEqual([body.totalResults, body.Resources.map(({ id }: { id: string }) => id)], [1, [a]]);
};
/** Expects the body of an error. */
export const isError =
  (scimType?: string): Check =>
  ({ status, headers, body }) => {
    assert.match(headers.get('content-type') ?? '', /^application\/scim\+json/);
    assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
    assert.deepEqual([body.status, body.scimType, typeof body.detail], [String(status), scimType, 'string']);
  };

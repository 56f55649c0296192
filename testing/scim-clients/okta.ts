import assert from 'node:assert/strict';
import { scimUser, userSchema } from '#testing/scim.ts';
import { filtered, foundOnlyA, has, isError, membersAre, patchGroup, patchUser, type ScimRow } from './rows.ts';

const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The requests of Okta. */
export const requestsOfOkta: readonly ScimRow[] = [
  [
    'tests the connection',
    () => [
      'GET',
      '/Users?startIndex=1&count=2',
      undefined,
      { 'content-type': 'application/scim+json; charset=utf-8', accept: 'application/scim+json' },
    ],
    200,
    has((body) => [body.startIndex, body.itemsPerPage, body.Resources.length], [1, 2, 2]),
  ],
  [
    'matches with a page',
    ({ n }) => filtered('Users', `userName eq "Person${n}@scim.example.org"`, '&startIndex=1&count=100'),
    200,
    foundOnlyA,
  ],
  [
    'creates a person with groups and a password',
    ({ n }) => [
      'POST',
      '/Users',
      { ...scimUser(n + 20_000), groups: [], password: '1mz050nq', locale: 'de-DE' },
      { 'content-type': 'application/json' },
    ],
    201,
    has((body) => [body.groups, body.password, body.locale], [undefined, undefined, 'de-DE']),
  ],
  [
    'sends back a whole person',
    ({ n, a }) => [
      'PUT',
      `/Users/${a}`,
      { ...scimUser(n), id: a, meta: { resourceType: 'User' }, groups: [{ value: 'x' }], title: 'Neu' },
    ],
    200,
    has((body) => body.title, 'Neu'),
  ],
  [
    'switches off without a path',
    (place) => patchUser(place, { op: 'replace', value: { active: false } }),
    200,
    has((body) => body.active, false),
  ],
  [
    'switches off by PUT',
    ({ n, a }) => ['PUT', `/Users/${a}`, scimUser(n, { active: false })],
    200,
    has((body) => body.active, false),
  ],
  [
    'renames a group with its id in the value',
    (place) => patchGroup(place, { op: 'replace', value: { id: place.group, displayName: 'Neu' } }),
    200,
    has((body) => body.displayName, 'Neu'),
  ],
  [
    'adds members with their names',
    (place) => patchGroup(place, { op: 'add', path: 'members', value: [{ value: place.b, display: 'b@example.org' }] }),
    200,
    membersAre(({ a, b }) => [a, b]),
  ],
  [
    'removes one and adds one in a request',
    (place) =>
      patchGroup(
        place,
        { op: 'remove', path: `members[value eq "${place.a}"]` },
        { op: 'add', path: 'members', value: [{ value: place.b, display: 'b' }] },
      ),
    200,
    membersAre(({ b }) => [b]),
  ],
  [
    'pushes an empty group',
    (place) => patchGroup(place, { op: 'replace', path: 'members', value: [] }),
    200,
    membersAre(() => []),
  ],
  [
    'pushes a whole group by PUT',
    ({ group, b }) => [
      'PUT',
      `/Groups/${group}`,
      { schemas: [groupSchema], id: group, displayName: 'Neu', members: [{ value: b, display: 'b' }] },
    ],
    200,
    membersAre(({ b }) => [b]),
  ],
  [
    'deletes a group with a content type and no body',
    ({ group }) => [
      'DELETE',
      `/Groups/${group}`,
      undefined,
      { 'content-type': 'application/scim+json; charset=utf-8' },
    ],
    204,
  ],
  [
    'imports changes since a time',
    () => filtered('Users', 'meta.lastModified gt "2011-05-13T04:42:34Z"'),
    200,
    ({ body }) => assert.ok(body.totalResults >= 2),
  ],
  [
    'imports changes since a later time in another zone',
    () =>
      filtered('Users', `meta.lastModified gt "${new Date(Date.now() + 60_000).toISOString().replace('Z', '-00:00')}"`),
    200,
    has((body) => body.totalResults, 0),
  ],
  ['asks for a person who does not exist', () => ['GET', '/Users/010101001010101011001010101011'], 404, isError()],
  [
    'creates a person without a userName',
    () => ['POST', '/Users', { schemas: [userSchema] }],
    400,
    isError('invalidValue'),
  ],
];

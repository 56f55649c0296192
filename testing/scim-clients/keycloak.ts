import assert from 'node:assert/strict';
import { userSchema } from '#testing/scim.ts';
import { filtered, foundOnlyA, has, membersAre, patchGroup, patchUser, type ScimRow } from './rows.ts';

/** The requests of SCIM clients for Keycloak. */
export const requestsOfKeycloak: readonly ScimRow[] = [
  [
    'finds a group with an operator in capitals',
    ({ n }) => filtered('Groups', `displayName EQ "Gruppe ${n}"`),
    200,
    has((body) => body.totalResults, 1),
  ],
  [
    'searches by POST',
    ({ n }) => [
      'POST',
      '/Users/.search',
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        filter: `userName eq "Person${n}@scim.example.org"`,
        attributes: ['userName'],
        startIndex: 1,
        count: 10,
      },
    ],
    200,
    (answer, place) => {
      foundOnlyA(answer, place);
      assert.deepEqual(new Set(Object.keys(answer.body.Resources[0])), new Set(['id', 'schemas', 'userName']));
    },
  ],
  [
    'searches groups by POST without members',
    ({ n }) => ['POST', '/Groups/.search', { filter: `displayName eq "Gruppe ${n}"`, excludedAttributes: ['members'] }],
    200,
    has((body) => [body.totalResults, body.Resources[0].members], [1, undefined]),
  ],
  [
    'replaces a person',
    ({ n, a }) => [
      'PUT',
      `/Users/${a}`,
      {
        schemas: [userSchema],
        id: a,
        externalId: `oid-${n}`,
        userName: `Person${n}@scim.example.org`,
        active: true,
        emails: [{ value: 'neu@example.org', primary: true }],
        roles: [],
        meta: { resourceType: 'User', created: '2026-01-01T00:00:00Z' },
      },
    ],
    200,
    has((body) => body.emails[0].value, 'neu@example.org'),
  ],
  [
    'adds members with $ref and type',
    (place) =>
      patchGroup(place, {
        op: 'add',
        path: 'members',
        value: [JSON.parse(`{"value":"${place.b}","$ref":"Users/${place.b}","type":"User"}`)],
      }),
    200,
    membersAre(({ a, b }) => [a, b]),
  ],
  ['removes all members', (place) => patchGroup(place, { op: 'remove', path: 'members' }), 200, membersAre(() => [])],
  [
    'sends values as texts of JSON',
    (place) => patchUser(place, { op: 'replace', path: 'active', value: ['false'] }),
    200,
    has((body) => body.active, false),
  ],
];

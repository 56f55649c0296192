import assert from 'node:assert/strict';
import { scimEnterprise } from '#shared/directories.ts';
import { scimUser, userSchema } from '#testing/scim.ts';
import { filtered, foundOnlyA, has, isError, membersAre, patchGroup, patchUser, type ScimRow } from './rows.ts';

const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The requests of Entra ID, also the forms of its library that depart from RFC 7644. */
export const requestsOfEntra: readonly ScimRow[] = [
  [
    'tests the connection with a person who does not exist',
    () => filtered('Users', 'userName eq "00000000-none"'),
    200,
    has((body) => [body.totalResults, body.Resources, body.startIndex], [0, [], 1]),
  ],
  [
    'matches by userName in any case',
    ({ n }) => filtered('Users', `userName eq "PERSON${n}@scim.example.org"`),
    200,
    foundOnlyA,
  ],
  ['matches by externalId', ({ n }) => filtered('Users', `externalId eq "oid-${n}"`), 200, foundOnlyA],
  [
    'matches by the address of work',
    ({ n }) => filtered('Users', `emails[type eq "work"].value eq "Sara.Scim${n}@example.org"`),
    200,
    foundOnlyA,
  ],
  [
    'finds a group by name without its members',
    ({ n }) => filtered('Groups', `displayName eq "gruppe ${n}"`, '&excludedAttributes=members'),
    200,
    has((body) => [body.totalResults, body.Resources[0].members], [1, undefined]),
  ],
  [
    'asks if a person is a member',
    ({ group, a }) => filtered('Groups', `id eq "${group}" and members eq "${a}"`, '&attributes=id'),
    200,
    has((body) => body.totalResults, 1),
  ],
  [
    'asks if a person has a manager',
    ({ a, b }) => filtered('Users', `id eq "${a}" and manager eq "${b}"`, '&attributes=id'),
    200,
    has((body) => body.totalResults, 0),
  ],
  [
    'creates a group with an unknown schema',
    ({ n }) => [
      'POST',
      '/Groups',
      {
        schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: `x${n}`,
        displayName: `Neu ${n}`,
        members: [],
        meta: { resourceType: 'Group' },
      },
    ],
    201,
    has((body) => body.schemas, [groupSchema]),
  ],
  [
    'creates a person with an unknown extension',
    ({ n }) => [
      'POST',
      '/Users',
      {
        ...scimUser(n + 10_000),
        schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User'],
        'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User': { tag: '7' },
      },
    ],
    201,
    has((body) => body['urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User'], { tag: '7' }),
  ],
  [
    'switches off by a text',
    (place) => patchUser(place, { op: 'Replace', path: 'active', value: 'False' }),
    200,
    has((body) => body.active, false),
  ],
  [
    'switches off by a value in a list, as its library does',
    (place) => patchUser(place, { op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }),
    200,
    has((body) => body.active, false),
  ],
  [
    'renames by a value in a list, as its library does',
    (place) => patchUser(place, { op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Neu' }] }),
    200,
    has((body) => body.displayName, 'Neu'),
  ],
  [
    'changes the address of work',
    (place) => patchUser(place, { op: 'Replace', path: 'emails[type eq "work"].value', value: 'neu@example.org' }),
    200,
    has((body) => body.emails, [{ primary: true, type: 'work', value: 'neu@example.org' }]),
  ],
  [
    'replaces an address without its type',
    (place) => patchUser(place, { op: 'Replace', path: 'emails[type eq "work"]', value: { value: 'neu@example.org' } }),
    200,
    has((body) => body.emails, [{ type: 'work', value: 'neu@example.org' }]),
  ],
  [
    'adds a number that did not exist',
    (place) => patchUser(place, { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+491701234567' }),
    200,
    has((body) => body.phoneNumbers, [{ type: 'mobile', value: '+491701234567' }]),
  ],
  [
    'removes an address',
    (place) => patchUser(place, { op: 'Remove', path: 'emails[type eq "work"].value' }),
    200,
    has((body) => body.emails?.[0]?.value, undefined),
  ],
  [
    'sets the manager by an id',
    (place) => patchUser(place, { op: 'Add', path: `${scimEnterprise}:manager`, value: place.b }),
    200,
    ({ body }, { b }) => assert.deepEqual(body[scimEnterprise].manager, { value: b }),
  ],
  [
    'removes the manager',
    (place) => patchUser(place, { op: 'Remove', path: `${scimEnterprise}:manager` }),
    200,
    has((body) => body[scimEnterprise], undefined),
  ],
  [
    'chooses a role by a flag as text',
    (place) => patchUser(place, { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Arzt' }),
    200,
    has((body) => body.roles, [{ primary: true, value: 'Arzt' }]),
  ],
  [
    'sends dotted names without a path',
    (place) =>
      patchUser(place, {
        op: 'replace',
        value: {
          'name.givenName': 'Zoe',
          [`${scimEnterprise}:employeeNumber`]: '7',
          'emails[type eq "work"].value': 'z@example.org',
        },
      }),
    200,
    has(
      (body) => [body.name.givenName, body[scimEnterprise].employeeNumber, body.emails[0].value],
      ['Zoe', '7', 'z@example.org'],
    ),
  ],
  [
    'sends an extension as a whole',
    (place) => patchUser(place, { op: 'replace', value: { [scimEnterprise]: { department: 'Pflege' } } }),
    200,
    has((body) => body[scimEnterprise].department, 'Pflege'),
  ],
  [
    'adds a member with an empty $ref',
    (place) => patchGroup(place, { op: 'Add', path: 'members', value: [{ $ref: null, value: place.b }] }),
    200,
    membersAre(({ a, b }) => [a, b]),
  ],
  [
    'removes a member by its value',
    (place) => patchGroup(place, { op: 'Remove', path: 'members', value: [{ $ref: null, value: place.a }] }),
    200,
    membersAre(() => []),
  ],
  [
    'removes a member by a filter',
    (place) => patchGroup(place, { op: 'Remove', path: `members[value eq "${place.a}"]` }),
    200,
    membersAre(() => []),
  ],
  [
    'reads a group without its members',
    ({ group }) => ['GET', `/Groups/${group}?excludedAttributes=members`],
    200,
    has((body) => body.members, undefined),
  ],
  ['deletes a person', ({ a }) => ['DELETE', `/Users/${a}`], 204],
  ['creates a person twice', ({ n }) => ['POST', '/Users', scimUser(n)], 409, isError('uniqueness')],
];

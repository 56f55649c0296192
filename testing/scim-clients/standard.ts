import assert from 'node:assert/strict';
import { scimPatch, scimUser, userSchema } from '#testing/scim.ts';
import { filtered, has, isError, patchUser, type ScimRow } from './rows.ts';

/** Edges of RFC 7644, with their sections. */
export const requestsOfStandard: readonly ScimRow[] = [
  [
    '3.4.2.4: count 0 asks only for the number',
    () => ['GET', '/Users?count=0'],
    200,
    ({ body }) => assert.deepEqual([body.Resources, body.itemsPerPage, body.totalResults > 0], [[], 0, true]),
  ],
  [
    '3.4.2.5: excludes a part of an attribute',
    ({ a }) => ['GET', `/Users/${a}?excludedAttributes=name.formatted`],
    200,
    has((body) => new Set(Object.keys(body.name)), new Set(['familyName', 'givenName'])),
  ],
  [
    '3.4.2.5: returns a part of an attribute',
    ({ a }) => ['GET', `/Users/${a}?attributes=name.givenName,emails.value`],
    200,
    has((body) => [body.name, Object.keys(body.emails[0])], [{ givenName: 'Sara' }, ['value']]),
  ],
  [
    '3.4.2.5: returns an attribute by its whole name',
    ({ a }) => ['GET', `/Users/${a}?attributes=${userSchema}:userName`],
    200,
    has((body) => new Set(Object.keys(body)), new Set(['id', 'schemas', 'userName'])),
  ],
  [
    '3.5.1: renames to a taken userName',
    ({ n, a }) => ['PUT', `/Users/${a}`, scimUser(n + 1)],
    409,
    isError('uniqueness'),
  ],
  [
    '3.5.2: renames to a taken userName',
    (place) => patchUser(place, { op: 'replace', path: 'userName', value: `person${place.n + 1}@scim.example.org` }),
    409,
    isError('uniqueness'),
  ],
  ['3.5.2: no operations', ({ a }) => ['PATCH', `/Users/${a}`, scimPatch()], 400, isError('invalidSyntax')],
  [
    '3.5.2: removes an attribute that must be there',
    (place) => patchUser(place, { op: 'remove', path: 'userName' }),
    400,
  ],
  [
    '3.5.2.3: replaces a chosen value as a whole',
    (place) =>
      patchUser(place, {
        op: 'replace',
        path: 'emails[type eq "work"]',
        value: { type: 'work', value: 'neu@example.org' },
      }),
    200,
    has((body) => body.emails, [{ type: 'work', value: 'neu@example.org' }]),
  ],
  ['3.6: deletes a person who is gone', () => ['DELETE', `/Users/${crypto.randomUUID()}`], 404, isError()],
  [
    '3.7: no bulk',
    () => ['POST', '/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations: [] }],
    501,
    isError(),
  ],
  ['3.11: no /Me', () => ['GET', '/Me'], 501, isError()],
  ['3.12: an unknown address', () => ['GET', '/Devices'], 404, isError()],
  ['3.12: a method that has no meaning', () => ['DELETE', '/Users'], 405],
  ['3.12: a body that is no JSON', () => ['POST', '/Users', '{'], 400, isError('invalidSyntax')],
  [
    '3.14: a condition on an older version',
    ({ a }) => ['PUT', `/Users/${a}`, scimUser(1), { 'if-match': 'W/"0"' }],
    412,
    isError(),
  ],
  ['3.14: a version that is known', ({ a }) => ['GET', `/Users/${a}`, undefined, { 'if-none-match': 'W/"1"' }], 304],
  ['4: filters of the discovery', () => filtered('Schemas', 'id pr'), 403, isError()],
];

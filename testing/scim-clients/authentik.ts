import { scimUser } from '#testing/scim.ts';
import { filtered, foundOnlyA, has, isError, membersAre, patchGroup, type ScimRow } from './rows.ts';

/** The requests of authentik. */
export const requestsOfAuthentik: readonly ScimRow[] = [
  [
    'asks for the abilities',
    () => ['GET', '/ServiceProviderConfig'],
    200,
    has(
      (body) => [body.patch.supported, body.bulk.supported, body.filter.supported, body.authenticationSchemes[0].type],
      [true, false, true, 'oauthbearertoken'],
    ),
  ],
  [
    'takes over a person after a conflict',
    ({ n }) => filtered('Users', `userName eq "Person${n}@scim.example.org"`),
    200,
    foundOnlyA,
  ],
  [
    'replaces a group and its members',
    (place) => patchGroup(place, { op: 'replace', value: { displayName: 'Neu', externalId: 'pk-1' } }),
    200,
    has((body) => [body.displayName, body.externalId], ['Neu', 'pk-1']),
  ],
  [
    'adds members without a path',
    (place) => patchGroup(place, { op: 'add', value: { members: [{ value: place.b }] } }),
    200,
    membersAre(({ a, b }) => [a, b]),
  ],
  ['updates a person who is gone', () => ['PUT', `/Users/${crypto.randomUUID()}`, scimUser(99_999)], 404, isError()],
];

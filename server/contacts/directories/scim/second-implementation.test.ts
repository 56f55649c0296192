import assert from 'node:assert/strict';
import test from 'node:test';
import SCIMMY from 'scimmy';
import { scimPatch, scimUser } from '#testing/scim.ts';
import { patchScim, readOperations } from './patch-scim.ts';
import { readScimResource } from './read-scim.ts';
import { parseScimFilter } from './scim-filter.ts';
import { matchesScim, type ScimObject } from './scim-values.ts';

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
SCIMMY.Schemas.User.extend(SCIMMY.Schemas.EnterpriseUser as never, false);

const person = () => ({
  ...scimUser(1),
  title: 'Ärztin',
  emails: [
    { type: 'work', value: 'a@example.org', primary: true },
    { type: 'home', value: 'b@example.org' },
  ],
  phoneNumbers: [{ type: 'mobile', value: '+491701234567' }],
  [enterprise]: { employeeNumber: '7', department: 'Pflege' },
});

/** Without empty values, lists sorted. */
function plain(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(plain).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(
      ([name, one]) => one !== undefined && one !== null && !['schemas', 'meta', 'id'].includes(name) && one !== false,
    )
    .map(([name, one]) => [name, plain(one)] as const)
    .filter(([, one]) => !(typeof one === 'object' && one !== null && !Object.keys(one).length));
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)));
}

const ours = (operations: unknown[]) => {
  const resource = readScimResource('User', person());
  patchScim(resource, readOperations(scimPatch(...structuredClone(operations))));
  return plain(readScimResource('User', resource));
};
const theirs = async (operations: unknown[]) => {
  const message = new SCIMMY.Messages.PatchOp(scimPatch(...structuredClone(operations)) as never);
  const resource = new SCIMMY.Schemas.User({ id: '1', ...person() } as never, 'in');
  const patched = await message.apply(resource as never, async (one: unknown) => one as never);
  return plain(JSON.parse(JSON.stringify(patched ?? resource)));
};

for (const operations of [
  [{ op: 'replace', path: 'title', value: 'Arzt' }],
  [{ op: 'Replace', path: 'name.familyName', value: 'Neu' }],
  [{ op: 'replace', value: { title: 'Arzt', nickName: 'S' } }],
  [{ op: 'remove', path: 'title' }],
  [{ op: 'add', path: 'emails', value: [{ type: 'other', value: 'c@example.org' }] }],
  [{ op: 'replace', path: 'emails', value: [{ type: 'other', value: 'c@example.org' }] }],
  [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'neu@example.org' }],
  [{ op: 'remove', path: 'emails[type eq "home"]' }],
  [{ op: 'remove', path: 'emails' }],
  [{ op: 'replace', path: `${enterprise}:department`, value: 'Labor' }],
  [
    { op: 'add', path: 'displayName', value: 'Sara' },
    { op: 'replace', path: 'active', value: false },
    { op: 'remove', path: 'phoneNumbers[type eq "mobile"]' },
  ],
] as unknown[][]) {
  test(`scimmy comes to the same result: ${JSON.stringify(operations)}`, async () => {
    const before = plain(readScimResource('User', person()));
    const result = ours(operations);
    assert.notDeepEqual(result, before, 'the operation has an effect');
    assert.deepEqual(result, await theirs(operations));
  });
}

const people = [
  scimUser(1, { title: 'Ärztin' }),
  scimUser(2, { active: false }),
  scimUser(3, { emails: [{ type: 'home', value: 'x@example.org' }] }),
] as ScimObject[];
for (const filter of [
  'userName eq "Person1@scim.example.org"',
  'externalId eq "oid-2"',
  'title pr',
  'not (title pr)',
  'userName sw "Person" and externalId ne "oid-3"',
  'externalId eq "oid-1" or externalId eq "oid-3" and title pr',
  '(externalId eq "oid-1" or externalId eq "oid-3") and title pr',
  'name.familyName co "cim2"',
  'active eq false',
])
  test(`scimmy chooses the same people: ${filter}`, () => {
    const parsed = parseScimFilter(filter);
    const chosen = people.filter((one) => matchesScim(one, parsed));
    assert.ok(chosen.length < people.length && chosen.length > 0);
    assert.deepEqual(chosen, new SCIMMY.Types.Filter(filter).match(people as never[]));
  });

test('what scimmy refuses as a filter is refused here too', () => {
  for (const filter of ['', 'userName']) {
    assert.throws(() => new SCIMMY.Types.Filter(filter), filter);
    assert.throws(() => parseScimFilter(filter), filter);
  }
});

test('a response has the form that scimmy demands of a person', () => {
  const read = readScimResource('User', person());
  const schemas = [SCIMMY.Schemas.User.definition.id, enterprise];
  const theirs = new SCIMMY.Schemas.User({ schemas, id: '1', ...read } as never, 'out');
  assert.deepEqual(plain(JSON.parse(JSON.stringify(theirs))), plain(read));
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { deniesSecondFactor, groupsOf, hasTooManyGroups, personOf } from './claims.ts';
import { mapRoles, rolesOfGroups } from './role-mapping.ts';

test('reads groups from a list, from one text, or from inside an object', () => {
  assert.deepEqual(groupsOf({ groups: ['a', 1, 'b'] }, 'groups'), ['a', 'b']);
  assert.deepEqual(groupsOf({ groups: 'a' }, 'groups'), ['a']);
  const twenty = Array.from({ length: 20 }, (_none, at) => `group ${at}`);
  for (const bad of [null, {}, [], 7, true, undefined])
    assert.deepEqual(groupsOf({ groups: twenty.toSpliced(9, 0, bad as string) }, 'groups'), twenty);
  assert.deepEqual(groupsOf({ realm_access: { roles: ['a'] } }, 'realm_access.roles'), ['a']);
  assert.deepEqual(groupsOf({ 'https://x.example/groups': ['a'] }, 'https://x.example/groups'), ['a']);
  for (const path of ['groups', 'a.b', '__proto__.x', 'constructor.name'])
    assert.equal(groupsOf({ a: 'text' }, path), null, path);
});

test('a person without a full name or a readable address still has a name', () => {
  const nameOf = (claims: object) => {
    const { firstName, lastName } = personOf(claims as Record<string, unknown>);
    return [firstName, lastName];
  };
  assert.deepEqual(nameOf({ given_name: 'A', family_name: 'B', name: 'C D' }), ['A', 'B']);
  assert.deepEqual(nameOf({ name: 'Anna Maria Berg' }), ['Anna Maria', 'Berg']);
  assert.deepEqual(nameOf({ preferred_username: 'aberg' }), ['–', 'aberg']);
  assert.deepEqual(nameOf({ email: 'aberg@example.org' }), ['–', 'aberg']);
  assert.deepEqual(nameOf({}), ['–', '?']);
  assert.equal(personOf({ email: 'not an address' }).email, null);
  assert.equal(personOf({ email: 'a@example.org', email_verified: 'true' }).isEmailVerified, false);
});

test('detects that Entra ID omits groups above 200', () => {
  assert.equal(hasTooManyGroups({ _claim_names: { groups: 'src1' } }), true);
  assert.equal(hasTooManyGroups({ hasgroups: true }), true);
  assert.equal(hasTooManyGroups({ _claim_names: 'groups' }), false);
  assert.equal(hasTooManyGroups({}), false);
});

test('a token that names only a password contradicts a second factor', () => {
  assert.equal(deniesSecondFactor({ amr: ['pwd'] }), true);
  assert.equal(deniesSecondFactor({ amr: ['pwd', 'otp'] }), false);
  assert.equal(deniesSecondFactor({ amr: [] }), false);
  assert.equal(deniesSecondFactor({}), false);
});

test('groups grant and remove roles; roles assigned by hand remain', () => {
  const map = [
    { group: 'a', role: 'editor' },
    { group: 'b', role: 'crisis_manager' },
    { group: 'c', role: 'editor' },
  ] as const;
  assert.deepEqual(rolesOfGroups(map, ['a', 'b', 'c', 'd']), ['crisis_manager', 'editor']);
  const none = { grantedBefore: [], grantedElsewhere: [] };
  assert.deepEqual(mapRoles(['editor'], ['editor'], none), { roles: ['editor'], granted: [] });
  assert.deepEqual(mapRoles([], ['editor'], none), { roles: ['editor'], granted: ['editor'] });
  assert.deepEqual(mapRoles(['editor'], [], { ...none, grantedBefore: ['editor'] }), { roles: [], granted: [] });
  assert.deepEqual(mapRoles(['editor'], [], { grantedBefore: ['editor'], grantedElsewhere: ['editor'] }), {
    roles: ['editor'],
    granted: [],
  });
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { dnKey, nameOfDn } from './dn.ts';
import { identifierOf, isDisabled, valueRange } from './entry-values.ts';

test('spellings of one distinguished name have one key', () => {
  assert.equal(dnKey('CN=Dr. A  B , OU = Haus;DC=test'), dnKey('cn=dr. a  b,ou=haus,dc=TEST'));
  assert.notEqual(dnKey('cn=a\\,b,dc=test'), dnKey('cn=a,b,dc=test'));
  assert.equal(nameOfDn('CN=Müller\\, Anna,OU=x'), 'Müller, Anna');
});

test('of userAccountControl only bit 2 disables an account', () => {
  const of = (value: string, attribute: string) => isDisabled({ dn: '', [attribute]: value }, attribute);
  assert.deepEqual(
    ['512', '514', '66048', '66050'].map((value) => of(value, 'userAccountControl')),
    [false, true, false, true],
  );
  assert.deepEqual(
    ['TRUE', 'FALSE', ''].map((value) => of(value, 'nsAccountLock')),
    [true, false, false],
  );
});

test('identifiers are text, or hexadecimal if they are binary', () => {
  const uuid = '1d5b3ae0-1b2c-4b4f-9a3b-2f3c4d5e6f70';
  assert.equal(identifierOf({ dn: '', entryUUID: Buffer.from(uuid) }, 'entryUUID'), uuid);
  assert.equal(identifierOf({ dn: '', objectGUID: Buffer.alloc(16, 0x41) }, 'objectGUID'), '41'.repeat(16));
  assert.equal(identifierOf({ dn: '', objectGUID: [] }, 'objectGUID'), null);
});

test('the next part of a long list begins after the last one', () => {
  assert.equal(valueRange({ dn: '', 'member;range=0-1499': ['a'], member: [] }, 'member').next, 1500);
  assert.equal(valueRange({ dn: '', 'member;range=1500-*': ['a'] }, 'member').next, null);
});

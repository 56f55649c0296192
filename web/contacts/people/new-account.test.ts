import assert from 'node:assert/strict';
import test from 'node:test';
import { accountValues } from './new-account.ts';

const data = (type: number, valueStr: string) => ({ valueStr, keyField: { _id: type } });

test('a user account takes the name, the e-mail address and the mobile number of a contact', () => {
  const person = { firstName: 'Anna', lastName: 'Amsel' };
  const personData = [data(5, '+4915155501'), data(1, 'anna@example.org'), data(8, '+49361555')];
  assert.deepEqual(accountValues({ ...person, personData }), {
    firstName: 'Anna',
    lastName: 'Amsel',
    email: 'anna@example.org',
    mobilePhoneNumber: '+4915155501',
  });
  assert.equal(accountValues({ ...person, personData: personData.slice(0, 1) }), undefined);
});

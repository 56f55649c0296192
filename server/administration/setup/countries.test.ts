import assert from 'node:assert/strict';
import test from 'node:test';
import { getCountries } from 'libphonenumber-js/max';
import { countries } from '#shared/countries.ts';

test('offers the countries whose phone numbers are understood', () => {
  assert.deepEqual(
    [...countries],
    getCountries().toSorted((a, b) => (a < b ? -1 : 1)),
  );
});

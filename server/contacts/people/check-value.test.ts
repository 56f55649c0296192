import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { GivenValue } from '#shared/person-data.ts';
import { shownPhone } from '#shared/phone-number.ts';
import { checkValue } from './check-value.ts';

const options = [
  { value: 1, label: 'Früh', labelEn: 'Early' },
  { value: 2, label: 'Spät' },
];
const check = (fieldType: string, given: GivenValue | string, country = 'DE') =>
  checkValue({ fieldType, options }, typeof given === 'string' ? { valueStr: given } : given, country);
const stored = (fieldType: string, given: GivenValue | string, country = 'DE') => {
  const checked = check(fieldType, given, country);
  return 'fault' in checked ? checked.fault : (checked.value?.valueStr ?? checked.value?.valueInt ?? null);
};

test('telephone numbers become E.164; without + they use the calling code of the country', () => {
  for (const text of ['0151 23456789', '+49 151 23456789', '0049-151-23456789', '(0151) 234 567 89']) {
    assert.equal(stored('phone_mobile', text), '+4915123456789', text);
  }
  assert.equal(stored('phone', '0664 1234567', 'AT'), '+436641234567');
  assert.equal(stored('fax', '030 1234567'), '+49301234567');
  assert.equal(stored('phone', '+1 555 123 4567'), '+15551234567', 'a number written out is taken as it is');
  for (const text of ['0151 1234', '4711', 'keine', '0900 1234567', '030 1234567 ext. 5', '+49', '1'.repeat(60)]) {
    assert.equal(stored('phone_mobile', text), 'error_invalid_phone', text);
  }
  assert.equal(shownPhone('+4915123456789', 'DE'), '01512 3456789');
  assert.equal(shownPhone('+4915123456789', 'AT'), '+49 1512 3456789');
  assert.equal(shownPhone('+491511234', 'DE'), '+491511234');
});

test('each field type accepts and normalizes its own values', () => {
  assert.equal(stored('email', ' Anna.Weiß@x.de'), 'error_invalid_email');
  assert.equal(stored('email', 'Anna@Müller.de'), 'Anna@xn--mller-kva.de');
  assert.equal(stored('date', '31.12.2024'), '2024-12-31');
  assert.equal(stored('date', '2024-02-29'), '2024-02-29');
  assert.equal(stored('date', '1/4/2019'), '2019-04-01', 'the day stands first in English too');
  for (const text of ['30.02.2024', '30/02/2024', '1.4/2019', '1.4.19', '31.12.0024']) {
    assert.equal(stored('date', text), 'error_invalid_date', text);
  }
  assert.equal(stored('url', 'www.example.org/a'), 'https://www.example.org/a');
  for (const text of ['javascript:alert(1)', 'ftp://x.de', 'kein link', 'localhost']) {
    assert.equal(stored('url', text), 'error_invalid_url', text);
  }
  assert.equal(stored('language', 'de_at'), 'de-AT');
  assert.equal(stored('language', 'Deutsch'), 'error_invalid_language');
  assert.equal(stored('number', '-12'), -12);
  assert.equal(stored('number', { valueInt: 0 }), 0);
  assert.equal(stored('number', '3000000000'), 'error_invalid_number');
  assert.equal(stored('boolean', 'Ja'), 1);
  assert.equal(stored('boolean', { valueInt: 0 }), 0);
  assert.equal(stored('boolean', { valueInt: 2 }), 'error_invalid_input');
  assert.equal(stored('select', { valueInt: 2 }), 2);
  assert.equal(stored('select', 'early'), 1);
  assert.equal(stored('select', { valueInt: 3 }), 'error_unknown_choice');
  assert.equal(stored('text', ' Oberärztin '), 'Oberärztin');
  assert.equal(stored('text', 'a\nb'), 'error_invalid_input');
  assert.equal(stored('textarea', 'a\r\nb'), 'a\nb');
  assert.equal(stored('text', 'x'.repeat(501)), 'error_too_long');
});

test('an empty input is no value for every type', () => {
  for (const fieldType of ['text', 'email', 'phone', 'number', 'boolean', 'date', 'select', 'url', 'language']) {
    for (const given of [{}, { valueStr: '  ' }, { valueStr: null, valueInt: null }]) {
      assert.deepEqual(check(fieldType, given), { value: null }, fieldType);
    }
  }
});

test('saving a stored value again changes nothing', () => {
  const types = ['text', 'textarea', 'email', 'phone_mobile', 'number', 'boolean', 'date', 'select', 'url', 'language'];
  const texts = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.emailAddress(),
    fc.stringMatching(/^(\+|0)?[0-9 ()/-]{3,18}$/),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), texts, (fieldType, text) => {
      const checked = check(fieldType, text);
      if ('fault' in checked || !checked.value) return;
      assert.deepEqual(check(fieldType, checked.value), checked);
    }),
    { numRuns: 2000 },
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { withoutContacts } from './without-contacts.ts';

test('addresses and telephone numbers go, what else is written stays', () => {
  const kept = [
    'Haus 3, Raum 0.12, 45 Betten frei',
    'Übergabe um 03:40 am 21.11.2026',
    'Seit 2026-11-21 gesperrt',
    '12 von 15 besetzt, 1.234 gefragt',
    'Funkkanal 404, Rufname 12/83-1',
  ];
  for (const text of kept) assert.equal(withoutContacts(text), text);
  const both = 'Anruf von +49 (0)30 1234-567, Mail an a.b+c@haus.example.org.';
  assert.equal(withoutContacts(both), 'Anruf von …, Mail an ….');
  assert.equal(withoutContacts('0151/2345678 und 030 12 34 56 78 und 0049-151-2345678'), '… und … und …');
});

test('no number of nine digits and more is left, however it is broken up', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 14 });
  const gaps = fc.array(fc.constantFrom('', ' ', '-', '/', ') '), { minLength: 14, maxLength: 14 });
  fc.assert(
    fc.property(digits, gaps, fc.constantFrom('', '+', '('), (number, between, start) => {
      const written = start + number.map((digit, at) => digit + (at + 1 < number.length ? between[at]! : '')).join('');
      assert.equal(withoutContacts(`Anruf ${written} Ende`), 'Anruf … Ende');
    }),
  );
});

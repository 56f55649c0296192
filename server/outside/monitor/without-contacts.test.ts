import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { withoutContacts } from './without-contacts.ts';

test('removes addresses and telephone numbers and keeps all other text', () => {
  const kept = [
    'Haus 3, Raum 0.12, 45 Betten frei',
    'Übergabe um 03:40 am 21.11.2026',
    'Seit 2026-11-21 gesperrt',
    'Vom 21.11.2026 03:40 bis 22.11.26, 14:05:30 Uhr',
    'Sperre 03:40–05:15, 20.11.2026 – 22.11.2026',
    'Musterweg 12, 10115 Berlin',
    '12 von 15 besetzt, 1.234 gefragt',
    'Infektionsausbruch, 24.11. 04:45',
    'Infection outbreak, 24/11 04:46',
    'Funkkanal 404, Rufname 12/83-1',
  ];
  for (const text of kept) assert.equal(withoutContacts(text), text);
  const both = 'Anruf von +49 (0)30 1234-567, Mail an a.b+c@haus.example.org.';
  assert.equal(withoutContacts(both), 'Anruf von …, Mail an ….');
  assert.equal(withoutContacts('0151/2345678 und 030 12 34 56 78 und 0049-151-2345678'), '… und … und …');
  for (const [text, shown] of [
    ['Tel.:015112345678', 'Tel.:…'],
    ['Rufnr.015112345678', 'Rufnr.…'],
    ['um 03:40:015112345678', 'um 03:40:…'],
    ['0151 - 234 - 5678', '…'],
    ['030 – 12 34 56', '…'],
    ['0171 / 234 / 567', '…'],
    ['015112345678h', '…h'],
    ['Nr123456', 'Nr…'],
    ['21.11.2026 12345', '…'],
    ['24.11. 04:45 12345', '…:…'],
  ] as const)
    assert.equal(withoutContacts(text), shown);
});

test('leaves no number of seven or more digits in any notation', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 14 });
  const between = ['', ' ', '-', '/', ') ', '.', ' - ', ' – ', '\u00a0', '\u2011', ' / '];
  const before = ['', ' ', ':', 'Tel.:', '.', ',', '03:40 Uhr '];
  const gaps = fc.array(fc.constantFrom(...between), { minLength: 14, maxLength: 14 });
  fc.assert(
    fc.property(
      digits,
      gaps,
      fc.constantFrom(...before),
      fc.constantFrom('', '+', '('),
      (number, between, front, start) => {
        const written =
          start + number.map((digit, at) => digit + (at + 1 < number.length ? between[at]! : '')).join('');
        assert.equal(withoutContacts(`Anruf${front}${written} Ende`), `Anruf${front}… Ende`);
      },
    ),
  );
});

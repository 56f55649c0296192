import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { getCountryCallingCode } from 'libphonenumber-js/max';
import { readPhone, remarksOnStored } from './phone-number.ts';
import type { PhoneRemark } from './phone-remarks.ts';

type Case = [country: string, written: string, number: string | null, ...remarks: PhoneRemark[]];

function holds(cases: readonly Case[], isMobile = false): void {
  for (const [country, written, number, ...remarks] of cases) {
    const expected = number === null ? null : { number, remarks };
    assert.deepEqual(readPhone(written, country, isMobile), expected, `${country}: ${JSON.stringify(written)}`);
  }
}

test('strips the own calling code without + if the rest is a mobile number', () => {
  holds([
    ['DE', '4915185677401', '+4915185677401', 'countryCode'],
    ['DE', '491713920099', '+491713920099', 'countryCode'],
    ['DE', '49 171 3920099', '+491713920099', 'countryCode'],
    ['DE', '49 (0) 171 3920099', '+491713920099', 'countryCode'],
    ['DE', '(49) 171 3920099', '+491713920099', 'countryCode'],
    ['DE', '4901713920099', '+491713920099', 'countryCode'],
    ['DE', '049 171 3920099', '+491713920099', 'countryCode'],
    ['DE', '491713920099.0', '+491713920099', 'countryCode'],
    ['AT', '436641234567', '+436641234567', 'countryCode'],
    ['CH', '41791234567', '+41791234567', 'countryCode'],
    ['BE', '32470123456', '+32470123456', 'countryCode'],
    ['LU', '352621123456', '+352621123456', 'countryCode'],
    ['LI', '423660123456', '+423660123456', 'countryCode'],
    ['NL', '31612345678', '+31612345678', 'countryCode'],
    ['FR', '33612345678', '+33612345678', 'countryCode'],
    ['IT', '393123456789', '+393123456789', 'countryCode'],
    ['PL', '48601123456', '+48601123456', 'countryCode'],
  ]);
});

test('reads a repeated country code once if the rest is a mobile number', () => {
  holds([
    ['DE', '+49 49 171 3920099', '+491713920099', 'countryCode'],
    ['DE', '+49491713920099', '+491713920099', 'countryCode'],
    ['DE', '0049 49 171 3920099', '+491713920099', 'countryCode'],
    ['AT', '+43 43 664 1234567', '+436641234567', 'countryCode'],
    ['DE', '+49 4917 123456', '+494917123456'],
  ]);
});

test('an ambiguous number stays national with a remark, unless it is a mobile number', () => {
  holds([
    // Radolfzell is 0711 with, a village at the Ems without the country code
    ['DE', '49711278111', '+4949711278111', 'twoReadings'],
    ['DE', '4989123456', '+4989123456', 'countryCode'],
    ['DE', '0491 92670', '+4949192670'],
    ['DE', '04911713920', '+494911713920'],
    ['IT', '3931234567', '+393931234567'],
    ['CH', '041 210 12 34', '+41412101234'],
  ]);
});

test('the calling code of another country needs + or 00', () => {
  holds([
    ['BE', '49151234567', null],
    ['BE', '4915185677401', null],
    ['BE', '+4915185677401', '+4915185677401'],
    ['DE', '436641234567', '+49436641234567', 'twoReadings'],
    ['DE', '447911123456', '+49447911123456', 'twoReadings'],
    ['DE', '0436641234567', '+49436641234567'],
    ['US', '12025550123', '+12025550123'],
  ]);
});

test('ignores text that programs and people put around a number', () => {
  const usual = [
    '+49 171 3920099',
    '0171 3920099',
    '0171-392 00 99',
    '1713920099',
    '1713920099.0',
    '1713920099,00',
    '+491713920099.0',
    '01713920099.0',
    "'01713920099",
    "'+491713920099",
    '’0171 3920099',
    '="01713920099"',
    '+49 (0) 171 3920099',
    '+49(0)171/3920099',
    '0049 171 3920099',
    '00 49 171 3920099',
    '0049 (0)171 3920099',
    '(0049) 171 3920099',
    '(+49) 171 3920099',
    '[+49] 171 3920099',
    '(+49) (0) 171 3920099',
    '++49 171 3920099',
    '＋49 171 3920099',
    '０１７１ ３９２００９９',
    '\u202A+49 171 3920099\u202C',
    '\u20660171 3920099\u2069',
    '\u200B0171\u00A0392\u202F0099\uFEFF',
    '0171\u00AD3920099',
    '+490171 3920099',
    '+0049 171 3920099',
    '+ 49 171 3920099',
    '0171 3920099.0',
    '0171 3920099 .0',
    '0171–3920099',
    '0171‑3920099',
    '0171−3920099',
    '0171_3920099',
    '0171\\3920099',
    '0171 3920099;',
    '0171 3920099,',
    '"0171 3920099"',
    '`0171 3920099`',
    '´0171 3920099',
    '<+491713920099>',
    'tel:+491713920099',
    'tel:+49-171-3920099;phone-context=+49',
    'TEL: 0171 3920099',
    'sip:+491713920099@anlage.example',
    'callto:+491713920099',
    'sms:+491713920099',
    '+49 171 392 00 99',
    '0171 39 20 099',
    '0171 392009-9',
    '+49 (0)0171 3920099',
    '+49(0) 0171/3920099',
    '(+49) (0) 0171 3920099',
    '0049 (0)0171 3920099',
    '٠١٧١ ٣٩٢٠٠٩٩',
  ];
  holds(usual.map((written) => ['DE', written, '+491713920099']));
  // these have eight digits behind the code
  const eight = [
    '0176 1234567 8',
    '0176 12 34 56 7 8',
    '0176/1234567-8',
    '+49 (0)176 1234567 8',
    '0176 1 2 3 4 5 6 7 8',
  ];
  holds(eight.map((written) => ['DE', written, '+4917612345678']));
  holds([['DE', '0160 9123456 7', '+4916091234567']]);
  // Austrian numbers have seven digits, but may have six
  const austrian = ['0664 12 34 56 7', '+43 664 123456 7', '0664/123 456-7', '+43 (0) 664 12 34 56 7'];
  holds(austrian.map((written) => ['AT', written, '+436641234567']));
  holds([['IT', '+39 (0)06 69821234', '+390669821234']]);
});

test('refuses invalid numbers and those that bill the caller', () => {
  for (const written of [
    '',
    '4711',
    '1.71392E+10',
    '1.713920099E+10',
    '4,9171E+11',
    '4.91714E+11',
    '4E11',
    '0171 392OO99',
    '0171 3920099 / 0172 3920099',
    '+0171 3920099',
    '0171 3920099 (privat)',
    '112',
    '0900 1234567',
    '49900 1234567',
    '#N/A',
    // more than one number, or a note next to it
    '030 123456-17/18',
    '030 123456-17/-18',
    '030 123456-0/-17',
    '+49 30 123456 - 17 / 18',
    '0171 3920099 (2)',
    '030 123456 (17)',
    '0171 3920099 1',
    '0171 3920099-0',
    '0160 1234567 8',
    '030 123456 ext. 17',
    'tel:+49-30-123456;ext=17',
    '000000',
    '000491713920099',
  ]) {
    assert.equal(readPhone(written, 'DE'), null, written);
  }
  for (const written of ['0664 1234567-0', '0664 1234567 8']) assert.equal(readPhone(written, 'AT'), null, written);
});

test('remarks on a landline among mobile numbers and on a number that does not exist', () => {
  holds(
    [
      ['DE', '0711 2781234', '+497112781234', 'notMobile'],
      ['DE', '0491 92670', '+4949192670', 'notMobile'],
      ['DE', '49711278111', '+4949711278111', 'twoReadings', 'notMobile'],
      ['DE', '0171 3920099', '+491713920099'],
      ['DE', '+1 202 555 0123', '+12025550123'],
      ['DE', '+49 151 12345', '+4915112345', 'notAssigned'],
    ],
    true,
  );
  assert.deepEqual(remarksOnStored('+4949192670', false), []);
  assert.deepEqual(remarksOnStored('+4949192670', true), ['notMobile']);
  assert.deepEqual(remarksOnStored('keine', true), ['notAssigned']);
});

/** Mobile number ranges: for each country, a long-established one of its numbering plan. */
const ranges: Record<string, { start: string; digits: number }> = {
  DE: { start: '171', digits: 7 },
  AT: { start: '664', digits: 7 },
  CH: { start: '79', digits: 7 },
  BE: { start: '470', digits: 6 },
  FR: { start: '61', digits: 7 },
  NL: { start: '61', digits: 7 },
  LU: { start: '621', digits: 6 },
  PL: { start: '601', digits: 6 },
};

test('every spelling of a mobile number is one subscriber; only a guess gets a remark', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 7 });
  const marks = fc.constantFrom('', ' ', '\u200B', '\u202A', "'");
  const tails = fc.constantFrom('', '.0', '\u202C', ' ');
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(ranges)), digits, marks, tails, (country, tail, before, after) => {
      const { start, digits: length } = ranges[country]!;
      const national = start + tail.slice(0, length).join('');
      const code = getCountryCallingCode(country as 'DE');
      const number = `+${code}${national}`;
      const read = (text: string) => readPhone(`${before}${text}${after}`, country, true);
      assert.deepEqual(read(`+${code}${national}`), { number, remarks: [] });
      assert.deepEqual(read(`00${code}${national}`), { number, remarks: [] });
      assert.deepEqual(read(`${code}${national}`), { number, remarks: ['countryCode'] });
      assert.deepEqual(readPhone(number, country), { number, remarks: [] }, 'what is stored stays');
    }),
    { numRuns: 500 },
  );
});

test('no text becomes another subscriber without a remark', () => {
  const texts = fc.stringMatching(/^(\+|00?)?[0-9 ()/.-]{3,18}$/);
  fc.assert(
    fc.property(texts, fc.constantFrom('DE', 'AT', 'CH', 'BE'), (text, country) => {
      const reading = readPhone(text, country);
      if (!reading || reading.remarks.length) return;
      const rest = (of: string) => of.replace(/\D/g, '').replace(/^0+/, '');
      const code = getCountryCallingCode(country as 'DE');
      const written = rest(text);
      // The written digits, with or without the country calling code, and without a zero in between.
      const stored = rest(reading.number);
      const accepted = [written, code + written].map((one) => one.replace(/^(\d\d)0/, '$1'));
      const isDecimal = /[.,]0+$/.test(text.trim());
      assert.ok(
        isDecimal || accepted.includes(stored) || accepted.includes(stored.replace(/^(\d\d)0/, '$1')),
        `${text} → ${stored}`,
      );
    }),
    { numRuns: 2000 },
  );
});

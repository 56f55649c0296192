import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { asText, asWords, checkField, fromText, kinds, optionsOf, type Shape, textInput } from './kinds.ts';
import { optionsFrom } from './select.ts';

const options = optionsFrom({ early: { de: 'Früh', en: 'Early' }, late: { de: 'Spät', en: 'Late' } });

/** Samples of every kind, with valid and invalid input. */
const samples: { [Kind in Shape['kind']]: { shape: Extract<Shape, { kind: Kind }>; given: fc.Arbitrary<unknown> } } = {
  text: { shape: { kind: 'text', maximum: 20 }, given: fc.string({ maxLength: 25 }) },
  longText: { shape: { kind: 'longText', maximum: 20 }, given: fc.string({ maxLength: 25, unit: 'binary' }) },
  richText: {
    shape: { kind: 'richText' },
    given: fc.oneof(
      fc.string().map((text) => `<p>${text}</p>`),
      fc.string(),
    ),
  },
  email: { shape: { kind: 'email' }, given: fc.oneof(fc.emailAddress(), fc.string()) },
  phone: { shape: { kind: 'phone' }, given: fc.oneof(fc.stringMatching(/^\+?[0-9 ()/-]{3,45}$/), fc.string()) },
  webAddress: {
    shape: { kind: 'webAddress', pages: true },
    given: fc.oneof(fc.webUrl(), fc.domain(), fc.webPath(), fc.string()),
  },
  link: { shape: { kind: 'link' }, given: fc.oneof(fc.webUrl(), fc.webPath(), fc.string()) },
  number: {
    shape: { kind: 'number', minimum: -500, maximum: 1000, decimals: 2, unit: 'hours' },
    given: fc.oneof(
      fc.integer({ min: -60_000, max: 110_000 }).map((n) => n / 100),
      fc.double(),
      fc.stringMatching(/^[+-]?\d{1,4}([.,]\d{1,3})?$/),
      fc.string(),
    ),
  },
  toggle: {
    shape: { kind: 'toggle' },
    given: fc.oneof(fc.boolean(), fc.constantFrom('Ja', 'no', 'x', '0'), fc.string()),
  },
  select: { shape: { kind: 'select', options }, given: fc.oneof(fc.constantFrom('late', 'EARLY'), fc.string()) },
  selectMany: {
    shape: { kind: 'selectMany', options },
    given: fc.oneof(fc.subarray(['late', 'early']), fc.constantFrom('late,early', ' Spät '), fc.string()),
  },
  date: {
    shape: { kind: 'date' },
    given: fc.oneof(
      fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
      fc.string(),
    ),
  },
  dateTime: {
    shape: { kind: 'dateTime' },
    given: fc.oneof(
      fc.date(),
      fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString()),
      fc.string(),
    ),
  },
  language: {
    shape: { kind: 'language' },
    given: fc.oneof(fc.constantFrom('de_at', 'EN', 'Deutsch'), fc.stringMatching(/^[a-z]{2,3}(-[a-z]{2})?$/)),
  },
  country: { shape: { kind: 'country' }, given: fc.oneof(fc.constantFrom('de', 'AT'), fc.string({ maxLength: 2 })) },
  timeZone: {
    shape: { kind: 'timeZone' },
    given: fc.oneof(fc.constantFrom('europe/vienna', 'UTC', '+01:00'), fc.string()),
  },
  colour: { shape: { kind: 'colour' }, given: fc.oneof(fc.stringMatching(/^#[\dA-Fa-f]{3,6}$/), fc.string()) },
  coordinates: {
    shape: { kind: 'coordinates' },
    given: fc.oneof(
      fc.tuple(fc.double({ min: -95, max: 95 }), fc.integer({ min: -190, max: 190 })).map((point) => point.join(' ; ')),
      fc.string(),
    ),
  },
  area: {
    shape: { kind: 'area' },
    given: fc.oneof(
      fc
        .array(fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 180 })), { maxLength: 5 })
        .map((points) => points.join(' ')),
      fc.constantFrom('50,8 2', 'ARS=1'),
      fc.string(),
    ),
  },
  image: { shape: { kind: 'image' }, given: fc.oneof(fc.nat(), fc.string()) },
  table: {
    shape: { kind: 'table', columns: ['a', 'b'] },
    given: fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
  },
};

for (const [kind, { shape, given }] of Object.entries(samples)) {
  test(`${kind}: a stored value is accepted unchanged, also as text, and can be shown`, () => {
    fc.assert(
      fc.property(given, (entered) => {
        const checked = checkField(shape, entered);
        if ('fault' in checked) return;
        assert.deepEqual(checkField(shape, checked.value), checked);
        if (kind !== 'table' && kind !== 'image') {
          const text = asText(shape, checked.value);
          assert.deepEqual(checkField(shape, text), checked);
          if (checked.value !== null) assert.deepEqual(fromText(shape, text), checked.value);
        }
        for (const language of ['de', 'en']) assert.equal(typeof asWords(shape, checked.value, { language }), 'string');
      }),
    );
  });

  test(`${kind}: any input is checked and never forced into a text`, () => {
    const unreadable = fc.constantFrom({ toString: 1 }, Object.create(null), [{ toString: 1 }], [Object.create(null)]);
    fc.assert(
      fc.property(fc.oneof(unreadable, fc.anything({ withNullPrototype: true })), (entered) => {
        const checked = checkField(shape, entered);
        assert.ok('fault' in checked !== 'value' in checked);
      }),
    );
  });

  test(`${kind}: every empty input is no value`, () => {
    const nothing = kind === 'selectMany' ? { value: [] } : { value: null };
    for (const entered of [null, undefined]) assert.deepEqual(checkField(shape, entered), nothing);
    if (kind !== 'table') assert.deepEqual(checkField(shape, ''), nothing);
  });
}

test('a kind is entered as text, chosen or has its own input', () => {
  const own = Object.keys(kinds).filter((kind) => {
    const { shape } = samples[kind as Shape['kind']];
    return !textInput(shape) && !optionsOf(shape);
  });
  assert.deepEqual(own, ['richText', 'dateTime', 'colour', 'coordinates', 'image', 'table']);
});

const faultOf = (shape: Shape, given: unknown) => {
  const checked = checkField(shape, given);
  return 'fault' in checked ? checked.fault : checked.value;
};

test('limits apply to the last character and the last digit', () => {
  const line: Shape = { kind: 'text', maximum: 5 };
  assert.equal(faultOf(line, ' 12345 '), '12345');
  assert.equal(faultOf(line, '123456'), 'error_too_long');
  assert.equal(faultOf(line, 'a\nb'), 'error_invalid_input');
  assert.equal(faultOf({ kind: 'text' }, 'x'.repeat(501)), 'error_too_long');
  assert.equal(faultOf({ kind: 'longText' }, 'a\r\nb\tc'), 'a\nb\tc');
  assert.equal(faultOf({ kind: 'longText' }, 'x'.repeat(5001)), 'error_too_long');
  assert.equal(faultOf({ kind: 'longText' }, 'a\u0000b'), 'error_invalid_input');
  const amount: Shape = { kind: 'number', minimum: 0, maximum: 10, decimals: 2 };
  for (const [given, value] of [
    ['0', 0],
    [10, 10],
    ['9,99', 9.99],
    ['007', 7],
    [0.1 + 0.2, 'error_invalid_number'],
    ['9.999', 'error_invalid_number'],
    ['10,01', 'error_invalid_number'],
    [-0.01, 'error_invalid_number'],
    ['1.234,50', 'error_invalid_number'],
    ['1e1', 'error_invalid_number'],
    [Number.NaN, 'error_invalid_number'],
    [Number.POSITIVE_INFINITY, 'error_invalid_number'],
    [true, 'error_invalid_number'],
  ])
    assert.equal(faultOf(amount, given), value, String(given));
  assert.equal(faultOf({ kind: 'number' }, 2_147_483_648), 'error_invalid_number');
  assert.equal(faultOf({ kind: 'number' }, 1.5), 'error_invalid_number');
});

test('completes web addresses with https and refuses words and passwords', () => {
  const address: Shape = { kind: 'webAddress' };
  assert.equal(faultOf(address, 'www.example.org/a'), 'https://www.example.org/a');
  assert.equal(faultOf(address, 'http://intranet/a'), 'http://intranet/a');
  assert.equal(faultOf({ ...address, pages: true }, '/map/style.json'), '/map/style.json');
  for (const text of [
    '/map',
    'localhost',
    'kein link',
    'javascript:alert(1)',
    'ftp://x.de',
    'https://a:b@x.de',
    '//x.de',
  ])
    assert.equal(faultOf(address, text), 'error_invalid_url', text);
});

test('names options by value or label, yes and no in both languages', () => {
  assert.equal(faultOf({ kind: 'select', options }, 'spät'), 'late');
  assert.equal(faultOf({ kind: 'select', options }, 'mittags'), 'error_unknown_choice');
  assert.deepEqual(faultOf({ kind: 'selectMany', options }, 'late, Early'), ['early', 'late']);
  assert.equal(faultOf({ kind: 'selectMany', options }, ['late', 'x']), 'error_unknown_choice');
  assert.deepEqual(
    ['ja', 'Nein', 'wahr', '0', true].map((given) => faultOf({ kind: 'toggle' }, given)),
    [true, false, true, false, true],
  );
  assert.equal(faultOf({ kind: 'toggle' }, 'vielleicht'), 'error_invalid_input');
});

test('shows a value in the reader’s language', () => {
  const german = (shape: Shape, value: unknown) => asWords(shape, value, { language: 'de', timeZone: 'Europe/Berlin' });
  assert.equal(german({ kind: 'number', unit: 'minutes' }, 1440), '1.440 Minuten');
  assert.equal(german({ kind: 'toggle' }, false), 'Nein');
  assert.equal(german({ kind: 'select', options }, 'late'), 'Spät');
  assert.equal(german({ kind: 'select', options }, 'gone'), 'gone');
  assert.equal(german({ kind: 'selectMany', options }, ['early', 'late']), 'Früh, Spät');
  assert.equal(german({ kind: 'date' }, '2026-11-21'), '21.11.2026');
  assert.equal(german({ kind: 'dateTime' }, '2026-11-21T02:40:00.000Z'), '21.11.2026, 03:40');
  assert.equal(german({ kind: 'language' }, 'uk'), 'Ukrainisch');
  assert.equal(german({ kind: 'country' }, 'AT'), 'Österreich');
  assert.equal(german({ kind: 'richText' }, '<p>a <b>b</b></p>'), 'a b');
});

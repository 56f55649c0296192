import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanAddress, cleanLine, isRounded, withoutDecimal } from './clean-text.ts';
import { emailAddress } from './email-address.ts';

test('a line loses invisible characters and keeps those that a script needs', () => {
  const cases: [written: string, stored: string][] = [
    ['Jo\u0308rg', 'Jörg'],
    ['\uFEFFAnna', 'Anna'],
    ['An\u00ADna\u200B', 'Anna'],
    ['\u202AAnna\u202C', 'Anna'],
    ['Anna\u00A0Amsel\u2009', 'Anna Amsel'],
    ['Anna\u3000Amsel', 'Anna Amsel'],
    ['An\u200Dna', 'Anna'],
    ['\u2060Anna\u2069', 'Anna'],
    ['A\u030Angstro\u0308m', 'Ångström'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['👩\u200D🚒', '👩\u200D🚒'],
    ['O’Neil', 'O’Neil'],
    ['５ Ärzte', '５ Ärzte'],
  ];
  for (const [written, stored] of cases) {
    assert.equal(cleanLine(written), stored, JSON.stringify(written));
    assert.equal(cleanLine(stored), stored, 'what is stored stays');
  }
});

test('normalizes an e-mail address in every spelling', () => {
  const usual = [
    'bert@bach.example',
    ' bert@bach.example\u200B',
    '\uFEFFbert@bach.example',
    '\u202Abert@bach.example\u202C',
    'bert@ba\u00ADch.example',
    'bert@bach.example\u00A0',
    "'bert@bach.example",
    "'bert@bach.example'",
    '’bert@bach.example',
    '"bert@bach.example"',
    '="bert@bach.example"',
    '<bert@bach.example>',
    'mailto:bert@bach.example',
    'MAILTO: bert@bach.example',
    'Bert Bach <bert@bach.example>',
    '"Bach, Bert" <bert@bach.example>',
    'Bach, Bert <mailto:bert@bach.example>',
    'bert @ bach.example',
    'bert@bach. example',
    'bert@bach.example.',
    'bert@bach.example;',
    'bert@bach.example,',
    'ｂert＠bach.example',
  ];
  for (const written of usual)
    assert.equal(emailAddress(written)?.target, 'bert@bach.example', JSON.stringify(written));
  for (const written of [
    '=bert@bach.example',
    'SMTP:bert@bach.example',
    'smtp:bert@bach.example',
    'bert@bach.example#mailto:bert@bach.example#',
    'mailto:bert@bach.example?subject=Alarm',
  ])
    assert.equal(emailAddress(written)?.target, 'bert@bach.example', written);
  assert.equal(emailAddress('info@mu\u0308ller.example')?.target, 'info@xn--mller-kva.example');
  assert.equal(emailAddress("o'neil@bach.example")?.target, "o'neil@bach.example");
});

test('refuses text with several addresses or an ambiguous one', () => {
  const refused = [
    'bert@bach,example',
    'bert bach@bach.example',
    'bert@bach example',
    'bert@bach.example, cora@bach.example',
    'bert@bach.example <cora@bach.example>',
    'Bert <bert@bach.example>, Cora <cora@bach.example>',
    'bert@bach.example\r\nBcc: cora@bach.example',
    'Bert\nBach <bert@bach.example>',
    'bert(at)bach.example',
    'bert@@bach.example',
    'bert@bach..example',
    'jörg@bach.example',
    '@',
    '<>',
  ];
  for (const written of refused) assert.equal(emailAddress(written), null, JSON.stringify(written));
});

test('distinguishes an address rounded by spreadsheets from one they marked', () => {
  for (const written of ['4,9171E+11', '4.91714e+11', '4E11', ' 1,7139E+10\u00A0', "'4,9171E+11"]) {
    assert.ok(isRounded(written), written);
  }
  for (const written of ['491713920099', '0171 3920099', 'E11', 'Station 4E1 Nord', '4,9171']) {
    assert.ok(!isRounded(written), written);
  }
  assert.equal(withoutDecimal('4711.0'), '4711');
  assert.equal(withoutDecimal('4711,00'), '4711');
  assert.equal(withoutDecimal('4.711'), '4.711');
  assert.equal(cleanAddress('="00471"'), '00471');
});

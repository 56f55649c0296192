import assert from 'node:assert/strict';
import test from 'node:test';
import { personDataTypes } from '#server/administration/base-data/person-data-types.ts';
import { checkFields } from '#server/contacts/people/person-fields.ts';
import { checkRow } from './check-row.ts';
import { fileColumns } from './headers/columns.ts';
import { columnTargetsOf } from './headers/targets.ts';
import { readFile } from './reading/read-file.ts';
import { readRow } from './values/read-row.ts';
import type { ReadingPlan } from './values/row.ts';

const telegram = { id: 90, identifier: 'telegram', fieldType: 'telegram', name: 'Telegram', nameEn: 'Telegram' };
const types = [...personDataTypes, telegram].map((type) => ({
  options: null,
  isRequired: false,
  isPrivate: false,
  isActive: true,
  ...type,
}));
const targets = columnTargetsOf(types);
const byIdentifier = new Map(types.map((type) => [type.identifier, type]));

/** A plan for a header in Germany. */
const planFor = (header: readonly string[]): ReadingPlan => ({
  columns: fileColumns(header, targets, null),
  rules: { types, country: 'DE' },
  types: byIdentifier,
  groups: { paths: new Map(), byKey: new Map() },
  group: null,
  email: byIdentifier.get('email_business')!,
  mobile: byIdentifier.get('mobile_business')!,
  idsWithZeros: new Map(),
  isStrict: false,
  groupsFrom: null,
  areaCode: '',
});

interface Said {
  key: string;
  value: string | null;
}

/** Each line's last cell and remarks. */
async function rowsOf(lines: readonly string[]): Promise<{ value: unknown; said: Said[] }[]> {
  const { records } = await readFile(new Uint8Array(Buffer.from(lines.join('\r\n'))));
  const header = (await records.next()).value!.cells;
  const plan = planFor(header);
  const target = plan.columns.at(-1)!.target!;
  const rows: { value: unknown; said: Said[] }[] = [];
  for await (const record of records) {
    const { changes, problems, remarks } = checkRow(readRow(record, plan), null, plan);
    const change = changes[target];
    rows.push({ value: change && 'before' in change ? change.after : undefined, said: [...problems, ...remarks] });
  }
  return rows;
}

/** One cell and its remarks. */
async function cellsRead(header: string, cells: readonly string[], more = ''): Promise<[unknown, ...string[]][]> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = cells.map((cell, at) => `Anna;Zeile${at}${more && `;${more}`};${quoted(cell)}`);
  const rows = await rowsOf([`Vorname;Nachname${more && ';Land'};${header}`, ...lines]);
  return rows.map(({ value, said }) => [value, ...said.map(({ key }) => key)]);
}

async function holds(header: string, cases: readonly [string, string | undefined, ...string[]][], more?: string) {
  const found = await cellsRead(
    header,
    cases.map(([written]) => written),
    more,
  );
  for (const [at, [written, ...expected]] of cases.entries()) {
    const read = found[at]!;
    assert.deepEqual(read, expected, JSON.stringify(written));
  }
}

test('cleans mobile numbers as programs export them', async () => {
  const number = '+491713920099';
  await holds('Mobil', [
    ['491713920099', number, 'error_phone_country_code'],
    ['4915112345678', '+4915112345678', 'error_phone_country_code'],
    ['049 171 3920099', number, 'error_phone_country_code'],
    ['1713920099.0', number],
    ['01713920099', number],
    ['\u202A+49 171 3920099\u202C', number],
    ['(+49) 171 3920099', number],
    ['(+49)171/3920099', number],
    ['(0049) 171 3920099', number],
    ['+49 (0) 171 3920099', number],
    ['="01713920099"', number],
    ["'01713920099", number],
    ['tel:+491713920099', number],
    ['0171,3920099', number],
    ['+49171, 3920099', number],
    ['4,9171E+11', undefined, 'error_rounded'],
    ['4.91714E+11', undefined, 'error_rounded'],
    ['447911123456', '+49447911123456', 'error_phone_two_readings', 'error_phone_not_mobile'],
    ['0351 2081234', '+493512081234', 'error_phone_not_mobile'],
  ]);
});

test('cleans e-mail addresses as people copy them', async () => {
  const address = 'bert@bach.example';
  await holds('E-Mail', [
    ['bert@bach.example\u200B', address],
    ['mailto:bert@bach.example', address],
    ['Bert Bach <bert@bach.example>', address],
    ["'bert@bach.example", address],
    ['bert @bach.example', address],
    ['bert0 @bach.example', 'bert0@bach.example'],
    ['bert.0@ bach.example', 'bert.0@bach.example'],
    ['bert@bach.example;', address],
    ['info@mu\u0308ller.example', 'info@xn--mller-kva.example'],
    ['bert@bach,example', address, 'error_email_comma'],
    ['bert@bach,', undefined, 'error_invalid_email'],
    ['bert bach@bach.example', undefined, 'error_invalid_email'],
  ]);
});

test('personnel numbers and postal codes keep their zeros or get a remark', async () => {
  await holds('Person ID', [
    ['00471', '00471'],
    ['="00472"', '00472'],
    ["'00473", '00473'],
    ['4711.0', '4711'],
    ['\u200B4712\u00A0', '4712'],
    ['4,7E+11', undefined, 'error_rounded'],
  ]);
  const zips: [string, string | undefined, ...string[]][] = [
    ['01067', '01067'],
    ['="01067"', '01067'],
    ['D-01067', '01067'],
    ['01067.0', '01067'],
    ['1067', '1067', 'error_upload_short_zip'],
  ];
  await holds('PLZ', zips);
  await holds('PLZ', [['1010', '1010']], 'AT');
});

test('composes names and removes invisible characters from any source', async () => {
  await holds('Abt.', [
    ['Ku\u0308che\u200B', 'Küche'],
    ['\u202ANotaufnahme\u202C', 'Notaufnahme'],
  ]);
  const { columns } = checkFields({ firstName: 'Jo\u0308rg\u200B', lastName: '\uFEFFMu\u0308ller\u00A0Lüdenscheid' });
  assert.deepEqual([columns.firstName, columns.lastName], ['Jörg', 'Müller Lüdenscheid']);
});

test('a chat ID is a number with any mark', async () => {
  await holds('Telegram', [
    ['123456789', '123456789'],
    ['="123456789"', '123456789'],
    ["'123456789", '123456789'],
    ['123456789.0', '123456789'],
    ['\u2066123456789\u2069', '123456789'],
    ['1,2345E+9', undefined, 'error_rounded'],
    ['@anna', undefined, 'error_invalid_chat'],
    ['-100123', undefined, 'error_invalid_chat'],
  ]);
});

test('shows a reinterpreted number before and after', async () => {
  const [row] = await rowsOf(['Vorname;Nachname;Mobil', 'Jörg;Amsel;491713920099']);
  assert.deepEqual(
    row!.said.map(({ key, value }) => [key, value]),
    [['error_phone_country_code', '491713920099 → +49 171 3920099']],
  );
});

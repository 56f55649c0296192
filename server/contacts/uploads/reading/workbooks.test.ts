import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { Refusal } from '#server/platform/errors.ts';
import { type RawSheet, workbookParts, zipOf } from '#testing/uploads.ts';
import { shownNumber } from './number-format.ts';
import { readFile } from './read-file.ts';

/** The rows of a workbook's parts. */
async function readParts(
  sheet: string,
  more: Record<string, string> = {},
  workbook = '<workbook>',
  office = transitional,
) {
  const related = (of: string, target: string) =>
    `<Relationship Id="${target}" Type="${office.relations}/${of}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships xmlns="${packages}">${related('officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${workbook.replace('<workbook', `<workbook xmlns="${office.main}" xmlns:r="${office.relations}"`)}<sheets><sheet name="Tabelle1" sheetId="1" r:id="worksheets/sheet1.xml"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}">${[
      ['worksheet', 'worksheets/sheet1.xml'],
      ...('xl/styles.xml' in more ? [['styles', 'styles.xml']] : []),
      ...('xl/sharedStrings.xml' in more ? [['sharedStrings', 'sharedStrings.xml']] : []),
    ]
      .map(([of, target]) => related(of!, target!))
      .join('')}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  };
  const packed = Object.entries(parts).map(
    ([name, text]) => [name, deflateRawSync(Buffer.from(text)), Buffer.byteLength(text)] as const,
  );
  const { records } = await readFile(new Uint8Array(zipOf(packed)));
  const rows: string[][] = [];
  for await (const { cells } of records) rows.push(cells);
  return rows;
}

const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const strict = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  relations: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};

type Row = [line: number, cells: string[], ...said: string[]];

async function read(sheets: readonly RawSheet[], options?: { open?: number; formats?: readonly string[] }) {
  const { records } = await readFile(new Uint8Array(zipOf(workbookParts(sheets, options))));
  const rows: Row[] = [];
  for await (const { line, cells, remarks = [], refusal } of records) {
    const said = [...(refusal ? [refusal] : []), ...remarks.map(({ key, value }) => `${key} ${value}`)];
    rows.push([line, cells, ...said.map((text) => text.replace('error_upload_', ''))]);
  }
  return rows;
}

const cell = (text: string) => (text ? `<c t="inlineStr"><is><t>${text}</t></is></c>` : '<c/>');
const row = (cells: readonly string[], attributes = '') => `<row${attributes}>${cells.map(cell).join('')}</row>`;
const table = (...lines: string[][]) => lines.map((cells) => row(cells)).join('');
const head = ['Vorname', 'Nachname', 'Mobil'];
const anna = ['Anna', 'Amsel', '0171 3920099'];
const people = { name: 'Personal', rows: table(head, anna) };
const lists = { name: 'Listen', rows: table(['Code', 'Wert'], ['1', 'ja']) };
const cover = { name: 'Deckblatt', rows: table(['Personalliste']) };
const other = { name: 'Ehemalige', rows: table(head, ['Bert', 'Bach', '1']) };

test('reads the first visible sheet with a table of people and names the others', async () => {
  const cases: [name: string, sheets: RawSheet[], open: number, ...said: string[]][] = [
    ['a hidden first one', [{ ...lists, state: 'hidden' }, people], 1],
    ['a very hidden first one', [{ ...lists, state: 'veryHidden' }, people], 1],
    ['a hidden one with people', [{ ...other, state: 'hidden' }, people], 1],
    ['a cover', [cover, people], 1],
    ['a cover that is open', [cover, people], 0],
    ['lists that can be seen', [lists, people], 0],
    ['an empty one', [{ name: 'Tabelle1', rows: '' }, people], 0],
    ['two covers', [cover, lists, people], 2],
    ['further people', [people, other], 0, 'other_sheets Ehemalige'],
    ['further people that were open', [people, other, lists], 1, 'other_sheets Ehemalige'],
    ['only hidden ones besides', [people, { ...other, state: 'hidden' }], 0],
  ];
  for (const [name, sheets, open, ...said] of cases) {
    assert.deepEqual(
      await read(sheets, { open }),
      [
        [1, head],
        [2, anna, ...said],
      ],
      name,
    );
  }
});

test('a formula without a result leaves its cell empty with a remark', async () => {
  const lines = (...cells: string[]) =>
    row(head) + cells.map((last) => `<row>${cell('Anna')}${cell('Amsel')}${last}</row>`).join('');
  const rows = lines(
    '<c t="e"><f>VLOOKUP(1,A:B,2)</f><v>#N/A</v></c>',
    '<c><f>1+1</f></c>',
    '<c><f>1+2</f><v/></c>',
    '<c><f>1+3</f><v></v></c>',
    '<c><f>1+4</f><v>0</v></c>',
    '<c/>',
    '<c t="str"><f>"0"</f><v>0171</v></c>',
    '<c t="str"><f>""</f><v></v></c>',
    '<c t="str"><f t="shared" ref="C10:C12" si="0">UPPER(A10)</f><v>ANNA</v></c>',
    '<c t="str"><f t="shared" si="0"/><v>BERT</v></c>',
    '<c t="str"><f t="shared" si="0"/></c>',
  );
  assert.deepEqual((await read([{ name: 'A', rows }])).slice(1), [
    [2, ['Anna', 'Amsel', ''], 'formula #N/A'],
    [3, ['Anna', 'Amsel', ''], 'formula null'],
    [4, ['Anna', 'Amsel', ''], 'formula null'],
    [5, ['Anna', 'Amsel', ''], 'formula null'],
    [6, ['Anna', 'Amsel', '0']],
    [7, ['Anna', 'Amsel', '']],
    [8, ['Anna', 'Amsel', '0171']],
    [9, ['Anna', 'Amsel', '']],
    [10, ['Anna', 'Amsel', 'ANNA']],
    [11, ['Anna', 'Amsel', 'BERT']],
    [12, ['Anna', 'Amsel', ''], 'formula null'],
  ]);
});

test('hidden and filtered rows import no person', async () => {
  const rows = [
    row(head),
    row(['Alt', 'Weg', '1'], ' hidden="1"'),
    row(anna),
    row(['Zu', 'Da', '2'], ' hidden="true"'),
  ];
  assert.deepEqual(await read([{ name: 'A', rows: rows.join('') }]), [
    [1, head],
    [2, ['Alt', 'Weg', '1'], 'hidden_row'],
    [3, anna],
    [4, ['Zu', 'Da', '2'], 'hidden_row'],
  ]);
});

test('rows above the table are its title, and joined cells belong to each of their rows', async () => {
  const rows = table(
    ['Personalliste', '', 'Stand: 21.11.2026'],
    [''],
    ['Abteilung', 'Vorname', 'Nachname'],
    ['Notaufnahme', 'Anna', 'Amsel'],
    ['', 'Bert', 'Bach'],
    ['Küche', 'Cora', 'Cohn'],
    ['', 'Dora', 'Dohle'],
  );
  assert.deepEqual(
    (await read([{ name: 'A', rows, joined: ['A4:A5', 'A1:B1'] }])).map(([line, cells]) => [line, cells[0]]),
    [
      [3, 'Abteilung'],
      [4, 'Notaufnahme'],
      [5, 'Notaufnahme'],
      [6, 'Küche'],
      [7, ''],
    ],
  );
  const short = row(['Vorname', 'Nachname', 'Abteilung']) + row(['Anna', 'Amsel', 'Küche']) + row(['Bert', 'Bach']);
  assert.deepEqual((await read([{ name: 'A', rows: short, joined: ['C2:C3'] }])).at(-1), [
    3,
    ['Bert', 'Bach', 'Küche'],
  ]);
});

test('a number is its displayed format if that contains more than the number', async () => {
  const cases: [value: number, format: string, shown: string][] = [
    [1067, '00000', '01067'],
    [471, '00000', '00471'],
    [1067, '00000;-00000', '01067'],
    [1067, '[$-407]00000', '01067'],
    [1067, '"D-"00000', 'D-01067'],
    [1067, '\\D\\-00000', 'D-01067'],
    [12_345_678, '00000', '12345678'],
    [1_713_920_099, '"+49 "0', '+49 1713920099'],
    [6_641_234_567, '\\+43\\ 0', '+43 6641234567'],
    [1_713_920_099, '"0"0', '01713920099'],
    [1_713_920_099, '0000 0000000', '0171 3920099'],
    [3_511_234, '(000) 0000', '(351) 1234'],
    [42, '000-000', '000-042'],
    [5, '##0', '5'],
    [0, '000', '000'],
    [1067, 'General', '1067'],
    [1067, '#,##0', '1067'],
    [1067, '0.00', '1067'],
    [1067, '@', '1067'],
    [-7, '000', '-7'],
    [1.5, '000', '1.5'],
    [4.917_139_200_99e11, '', '491713920099'],
    [42, '[>=1000000]0000 0000000;0000', '0042'],
    [1_713_920_099, '[>=1000000]0000 0000000;0000', '0171 3920099'],
    [1234, '[<=9999]0000;[<=9999999]000-0000;(000) 0000000', '1234'],
    [1_234_567, '[<=9999]0000;[<=9999999]000-0000;(000) 0000000', '123-4567'],
    [1_713_920_099, '[<=9999]0000;[<=9999999]000-0000;(000) 0000000', '(171) 3920099'],
    [7, '[=1]"ja";[=0]"nein"', '7'],
    [42, '[>=999999.5]0000 0000000;0000', '0042'],
    [42, '[>=-1]0000;00', '0042'],
  ];
  for (const [value, format, shown] of cases) assert.equal(shownNumber(value, format), shown, `${value} ${format}`);
  const cells = (style: string, value: string) => `<c${style}><v>${value}</v></c>`;
  const rows = `${row(['Vorname', 'PLZ', 'Personalnummer'])}<row>${cell('Anna')}${cells(' s="1"', '1067')}${cells(' s="2"', '471')}</row><row>${cell('Bert')}${cells('', '4.91713920099E11')}${cells(' s="9"', '471.0')}</row>`;
  assert.deepEqual((await read([{ name: 'A', rows }], { formats: ['00000', '000000'] })).slice(1), [
    [2, ['Anna', '01067', '000471']],
    [3, ['Bert', '491713920099', '471']],
  ]);
});

test('a number in a column of days and a time of day stay as displayed or entered', async () => {
  const numbers = ['1713920099', '491713920099', '2958466', '29254', '0.75', '29254.5'];
  const lines = numbers.map((value) => `<row>${cell('Anna')}${cell('Amsel')}<c s="1"><v>${value}</v></c></row>`);
  const sheet = { name: 'A', rows: row(head) + lines.join('') };
  assert.deepEqual(
    (await read([sheet], { formats: ['dd\\.mm\\.yyyy hh:mm'] })).slice(1).map(([, cells]) => cells[2]),
    ['1713920099', '491713920099', '2958466', '1980-02-03', '18:00', '1980-02-03 12:00'],
  );
});

test('a phonetic guide is no part of a name', async () => {
  const guide = '<rPh sb="0" eb="2"><t>アンナ</t></rPh><phoneticPr fontId="1"/>';
  const cells = [
    `<c t="inlineStr"><is><t>安奈</t>${guide}</is></c>`,
    `<c t="inlineStr"><is><r><t>安</t></r><r><t>奈</t></r>${guide}</is></c>`,
    `<c t="inlineStr"><is><t>A &amp; B</t><rPh sb="0" eb="1"><t>a &amp;</t></rPh><rPh sb="1" eb="2"><t> b</t></rPh></is></c>`,
    '<c t="inlineStr"><is><t>アンナ</t></is></c>',
    `<c t="inlineStr"><is><r><t>アンナ</t></r>${guide}</is></c>`,
  ];
  const rows = row(head) + cells.map((one) => `<row>${one}${cell('Amsel')}</row>`).join('');
  assert.deepEqual(
    (await read([{ name: 'A', rows }])).slice(1).map(([, [first]]) => first),
    ['安奈', '安奈', 'A & B', 'アンナ', 'アンナ'],
  );
});

test('the number of a shared text that does not exist refuses the workbook with its line', async () => {
  const texts = (...all: string[]) =>
    `<sst xmlns="${transitional.main}">${all.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const sheet = (last: string) =>
    `<worksheet xmlns="${transitional.main}"><sheetData>${row(head)}<row><c t="s"><v>0</v></c><c t="s"><v> 1 </v></c>${last}</row></sheetData></worksheet>`;
  const shared = { 'xl/sharedStrings.xml': texts('Anna', 'Amsel') };
  for (const index of ['2', '-1', 'x', '1e9'])
    await assert.rejects(readParts(sheet(`<c t="s"><v>${index}</v></c>`), shared), (error: Refusal) => {
      assert.deepEqual([error.message, error.extensions['details']], ['error_upload_workbook', { line: 2 }], index);
      return true;
    });
  await assert.rejects(readParts(sheet('<c/>')), { message: 'error_upload_workbook' }, 'without shared texts');
  for (const empty of ['<c t="s"/>', '<c t="s"></c>', '<c t="s"><v></v></c>', '<c t="s"><v/></c>'])
    assert.deepEqual((await readParts(sheet(empty), shared)).slice(1), [['Anna', 'Amsel', '']], empty);
});

test('reads workbooks of other programs like those of Excel', async () => {
  const sheetOf = (office: typeof strict, rows: string) =>
    `<worksheet xmlns="${office.main}"><sheetData>${rows}</sheetData></worksheet>`;
  const plain = `${table(head)}<row>${cell('Anna')}${cell('Amsel')}<c><v>1713920099</v></c></row>`;
  const expected = [head, ['Anna', 'Amsel', '1713920099']];
  const prefixed = sheetOf(transitional, plain)
    .replaceAll(/<(\/?)(\w+)/g, '<$1x:$2')
    .replace('xmlns=', 'xmlns:x=');
  assert.deepEqual(await readParts(prefixed), expected, 'names with a prefix');
  assert.deepEqual(
    await readParts(sheetOf(strict, plain), {}, '<workbook conformance="strict">', strict),
    expected,
    'strict',
  );
  const shared = (...texts: string[]) => ({
    'xl/sharedStrings.xml': `<sst xmlns="${transitional.main}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  });
  const byNumber = sheetOf(
    transitional,
    ['012', '345'].map((row) => `<row>${[...row].map((at) => `<c t="s"><v>${at}</v></c>`).join('')}</row>`).join(''),
  );
  const heads = head.map((text) => `<t>${text}</t>`);
  const broken = ['<t>Anna</t>', '<t>Amsel_x000D_</t>', '<t>0171 3920099_x000D_\n0351 2080</t>'];
  assert.deepEqual(await readParts(byNumber, shared(...heads, ...broken)), [
    head,
    ['Anna', 'Amsel', '0171 3920099\n0351 2080'],
  ]);
  const rich = [
    '<r><t>An</t></r><r><rPr><b/></rPr><t xml:space="preserve">na </t></r>',
    '<t>Amsel</t><rPh sb="0" eb="1"><t>XX</t></rPh>',
    '<t>1</t>',
  ];
  assert.deepEqual(
    await readParts(byNumber, shared(...heads, ...rich)),
    [head, ['Anna', 'Amsel', '1']],
    'parts in bold',
  );
  const day = `${table(['Vorname', 'Nachname', 'Eintritt'])}<row>${cell('Anna')}${cell('Amsel')}<c s="1"><v>44885</v></c></row>`;
  const styles = `<styleSheet xmlns="${transitional.main}"><numFmts><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;
  const of1904 = await readParts(
    sheetOf(transitional, day),
    { 'xl/styles.xml': styles },
    '<workbook><workbookPr date1904="1"/>',
  );
  assert.deepEqual(of1904[1], ['Anna', 'Amsel', '2026-11-21'], 'days since 1904');
});

test('reads files of LibreOffice, Google Sheets and Numbers, and refuses rows in disorder', async () => {
  const at = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const line = (n: number, ...texts: string[]) =>
    `<row r="${n}">${texts.map((text, column) => at(`${'ABCD'[column]}${n}`, text)).join('')}</row>`;
  const sheet = (rows: string, merged: readonly string[] = []) =>
    `<worksheet xmlns="${transitional.main}"><sheetData>${rows}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;
  const first = line(1, ...head);
  const second = line(2, ...anna);
  const kinds: [name: string, rows: string, merged?: string[]][] = [
    ['cells in disorder', `${first}<row r="2">${at('C2', anna[2]!)}${at('A2', 'Anna')}${at('B2', 'Amsel')}</row>`],
    ['a text as it is', `${first}${second.replace('Amsel', '<![CDATA[Amsel]]>')}`],
    ['a note within', `${first}<!-- ${line(9, 'Weg', 'Weg', '1')} -->${second}`],
    ['signs by number', `${first}${second.replace('Amsel', 'Am&#115;&#x65;l')}`],
    ['an escaped sign', `${first}${second.replace('Amsel', 'Amse_x006C_')}`],
    ['parts of a text', `${first}${second.replace('<t>Anna</t>', '<r><t>An</t></r><r><rPr><b/></rPr><t>na</t></r>')}`],
    ['a joined title', `${line(1, 'Personal 2026')}${line(2, ...head)}${line(3, ...anna)}`, ['A1:C1']],
    [
      'joined groups of columns',
      `${line(1, 'Personal')}${line(2, 'Person', '', 'Telefon')}${line(3, ...head)}${line(4, ...anna)}`,
      ['A1:C1', 'A2:B2'],
    ],
    [
      'headers of two rows',
      `${line(1, 'Vorname', 'Nachname', 'Telefon')}${line(2, '', '', 'Mobil')}${line(3, ...anna)}`,
      ['A1:A2', 'B1:B2'],
    ],
    ['a table of Numbers', `${line(1, 'Tabelle 1')}${line(2, ...head)}${line(3, ...anna)}`],
  ];
  for (const [name, rows, merged] of kinds) assert.deepEqual(await readParts(sheet(rows, merged)), [head, anna], name);
  const beside = `<row r="3">${at('B3', 'Vorname')}${at('C3', 'Nachname')}</row><row r="4">${at('B4', 'Anna')}${at('C4', 'Amsel')}</row>`;
  assert.deepEqual(await readParts(sheet(beside)), [
    ['', 'Vorname', 'Nachname'],
    ['', 'Anna', 'Amsel'],
  ]);
  const days = ['1980-02-03T00:00:00Z', '1980-02-03T00:00:00.000', '1980-02-03'];
  for (const day of days) {
    const dated = `${line(1, 'Vorname', 'Nachname', 'Eintritt')}<row r="2">${at('A2', 'Anna')}${at('B2', 'Amsel')}<c r="C2" t="d"><v>${day}</v></c></row>`;
    assert.deepEqual((await readParts(sheet(dated)))[1], ['Anna', 'Amsel', '1980-02-03'], day);
  }
  await assert.rejects(readParts(sheet(second + first)), { message: 'error_upload_workbook' });
  const summary = { name: 'Exportzusammenfassung', rows: table(['', 'Numbers-Blattname', 'Excel-Arbeitsblattname']) };
  assert.deepEqual((await read([summary, people])).slice(0, 2), [
    [1, head],
    [2, anna],
  ]);
});

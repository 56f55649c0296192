import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { type UploadChoice, uploadCsv, utf16, windows1252 } from '#testing/uploads.ts';

let server: TestServer;
let admin: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  admin = await server.as('administrator');
});
after(() => server.stop());

const counted = async () => {
  const { rows } = await sql<{ people: number; uploads: number; rows: number }>`
    select (select count(*) from people) as people, (select count(*) from uploads) as uploads,
      (select count(*) from upload_rows) as rows`.execute(server.app.db);
  return rows[0];
};

async function upload(content: string | Uint8Array, choice: UploadChoice = {}) {
  const answer = await uploadCsv(server, admin, content, choice);
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data!.uploadPeople;
}

const zip = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 33, 0, 98, 238, 157, 104]);
const columns = (count: number) => Array.from({ length: count }, (_, n) => `Spalte ${n}`).join(';');
const people = (count: number) => Array.from({ length: count }, (_, n) => `Anna;Zeile ${n}`).join('\n');

const broken: Record<string, { content: () => string | Uint8Array; key: string; line?: number }> = {
  'an empty file': { content: () => '', key: 'error_upload_empty' },
  'nothing but a header': { content: () => 'Vorname;Nachname\r\n\r\n;\r\n', key: 'error_upload_empty' },
  'a workbook that was cut off': { content: () => zip, key: 'error_upload_workbook' },
  'a workbook of before 2007': {
    content: () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    key: 'error_upload_old_workbook',
  },
  'NUL bytes in the middle': { content: () => `Vorname;Nachname\nAnna;${'\0'.repeat(9)}`, key: 'error_upload_binary' },
  'half a character after a byte order mark': {
    content: () => new Uint8Array([0xef, 0xbb, 0xbf, 0x56, 0xc3]),
    key: 'error_upload_encoding',
  },
  'people from the first line on': {
    content: () => 'Anna;Weiß;anna@klinik.example',
    key: 'error_upload_no_header',
    line: 1,
  },
  'a header of nothing': { content: () => ';;;\nAnna;Weiß;;', key: 'error_upload_no_header', line: 1 },
  '10,000 columns': { content: () => `${columns(10_000)}\n1`, key: 'error_upload_columns', line: 1 },
  '257 columns': { content: () => `${columns(257)}\n1`, key: 'error_upload_columns', line: 1 },
  'a quote that never ends': {
    content: () => 'Vorname;Nachname\nAnna;"Weiß\nund\nSchwarz"\nBert;"Blau\nCarla;Rot\n',
    key: 'error_upload_quotes',
    line: 5,
  },
  'a quote inside a cell': { content: () => 'Vorname;Nachname\nAnna;We"iß\n', key: 'error_upload_quotes', line: 2 },
  'text after a quote': { content: () => 'Vorname;Nachname\n\nAnna;"We"iß\n', key: 'error_upload_quotes', line: 3 },
  'a cell of 10,001 characters': {
    content: () => `Vorname;Nachname\nAnna;Weiß\nBert;${'x'.repeat(10_001)}\n`,
    key: 'error_upload_cell',
    line: 3,
  },
  'a cell of 10 MB': {
    content: () => `Vorname;Nachname\nBert;${'x'.repeat(10_000_000)}\n`,
    key: 'error_upload_cell',
    line: 2,
  },
  'one row of 10 MB as a header': { content: () => 'x'.repeat(10_000_000), key: 'error_upload_cell', line: 1 },
  '100,001 rows': { content: () => `Unbekannt;Fremd\n${people(100_001)}`, key: 'error_upload_rows' },
  '26 MB, more than any request may have': {
    content: () => new Uint8Array(26_000_000).fill(65),
    key: 'error_request_size',
  },
  '21 MB': { content: () => new Uint8Array(21_000_000).fill(65), key: 'error_upload_size' },
};

for (const [name, { content, key, line }] of Object.entries(broken)) {
  test(`refuses ${name} with one reason and changes nothing`, async () => {
    const before = await counted();
    const { errors, data } = await uploadCsv(server, admin, content(), { dryRun: false });
    assert.deepEqual([errors?.length, errors?.[0]?.message, data ?? null], [1, key, null]);
    const details = errors![0]!.extensions.details as { line?: number } | undefined;
    if (line !== undefined) assert.equal(details?.line, line);
    assert.deepEqual(await counted(), before);
  });
}

test('refuses a file that is sent as text instead of as a file', async () => {
  const answer = await admin.send('mutation ($f: Upload!) { uploadPeople(file: $f) { id } }', {
    f: 'Vorname;Nachname',
  });
  assert.equal(answer.errors?.[0]?.message, 'error_upload_binary');
});

const text =
  'Vorname;Nachname;Hinweis zur Erreichbarkeit\r\nJörg;Weiß;Große Straße 5\r\nÄnne;Łąck „alias“;"5 €; oder\r\n6 €"\r\n';
const expected = ['Jörg Weiß', 'Änne Łąck „alias“'];
const encodings: Record<string, { content: Uint8Array; encoding: string; names?: string[] }> = {
  'UTF-8': { content: Buffer.from(text), encoding: 'utf-8' },
  'UTF-8 with a byte order mark': { content: Buffer.from(`\uFEFF${text}`), encoding: 'utf-8' },
  'UTF-16 LE': { content: utf16(text, 'le'), encoding: 'utf-16le' },
  'UTF-16 BE': { content: utf16(text, 'be'), encoding: 'utf-16be' },
  'Windows-1252': {
    content: windows1252(text.replace('Łąck', 'Lack')),
    encoding: 'windows-1252',
    names: ['Jörg Weiß', 'Änne Lack „alias“'],
  },
};
for (const [name, { content, encoding, names = expected }] of Object.entries(encodings)) {
  test(`reads a file in ${name} as it was written`, async () => {
    const result = await upload(content);
    assert.equal(result.encoding, encoding);
    assert.deepEqual(
      result.rows.map((row: { name: string }) => row.name),
      names,
    );
    assert.deepEqual(
      result.rows.map((row: { line: number }) => row.line),
      [2, 3],
    );
    assert.equal(result.rows[1].changes.find(({ field }: { field: string }) => field === 'firstName').after, 'Änne');
    assert.deepEqual(result.columns[2].samples, ['Große Straße 5', '5 €; oder\n6 €']);
  });
}

for (const [name, separator, end] of [
  ['semicolons and CRLF', ';', '\r\n'],
  ['commas and LF', ',', '\n'],
  ['tabs and CR', '\t', '\r'],
] as const) {
  test(`reads a file with ${name}`, async () => {
    const cells = [
      ['Vorname', 'Nachname', 'Funktion'],
      ['Ina', `Zeile "a${separator}b"`, 'x;y,z'],
    ];
    const quoted = (cell: string) => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const result = await upload(cells.map((row) => row.map(quoted).join(separator)).join(end));
    assert.equal(result.separator, separator);
    assert.deepEqual(
      result.rows.map((row: { line: number; name: string }) => [row.line, row.name]),
      [[2, `Ina Zeile "a${separator === '\t' ? ' ' : separator}b"`]],
    );
  });
}

test('counts separators outside quotes, or takes the one of a line "sep="', async () => {
  const header = '"Vorname, Rufname, Name";Nachname';
  const one = await upload(`${header}\nAnna;Weiß`, { mapping: ['firstName'] });
  assert.deepEqual([one.separator, one.columns.length, one.created], [';', 2, 1]);
  const two = await upload('sep=,\r\nVorname,Nachname\r\nAnna,"Weiß; Schwarz"\r\n');
  assert.deepEqual([two.separator, two.rows[0].line, two.rows[0].name], [',', 3, 'Anna Weiß; Schwarz']);
});

test('finds columns by identifier and by German and English name in any spelling', async () => {
  const header =
    ' VORNAME;last_name;E-MAIL (dienstlich);mobile business;function;strasse;Unbekannt;Mobil (Dienstlich);;ZIP';
  const { columns: found } = await upload(`${header}\nAnna;Weiß;;;;;Rest;;x;`);
  assert.deepEqual(
    found.map(({ target }: { target: string }) => target),
    ['firstName', 'lastName', 'email_business', 'mobile_business', 'function', 'street', null, 'anyPhone', null, 'zip'],
  );
  const { columns: twice } = await upload('Vorname;Nachname;Straße;Street\nAnna;Weiß;A;B');
  assert.deepEqual([twice[3].target, twice[3].problem], [null, 'error_upload_column_twice']);
  assert.deepEqual(found[6].samples, ['Rest']);
});

test('a sample of a long cell ends before a character that does not fit', async () => {
  const { columns: found } = await upload(`Vorname;Nachname;Notiz\nAnna;Weiß;${'x'.repeat(99)}😀\n`);
  assert.deepEqual(found[2].samples, ['x'.repeat(99)]);
});

test('a mapping overrides the headers, by name or by position; a wrong one is refused', async () => {
  const file = 'A;B;Nachname\nAnna;Weiß;egal\n';
  const named = await upload(file, { mapping: { A: 'firstName', B: 'lastName', Nachname: null } });
  assert.deepEqual(named.rows[0].name, 'Anna Weiß');
  const placed = await upload(file, { mapping: ['firstName', null] });
  assert.deepEqual(placed.rows[0].name, 'Anna egal');
  for (const [mapping, key] of [
    [{ A: 'shoe_size' }, 'error_upload_mapping'],
    [{ C: 'firstName' }, 'error_upload_mapping'],
    [{ A: 'firstName', B: 'firstName' }, 'error_upload_column_twice'],
    [{ A: 'fullName', B: 'fullName' }, 'error_upload_column_twice'],
    [[null, null, null, null], 'error_upload_mapping'],
    ['firstName', 'error_invalid_input'],
  ] as const) {
    const answer = await uploadCsv(server, admin, file, { mapping });
    assert.equal(answer.errors?.[0]?.message, key, JSON.stringify(mapping));
    assert.deepEqual(answer.errors?.[0]?.extensions.fields, { mapping: key });
  }
});

test('a file without known columns returns its columns for mapping', async () => {
  const result = await upload('Prénom;Nom de famille\nAnne;Blanc\n');
  assert.deepEqual(
    [result.status, result.error, result.totalRows, result.canApply],
    ['failed', 'error_upload_unmapped', 1, false],
  );
  assert.deepEqual(
    result.columns.map(({ header, samples }: { header: string; samples: string[] }) => [header, samples]),
    [
      ['Prénom', ['Anne']],
      ['Nom de famille', ['Blanc']],
    ],
  );
  const answer = await admin.send('mutation ($id: ID!) { applyUpload(id: $id) { id } }', { id: result.id });
  assert.equal(answer.errors?.[0]?.message, 'error_upload_state');
});

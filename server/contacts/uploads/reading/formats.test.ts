import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { limits } from '#shared/limits.ts';
import { createGroup, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { type UploadChoice, uploadCsv, workbookParts, zipOf } from '#testing/uploads.ts';
import { workbookRecords } from './workbook-records.ts';
import { unpackedSize } from './zip-entries.ts';

let server: TestServer;
let admin: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  admin = await server.as('administrator', 'contact_manager');
});
after(() => server.stop());

interface Row {
  line: number;
  outcome: string;
  name: string;
  changes: { field: string; after: string }[];
  remarks: { key: string; column: string; value: string }[];
}
async function upload(content: string | Uint8Array, choice: UploadChoice = {}) {
  const answer = await uploadCsv(server, admin, content, choice);
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data!.uploadPeople;
}
const valuesOf = ({ changes }: Row) =>
  Object.fromEntries(
    changes.map(({ field, after: now }) => [field, /phone|mobile/.test(field) ? now.replaceAll(' ', '') : now]),
  );
const refusal = async (content: Uint8Array | string) => {
  const answer = await uploadCsv(server, admin, content, { name: 'liste.xlsx' });
  return [answer.errors?.length, answer.errors?.[0]?.message];
};

type Cells = (string | number | boolean | Date | null)[];
const workbook = (rows: Cells[], name = 'Personal') => writeXlsx({ sheets: [{ name, rows }] });

test('reads a workbook below its title, numbers and days as written, lines by their number', async () => {
  const bytes = await workbook([
    ['Personalliste Klinikum', null, null],
    [null, null, null],
    ['Pers.-Nr.', 'Name, Vorname', 'Diensthandy', 'Aktiv', 'Tätigkeit', 'Eintritt'],
    [4711, 'Weiß, Anna', 1713920010, true, 'Ärztin\nNotaufnahme', new Date('2020-02-01T00:00:00Z')],
    [null, null, null, null, null, null],
    ['00815', 'Blau, Dora', '0171 3920011', false, '', null],
  ]);
  const result = await upload(bytes, { name: 'egal.csv' });
  assert.deepEqual([result.format, result.encoding, result.separator, result.totalRows], ['xlsx', 'utf-8', '', 2]);
  const [anna, dora] = result.rows as Row[];
  assert.deepEqual([anna!.line, dora!.line], [4, 6]);
  assert.deepEqual(valuesOf(anna!), {
    externalId: '4711',
    firstName: 'Anna',
    lastName: 'Weiß',
    mobile_business: '01713920010',
    function: 'Ärztin Notaufnahme',
  });
  assert.deepEqual(
    anna!.remarks.map(({ key, column, value }) => [key, column, value]),
    [['error_upload_folded', 'Tätigkeit', 'Ärztin\nNotaufnahme']],
  );
  assert.equal(valuesOf(dora!)['isActive'], 'Nein');
  assert.equal(valuesOf(dora!)['externalId'], '00815');
  assert.deepEqual(result.columns.at(-1).samples, ['2020-02-01']);
});

test('matches a number shown with leading zeros to the person with that external id', async () => {
  const { id } = await createPerson(server.app.db, { externalId: '00471', firstName: 'Nora', lastName: 'Null' });
  await createPerson(server.app.db, { externalId: '0472', firstName: 'Otto', lastName: 'Null' });
  await createPerson(server.app.db, { externalId: '472', firstName: 'Paul', lastName: 'Null' });
  for (const externalId of ['0473', '00473']) await createPerson(server.app.db, { externalId });
  const numbers = [471, '471', 472, 473].map((number) => [number, 'Nora', 'Neu']);
  const result = await upload(await workbook([['Pers.-Nr.', 'Vorname', 'Nachname'], ...numbers]));
  const rows = result.rows as (Row & { person: { _id: number } | null })[];
  assert.deepEqual(
    rows.map((row) => [row.outcome, Object.keys(valuesOf(row))]),
    [
      ['updated', ['lastName']],
      ['created', ['externalId', 'firstName', 'lastName']],
      ['updated', ['firstName', 'lastName']],
      ['created', ['externalId', 'firstName', 'lastName']],
    ],
  );
  assert.equal(rows[0]!.person!._id, id);
});

test('a cell whose formula failed is empty', async () => {
  const result = await upload(
    await workbook([
      ['Pers.-Nr.', 'Vorname', 'Nachname', 'Tätigkeit', 'Ort'],
      ['X1', 'Anna', 'Formel', '#N/A', '#REF!'],
      ['#NAME?', '#VALUE!', '#DIV/0!', null, null],
      ['X2', 'Bert', 'Formel', '#1', 'Ulm'],
    ]),
  );
  assert.deepEqual((result.rows as Row[]).map(valuesOf), [
    { externalId: 'X1', firstName: 'Anna', lastName: 'Formel' },
    { externalId: 'X2', firstName: 'Bert', lastName: 'Formel', function: '#1', city: 'Ulm' },
  ]);
});

test('reads its own workbooks and vCards again without changes', async () => {
  const stab = await createGroup(server.app.db, { name: 'Mappe/Karte' });
  const person = await createPerson(server.app.db, {
    firstName: 'Änne',
    lastName: 'Größmann; "Küche"',
    title: 'Dr.',
    email: 'rund@reise.example',
    mobile: '+491713920012',
  });
  await server.app.db
    .insertInto('personGroups')
    .values({ groupId: stab.id, personId: person.id, sortOrder: 0 })
    .execute();
  for (const ending of ['xlsx', 'vcf']) {
    const path = `/api/v2/groups/${stab.id}/people.${ending}`;
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${admin.token}` } });
    const result = await upload(new Uint8Array(await answer.arrayBuffer()));
    assert.equal(result.format, ending);
    assert.deepEqual(
      (result.rows as Row[]).map(({ outcome, changes, remarks }) => [outcome, changes, remarks]),
      [['unchanged', [], []]],
    );
  }
});

test('refuses too many people, a cell that is too long and broken parts with one reason', async () => {
  const long = await workbook([
    ['Vorname', 'Nachname'],
    ['Anna', 'x'.repeat(limits.csvCell + 1)],
  ]);
  const answer = await uploadCsv(server, admin, long);
  const details = answer.errors![0]!.extensions.details as { line: number };
  assert.deepEqual([answer.errors![0]!.message, details.line], ['error_upload_cell', 2]);
  const whole = await workbook([
    ['Vorname', 'Nachname'],
    ['Anna', 'Weiß'],
  ]);
  assert.deepEqual(await refusal(whole.slice(0, -30)), [1, 'error_upload_workbook']);
  const noWorkbook = zipOf([['readme.txt', deflateRawSync(Buffer.from('text')), 4]]);
  assert.deepEqual(await refusal(noWorkbook), [1, 'error_upload_workbook']);
  const openDocument = zipOf([['content.xml', deflateRawSync(Buffer.from('<x/>')), 4]]);
  assert.deepEqual(await refusal(openDocument), [1, 'error_upload_binary']);
  assert.deepEqual(await refusal(await workbook([])), [1, 'error_upload_empty']);
});

test('refuses a workbook that unpacks to too much, or hides its size, before unpacking it', async () => {
  const bomb = deflateRawSync(Buffer.alloc(limits.workbookUnpacked + 1));
  assert.ok(bomb.length < 300_000);
  assert.deepEqual(await refusal(zipOf([['xl/sharedStrings.xml', bomb, limits.workbookUnpacked + 1]])), [
    1,
    'error_upload_costly',
  ]);
  assert.deepEqual(await refusal(zipOf([['xl/sharedStrings.xml', bomb, 0]])), [1, 'error_upload_workbook']);
  const whole = await workbook([
    ['Vorname', 'Nachname'],
    ['Anna', 'Weiß'],
  ]);
  assert.ok(unpackedSize(whole)! > 1000);
  // claims less than it holds, where unpacking stops
  const shrunk = whole.slice();
  const view = new DataView(shrunk.buffer);
  for (let at = 0; at < shrunk.length - 4; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 7, true);
  assert.deepEqual(await refusal(shrunk), [1, 'error_upload_workbook']);
});

test('returns no unpacked size for a contradicting ZIP64 directory or misplaced sizes', async () => {
  const whole = await workbook([['Vorname', 'Nachname']]);
  const changed = (change: (view: DataView) => void) => {
    const copy = whole.slice();
    change(new DataView(copy.buffer));
    return unpackedSize(copy);
  };
  const end = whole.length - 22;
  assert.ok(changed(() => {})! > 1000);
  assert.equal(
    changed((view) => view.setUint16(end + 10, 0xffff, true)),
    null,
  );
  assert.equal(
    changed((view) => view.setUint32(end + 12, 0xffffffff, true)),
    null,
  );
  assert.equal(
    changed((view) => view.setUint32(end + 16, 0xffffffff, true)),
    null,
  );
  const entry = new DataView(whole.slice().buffer).getUint32(end + 16, true);
  assert.equal(
    changed((view) => {
      view.setUint16(entry + 8, view.getUint16(entry + 8, true) | 8, true);
      view.setUint32(entry + 20, 0, true);
    }),
    null,
  );
  assert.equal(
    changed((view) => view.setUint32(entry + 24, 0, true)),
    null,
  );
});

test('refuses a row with more cells than allowed columns and reads long rows in portions', async () => {
  const wide = await workbook([['Vorname', 'Nachname'], Array.from({ length: limits.csvColumns + 1 }, () => 'x')]);
  const answer = await uploadCsv(server, admin, wide);
  const details = answer.errors![0]!.extensions.details as { line: number };
  assert.deepEqual([answer.errors![0]!.message, details.line], ['error_upload_columns', 2]);
  const text = 'x'.repeat(limits.csvCell);
  const headers = ['Pers.-Nr.', 'Vorname', 'Nachname', ...Array.from({ length: 20 }, (_, n) => `Notiz ${n}`)];
  const rows = Array.from({ length: 30 }, (_, n) => [
    `L${n}`,
    'Anna',
    'Lang',
    ...Array.from({ length: 20 }, () => text),
  ]);
  const long = await upload(await workbook([headers, ...rows]));
  assert.deepEqual([long.totalRows, long.created], [30, 30]);
});

test('refuses cells far to the right and down before reading them', async () => {
  const rows = '<row><c r="XFD1"><v>1</v></c></row>'.repeat(60_000);
  const bytes = zipOf(workbookParts([{ name: 'A', rows }]));
  assert.deepEqual(await refusal(bytes), [1, 'error_upload_costly']);
  await assert.rejects(workbookRecords(bytes).next(), { message: 'error_upload_costly' }); // without the limits of a thread
  const empty = { name: 'Leer', rows: '<row><c r="ZZ1"/></row>'.repeat(40_000) }; // more cells than a table may have
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const people = [
    ['Vorname', 'Nachname'],
    ['Anna', 'Breit'],
  ].map((cells) => `<row>${cells.map(text).join('')}</row>`);
  const both = zipOf(workbookParts([empty, { name: 'Personal', rows: people.join('') }]));
  assert.equal((await upload(both)).created, 1, 'an empty sheet before the table');
  const { currentUser } = await admin.run('{ currentUser { _id } }');
  assert.ok(currentUser._id, 'the server is still there');
});

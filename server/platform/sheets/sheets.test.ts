import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { createGroup, createPerson } from '#testing/factories.ts';
import { workbook } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import type { Sheet } from './cells.ts';
import { type CellRow, cellsIn, dayCell } from './cells.ts';
import { sheetFile } from './sheet.ts';

let server: TestServer;
let contacts: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  contacts = await server.as('contact_manager', 'administrator');
});
after(() => server.stop());

async function bytesOf(sheet: Sheet): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetFile(sheet, 'xlsx').content) pieces.push(Buffer.from(piece));
  return new Uint8Array(Buffer.concat(pieces));
}

async function* together(...rows: CellRow[]): AsyncGenerator<CellRow[]> {
  yield rows;
}

test('exports people as text: no lost zeros, no formulas, a fixed header row', async () => {
  const person = await createPerson(server.app.db, {
    firstName: '=1+1',
    lastName: '0049',
    externalId: '007',
    mobile: '+4915123456789',
  });
  const group = await createGroup(server.app.db, { members: [person.id] });
  const sheet = await workbook(server, `/api/v2/groups/${group.id}/people.xlsx`, contacts.token);
  const [head, row] = sheet.rows;
  assert.deepEqual(head!.slice(0, 4), ['Externe Nummer', 'Titel', 'Vorname', 'Nachname']);
  assert.equal(row![0], '007');
  assert.deepEqual(row!.slice(2, 4), ['=1+1', '0049']);
  assert.ok(row!.includes('+4915123456789'));
  assert.equal(sheet.freezePane?.rows, 1);
  assert.ok(![...(sheet.cells?.values() ?? [])].some((cell) => cell.formula));
});

test('exports an administration list as a searched workbook', async () => {
  const { rows } = await workbook(server, '/api/v2/channels.xlsx?search=probe', contacts.token);
  assert.equal(rows[0]![0], 'Name');
  assert.ok(rows.length >= 2);
});

test('keeps types of values in local time; values beyond spreadsheets are omitted or cut', async () => {
  const { moment, number } = cellsIn('de', 'Europe/Berlin');
  const summer = new Date('2026-07-01T22:30:15Z');
  const bytes = await bytesOf({
    name: 'Alles: [1/2]',
    language: 'de',
    columns: [
      { title: 'Zeit', holds: 'moment' },
      { title: 'Tag', holds: 'day' },
      { title: 'Zahl', holds: 'number' },
      'Text',
      'Leer',
    ],
    rows: together(
      [moment(summer), dayCell('2026-02-28', '28.02.2026'), number(12.5), 'a\u0000b\u000b\ud83d\nc', ''],
      [moment(null), dayCell('morgen', 'morgen'), number(null), 'x'.repeat(40_000), '\t'],
    ),
  });
  const { sheets } = await readXlsx(bytes);
  const [sheet] = sheets;
  assert.equal(sheet!.name, 'Alles   1 2 ');
  const [, first, second] = sheet!.rows;
  assert.deepEqual(first!.slice(0, 4), [
    new Date('2026-07-02T00:30:15Z'),
    new Date('2026-02-28T00:00:00Z'),
    12.5,
    'ab\ufffd\nc',
  ]);
  assert.equal(second![1], 'morgen');
  assert.equal(String(second![3]).length, 32_767);
});

test('a failing table never becomes a complete workbook; an empty one has its header', async () => {
  const columns = ['Eins'];
  async function* failing() {
    yield [['a']];
    throw new Error('planted');
  }
  await assert.rejects(bytesOf({ name: 'x', language: 'de', columns, rows: failing() }), /planted/);
  async function* none() {}
  const { sheets } = await readXlsx(await bytesOf({ name: 'x', language: 'en', columns, rows: none() }));
  assert.deepEqual(sheets[0]!.rows, [['Eins']]);
});

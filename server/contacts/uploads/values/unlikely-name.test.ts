import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { uploadCsv } from '#testing/uploads.ts';

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
  errors: string[];
  remarks: { key: string }[];
}

test('lines below a table, header rows, error values and quotes become no person silently', async () => {
  const header = 'Vorname;Nachname;Funktion';
  const odd: [row: string, outcome: string][] = [
    [header, 'failed error_upload_unlikely_name'],
    ...[
      ...['Summe;2;', 'Anzahl;2 Personen;', 'Stand: 21.11.2026;von Meier;', 'Seite;2 von 3;', 'Anna;4711;'],
      ...['NULL;G;', 'H;null;', 'I;undefined;', 'J;-;', 'K;n/a;', 'Null;Null;', 'Nan;-;', 'NaN;Meier;'],
      ...["'Anna';'Amsel';", '„Berta“;„Bach“;', 'Anna \\"Anni\\" X;Amsel;'],
    ].map((row): [string, string] => [row, 'created error_upload_unlikely_name']),
    ['C;#NV;', 'failed error_required error_upload_formula'],
    ['#N/A;E;', 'failed error_required error_upload_formula'],
    ['D;Dohle;#BEZUG!', 'created error_upload_formula'],
    ...[
      'Anna;Summer;',
      'Stand;Meier;',
      'Rose;Null-Meier;',
      'Ute;Null;',
      'Nil;Yılmaz;',
      'Nan;Li;',
      'Pforte;Haus 2;',
      'Jean-Luc;O’Neil;',
      'Ng;Lê;',
      "D'Arcy;'t Hooft;",
    ].map((row): [string, string] => [row, 'created']),
  ];
  const lines = [header, ...odd.map(([row]) => row)].join('\r\n');
  const { rows } = (await uploadCsv(server, admin, lines, { dryRun: true })).data!.uploadPeople;
  for (const [at, { outcome, errors, remarks, line }] of (rows as Row[]).entries()) {
    const said = [outcome, ...errors, ...remarks.map(({ key }) => key)].join(' ');
    assert.deepEqual([line, said], [at + 2, odd[at]![1]], odd[at]![0]);
  }
  assert.equal(rows.length, odd.length);
});

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
  changes: { field: string; after: string }[];
  remarks: { key: string; column: string; value: string }[];
}
async function upload(lines: readonly string[]) {
  const answer = await uploadCsv(server, admin, lines.join('\r\n'), { name: 'kontakte.vcf' });
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data!.uploadPeople;
}
const valuesOf = ({ changes }: Row) =>
  Object.fromEntries(
    changes.map(({ field, after: now }) => [field, /phone|mobile|fax/.test(field) ? now.replaceAll(' ', '') : now]),
  );

test('a card of Apple’s contacts: its own labels, a picture, several numbers and addresses', async () => {
  const result = await upload([
    ...[
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//macOS 14//EN',
      'N:Weiß;Anna;Marie;Dr.;',
      'FN:Dr. Anna Weiß',
    ],
    ...[
      'ORG:Klinikum Musterstadt;Notaufnahme;',
      'TITLE:Ärztin',
      'EMAIL;type=INTERNET;type=HOME;type=pref:anna@weiss.example',
    ],
    ...['item1.EMAIL;type=INTERNET:weiss@klinik.example', 'item1.X-ABLabel:_$!<Work>!$_'],
    ...['TEL;type=CELL;type=VOICE;type=pref:0171 3920020', 'TEL;type=WORK;type=VOICE:0351 2082020'],
    ...['item2.TEL:0160 5552020', 'item2.X-ABLabel:Privathandy', 'TEL;type=HOME;type=FAX:0351 777'],
    ...[
      'ADR;type=WORK;type=pref:;;Klinikweg 1;Dresden;;01067;Deutschland',
      'ADR;type=HOME:;;Weg 2;Pirna;Sachsen;01796;DE',
    ],
    ...['NOTE:Zeile eins\\nZeile zwei', 'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQ', ' AAAQABAAD/2wBDAAEB', ' //Z'],
    ...['CATEGORIES:Stab/S1', 'UID:abc', 'END:VCARD', ''],
  ]);
  assert.deepEqual([result.format, result.totalRows], ['vcf', 1]);
  const [row] = result.rows as Row[];
  assert.deepEqual(valuesOf(row!), {
    ...{ title: 'Dr.', firstName: 'Anna', lastName: 'Weiß', organisation: 'Klinikum Musterstadt', groups: 'Stab/S1' },
    ...{ department: 'Notaufnahme', function: 'Ärztin', email_private: 'anna@weiss.example' },
    ...{ email_business: 'weiss@klinik.example', mobile_business: '01713920020', phone_business: '03512082020' },
    ...{ mobile_private: '01605552020', street: 'Weg 2', zip: '01796', city: 'Pirna', country: 'DE' },
  });
  assert.deepEqual(
    row!.remarks.map(({ key, value }) => [key, value]),
    [['error_upload_no_place', '0351 777']],
  );
  const shown = result.columns.find(({ header }: { header: string }) => header === 'Vorname');
  assert.deepEqual([shown.target, shown.samples], ['firstName', ['Anna']]);
});

test('a card of Outlook: vCard 2.1 in quoted-printable, with kinds that have no name', async () => {
  const result = await upload([
    ...[
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;LANGUAGE=de;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:Gr=F6=DFmann;=C4nne',
    ],
    ...['FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=84nne Gr=C3=B6=C3=9Fma=', 'nn', 'ORG:Stadt Musterstadt'],
    ...[
      'TEL;WORK;VOICE:0351 2082021',
      'TEL;CELL;VOICE:0171 3920021',
      'EMAIL;PREF;INTERNET:aenne@stadt.example',
      'END:VCARD',
    ],
  ]);
  assert.deepEqual(valuesOf(result.rows[0]), {
    ...{ firstName: 'Änne', lastName: 'Größmann', organisation: 'Stadt Musterstadt', phone_business: '03512082021' },
    ...{ mobile_business: '01713920021', email_business: 'aenne@stadt.example' },
  });
});

test('reads many cards, a meaningless line and a card that never ends', async () => {
  const card = (n: number) => [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:Person Nummer${n}x`,
    'TEL',
    `EMAIL:n${n}@viele.example`,
    'END:VCARD',
  ];
  const many = Array.from({ length: 1200 }, (_, n) => card(n)).flat();
  const result = await upload(many);
  assert.deepEqual([result.totalRows, result.created], [1200, 1200]);
  assert.deepEqual(
    result.rows.slice(0, 3).map(({ line }: Row) => line),
    [1, 7, 13],
  );
  const broken = await uploadCsv(server, admin, [...card(1), 'BEGIN:VCARD', 'FN:Ohne Ende'].join('\n'));
  const details = broken.errors![0]!.extensions.details as { line: number };
  assert.deepEqual([broken.errors![0]!.message, details.line], ['error_upload_card', 7]);
  const long = await uploadCsv(server, admin, ['BEGIN:VCARD', `NOTE:${'x'.repeat(200_000)}`, 'END:VCARD'].join('\n'));
  assert.equal(long.errors![0]!.message, 'error_upload_cell');
});

test('removes illegal characters of a card and reads it and all others', async () => {
  const card = (name: string, email: string) => [
    ...['BEGIN:VCARD', 'VERSION:2.1', `N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${name};Eva`, `EMAIL;WORK:${email}`],
    ...['ORG;ENCODING=QUOTED-PRINTABLE:Klinik=00um', 'END:VCARD'],
  ];
  const result = await upload([
    ...card('M=00=1B=C3=BCller', 'eva@zeichen.example'),
    ...card('Klar', 'klar@zeichen.example'),
  ]);
  assert.deepEqual(result.rows.map(valuesOf), [
    { firstName: 'Eva', lastName: 'Müller', email_business: 'eva@zeichen.example', organisation: 'Klinikum' },
    { firstName: 'Eva', lastName: 'Klar', email_business: 'klar@zeichen.example', organisation: 'Klinikum' },
  ]);
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { type UploadChoice, uploadCsv } from '#testing/uploads.ts';

let server: TestServer;
let db: Db;
let admin: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  admin = await server.as('administrator', 'contact_manager');
});
after(() => server.stop());

interface Row {
  outcome: string;
  errors: string[];
  remarks: { key: string; column: string; value: string | null }[];
  changes: { field: string; before: string | null; after: string | null }[];
}

/** The rows of a file. */
async function rowsOf(lines: readonly string[], choice: UploadChoice = {}): Promise<Row[]> {
  const answer = await uploadCsv(server, admin, lines.join('\r\n'), choice);
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data!.uploadPeople.rows;
}
const without = (text: string | null) => text?.replaceAll(' ', '') ?? null;
const changesOf = ({ changes }: Row) =>
  Object.fromEntries(changes.map((one) => [one.field, [without(one.before), without(one.after)]]));
const remarksOf = ({ remarks }: Row) => remarks.map(({ key, column, value }) => [key, column, value]);

async function give(personId: number, identifier: string, valueStr: string) {
  const types = db.selectFrom('personDataTypes').select('id').where('identifier', '=', identifier);
  const { id: keyFieldId } = await types.executeTakeFirstOrThrow();
  await db.insertInto('personData').values({ personId, keyFieldId, valueStr }).execute();
}

test('a value with a guessed place replaces none: it fills an empty place or is reported', async () => {
  const { id } = await createPerson(db, { externalId: 'K17', email: 'anna@klinik.example', mobile: '+491713920071' });
  const file = ['Personalnummer;Weitere Telefonnummer;E-Mails', 'K17;0171 3920072;anna@weiss.example'];
  assert.deepEqual(changesOf((await rowsOf(file))[0]!), {
    mobile_private: [null, '01713920072'],
    email_private: [null, 'anna@weiss.example'],
  });
  for (const identifier of ['mobile_private', 'phone_business', 'phone_private'])
    await give(id, identifier, '+493512082070');
  await give(id, 'email_private', 'weiss@anna.example');
  const [full] = await rowsOf(file);
  assert.deepEqual([full!.outcome, full!.changes], ['unchanged', []]);
  assert.deepEqual(remarksOf(full!), [
    ['error_upload_no_place', 'Weitere Telefonnummer', '0171 3920072'],
    ['error_upload_no_place', 'E-Mails', 'anna@weiss.example'],
  ]);
  const [told] = await rowsOf(['Personalnummer;Diensthandy', 'K17;0171 3920072']);
  assert.deepEqual(changesOf(told!), { mobile_business: ['01713920071', '01713920072'] });
});

test('a card with numbers of no kind replaces no number of the person', async () => {
  await createPerson(db, {
    firstName: 'Anna',
    lastName: 'Karte',
    email: 'karte@klinik.example',
    mobile: '+491713920073',
  });
  const card = ['BEGIN:VCARD', 'VERSION:3.0', 'N:Karte;Anna;;;', 'EMAIL;TYPE=WORK:karte@klinik.example'];
  const [row] = await rowsOf([...card, 'TEL:0171 3920074', 'END:VCARD']);
  assert.deepEqual(changesOf(row!), { mobile_private: [null, '01713920074'] });
});

test('a shared number or an unrelated address never matches another person', async () => {
  await createPerson(db, { firstName: 'Thomas', lastName: 'Schmidt', email: null, mobile: '+491713920075' });
  await createPerson(db, { firstName: 'Thomas', lastName: 'Klein', email: 'klein@klinik.example' });
  const said = async (...lines: string[]) =>
    (await rowsOf(lines)).map(({ outcome, errors }) => [outcome, ...errors].join(' '));
  const other = 'failed error_upload_other_person';
  const shared = ['Thomas;Müller;0171 3920075', 'Uwe;Schmidt;0171 3920075', 'THOMAS;Schmidt;0171 3920075'];
  assert.deepEqual(await said('Vorname;Nachname;Mobil', shared[0]!), [other]);
  assert.deepEqual(await said('Vorname;Nachname;Telefonnummern', shared[0]!), [other]);
  assert.deepEqual(await said('Vorname;Nachname;Telefonnummern', shared[1]!), [other]);
  assert.deepEqual(await said('Vorname;Nachname;Telefonnummern', shared[2]!), ['updated']);
  const named = 'Thomas;Groß;klein@klinik.example';
  assert.deepEqual(await said('Vorname;Nachname;E-Mails', named), [other]);
  assert.deepEqual(await said('Vorname;Nachname;E-Mail dienstlich', named), ['updated']);
});

test('reports a new person with the name of a known one, but no inactive or matched one', async () => {
  await createPerson(db, { externalId: 'Z1', firstName: 'Claudia', lastName: 'Zwilling' });
  await createPerson(db, { externalId: 'Z2', firstName: 'Uwe', lastName: 'Zwilling', isActive: false });
  const lines = ['Z1;Claudia;Zwilling', 'Z3;claudia;Zwilling', 'Z4;Uwe;Zwilling', 'Z5;Ida;Zwilling'];
  const rows = await rowsOf(['Externe Nummer;Vorname;Nachname', ...lines], { strict: true });
  assert.deepEqual(
    rows.map((row) => [row.outcome, ...remarksOf(row).map(([key, , value]) => `${key} ${value}`)]),
    [['unchanged'], ['created', 'error_upload_namesake claudia Zwilling'], ['created'], ['created']],
  );
});

test('a split name does not change the names of a person with the same words', async () => {
  const email = 'anh@klinik.example';
  await createPerson(db, {
    externalId: 'K18',
    firstName: 'Nguyen Thi',
    lastName: 'Anh',
    email,
    mobile: '+491713920076',
  });
  const [kept, same, other, phone] = [
    await rowsOf(['Personalnummer;Name', 'K18;NGUYEN Thi Anh']),
    await rowsOf(['Personalnummer;Name', 'K18;Anh Nguyen Thi']),
    await rowsOf(['Personalnummer;Name', 'K18;Dr. Anh Nguyen']),
    await rowsOf(['Name;Mobil', 'Anh Nguyen Thi;0171 3920076']),
  ].map(([row]) => row!);
  assert.deepEqual([kept!.outcome, same!.outcome, phone!.outcome], ['unchanged', 'unchanged', 'unchanged']);
  assert.deepEqual(Object.keys(changesOf(other!)), ['title', 'firstName', 'lastName']);
  const [told] = await rowsOf(['Personalnummer;Vorname;Nachname', 'K18;Anh;Nguyen Thi']);
  assert.deepEqual(Object.keys(changesOf(told!)), ['firstName', 'lastName']);
});

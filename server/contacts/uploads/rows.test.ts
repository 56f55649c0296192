import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createPerson } from '#testing/factories.ts';
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

async function upload(lines: readonly string[], choice: UploadChoice = {}, client = admin) {
  const answer = await uploadCsv(server, client, lines.join('\r\n'), choice);
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data!.uploadPeople;
}

interface Said {
  key: string;
  column: string | null;
  target: string | null;
  line: number | null;
  value: string | null;
}
interface Note {
  key: string;
  count: number;
  lines: number[];
  value: string | null;
}

interface Row {
  name: string;
  line: number;
  outcome: string;
  person: { _id: number } | null;
  errors: string[];
  problems: Said[];
  remarks: Said[];
  changes: { field: string; label: string; before: string | null; after: string | null; isHidden: boolean }[];
}
const outcomes = ({ rows }: { rows: Row[] }) => rows.map(({ outcome, errors }) => [outcome, ...errors].join(' '));
const changesOf = ({ changes }: Row) =>
  Object.fromEntries(changes.map(({ field, before, after: now }) => [field, [before, now]]));

test('a row matches its person by external id, else by business e-mail, else by mobile number', async () => {
  const byId = await createPerson(db, { externalId: 'A1', email: 'alt@klinik.example', lastName: 'Eins' });
  const byMail = await createPerson(db, { email: 'Zwei@klinik.example', lastName: 'Zwei' });
  const byPhone = await createPerson(db, { email: null, mobile: '+4915111111111', lastName: 'Drei' });
  const result = await upload([
    'Externe Nummer;Vorname;Nachname;E-Mail;Mobil',
    'A1;Person;Eins;neu@klinik.example;',
    'A2;Person;Zwei;zwei@KLINIK.example;',
    ';Person;Drei;;0151 11111111',
    ';Person;Vier;;',
  ]);
  assert.deepEqual(outcomes(result), ['updated', 'updated', 'unchanged', 'created']);
  assert.deepEqual(
    result.rows.map((row: Row) => row.person?._id ?? null),
    [byId.id, byMail.id, byPhone.id, null],
  );
  assert.deepEqual(changesOf(result.rows[0]), { email_business: ['alt@klinik.example', 'neu@klinik.example'] });
  assert.deepEqual(Object.keys(changesOf(result.rows[1])), ['externalId', 'email_business']);
});

test('people with a shared mailbox or telephone stay separate; ambiguous ones are refused', async () => {
  await createPerson(db, { externalId: 'B1', email: 'wache@klinik.example', firstName: 'Anna', lastName: 'Wach' });
  const heading = 'Externe Nummer;Vorname;Nachname;E-Mail;Mobil';
  assert.deepEqual(outcomes(await upload([heading, 'B2;Bert;Ruhe;wache@klinik.example;'])), ['created']);
  const other = await upload([heading, ';Carla;Laut;wache@klinik.example;']);
  assert.deepEqual(outcomes(other), ['failed error_upload_other_person']);
  const shared = { mobile: '+4915122222222' };
  await createPerson(db, { ...shared, email: 'eins@klinik.example' });
  await createPerson(db, { ...shared, email: 'zwei@klinik.example' });
  const phone = await upload([heading, ';Dora;Neu;dora@klinik.example;015122222222', ';Emil;Nur;;015122222222']);
  assert.deepEqual(outcomes(phone), ['created', 'failed error_upload_ambiguous']);
});

test('refuses the later row of the same person twice in a file and names the first', async () => {
  const result = await upload([
    'Externe Nummer;Vorname;Nachname;E-Mail;Mobil;Hinweis zur Erreichbarkeit',
    'C1;Anna;Doppel;anna@doppel.example;;"nie',
    'nachts"',
    'C1;Anna;Doppel;;;',
    ';Anna;Doppel;ANNA@doppel.example;;',
    'C2;Bert;Doppel;anna@doppel.example;;',
    ';Carla;Allein;;;',
    ';carla;ALLEIN;;;',
  ]);
  const duplicate = 'failed error_upload_duplicate';
  assert.deepEqual(outcomes(result), ['created', duplicate, duplicate, 'created', 'created', duplicate]);
  assert.deepEqual(
    result.rows.map(({ line, problems }: Row) => [line, problems[0]?.line ?? null]),
    [
      [2, null],
      [4, 2],
      [5, 2],
      [6, null],
      [7, null],
      [8, 7],
    ],
  );
  assert.deepEqual(
    result.rows.flatMap(({ problems }: Row) => problems.map(({ column, value }) => [column, value])),
    [
      ['Externe Nummer', 'C1'],
      ['E-Mail', 'anna@doppel.example'],
      [null, null],
    ],
    'by which value it was recognised',
  );
});

test('names the external number used by an earlier row, also when it is known', async () => {
  await createPerson(db, { externalId: '4713', lastName: 'Vogt' });
  const result = await upload([
    'Externe Nummer;Vorname;Nachname;Dienstl. Handy',
    '4713;Konrad;Vogt;0151 11111222',
    '4713;Dora;Doppelt;0151 11111333',
  ]);
  const [{ column, line, value, key }] = result.rows[1].problems;
  assert.deepEqual([column, value, line, key], ['Externe Nummer', '4713', 2, 'error_upload_duplicate']);
  assert.deepEqual(Object.keys(changesOf(result.rows[0])).includes('mobile_business'), true);
});

test('refuses a row without key and with a known name instead of doubling the person', async () => {
  await createPerson(db, { firstName: 'Jörg', lastName: 'Weiß' });
  const result = await upload(['Vorname;Nachname;Funktion', 'JORG;Weiss;Arzt']);
  assert.deepEqual(outcomes(result), ['failed error_upload_no_key']);
});

test('checks values as in the form; a bad one loses the person only on request', async () => {
  const types = await db
    .insertInto('personDataTypes')
    .values([
      { identifier: 'due', name: 'Fällig am', fieldType: 'date', sortOrder: 900 },
      { identifier: 'beds', name: 'Betten', fieldType: 'number', sortOrder: 901 },
      { identifier: 'trained', name: 'Geschult', fieldType: 'boolean', sortOrder: 902 },
      {
        identifier: 'shift',
        name: 'Schicht',
        fieldType: 'select',
        sortOrder: 903,
        options: JSON.stringify([{ value: 7, label: 'Früh', labelEn: 'Early' }]),
      },
    ])
    .returning('id')
    .execute();
  const header =
    'Externe Nummer;Vorname;Nachname;Aktiv;Krisenstab;Telefon;fällig am;BETTEN;Geschult;Schicht;Sprache;E-Mail';
  const lines = [
    header,
    "D1;'=Anna;Wert;Nein;x;030 9012345;31.12.2026;12,00;Ja;früh;de;",
    'D2;Anna;Wert;1;0;+49 30 9012345;2026-12-31 00:00:00;-3;no;7;;',
    'D3;Anna;Wert;vielleicht;;030 1;31.02.2026;3,5;weiß nicht;Spät;deutsch;anna(at)klinik',
    'D4;;Wert;;;;;;;;;',
  ];
  const result = await upload(lines, { strict: true });
  assert.deepEqual(
    result.rows.map(({ outcome }: Row) => outcome),
    ['created', 'created', 'failed', 'failed'],
  );
  const { changes } = result.rows[0];
  const values = Object.fromEntries(changes.map(({ field, after: now }: Row['changes'][0]) => [field, now]));
  assert.deepEqual(values, {
    externalId: 'D1',
    firstName: '=Anna',
    lastName: 'Wert',
    isActive: 'Nein',
    isCrisis: 'Ja',
    phone_business: '030 9012345',
    due: '31.12.2026',
    beds: '12',
    trained: 'Ja',
    shift: 'Früh',
    language: 'Deutsch',
  });
  const told = (list: Said[]) => list.map(({ column, target, key }) => `${column} ${target} ${key}`);
  const wrong = [
    'Aktiv isActive error_invalid_input',
    'Telefon phone_business error_invalid_phone',
    'fällig am due error_invalid_date',
    'BETTEN beds error_invalid_number',
    'Geschult trained error_invalid_input',
    'Schicht shift error_unknown_choice',
    'Sprache language error_invalid_language',
    'E-Mail email_business error_invalid_email',
  ];
  assert.deepEqual(told(result.rows[2].problems), wrong);
  assert.equal(result.rows[2].problems.at(-1).value, 'anna(at)klinik');
  assert.deepEqual(result.rows[3].problems, [
    { key: 'error_required', column: 'Vorname', target: 'firstName', line: null, value: null },
  ]);
  const lenient = await upload(lines);
  assert.deepEqual(outcomes(lenient), ['created', 'created', 'created', 'failed error_required']);
  assert.deepEqual(told(lenient.rows[2].remarks), wrong);
  assert.deepEqual(Object.keys(changesOf(lenient.rows[2])), ['externalId', 'firstName', 'lastName']);
  assert.equal(lenient.remarked, 1);
  await db
    .deleteFrom('personDataTypes')
    .where(
      'id',
      'in',
      types.map(({ id }) => id),
    )
    .execute();
});

test('empty cells and short rows change nothing; a row with too many cells is refused', async () => {
  await createPerson(db, {
    externalId: 'E1',
    firstName: 'Emma',
    lastName: 'Leer',
    title: 'Dr.',
    email: 'emma@leer.example',
  });
  const result = await upload(['Externe Nummer;Titel;Vorname;Nachname;E-Mail', 'E1;;;;', 'E2;Dr.;Emil;Leer;;;zu viel']);
  assert.deepEqual(outcomes(result), ['unchanged', 'failed error_upload_cells']);
  assert.deepEqual(outcomes(await upload(['Externe Nummer;Titel;Nachname', 'E1'])), ['unchanged']);
});

test('adds groups by path, announces unknown ones, remarks on impossible ones, removes no member', async () => {
  const stab = await createGroup(db, { name: 'Leitung' });
  const person = await createPerson(db, { externalId: 'F1', lastName: 'Gruppe' });
  const s1 = await createGroup(db, { name: 'S1', parentGroupId: stab.id, members: [person.id] });
  await createGroup(db, { name: 'Alt', isActive: false });
  await createGroup(db, { name: 'Doppelt' });
  await createGroup(db, { name: 'doppelt' });
  const joined = await createGroup(db, { name: 'Alle' });
  const result = await upload(
    [
      'Externe Nummer;Vorname;Nachname;Gruppen',
      'F1;Person;Gruppe;leitung/s1',
      'F2;Anna;Gruppe;"Neu/Ganz neu;  neu/GANZ NEU ; Leitung/S2"',
      'F3;Bert;Gruppe;Alt',
      'F4;Carl;Gruppe;A/B/C/D',
      'F5;Dora;Gruppe;Doppelt',
    ],
    { group: joined.id },
  );
  assert.deepEqual(outcomes(result), ['updated', 'created', 'created', 'created', 'created']);
  assert.deepEqual(
    result.rows.slice(2).map(({ remarks }: Row) => [remarks[0]?.key, remarks[0]?.value]),
    [
      ['error_inactive', 'Alt'],
      ['error_group_depth', 'A/B/C/D'],
      ['error_upload_group_ambiguous', 'Doppelt'],
    ],
  );
  assert.deepEqual(changesOf(result.rows[0]), { groups: [null, 'Alle'] });
  assert.deepEqual(result.groupsToCreate, ['Neu', 'Neu/Ganz neu', 'Leitung/S2']);
  const done = await upload(
    [
      'Externe Nummer;Vorname;Nachname;Gruppen',
      'F1;Person;Gruppe;Leitung/S2;',
      'F2;Anna;Gruppe;"neu/GANZ NEU; Neu/Ganz neu"',
    ],
    { dryRun: false, group: joined.id },
  );
  assert.deepEqual([done.status, done.created, done.updated], ['applied', 1, 1]);
  const groups = await db.selectFrom('personGroups').select('groupId').where('personId', '=', person.id).execute();
  assert.equal(groups.length, 3);
  assert.ok(
    groups.some(({ groupId }) => groupId === s1.id),
    'still a member',
  );
  const made = await db
    .selectFrom('groups')
    .select('name')
    .where('name', 'in', ['neu', 'GANZ NEU', 'S2'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    made.map(({ name }) => name),
    ['S2', 'neu', 'GANZ NEU'],
  );
  const inactive = await uploadCsv(server, admin, 'Vorname;Nachname\nA;B', { group: 999_999 });
  assert.deepEqual(inactive.errors?.[0]?.extensions.fields, { group: 'error_not_found' });
});

test('treats a file that would create hundreds of groups as wrongly mapped', async () => {
  const rows = Array.from({ length: 501 }, (_, n) => `G${n};Anna;Viel;Gruppe Nummer ${n}`);
  const answer = await uploadCsv(server, admin, ['Externe Nummer;Vorname;Nachname;Gruppen', ...rows].join('\n'));
  assert.equal(answer.errors?.[0]?.message, 'error_upload_groups');
});

test('users without the right to edit contacts see no private values or samples of others', async () => {
  await createPerson(db, { externalId: 'H1', lastName: 'Privat' }).then(({ id }) =>
    db.insertInto('personData').values({ personId: id, keyFieldId: 6, valueStr: '+4915133333333' }).execute(),
  );
  const lines = ['Externe Nummer;Nachname;Mobil (privat)', 'H1;Privat;0151 44444444'];
  const owner = await upload(lines);
  assert.deepEqual(changesOf(owner.rows[0]), { mobile_private: ['01513 3333333', '01514 4444444'] });
  const plain = await server.as('administrator');
  const own = await upload(lines, {}, plain);
  assert.deepEqual([own.rows[0].changes[0].isHidden, changesOf(own.rows[0])], [true, { mobile_private: [null, null] }]);
  assert.deepEqual(own.columns[2].samples, ['0151 44444444']);
  const { upload: foreign } = await plain.run('query ($id: ID!) { upload(id: $id) { columns { samples } } }', {
    id: owner.id,
  });
  assert.deepEqual(
    foreign.columns.map(({ samples }: { samples: string[] }) => samples.length),
    [1, 1, 0],
  );
});

test('imports a reinterpreted or suspicious number with a remark', async () => {
  const result = await upload([
    'Vorname;Nachname;Mobil;Telefon',
    'Anna;Ohneplus;4915185677401;',
    'Bert;Dezimal;1713920099.0;',
    'Cora;Unsichtbar;\u202A+49 171 3920098\u202C;',
    'Dora;Klammer;(+49) 171 3920097;',
    "Emil;Apostroph;'01713920096;",
    'Fred;Festnetz;0711 2781234;',
    'Gerd;Doppelt;;49711278111',
  ]);
  const shown = result.rows.map(({ name, remarks }: Row) => [name, ...remarks.map(({ key, value }) => [key, value])]);
  assert.deepEqual(shown, [
    ['Anna Ohneplus', ['error_phone_country_code', '4915185677401 → +49 1518 5677401']],
    ['Bert Dezimal'],
    ['Cora Unsichtbar'],
    ['Dora Klammer'],
    ['Emil Apostroph'],
    ['Fred Festnetz', ['error_phone_not_mobile', '0711 2781234']],
    ['Gerd Doppelt', ['error_phone_two_readings', '49711278111 → +49 4971 1278111']],
  ]);
  const numbers = result.rows.map((row: Row) => {
    const changes = Object.entries(changesOf(row)).filter(([field]) => /Name$|name$/.test(field) === false);
    return changes.map(([, [, number]]) => number).join();
  });
  assert.deepEqual(numbers, [
    '01518 5677401',
    '0171 3920099',
    '0171 3920098',
    '0171 3920097',
    '0171 3920096',
    '0711 2781234',
    '04971 1278111',
  ]);
});

test('merges equal remarks of rows with count and lines; an area code completes extensions', async () => {
  const lines = ['Vorname;Nachname;Telefon;Mobil'];
  for (const [at, extension] of ['2345', '23-46', '0711 2782347', '49711278111', '2348'].entries())
    lines.push(`Ute${at};Durchwahl;${extension};12`);
  const found = await upload(lines);
  const said = found.notes.map(({ key, count, lines: at, value }: Note) => [key, count, at, value]);
  assert.deepEqual(said, [
    ['error_invalid_phone', 5, [2, 3, 4, 5, 6], '12'],
    ['error_invalid_phone', 3, [2, 3, 6], '2345'],
    ['error_phone_two_readings', 1, [5], '49711278111 → +49 4971 1278111'],
  ]);
  const mended = await upload(lines, { areaCode: '0711 278' });
  assert.deepEqual(
    mended.rows.map((row: Row) => changesOf(row)['phone_business']?.[1]),
    ['0711 2782345', '0711 2782346', '0711 2782347', '04971 1278111', '0711 2782348'],
  );
  assert.deepEqual(
    mended.notes.map(({ key, count }: Note) => [key, count]),
    [
      ['error_invalid_phone', 5],
      ['error_phone_two_readings', 1],
    ],
  );
});

test('each value of a column also becomes a group of its people, regardless of other uses', async () => {
  const lines = [
    'Vorname;Nachname;Abteilung',
    'Ada;Säule;Küche/Spüle',
    'Ben;Säule;Lager',
    'Cem;Säule;Lager',
    'Dan;Säule;',
  ];
  const found = await upload(lines, { groupsFrom: 2 });
  assert.deepEqual(found.groupsToCreate.toSorted(), ['Küche\\/Spüle', 'Lager']);
  assert.deepEqual(
    found.rows.map((row: Row) => changesOf(row)['groups']?.[1]),
    ['Küche\\/Spüle', 'Lager', 'Lager', undefined],
  );
});

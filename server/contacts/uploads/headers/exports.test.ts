import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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

/** What each file's person becomes; see `docs/files.md`. */
const people: Record<string, { program: string | null } & Record<string, string | null>> = {
  'outlook-de': {
    program: 'Outlook',
    title: 'Dr.',
    firstName: 'Änne',
    lastName: 'Größmann',
    organisation: 'Klinikum Musterstadt',
    department: 'Küche',
    function: 'Leitung',
    street: 'Klinikweg 1',
    zip: '01067',
    city: 'Dresden',
    country: 'Deutschland',
    email_business: 'aenne@klinik.example',
    email_private: 'aenne@zuhause.example',
    fax: '0351 2081002',
    phone_business: '0351 2081001',
    mobile_business: '0171 3920099',
    mobile_private: '0160 5551234',
    remarks: 'Telefon (privat): error_invalid_phone',
  },
  'outlook-en': {
    program: 'Outlook',
    title: 'Prof.',
    firstName: 'Ann',
    lastName: 'White',
    function: 'Surgeon',
    department: 'Surgery',
    organisation: 'General Hospital',
    email_business: 'ann@clinic.example',
    phone_private: '+44 20 7946 0018',
    phone_business: '+44 20 7946 0019',
    mobile_business: '+44 7700 900123',
    remarks: 'Mobile Phone: error_phone_not_assigned',
    street: '2 Home St',
    city: 'Leeds',
    zip: 'LS1 1AA',
  },
  google: {
    program: 'Google',
    title: 'Dr.',
    firstName: 'Jörg',
    lastName: 'Weiß',
    organisation: 'Stadt Musterstadt',
    function: 'Amtsleiter',
    department: 'Ordnungsamt',
    groups: 'Stab/S2',
    email_private: 'joerg@weiss.example',
    email_business: 'weiss@stadt.example',
    phone_business: '0351 488001',
    mobile_business: '0171 3920001',
    mobile_private: '0160 5550001',
    fax: '0351 488009',
    street: 'Weg 2',
    zip: '01067',
    city: 'Dresden',
    country: 'DE',
  },
  'google-before-2024': {
    program: 'Google',
    firstName: 'Jörg',
    lastName: 'Weiß',
    email_business: 'alt@stadt.example',
    mobile_business: '0171 3920002',
    organisation: 'Stadt',
    function: 'Bote',
    department: 'Post',
  },
  divera: {
    program: 'DIVERA 24/7',
    externalId: 'FW-17',
    firstName: 'Bernd',
    lastName: 'Vogt',
    email_business: 'vogt@wehr.example',
    mobile_business: '0171 3920003',
    phone_business: '0351 488003',
    groups: 'Löschzug 1',
  },
  groupalarm: {
    program: 'GroupAlarm',
    firstName: 'Carla',
    lastName: 'Rot',
    email_business: 'rot@wehr.example',
    mobile_business: '0171 3920004',
    phone_business: '0351 488004',
    groups: 'Atemschutz; Maschinist',
  },
  fact24: {
    program: 'FACT24',
    externalId: '4711',
    firstName: 'Dora',
    lastName: 'Blau',
    department: 'Werk Süd',
    language: 'Deutsch',
    mobile_business: '0171 3920005',
    email_business: 'blau@werk.example',
  },
  'fact24-ens': {
    program: 'FACT24',
    externalId: '4712',
    firstName: 'Emil',
    lastName: 'Grau',
    function: 'Elektriker',
    department: 'Technik',
    language: 'Englisch',
    email_business: 'grau@werk.example',
    phone_business: '0351 488005',
  },
  alamos: {
    program: 'Alamos FE2',
    firstName: 'Frieda',
    lastName: 'Gelb',
    email_business: 'gelb@wehr.example',
    mobile_business: '0171 3920006',
  },
  'personnel-office': {
    program: null,
    externalId: '00815',
    title: 'Prof. Dr.',
    firstName: 'Grete',
    lastName: 'von der Heide',
    department: 'Pflege',
    function: 'Stationsleitung',
    mobile_business: '0171 3920007',
    phone_business: '0351 488007',
    mobile_private: '0160 5550007',
    email_business: 'heide@klinik.example',
    street: 'Weg 7',
    zip: '01067',
    city: 'Dresden',
  },
};

interface Change {
  field: string;
  after: string;
}
// numbers are grouped as their numbering plan does
const plain = (field: string, value: string | null) =>
  /phone|mobile|fax/.test(field) ? (value?.replaceAll(' ', '') ?? null) : value;

for (const [name, expected] of Object.entries(people)) {
  test(`understands the file ${name} without a mapping`, async () => {
    const file = readFileSync(new URL(`../../../../testing/people-files/${name}.csv`, import.meta.url));
    const answer = await uploadCsv(server, admin, new Uint8Array(file));
    assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
    const { program, rows } = answer.data!.uploadPeople;
    const [{ changes, problems, remarks }] = rows;
    assert.deepEqual(problems, []);
    const found = Object.fromEntries(changes.map(({ field, after: now }: Change) => [field, plain(field, now)]));
    const said = remarks.map(({ column, key }: { column: string; key: string }) => `${column}: ${key}`).join();
    const wanted = Object.fromEntries(Object.entries(expected).map(([field, value]) => [field, plain(field, value)]));
    assert.deepEqual({ program, ...found, ...(said ? { remarks: said } : {}) }, wanted);
  });
}

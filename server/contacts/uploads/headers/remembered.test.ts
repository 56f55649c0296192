import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { forgetOldUploads } from '#server/contacts/uploads/forget.ts';
import { createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type UploadChoice, uploadCsv } from '#testing/uploads.ts';

let server: TestServer;
let admin: TestClient;
let other: TestClient;

before(async () => {
  server = await startTestServer();
  admin = await server.as('administrator', 'contact_manager');
  other = await server.as('administrator');
});
after(() => server.stop());

async function upload(content: string, choice: UploadChoice = {}, client = admin) {
  const answer = await uploadCsv(server, client, content, choice);
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data!.uploadPeople;
}
const targets = ({ columns }: { columns: { target: string | null }[] }) => columns.map(({ target }) => target);

test('remembers a chosen and applied mapping for all users and the next such file until deleted', async () => {
  const header = 'Vorname;Nachname;Merkmal;Mobil';
  const first = await upload(`${header}\nAnna;Merk;Ärztin;`);
  assert.deepEqual([first.mappedBy, targets(first)], ['header', ['firstName', 'lastName', null, 'mobile_business']]);
  const mapping = ['firstName', 'lastName', 'function', null];
  const chosen = await upload(`${header}\nAnna;Merk;Ärztin;`, { mapping });
  assert.equal(chosen.mappedBy, 'choice');
  assert.equal((await upload(`${header}\nAnna;Merk;Ärztin;`, {}, other)).mappedBy, 'header', 'only tried');
  await admin.run('mutation ($id: ID!) { applyUpload(id: $id) { id } }', { id: chosen.id });
  await until(async () => {
    const now = await admin.run('query ($id: ID!) { upload(id: $id) { status } }', { id: chosen.id });
    return now.upload.status === 'applied';
  });
  const next = await upload(` VORNAME;Nachname ;merkmal;Mobil\nBert;Merk;Arzt;0171 3920030`, {}, other);
  assert.deepEqual([next.mappedBy, targets(next)], ['memory', ['firstName', 'lastName', 'function', null]]);
  const elsewhere = await upload('Nachname;Vorname;Merkmal;Mobil\nMerk;Carl;Arzt;');
  assert.equal(elsewhere.mappedBy, 'header');
  const again = await upload(`${header}\nAnna;Merk;Ärztin;`, { mapping: {}, dryRun: false });
  assert.deepEqual([again.mappedBy, targets(again)[2]], ['header', null]);
  assert.equal((await upload(`${header}\nAnna;Merk;Ärztin;`)).mappedBy, 'header');
});

test('missing columns of a remembered mapping use their header again', async () => {
  const type = { identifier: 'badge', name: 'Plakette', fieldType: 'text', sortOrder: 950 };
  const { id } = await server.app.db
    .insertInto('personDataTypes')
    .values(type)
    .returning('id')
    .executeTakeFirstOrThrow();
  const header = 'Vorname;Nachname;Funktion';
  await upload(`${header}\nAnna;Weg;`, { mapping: ['firstName', 'lastName', 'badge'], dryRun: false });
  await server.app.db.deleteFrom('personDataTypes').where('id', '=', id).execute();
  const result = await upload(`${header}\nAnna;Weg;7`);
  assert.deepEqual([result.mappedBy, targets(result)], ['memory', ['firstName', 'lastName', 'function']]);
});

test('remembers a mapping of vCards for the next file, regardless of the column language', async () => {
  const card = 'BEGIN:VCARD\nVERSION:3.0\nN:Karte;Anna;;;\nTITLE:Ärztin\nEND:VCARD';
  const first = await upload(card);
  const mapping = targets(first).map((target) => (target === 'function' ? null : target));
  await upload(card, { mapping, dryRun: false });
  await other.run('mutation { changeLanguage(language: "en") { language } }');
  const next = await upload(card, {}, other);
  assert.deepEqual([next.mappedBy, targets(next)], ['memory', mapping]);
  await other.run('mutation { changeLanguage(language: "de") { language } }');
});

test('deletes a mapping that no file used for two years', async () => {
  const header = 'Vorname;Nachname;Uralt';
  await upload(`${header}\nAnna;Alt;7`, { mapping: ['firstName', 'lastName', 'function'], dryRun: false });
  await forgetOldUploads(server.app.db);
  assert.equal((await upload(`${header}\nAnna;Alt;7`)).mappedBy, 'memory');
  await sql`update upload_mappings set used_at = now() - interval '731 days'`.execute(server.app.db);
  await forgetOldUploads(server.app.db);
  assert.equal((await upload(`${header}\nAnna;Alt;7`)).mappedBy, 'header');
});

test('an address not marked business or private is skipped when the person already has it', async () => {
  const person = await createPerson(server.app.db, {
    externalId: 'R1',
    firstName: 'Anna',
    lastName: 'Hat',
    email: null,
  });
  await server.app.db
    .insertInto('personData')
    .values({ personId: person.id, keyFieldId: 2, valueStr: 'anna@hat.example' })
    .execute();
  const result = await upload('Personalnummer;E-Mails\nR1;anna@hat.example');
  assert.deepEqual([result.rows[0].outcome, result.rows[0].changes], ['unchanged', []]);
});

test('places several numbers of a cell, reports a surplus, private ones only to contact editors', async () => {
  const file =
    'Personalnummer;Name;Telefon;Handy privat\nM1;Weiß, Anna;"0351 2082040 / 0171 3920040";"0160 5550040, 0160 5550041, 0160 5550042"';
  const result = await upload(file);
  const values = result.rows[0].changes.map(
    ({ field, after: now }: { field: string; after: string }) => `${field} ${now.replaceAll(' ', '')}`,
  );
  assert.deepEqual(values.slice(3), [
    'mobile_business 01713920040',
    'mobile_private 01605550040',
    'phone_business 03512082040',
    'phone_private 01605550041',
  ]);
  const said = ({ rows }: { rows: { remarks: { key: string; column: string; value: string | null }[] }[] }) =>
    rows[0]!.remarks.map(({ key, column, value }) => [key, column, value]);
  assert.deepEqual(said(result), [['error_upload_no_place', 'Handy privat', '0160 5550042']]);
  assert.deepEqual(said(await upload(file, {}, other)), [['error_upload_no_place', 'Handy privat', null]]);
});

test('a cell of very many numbers costs its row little: one remark covers those beyond twenty', async () => {
  const numbers = Array.from({ length: 600 }, (_, n) => `0171 39${20000 + n}`).join(', ');
  const lines = Array.from({ length: 250 }, (_, n) => `V${n};Anna;Viele;"${numbers}"`);
  const before = process.cpuUsage();
  const result = await upload(['Personalnummer;Vorname;Nachname;Telefonnummern', ...lines].join('\n'));
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 10_000_000, 'ten seconds of the processor');
  const { changes, remarks } = result.rows[0];
  assert.equal(changes.length, 3 + 4);
  assert.deepEqual(
    remarks.map(({ key }: { key: string }) => key),
    [...Array.from({ length: 16 }, () => 'error_upload_no_place'), 'error_invalid_phone'],
  );
});

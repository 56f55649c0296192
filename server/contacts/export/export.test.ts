import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { uploadCsv } from '#testing/uploads.ts';

let server: TestServer;
let db: Db;
let contacts: TestClient;
let editor: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  contacts = await server.as('contact_manager');
  editor = await server.as('editor');
});
after(() => server.stop());

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

async function troublesome() {
  const person = await createPerson(db, {
    firstName: '=1+1',
    lastName: 'Weiß; "Müller"',
    title: "'@Dr.",
    externalId: '007',
    email: 'weiss@klinik.example',
    mobile: '+4915123456789',
  });
  await db
    .insertInto('personData')
    .values([
      { personId: person.id, keyFieldId: 6, valueStr: '+4915199999999' },
      { personId: person.id, keyFieldId: 18, valueStr: '-dienstags\nund "mittwochs"; nie' },
    ])
    .execute();
  return person;
}

test('exports a group with people of its subgroups, private data only with the right', async () => {
  const stab = await createGroup(db, { name: 'Stab' });
  const person = await troublesome();
  const off = await createPerson(db, { isActive: false });
  await createGroup(db, { name: 'S3/S4', parentGroupId: stab.id, members: [person.id, off.id] });
  const answer = await get(server, `/api/v2/groups/${stab.id}/people.csv`, contacts.token);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(answer.headers.get('content-disposition'), `attachment; filename="gruppe-${stab.id}.csv"`);
  const [heading, row, ...others] = linesOf(answer.text);
  assert.match(heading!, /^Externe Nummer;Titel;Vorname;Nachname;Aktiv;Krisenstab;Gruppen;E-Mail \(dienstlich\);/);
  assert.match(row!, /^007;''@Dr\.;'=1\+1;"Weiß; ""Müller""";Ja;Nein;Stab\/S3\\\/S4;weiss@klinik\.example;/);
  assert.match(row!, /;'\+4915123456789;'\+4915199999999;/);
  assert.match(row!, /;"'-dienstags\nund ""mittwochs""; nie"$/);
  assert.equal(others.length, 0);
  const shown = await get(server, `/api/v2/groups/${stab.id}/people.csv`, editor.token);
  assert.doesNotMatch(shown.text, /4915199999999|privat/);
  assert.match(shown.text, /4915123456789/);
});

test('uploading an export again changes nothing', async () => {
  await troublesome().catch(() => {}); // it may be there already
  const both = await server.as('contact_manager', 'administrator');
  const { text } = await get(server, '/api/v2/people.csv', both.token);
  const answer = await uploadCsv(server, both, text);
  assert.equal(answer.errors, undefined);
  const { created, updated, failed, unchanged, rows } = answer.data!.uploadPeople;
  assert.deepEqual({ created, updated, failed }, { created: 0, updated: 0, failed: 0 }, JSON.stringify(rows));
  assert.equal(unchanged, linesOf(text.replaceAll('\n', ' ').replaceAll('\r ', '\r\n')).length - 1);
});

test('exports a mailing list with the people it reaches', async () => {
  const [own, grouped, nested] = [await createPerson(db), await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [grouped.id, own.id] });
  const list = await createMailingList(db, { people: [own.id], groups: [{ id: group.id }] });
  await createMailingList(db, { people: [nested.id], parentListId: list.id });
  const { text } = await get(server, `/api/v2/mailing_lists/${list.id}/people.csv`, contacts.token);
  assert.equal(linesOf(text).length - 1, 3);
  for (const { lastName } of [own, grouped, nested]) assert.match(text, new RegExp(lastName));
  const cards = await get(server, `/api/v2/mailing_lists/${list.id}/people.vcf`, contacts.token);
  assert.equal(cards.headers.get('content-type'), 'text/vcard; charset=utf-8');
  assert.equal(cards.text.match(/^BEGIN:VCARD\r$/gm)?.length, 3);
});

test('folds vCards at 75 octets, escapes them and labels their values', async () => {
  const person = await createPerson(db, {
    firstName: 'Ägidius',
    lastName: 'Überlang-'.repeat(12),
    title: 'Dr., Prof.',
    email: 'lang@klinik.example',
    mobile: '+4915123450000',
  });
  await db
    .insertInto('personData')
    .values([
      { personId: person.id, keyFieldId: 14, valueStr: 'Klinik; Nord' },
      { personId: person.id, keyFieldId: 15, valueStr: 'Arzt' },
      { personId: person.id, keyFieldId: 18, valueStr: 'nie\nmontags' },
    ])
    .execute();
  const group = await createGroup(db, { name: 'Ärzte, Nacht', members: [person.id] });
  const { text } = await get(server, `/api/v2/groups/${group.id}/people.vcf`, contacts.token);
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  assert.deepEqual(unfolded.slice(0, 2), ['BEGIN:VCARD', 'VERSION:4.0']);
  for (const line of [
    `N:${'Überlang-'.repeat(12)};Ägidius;;Dr.\\, Prof.;`,
    `FN:Dr.\\, Prof. Ägidius ${'Überlang-'.repeat(12)}`,
    'EMAIL;TYPE=work;PREF=1:lang@klinik.example',
    'TEL;VALUE=uri;TYPE="cell,work";PREF=1:tel:+4915123450000',
    'ORG:Klinik\\; Nord',
    'TITLE:Arzt',
    'NOTE:Hinweis zur Erreichbarkeit: nie\\nmontags',
    'CATEGORIES:Ärzte\\, Nacht',
  ]) {
    assert.ok(unfolded.includes(line), `${line} in ${text}`);
  }
});

test('exports nothing signed out, unknown or of erased people', async () => {
  const erased = await createPerson(db, { lastName: 'Verschwunden', erasedAt: new Date() });
  const list = await createMailingList(db, { people: [erased.id] });
  for (const path of ['people.csv', 'people.vcf', 'groups/1/people.csv', `mailing_lists/${list.id}/people.vcf`]) {
    const answer = await get(server, `/api/v2/${path}`);
    assert.deepEqual([answer.status, answer.body.message], [401, 'error_unauthenticated'], path);
  }
  for (const path of ['groups/999999/people.csv', 'mailing_lists/999999/people.vcf']) {
    assert.equal((await get(server, `/api/v2/${path}`, editor.token)).status, 404, path);
  }
  assert.equal((await get(server, '/api/v2/people.csv?isActive=maybe', editor.token)).status, 400);
  for (const path of ['people.csv', `mailing_lists/${list.id}/people.csv`]) {
    assert.doesNotMatch((await get(server, `/api/v2/${path}`, editor.token)).text, /Verschwunden/);
  }
});

test('limits an export of all people to active ones or the crisis team', async () => {
  await createPerson(db, { lastName: 'Stabsmitglied', isCrisis: true });
  await createPerson(db, { lastName: 'Ehemalig', isCrisis: true, isActive: false });
  await createPerson(db, { lastName: 'Unbeteiligt' });
  const namesOf = async (query: string) =>
    (await get(server, `/api/v2/people.csv?${query}`, editor.token)).text.match(/Stabsmitglied|Ehemalig|Unbeteiligt/g);
  assert.deepEqual(await namesOf('isCrisis=true&isActive=true'), ['Stabsmitglied']);
  assert.deepEqual(await namesOf('isCrisis=true'), ['Ehemalig', 'Stabsmitglied']);
  assert.deepEqual(await namesOf('isActive=false'), ['Ehemalig']);
  assert.deepEqual(await namesOf('isCrisis=false'), ['Unbeteiligt']);
});

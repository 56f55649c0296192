import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../database/connect.ts';
import { createGroup } from '../../testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../testing/server.ts';
import { type UploadChoice, uploadCsv, uploadFields, windows1252 } from '../../testing/uploads.ts';

let server: TestServer;
let db: Db;
let admin: TestClient;

before(async () => {
  server = await startTestServer();
  db = server.app.db;
  admin = await server.as('administrator');
});
after(() => server.stop());

async function upload(content: string | Uint8Array, choice: UploadChoice = {}, client = admin) {
  const answer = await uploadCsv(server, client, content, choice);
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data!.uploadPeople;
}
const counts = ({ created, updated, unchanged, failed }: Record<string, number>) => [
  created,
  updated,
  unchanged,
  failed,
];

/** Values of a person as stored, by identifier. */
async function stored(id: number) {
  const person = await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();
  const data = await db
    .selectFrom('personData as d')
    .innerJoin('personDataTypes as t', 't.id', 'd.keyFieldId')
    .select(['t.identifier', 'd.valueStr', 'd.valueInt'])
    .where('d.personId', '=', id)
    .execute();
  const groups = await db
    .selectFrom('personGroups')
    .select('groupId')
    .where('personId', '=', id)
    .orderBy('groupId')
    .execute();
  return {
    person,
    data: Object.fromEntries(data.map((row) => [row.identifier, row.valueStr ?? row.valueInt])),
    groups: groups.map(({ groupId }) => groupId),
  };
}

const germanFile = [
  'Externe Nummer;Vorname;Nachname;E-Mail (dienstlich);Mobil (dienstlich);Straße;Postleitzahl;Hinweis zur Erreichbarkeit;Gruppen',
  '00017;Jörg;Weiß;Joerg.Weiss@Klinik.example;0151 23456789;Hauptstraße 5;01067;"tagsüber 50 € –\r\n""nur"" dienstags";Stab/S3',
  '00018;Änne;Groß;aenne@klinik.example;;;;;Stab/S3; Stab/S4'.replace('Stab/S3; Stab/S4', '"Stab/S3; Stab/S4"'),
  '',
].join('\r\n');

test('a file as German Excel writes it: first what it would do, then it is done', async () => {
  const stab = await createGroup(db, { name: 'Stab' });
  const s3 = await createGroup(db, { name: 'S3', parentGroupId: stab.id });
  const checked = await upload(windows1252(germanFile));
  assert.deepEqual(
    [checked.status, checked.dryRun, checked.encoding, checked.separator],
    ['checked', true, 'windows-1252', ';'],
  );
  assert.deepEqual(counts(checked), [2, 0, 0, 0]);
  assert.deepEqual(checked.groupsToCreate, ['Stab/S4']);
  assert.deepEqual(
    checked.rows.map((row: { line: number; name: string }) => [row.line, row.name]),
    [
      [2, 'Jörg Weiß'],
      [4, 'Änne Groß'],
    ],
  );
  assert.equal((await db.selectFrom('people').select('id').where('externalId', '=', '00017').execute()).length, 0);

  await admin.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id: checked.id });
  const done = await until(checked.id, 'applied');
  assert.deepEqual([done.processedRows, done.canUndo], [2, true]);
  const one = await stored(done.rows[0].person._id);
  assert.deepEqual([one.person!.firstName, one.person!.lastName, one.person!.externalId], ['Jörg', 'Weiß', '00017']);
  assert.deepEqual(one.data, {
    email_business: 'Joerg.Weiss@klinik.example',
    mobile_business: '+4915123456789',
    street: 'Hauptstraße 5',
    zip: '01067',
    availability_note: 'tagsüber 50 € –\n"nur" dienstags',
  });
  assert.deepEqual(one.groups, [s3.id]);
  const s4 = await db.selectFrom('groups').selectAll().where('name', '=', 'S4').executeTakeFirstOrThrow();
  assert.equal(s4.parentGroupId, stab.id);
  assert.deepEqual((await stored(done.rows[1].person._id)).groups, [s3.id, s4.id]);

  const again = await upload(windows1252(germanFile));
  assert.deepEqual(counts(again), [0, 0, 2, 0], 'the same file says nothing new');
});

async function until(id: string, status: string) {
  for (let tries = 0; tries < 400; tries++) {
    const { upload: found } = await admin.run(`query ($id: ID!) { upload(id: $id) { ${uploadFields} } }`, { id });
    if (found.status === status) return found;
    await sleep(25);
  }
  return assert.fail(`never ${status}`);
}

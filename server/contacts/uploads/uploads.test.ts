import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { get, takeMail } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type UploadChoice, uploadCsv, uploadFields, windows1252 } from '#testing/uploads.ts';
import { applyUpload } from './apply.ts';
import { checkUpload } from './check.ts';
import { forgetOldUploads } from './forget.ts';
import { resumeUploads } from './resume.ts';

let server: TestServer;
let db: Db;
let admin: TestClient;
let contacts: TestClient;
let adminAddress: string;

before(async () => {
  server = await startTestServer();
  db = server.app.db;
  admin = await server.as('administrator');
  contacts = await server.as('contact_manager');
  const { currentUser } = await admin.run('{ currentUser { email } }');
  adminAddress = currentUser.email;
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

const uploadOnce = (id: string, status: string) =>
  until(async () => {
    const { upload: found } = await admin.run(`query ($id: ID!) { upload(id: $id) { ${uploadFields} } }`, { id });
    return found.status === status && found;
  });

test('previews and then applies a file of German Excel', async () => {
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
  const done = await uploadOnce(checked.id, 'applied');
  const mail = await takeMail(server, adminAddress);
  assert.match(mail.text, /Die Datei kontakte\.csv wurde eingelesen: 2 neu, 0 geändert, 0 unverändert, 0 abgelehnt\./i);
  assert.ok(mail.text.includes('/#/administration/csvupload'));
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

const heading = 'Externe Nummer;Titel;Vorname;Nachname;E-Mail;Mobil;Funktion;Gruppen';
const undo = (id: string) => admin.send(`mutation ($id: ID!) { undoUpload(id: $id) { ${uploadFields} } }`, { id });
const apply = (id: string) => admin.send('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id });
const snapshot = async () => ({
  people: await db
    .selectFrom('people')
    .select(['id', 'externalId', 'firstName', 'lastName', 'title', 'isActive'])
    .orderBy('id')
    .execute(),
  data: await db
    .selectFrom('personData')
    .select(['personId', 'keyFieldId', 'valueStr', 'valueInt'])
    .orderBy('personId')
    .orderBy('keyFieldId')
    .execute(),
  members: await db.selectFrom('personGroups').select(['personId', 'groupId']).orderBy('id').execute(),
  groups: await db.selectFrom('groups').select(['id', 'name']).orderBy('id').execute(),
});

test('undoing an upload restores the state before it', async () => {
  const known = await createPerson(db, { externalId: 'U1', title: 'Dr.', lastName: 'Alt', email: 'u1@alt.example' });
  const other = await createPerson(db, { email: 'u2@alt.example', lastName: 'Zweit' });
  await createGroup(db, { name: 'Bleibt', members: [other.id] });
  const before = await snapshot();
  const done = await upload(
    [
      heading,
      'U1;Prof.;Person;Neu;u1@neu.example;0151 55555551;Chefarzt;Bleibt',
      'U2;;Person;Zweit;u2@alt.example;;;Bleibt',
      'U3;;Anna;Dritt;u3@neu.example;;;"Bleibt; Ganz/Neu"',
    ].join('\n'),
    { dryRun: false },
  );
  assert.deepEqual([done.status, ...counts(done)], ['applied', 1, 2, 0, 0]);
  const changed = await stored(known.id);
  assert.deepEqual([changed.person!.title, changed.data['function']], ['Prof.', 'Chefarzt']);
  const { data } = await undo(done.id);
  assert.deepEqual([data!.undoUpload.status, data!.undoUpload.notUndone], ['undone', 0]);
  assert.deepEqual(await snapshot(), before);
  assert.equal((await undo(done.id)).errors?.[0]?.message, 'error_upload_state');
});

test('undo skips people changed or used since, and the rows give the reason', async () => {
  const person = await createPerson(db, { externalId: 'V1', lastName: 'Vorher' });
  const file = [heading, 'V1;;Person;Nachher;;;;', 'V2;;Anna;Gebraucht;;;;', 'V3;;Bert;Gehtweg;;;;'];
  const done = await upload(file.join('\n'), { dryRun: false });
  const [one, two, three] = done.rows.map((row: { person: { _id: number } }) => row.person._id);
  await contacts.run('mutation ($i: UpdatePersonInput!) { updatePerson(input: $i) { _id } }', {
    i: { id: String(person.id), title: 'Dr.' },
  });
  await createMailingList(db, { people: [two] });
  const { undoUpload: undone } = (await undo(done.id)).data!;
  assert.equal(undone.notUndone, 2);
  assert.deepEqual(
    undone.rows.map(({ errors }: { errors: string[] }) => errors),
    [['error_changed_meanwhile'], ['error_in_use'], []],
  );
  const kept = await stored(one);
  assert.deepEqual([kept.person!.lastName, kept.person!.title], ['Nachher', 'Dr.']);
  assert.ok((await stored(two)).person);
  assert.equal((await stored(three)).person, undefined);
});

test('does not overwrite changes made between the check and applying', async () => {
  const person = await createPerson(db, { externalId: 'W1', lastName: 'Stand' });
  const checked = await upload([heading, 'W1;;Person;Datei;;;;', 'W2;;Anna;Neu;w2@neu.example;;;'].join('\n'));
  await contacts.run('mutation ($i: UpdatePersonInput!) { updatePerson(input: $i) { _id } }', {
    i: { id: String(person.id), lastName: 'Hand' },
  });
  await createPerson(db, { email: 'W2@neu.example' });
  await apply(checked.id);
  const done = await uploadOnce(checked.id, 'applied');
  assert.deepEqual(counts(done), [0, 0, 0, 2]);
  for (const { errors } of done.rows) assert.deepEqual(errors, ['error_changed_meanwhile']);
  assert.equal((await stored(person.id)).person!.lastName, 'Hand');
});

test('an external number taken since the check skips its row, not the whole file', async () => {
  const person = await createPerson(db, { lastName: 'Zahl', email: 'zahl@klinik.example' });
  const checked = await upload([heading, 'N7;;;;zahl@klinik.example;;;', 'N8;;Anna;Andere;;;;'].join('\n'));
  assert.deepEqual(counts(checked).slice(0, 2), [1, 1]);
  await upload([heading, 'N7;;Bert;Zuvor;;;;'].join('\n'), { dryRun: false });
  await apply(checked.id);
  const done = await uploadOnce(checked.id, 'applied');
  assert.deepEqual(counts(done), [1, 0, 0, 1]);
  assert.deepEqual(
    done.rows.map(({ errors }: { errors: string[] }) => errors),
    [['error_changed_meanwhile'], []],
  );
  assert.equal((await stored(person.id)).person!.externalId, null);
});

test('a data type switched off in between ends the upload; nothing is changed', async () => {
  const checked = await upload([heading, 'X1;;Anna;Typ;;;Ärztin;'].join('\n'));
  const set = (isActive: boolean) =>
    db.updateTable('personDataTypes').set({ isActive }).where('identifier', '=', 'function').execute();
  await set(false);
  await apply(checked.id);
  const failed = await uploadOnce(checked.id, 'failed');
  await set(true);
  assert.equal(failed.error, 'error_changed_meanwhile');
  // that of an upload before may come only now
  let subject = '';
  while (!subject.endsWith('Ihr Upload ist gescheitert')) ({ subject } = await takeMail(server, adminAddress));
  assert.equal((await db.selectFrom('people').select('id').where('externalId', '=', 'X1').execute()).length, 0);
});

test('runs one upload at a time and resumes one of a killed server', async () => {
  const checked = await upload([heading, 'Y1;;Anna;Weiter;;;;'].join('\n'));
  await db.updateTable('uploads').set({ status: 'running' }).where('id', '=', checked._id).execute();
  const refused = await uploadCsv(server, admin, 'Vorname;Nachname\nA;B');
  assert.equal(refused.errors?.[0]?.message, 'error_upload_running');
  assert.equal((await apply(checked.id)).errors?.[0]?.message, 'error_upload_running');
  await resumeUploads(server.app);
  const done = await uploadOnce(checked.id, 'applied');
  assert.equal(done.created, 1);
  await applyUpload(server.app, checked._id); // the job comes twice
  assert.equal((await db.selectFrom('people').select('id').where('externalId', '=', 'Y1').execute()).length, 1);
});

test('blank lines are not rows; an upload ends when its client disconnects', async () => {
  const result = await upload(`${'\n'.repeat(3_000_000)}${heading}${'\n'.repeat(3_000_000)}Y2;;Anna;Leer;;;;\n`);
  assert.deepEqual([result.totalRows, result.rows[0].line], [1, 6_000_001]);
  assert.equal((await uploadCsv(server, admin, '\n'.repeat(1_000_000))).errors?.[0]?.message, 'error_upload_empty');
  const gone = new AbortController();
  gone.abort();
  const ctx = { ...server.app, viewer: { id: admin.userId } } as unknown as Parameters<typeof checkUpload>[0];
  const file = new File([`${heading}\nY3;;Anna;Fort;;;;`], 'kontakte.csv');
  await assert.rejects(checkUpload(ctx, file, {}, gone.signal), { message: 'error_upload_interrupted' });
  assert.deepEqual(await db.selectFrom('uploads').select('id').where('status', '=', 'checking').execute(), []);
});

test('an undo of very many people continues in the background and resumes after a kill', async () => {
  const before = await snapshot();
  const rows = Array.from({ length: 2001 }, (_, n) => `UB${n};;Anna;Viele ${n};ub${n}@viele.example;;;Undo-Haus`);
  const done = await upload([heading, ...rows].join('\n'), { dryRun: false });
  assert.deepEqual([done.status, done.created], ['applied', 2001]);
  const { undoUpload: begun } = (await undo(done.id)).data!;
  assert.deepEqual([begun.status, begun.canUndo, begun.dryRun], ['undoing', false, false]);
  const undone = await uploadOnce(done.id, 'undone');
  assert.deepEqual([undone.notUndone, undone.processedRows], [0, 2001]);
  assert.deepEqual(await snapshot(), before);
  const [entry] = await db.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').limit(1).execute();
  assert.deepEqual([entry!.action, entry!.byUserId], ['remove', admin.userId]);

  const next = await upload([heading, ...rows.slice(0, 3)].join('\n'), { dryRun: false });
  await db.updateTable('uploads').set({ status: 'undoing' }).where('id', '=', next._id).execute();
  assert.equal((await uploadCsv(server, admin, rows.join('\n'))).errors?.[0]?.message, 'error_upload_running');
  await resumeUploads(server.app);
  await uploadOnce(next.id, 'undone');
  assert.deepEqual(await snapshot(), before);
});

test('a failing undo leaves the upload applied and reports it', async () => {
  const done = await upload([heading, 'W1;;Anna;Bleibt;;;;'].join('\n'), { dryRun: false });
  await sql`
    create function keep_it() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
    db,
  );
  await sql`create trigger keep_it before delete on people execute function keep_it()`.execute(db);
  assert.equal((await undo(done.id)).errors?.[0]?.message, 'error_internal');
  await sql`drop trigger keep_it on people`.execute(db);
  const { upload: kept } = await admin.run('query ($id: ID!) { upload(id: $id) { status error canUndo } }', {
    id: done.id,
  });
  assert.deepEqual(kept, { status: 'applied', error: 'error_internal', canUndo: true });
  const { undoUpload: undone } = (await undo(done.id)).data!;
  assert.deepEqual([undone.status, undone.error], ['undone', null]);
});

test('a database failure halfway leaves nothing half done', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `Z${n};;Anna;Viele ${n};z${n}@viele.example;;;`);
  const checked = await upload([heading, ...rows].join('\n'));
  assert.deepEqual(counts(checked), [3000, 0, 0, 0]);
  await sql`
    create function break_it() returns trigger language plpgsql as $$ begin
      if new.external_id = 'Z2900' then raise exception 'broken'; end if; return new; end $$`.execute(db);
  await sql`create trigger break_it before insert on people for each row execute function break_it()`.execute(db);
  await db.updateTable('uploads').set({ status: 'running' }).where('id', '=', checked._id).execute();
  await assert.rejects(applyUpload(server.app, checked._id));
  await sql`drop trigger break_it on people`.execute(db);
  const { upload: failed } = await admin.run('query ($id: ID!) { upload(id: $id) { status error } }', {
    id: checked.id,
  });
  assert.deepEqual(failed, { status: 'failed', error: 'error_internal' });
  assert.equal((await db.selectFrom('people').select('id').where('externalId', 'like', 'Z%').execute()).length, 0);
  const again = await upload([heading, ...rows].join('\n'), { dryRun: false });
  assert.deepEqual([again.status, ...counts(again)], ['applied', 3000, 0, 0, 0]);
});

test('the report describes every row in words and needs the right to upload', async () => {
  const checked = await upload([heading, 'R1;;=Anna;Bericht;;;;', 'R2;;Bert;;falsch;;;'].join('\n'));
  const answer = await get(server, checked.reportUrl, admin.token);
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  const [head, first, ...rest] = answer.text.replace('\uFEFF', '').split('\r\n');
  assert.equal(head, 'Zeile;Ergebnis;Name;Hinweise;Änderungen');
  assert.match(first!, /^2;neu;'=Anna Bericht;;"Externe Nummer: R1/);
  assert.match(rest.join(), /^3;abgelehnt;Bert;".*E-Mail → E-Mail \(dienstlich\): .*E-Mail-Adresse/s);
  const path = new URL(checked.reportUrl, server.url).pathname;
  const taken = db.selectFrom('securityEntries').select('kind').where('what', '=', path);
  assert.deepEqual(await taken.execute(), [{ kind: 'contacts_exported' }]);
  assert.equal((await get(server, checked.reportUrl, contacts.token)).status, 403);
  assert.equal((await get(server, checked.reportUrl)).status, 401);
  assert.equal((await get(server, '/api/v2/uploads/999999/report.csv', admin.token)).status, 404);
});

test('erasing a person empties their rows; after 30 days rows are gone and undo is impossible', async () => {
  const name = 'Löschmichganz';
  const done = await upload([heading, `Q1;;Anna;${name};q1@weg.example;;;`].join('\n'), { dryRun: false });
  await upload([heading, `Q9;;Anna;${name};kaputt;;;`].join('\n'));
  await contacts.run('mutation ($id: ID!) { erasePerson(id: $id) }', { id: String(done.rows[0].person._id) });
  const holding = async () => {
    const { rows } = await sql`
      select 1 from upload_rows r where r::text like ${`%${name}%`} or r::text like '%q1@weg%'
      union all select 1 from uploads u where u::text like ${`%${name}%`} or u::text like '%q1@weg%'`.execute(db);
    return rows.length;
  };
  assert.equal(await holding(), 0);
  const { undoUpload: undone } = (await undo(done.id)).data!;
  assert.deepEqual([undone.notUndone, undone.rows[0].person], [1, null]);

  const old = await upload([heading, 'Q2;;Anna;Verfallen;;;;'].join('\n'), { dryRun: false });
  await db
    .updateTable('uploads')
    .set({ appliedAt: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', old._id)
    .execute();
  await forgetOldUploads(db);
  assert.equal((await undo(old.id)).errors?.[0]?.message, 'error_upload_expired');
  const { uploads } = await admin.run(
    '{ uploads { totalCount edges { node { _id created canUndo rows { line } columns { samples } } } } }',
  );
  const { node } = uploads.edges.find((edge: { node: { _id: number } }) => edge.node._id === old._id);
  assert.deepEqual([node.created, node.canUndo, node.rows], [1, false, []]);
  for (const { samples } of node.columns) assert.deepEqual(samples, []);
});

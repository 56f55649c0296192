import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEventType,
  createGroup,
  createMailingList,
  createPerson,
  createShift,
  idByIdentifier,
} from '#testing/factories.ts';
import { readPdfTexts, structureOf } from '#testing/pdf.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('contact_manager');
});
after(() => server.stop());

const path = '/api/v2/crisis_folder.pdf';
const get = (who: TestClient) => fetch(server.url + path, { headers: { authorization: `Bearer ${who.token}` } });

async function folder(who = manager) {
  const response = await get(who);
  assert.equal(response.headers.get('content-type'), 'application/pdf', `${response.status}`);
  const file = Buffer.from(await response.arrayBuffer());
  return { headers: response.headers, file, ...readPdfTexts(file) };
}

const number = (keyFieldId: number, personId: number, valueStr: string) =>
  db.insertInto('personData').values({ keyFieldId, personId, valueStr }).execute();

test('only users with private numbers download the folder, after an entry in the security log', async () => {
  for (const role of ['administrator', 'crisis_manager', 'editor'] as const)
    assert.equal((await get(await server.as(role))).status, 403, role);
  const taken = () => db.selectFrom('securityEntries').select('what').where('kind', '=', 'contacts_exported').execute();
  assert.deepEqual(await taken(), []);
  const { headers } = await folder();
  assert.match(headers.get('content-disposition')!, /^attachment; filename="krisenmappe-\d{4}-\d\d-\d\d\.pdf"$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(await taken(), [{ what: path }]);
});

test('the file name has the day of the time zone of the installation', async () => {
  const dayIn = async (zone: string) => {
    await sql`update system_settings set value_str = ${zone} where value_key = 'time_zone'`.execute(db);
    return (await folder()).headers.get('content-disposition');
  };
  const east = await dayIn('Pacific/Kiritimati');
  assert.notEqual(await dayIn('Etc/GMT+12'), east, '26 hours apart, there is never the same day');
  await dayIn('Europe/Berlin');
});

test('lists the team by group in call order, with private numbers, functions and absences', async () => {
  const first = await createPerson(db, { lastName: 'Ziegler', isCrisis: true, mobile: '+4915112345678' });
  const second = await createPerson(db, { lastName: 'Ahrens', isCrisis: true });
  const alone = await createPerson(db, { lastName: 'Einzeln', isCrisis: true });
  const gone = await createPerson(db, { lastName: 'Ausgetreten', isCrisis: true, isActive: false });
  const other = await createPerson(db, { lastName: 'Nichtstab' });
  await number(9, first.id, '+49301234567');
  await number(15, first.id, 'Leitung');
  await db
    .insertInto('absences')
    .values({ personId: second.id, fromAt: new Date(0), untilAt: null })
    .execute();
  const stab = await createGroup(db, { name: 'Stab' });
  const members = [first.id, second.id, gone.id, other.id];
  await createGroup(db, { name: 'Lage', parentGroupId: stab.id, members, priority: [second.id] });
  const { text: printed, boxes, pages, file } = await folder();
  const text = printed.replaceAll('\u00a0', ' ');
  assert.ok(text.includes('Stab / Lage'));
  assert.ok(text.indexOf('Ahrens') < text.indexOf('Ziegler'), 'who is always asked comes first');
  for (const part of ['01511 2345678', '030 1234567', 'Leitung', 'abwesend bis auf Weiteres', 'immer zuerst'])
    assert.ok(text.includes(part), part);
  assert.ok(text.indexOf('Ohne Gruppe') < text.indexOf('Einzeln') && text.includes(`Person ${alone.lastName}`));
  for (const name of ['Ausgetreten', 'Nichtstab']) assert.ok(!text.includes(name), name);
  const { count } = structureOf(file);
  assert.equal(count('H1'), 1, 'it is tagged for whoever has it read aloud');
  assert.ok(count('H2') >= 1 && count('H3') >= 2 && count('Table') >= 2, 'with its headings and tables');
  assert.match(boxes[0]!, /^0 0 595\.28 841\.89$/);
  assert.match(pages[0]!, new RegExp(`Seite 1 von ${pages.length}`));
  for (const page of pages) assert.match(page, /Stand: \d\d\.\d\d\.\d\d, \d\d:\d\d/);
});

test('lists prepared texts with gaps to fill by hand, in the reader’s language', async () => {
  const duty = await createGroup(db, { name: 'Pforte' });
  const { id: personId } = await createPerson(db, { firstName: 'Nora', lastName: 'Nacht' });
  await createShift(db, { groupId: duty.id, personId, begins: 1, hours: 8 });
  const { id: snippetId } = await db
    .insertInto('snippets')
    .values({ name: 'Alarmtext', content: '<p>{{ event.type }} in {{ event.place }}: {{ input:"Treffpunkt" }}</p>' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const list = await createMailingList(db, { name: 'Alle Dienste' });
  await sql`insert into list_groups (mailing_list_id, group_id, stop_limit) values (${list.id}, ${duty.id}, 2)`.execute(
    db,
  );
  const type = await createEventType(db, { name: 'Bombenfund', lists: [list.id] });
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'activation');
  await db
    .insertInto('reportEventSnippets')
    .values({ name: 'x', snippetId, eventTypeId: type.id, reportTypeId })
    .execute();
  await db
    .insertInto('checklistItems')
    .values({ eventTypeId: type.id, name: 'Sperrkreis abstimmen', groupId: duty.id, dueMinutes: 15, sortOrder: 0 })
    .execute();
  await db.insertInto('locations').values({ name: 'Tor 3', address: 'Ringstraße 5' }).execute();
  const { text } = await folder();
  const parts = ['Bombenfund in ____________ [wo]: ____________ [Treffpunkt]', 'Alle Dienste (Pforte: 2 nötig)'];
  for (const part of [...parts, 'Sperrkreis abstimmen', 'nach 15 min', 'Tor 3', 'Ringstraße 5', 'Nora Nacht'])
    assert.ok(text.includes(part), part);
  assert.ok(
    text.includes('Karte 10: Ein Zugang, ein Gerät oder ein Schlüssel ist gestohlen'),
    'the disaster cards follow',
  );
  await manager.run('mutation { changeLanguage(language: "en") { id } }');
  const english = await folder();
  assert.match(english.headers.get('content-disposition')!, /crisis-folder-/);
  for (const part of ['Crisis folder', 'Pforte: 2 needed', 'after 15 min', '[where]', 'Card 5: The disk is full']) {
    assert.ok(english.text.includes(part), part);
  }
});

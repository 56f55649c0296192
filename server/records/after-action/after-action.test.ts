import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  idByIdentifier,
} from '#testing/factories.ts';
import { createDraft, deliver, settle } from '#testing/messages.ts';
import { readPdfTexts, structureOf } from '#testing/pdf.ts';
import { get, workbook } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let event: { id: number };
const began = Date.parse('2026-03-01T02:00:00Z');
const minutes = (count: number) => new Date(began + count * 60_000);

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'documentation_officer', 'editor');
  event = await alarm();
});
after(() => server.stop());

/**
 * An alarm: Anna comes three minutes late, Bert doesn't arrive, Cleo declines, Dora's address fails. Anna and Bert
 * belong to a group limited to one.
 */
async function alarm() {
  const [anna, bert, cleo, dora] = await Promise.all(
    ['Anna', 'Bert', 'Cleo', 'Dora'].map((firstName) => createPerson(db, { firstName, lastName: '=Ähre' })),
  );
  const staff = await createGroup(db, { name: 'Stab', members: [anna!.id, bert!.id], priority: [anna!.id, bert!.id] });
  const help = await createGroup(db, { name: 'Helfer', members: [cleo!.id, dora!.id] });
  const list = await createMailingList(db, {
    name: 'Alarmliste',
    groups: [{ id: staff.id, stopLimit: 1 }, { id: help.id }],
  });
  const made = await createEvent(db, { name: 'Brand <Halle 3>', eventDate: minutes(0) });
  const { id: reportId } = await createReport(db, { eventId: made.id, title: 'Bitte kommen' });
  const message = await createDraft(db, { reportId, lists: [list.id], requestAnswer: true });
  await manager.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "after-action") { _id } }', {
    id: String(message.id),
  });
  await settle(server.app);
  await deliver(db, message.id, (person) => (person === dora!.id ? 'failed' : 'sent'));
  const { rows } = await sql<{ id: number; personId: number }>`
    select id, person_id from message_recipients where message_id = ${message.id}`.execute(db);
  const recipients = new Map(rows.map(({ id, personId }) => [personId, String(id)]));
  const answer = (person: number, option: string, stay: number | null) =>
    manager.run(
      'mutation ($r: ID!, $o: String!, $m: Int) { recordAnswer(recipient: $r, option: $o, minutes: $m) { id } }',
      {
        r: recipients.get(person),
        o: option,
        m: stay,
      },
    );
  await answer(anna!.id, '1', 15);
  await answer(bert!.id, '1', 20);
  await answer(cleo!.id, '2', null);
  await manager.run('mutation ($r: ID!) { recordArrival(recipient: $r) { id } }', { r: recipients.get(anna!.id) });
  await sql`update message_recipients set sent_at = ${minutes(5)} where message_id = ${message.id} and sent_at is not null`.execute(
    db,
  );
  for (const [person, at] of [
    [anna, 6],
    [cleo, 7],
    [bert, 10],
  ] as const) {
    await sql`update answers set at = ${minutes(at)}, overdue_at = null where person_id = ${person!.id}`.execute(db);
  }
  await sql`update arrivals set at = ${minutes(24)} where report_id = ${reportId}`.execute(db);
  return made;
}

const query = `query ($event: ID!) { afterAction(event: $event) {
  event { name }
  alarms { report { id title } sentAt firstAt halfAt allAt people reached asked positive negative neutral none }
  channels { name type messages handedOver delivered failed open suppressed answers }
  groups { name people reached positive negative neutral none arrived }
  limits { group list needed reached contacted state endedAt }
  counts { arrived notNeeded missing }
  people { person { firstName } functions answeredAt expectedAt arrivedAt state }
  course { at answered coming arrived }
  timeline { kind text } moreTimeline
} }`;

const ask = async (who: TestClient, id = event.id) => (await who.run(query, { event: String(id) })).afterAction;

test('an event shows the people its alarm reached, answers with their time, and arrivals', async () => {
  const known = await ask(await server.as('editor'));
  assert.deepEqual(known.alarms, [
    {
      report: { id: known.alarms[0].report.id, title: 'Bitte kommen' },
      sentAt: minutes(5).toISOString(),
      firstAt: minutes(6).toISOString(),
      halfAt: minutes(7).toISOString(),
      allAt: null,
      people: 4,
      reached: 3,
      asked: 4,
      positive: 2,
      negative: 1,
      neutral: 0,
      none: 1,
    },
  ]);
  const { name } = await db
    .selectFrom('channels')
    .select('name')
    .where('id', '=', await idByIdentifier(db, 'channels', 'exercise'))
    .executeTakeFirstOrThrow();
  const channel = {
    name,
    type: 'exercise',
    messages: 4,
    handedOver: 3,
    delivered: 0,
    failed: 1,
    open: 0,
    suppressed: 0,
  };
  assert.deepEqual(known.channels, [{ ...channel, answers: 0 }], 'what somebody records came over no channel');
  const group = { people: 2, neutral: 0 };
  assert.deepEqual(
    known.groups.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)),
    [
      { ...group, name: 'Helfer', reached: 1, positive: 0, negative: 1, none: 1, arrived: 0 },
      { ...group, name: 'Stab', reached: 2, positive: 2, negative: 0, none: 0, arrived: 1 },
    ],
  );
  const [limit] = known.limits;
  assert.deepEqual(
    [limit.group, limit.list, limit.needed, limit.reached, limit.contacted],
    ['Stab', 'Alarmliste', 1, 2, 2],
  );
  assert.equal(limit.state, 'filled');
  assert.deepEqual(known.counts, { arrived: 1, notNeeded: 0, missing: 1 });
  assert.deepEqual(known.people, [
    {
      person: { firstName: 'Anna' },
      functions: 'Stab',
      answeredAt: minutes(6).toISOString(),
      expectedAt: minutes(21).toISOString(),
      arrivedAt: minutes(24).toISOString(),
      state: 'arrived',
    },
    {
      person: { firstName: 'Bert' },
      functions: 'Stab',
      answeredAt: minutes(10).toISOString(),
      expectedAt: minutes(30).toISOString(),
      arrivedAt: null,
      state: 'missing',
    },
  ]);
  const [first, last] = [known.course[0], known.course.at(-1)];
  assert.deepEqual(first, { at: minutes(5).toISOString(), answered: 0, coming: 0, arrived: 0 });
  assert.deepEqual(last, { at: minutes(24).toISOString(), answered: 3, coming: 2, arrived: 1 });
  const kinds = known.timeline.map(({ kind }: { kind: string }) => kind);
  assert.ok(
    kinds.includes('message_launched') && !kinds.includes('answer') && !kinds.includes('arrival'),
    String(kinds),
  );
});

test('an event without alarm, one without data and a foreign draft show nothing that is missing', async () => {
  const quiet = await createEvent(db);
  const known = await ask(manager, quiet.id);
  assert.deepEqual([known.alarms, known.channels, known.groups, known.course, known.people], [[], [], [], [], []]);
  assert.deepEqual(known.counts, { arrived: 0, notNeeded: 0, missing: 0 });
  assert.equal(await ask(manager, 999_999), null);
  const drafted = await createEvent(db, { state: 'draft', isPrepared: true, insertedBy: (await server.as()).userId });
  assert.equal(await ask(manager, drafted.id), null);
  for (const format of ['pdf', 'csv', 'xlsx']) {
    const path = `/api/v2/events/${drafted.id}/after_action.${format}`;
    assert.equal((await get(server, path, manager.token)).status, 404, format);
    assert.equal((await get(server, `/api/v2/events/${event.id}/after_action.${format}`)).status, 401, format);
  }
});

test('the text file lists the result of each person by name in the reader’s language', async () => {
  const german = await get(server, `/api/v2/events/${event.id}/after_action.csv`, manager.token);
  assert.equal(german.headers.get('content-disposition'), `attachment; filename="auswertung-${event.id}.csv"`);
  const lines = german.text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  assert.equal(lines[0], 'Nachname;Vorname;Funktion;Stand;Übergeben über;Antwort;Geantwortet;Erwartet;Eingetroffen');
  assert.equal(lines.length, 5);
  assert.match(
    lines[1]!,
    /^'=Ähre;Anna;Stab;geantwortet;[^;]+;Ich komme;01\.03\.2026, 03:06:00;01\.03\.2026, 03:21:00;01\.03\.2026, 03:24:00$/,
  );
  assert.match(lines[4]!, /^'=Ähre;Dora;;nicht zugestellt;;;;;$/);
  const { report } = (await ask(manager)).alarms[0];
  const ofReport = await get(server, `${report.id}/results.csv`, manager.token);
  assert.deepEqual(ofReport.text, german.text, 'there was one alarm');
  assert.match(ofReport.headers.get('content-disposition')!, /filename="ergebnis-\d+\.csv"/);
  assert.equal((await get(server, '/api/v2/reports/999999/results.xlsx', manager.token)).status, 404);
  const reader = await server.as('editor');
  await reader.run('mutation { changeLanguage(language: "en") { id } }');
  const english = await get(server, `/api/v2/events/${event.id}/after_action.csv`, reader.token);
  assert.match(english.text, /^Last name;First name;Function;State;/);
  assert.match(english.text, /;Anna;Stab;answered;For practice only \(mailbox\);I am coming;/);
  assert.equal((await ask(reader)).channels[0].name, 'For practice only (mailbox)');
});

test('the workbook has the same data, with moments in local time', async () => {
  const { rows } = await workbook(server, `/api/v2/events/${event.id}/after_action.xlsx`, manager.token);
  const [head, row] = rows;
  assert.equal(head!.at(-1), 'Eingetroffen');
  assert.deepEqual(row!.slice(0, 3), ['=Ähre', 'Anna', 'Stab']);
  assert.deepEqual(row!.at(-1), new Date('2026-03-01T03:24:00Z'));
});

test('the PDF has the same data and marks an exercise', async () => {
  const load = async (id: number) => {
    const headers = { authorization: `Bearer ${manager.token}` };
    const answer = await fetch(`${server.url}/api/v2/events/${id}/after_action.pdf`, { headers });
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    const pdf = Buffer.from(await answer.arrayBuffer());
    return { ...readPdfTexts(pdf), ...structureOf(pdf) };
  };
  const { text, rightmost, count, told } = await load(event.id);
  for (const part of ['Auswertung', 'Brand <Halle 3>', 'Bitte kommen', 'Stab', 'Alarmliste', 'Anna =Ähre', 'besetzt']) {
    assert.ok(text.includes(part), part);
  }
  assert.ok(!text.includes('ÜBUNG'));
  assert.deepEqual(['H1', 'Figure', 'THead'].map(count), [1, 4, 5], 'tagged, with its drawings');
  assert.equal(
    told[0]?.replaceAll('\u00a0', ' '),
    'Von 4 Gefragten hatten nach 19 Min. 3 geantwortet, davon 2 zugesagt; 1 waren eingetroffen.',
  );
  assert.ok(told.includes('1 eingetroffen, 1 zugesagt ohne Vermerk der Ankunft, 0 nicht mehr gebraucht'), String(told));
  assert.ok(rightmost < 545, `text begins at ${rightmost}`);
  const exercise = await createEvent(db, { mode: 'EXERCISE' });
  assert.ok((await load(exercise.id)).text.includes('ÜBUNG'));
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createEventType, createSnippet, createUser, idByIdentifier } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let english: TestClient;
let reportTypeId: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  english = await server.client((await createUser(db, { roles: ['crisis_manager'], language: 'en' })).id);
  reportTypeId = await idByIdentifier(db, 'reportTypes', 'activation');
});
after(() => server.stop());

const fields =
  'id title content language prepared { language title content } outdated { language title content } event { name }';
interface Report {
  id: string;
  title: string;
  content: string;
  language: string | null;
  prepared: { language: string; title: string; content: string }[];
  outdated: { language: string; title: string; content: string }[];
  event: { name: string };
}

const write = (valueStr: string) =>
  db.updateTable('systemSettings').set({ valueStr }).where('valueKey', '=', 'default_language').execute();

/** An event type with texts, perhaps in English. */
async function kindWith(...texts: { content: string; contentEn?: string }[]): Promise<string> {
  const type = await createEventType(db, { name: 'Hochwasser', nameEn: 'Flood' });
  for (const text of texts) await createSnippet(db, { ...text, eventTypeId: type.id, reportTypeId });
  return String(type.id);
}

const both = { content: '{{ event.type }}: Kommen Sie.', contentEn: '{{ event.type }}: Please come.' };

const begin = async (eventType: string, more: object = {}, by = english): Promise<Report> => {
  const input = { eventType, mode: 'EXERCISE', ...more };
  const create = `mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) { ${fields} } }`;
  return (await by.run(create, { input })).report;
};

const change = async (id: string, input: object): Promise<Report> =>
  (
    await english.run(`mutation ($input: UpdateReportInput!) { report: updateReport(input: $input) { ${fields} } }`, {
      input: { id, ...input },
    })
  ).report;

const textIn = ({ prepared }: Report, wanted: string) => {
  const { language: _language, ...text } = prepared.find(({ language }) => language === wanted)!;
  return text;
};

const doubted = async (report: Report, by = english): Promise<boolean> =>
  (await by.run(`{ preflightReport(report: "${report.id}") { warnings } }`)).preflightReport.warnings.includes(
    'warning_language_differs',
  );

test('a place that is too long for the title is cut between characters', async () => {
  for (const place of ['🏥'.repeat(100), `x${'🏥'.repeat(99)}`]) {
    const report = await begin(await kindWith(both));
    const long = await change(report.id, { place });
    for (const { title } of [long, textIn(long, 'en')]) assert.match(title, /^ALARM: [^🏥]+ – x?🏥{80,99}$/u);
  }
});

test('a draft uses the language of the organisation for any author, and has the other ready', async () => {
  const report = await begin(await kindWith(both));
  assert.equal(report.title, 'ALARM: Hochwasser');
  assert.match(report.event.name, /^Flood, \d\d\/\d\d /, 'lists tell two events apart by the moment');
  assert.equal(report.content, 'Hochwasser: Kommen Sie.');
  assert.equal(report.language, 'de');
  assert.deepEqual(textIn(report, 'en'), { title: 'ALARM: Flood', content: 'Flood: Please come.' });
  assert.equal(await doubted(report), false);
  await write('en');
  try {
    assert.equal((await begin(await kindWith(both))).title, 'ALARM: Flood');
    const alone = await begin(await kindWith({ content: 'Kommen Sie.' }));
    assert.deepEqual([alone.language, await doubted(alone)], ['de', true]);
  } finally {
    await write('de');
  }
});

test('versions added by an author apply while the text stays; a change sets them aside', async () => {
  const report = await begin(await kindWith(both));
  const changed = await change(report.id, { content: 'Keller voll.' });
  assert.deepEqual([changed.prepared, changed.outdated], [[], [{ language: 'en', ...textIn(report, 'en') }]]);
  const version = { language: 'en', title: 'ALARM: Flood', content: 'Cellar flooded.' };
  const added = await change(report.id, { versions: [version] });
  assert.deepEqual([added.prepared.length, textIn(added, 'en').content, added.outdated], [2, 'Cellar flooded.', []]);
  const placed = await change(report.id, { place: 'Haus B' });
  assert.equal(placed.title, 'ALARM: Hochwasser – Haus B');
  assert.equal(textIn(placed, 'en').title, 'ALARM: Flood – Haus B');
  const moved = await change(report.id, { place: 'Haus C' });
  assert.deepEqual([moved.title, textIn(moved, 'en').title], ['ALARM: Hochwasser – Haus C', 'ALARM: Flood – Haus C']);
  const again = await change(report.id, { content: 'Keller und Hof voll.' });
  assert.deepEqual([again.prepared, again.outdated.map(({ content }) => content)], [[], ['Cellar flooded.']]);
});

test('switching the version works on every channel and back; details are in both', async () => {
  const report = await begin(await kindWith(both));
  const chosen = await change(report.id, { ...textIn(report, 'en'), before: textIn(report, 'de') });
  assert.equal(chosen.title, 'ALARM: Flood');
  assert.equal(chosen.language, 'en');
  const said = await change(report.id, { description: 'Deich gebrochen' });
  assert.equal(said.language, 'en');
  assert.match(said.content, /^Flood: Please come\.\n\{\{ event\.description \}\}$/);
  const back = await change(report.id, textIn(said, 'de'));
  assert.match(back.content, /^Hochwasser: Kommen Sie\.\n\{\{ event\.description \}\}$/);
  assert.equal(back.language, 'de');
  const id = Number(report.id.split('/').at(-1));
  const messages = await db.selectFrom('messages').select(['title', 'content']).where('reportId', '=', id).execute();
  assert.ok(messages.length > 0);
  for (const message of messages) assert.deepEqual(message, { title: back.title, content: back.content });
});

test('a text changed by its author stays, offers no other version, and keeps its language', async () => {
  const report = await begin(await kindWith(both));
  const changed = await change(report.id, { content: 'Cellar flooded.' });
  assert.deepEqual([changed.language, changed.prepared, await doubted(changed)], ['de', [], false]);
  const again = await change(report.id, { content: report.content });
  assert.equal(again.prepared.length, 2);
});

test('with a text and details together the text sets the language; a copy has the same versions', async () => {
  const report = await begin(await kindWith(both));
  const chosen = await change(report.id, { ...textIn(report, 'de'), description: 'Deich' });
  assert.equal(chosen.language, 'de');
  const other = await begin(await kindWith(both));
  const copied = await english.run(`mutation { report: copyReport(id: "${other.id}") { ${fields} } }`);
  assert.deepEqual([copied.report.language, copied.report.prepared.length], ['de', 2]);
});

test('ignores a version with a missing part, so no text mixes two languages', async () => {
  const report = await begin(await kindWith(both, { content: 'Treffpunkt: Stabsraum.' }));
  assert.equal(report.title, 'ALARM: Hochwasser');
  assert.equal(report.content, 'Hochwasser: Kommen Sie.\n\nTreffpunkt: Stabsraum.');
  assert.deepEqual([report.language, report.prepared.map(({ language }) => language)], ['de', ['de']]);
  const unnamed = await createEventType(db, { name: 'Hochwasser' });
  await createSnippet(db, { ...both, eventTypeId: unnamed.id, reportTypeId });
  assert.equal((await begin(String(unnamed.id))).language, 'de');
});

test('a provided text has no known language and stays as it is', async () => {
  const report = await begin(await kindWith(both), { content: 'Come now.' });
  assert.deepEqual([report.content, report.language, report.prepared], ['Come now.', null, []]);
});

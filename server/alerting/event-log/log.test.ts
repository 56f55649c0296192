import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createEvent } from '#testing/factories.ts';
import { workbook } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let officer: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
});
after(() => server.stop());

const add =
  'mutation ($event: ID!, $text: String!) { addLogEntry(event: $event, text: $text) { kind text hash by { id } } }';
const intact = async (id: number) =>
  (await officer.run('query ($id: ID!) { event(id: $id) { logIntact } }', { id })).event.logIntact;

async function eventWithLog(entries = 4): Promise<number> {
  const { id } = await createEvent(server.app.db);
  for (let n = 1; n <= entries; n++) await officer.run(add, { event: id, text: `Eintrag ${n}` });
  return id;
}

/** Changes the database with its own account. */
async function tamper(statement: string, values: unknown[]): Promise<void> {
  const client = await server.app.database.pool.connect();
  try {
    await client.query('alter table log_entries disable trigger log_entries_append_only');
    const { rowCount } = await client.query(statement, values);
    assert.ok(rowCount, 'the tampering itself must hit a row');
  } finally {
    await client.query('alter table log_entries enable trigger log_entries_append_only');
    client.release();
  }
}

test('entries come newest first, in pages', async () => {
  const id = await eventWithLog();
  const document = `query ($id: ID!, $after: String) { event(id: $id) { log(first: 3, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { kind text } } } } }`;
  const first = (await officer.run(document, { id })).event.log;
  const texts = (page: typeof first) => page.edges.map((edge: { node: { text: string } }) => edge.node.text);
  assert.deepEqual([texts(first), first.totalCount], [['Eintrag 4', 'Eintrag 3', 'Eintrag 2'], 4]);
  const next = (await officer.run(document, { id, after: first.pageInfo.endCursor })).event.log;
  assert.deepEqual([texts(next), next.pageInfo.hasNextPage], [['Eintrag 1'], false]);
});

test('an empty entry is refused, and no user can change one', async () => {
  const id = await eventWithLog(1);
  assert.equal((await officer.send(add, { event: id, text: ' ' })).errors?.[0]?.message, 'error_required');
  const { pool } = server.app.database;
  await assert.rejects(pool.query(`update log_entries set text = 'x' where event_id = $1`, [id]), /append-only/);
  await assert.rejects(pool.query('delete from log_entries where event_id = $1', [id]), /append-only/);
});

test('an entry requested again with its key, also at the same moment, is in the log once', async () => {
  const id = await eventWithLog(0);
  const keyed = `mutation ($event: ID!, $text: String!, $key: String) {
    addLogEntry(event: $event, text: $text, key: $key) { id } }`;
  const entry = { event: id, text: ' Die Feuerwehr ist da. ', key: 'written offline' };
  const told = await Promise.all(Array.from({ length: 5 }, () => officer.run(keyed, entry)));
  assert.equal(new Set(told.map(({ addLogEntry }) => addLogEntry.id)).size, 1);
  const other = await officer.send(keyed, { ...entry, text: 'Etwas anderes.' });
  assert.equal(other.errors?.[0]?.message, 'error_launch_key_reused');
  await officer.run(keyed, { ...entry, key: 'written on purpose' });
  const { event } = await officer.run('query ($id: ID!) { event(id: $id) { log { totalCount } logIntact } }', { id });
  assert.deepEqual(event, { log: { totalCount: 2 }, logIntact: true });
});

test('the chain stays intact while many write at once', async () => {
  const id = await eventWithLog(0);
  await Promise.all(Array.from({ length: 30 }, (_, n) => officer.run(add, { event: id, text: `Gleichzeitig ${n}` })));
  assert.equal(await intact(id), true);
  const { rows } = await server.app.database.pool.query(
    'select count(distinct previous_hash)::int as n from log_entries where event_id = $1',
    [id],
  );
  assert.equal(rows[0].n, 30, 'every entry follows another one');
});

const crimes: Record<string, string> = {
  'a changed text': `update log_entries set text = 'harmlos' where id = $1`,
  'a changed author': 'update log_entries set by_user_id = null where id = $1',
  'a moved time': `update log_entries set at = at - interval '1 hour' where id = $1`,
  'changed data': `update log_entries set data = '{"x": 1}' where id = $1`,
  'a removed entry': 'delete from log_entries where id = $1',
  'a text with a matching hash': `update log_entries set text = 'neu',
    hash = log_hash(previous_hash, event_id, at, by_user_id, kind, 'neu', data) where id = $1`,
};
for (const [name, statement] of Object.entries(crimes)) {
  test(`detects ${name}`, async () => {
    const [id, other] = [await eventWithLog(), await eventWithLog()];
    assert.equal(await intact(id), true);
    const { rows } = await server.app.database.pool.query(
      'select id from log_entries where event_id = $1 order by id',
      [id],
    );
    await tamper(statement, [rows[1].id]);
    assert.deepEqual([await intact(id), await intact(other)], [false, true]);
  });
}

const download = (path: string, token: string | null) =>
  fetch(`${server.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });

test('the export is a CSV file that a spreadsheet opens without running anything', async () => {
  const id = await eventWithLog(0);
  for (const text of ['=1+1', 'Er sagte: "gut"; dann\nnichts', '@SUM(A1)', 'schlicht']) {
    await officer.run(add, { event: id, text });
  }
  const response = await download(`/api/v2/events/${id}/log.csv`, officer.token);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(response.headers.get('content-disposition') ?? '', /attachment; filename="einsatztagebuch-\d+\.csv"/);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const lines = bytes.subarray(3).toString('utf8').split('\r\n');
  assert.match(lines[0]!, /^Nr\.;Eingetragen;Geschehen;Von;Text;.*;Prüfsumme der Zeile$/);
  assert.match(
    lines[1]!,
    /^1;\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d;;Vorname Nachname \d+;'=1\+1;;;note;[\d-]+T[\d:.]+Z;;.*;[\da-f]{64};[\da-f]{64}$/,
  );
  assert.ok(lines[2]!.includes(';"Er sagte: ""gut""; dann\nnichts";'));
  assert.ok(lines[3]!.includes(";'@SUM(A1);"));
  assert.match(lines[5]!, /Ende des Einsatztagebuchs, Einträge: 4\./);
  assert.equal(lines.length, 7);
});

test('the workbook can be sorted and filtered: times as times, text as text', async () => {
  const id = await eventWithLog(0);
  await officer.run(add, { event: id, text: '=1+1' });
  const { rows } = await workbook(server, `/api/v2/events/${id}/log.xlsx`, officer.token);
  assert.deepEqual(rows[0], [
    ...['Nr.', 'Eingetragen', 'Geschehen', 'Von', 'Text', 'Korrigiert Nr.', 'Korrigiert durch Nr.', 'Art', 'Hash'],
  ]);
  const [number, entered, happened, , text, , , kind, hash] = rows[1]!;
  assert.deepEqual([number, entered instanceof Date, happened, text, kind], [1, true, null, '=1+1', 'note']);
  assert.match(String(hash), /^[\da-f]{64}$/);
});

test('English readers get events in English in the log and the file; entered text stays', async () => {
  const id = await eventWithLog(0);
  await officer.run('mutation ($i: UpdateEventInput!) { updateEvent(input: $i) { id } }', {
    i: { id: String(id), name: 'Sturm', description: 'Stark' },
  });
  await officer.run(add, { event: id, text: 'Deich gesichert' });
  const english = await server.as('documentation_officer');
  await english.run('mutation { changeLanguage(language: "en") { id } }');
  const document = 'query ($id: ID!) { event(id: $id) { log { edges { node { text } } } } }';
  const textsFor = async (reader: TestClient) =>
    (await reader.run(document, { id })).event.log.edges.map(({ node }: { node: { text: string } }) => node.text);
  assert.deepEqual(await textsFor(officer), ['Deich gesichert', 'Ereignis geändert: Name, Beschreibung']);
  assert.deepEqual(await textsFor(english), ['Deich gesichert', 'Event changed: name, description']);
  const response = await download(`/api/v2/events/${id}/log.csv`, english.token);
  assert.match(response.headers.get('content-disposition') ?? '', /filename="event-log-\d+\.csv"/);
  const [heading, first, second] = (await response.text()).split('\r\n');
  assert.match(heading!, /^No\.;Entered;Happened;By;Text;/);
  assert.match(first!, /^1;\d+ \w+ \d{4}, [^;]+;;[^;]+;Event changed: name, description;;;event_updated;/);
  assert.match(second!, /^2;.*;Deich gesichert;;;note;/);
});

test('the export needs its feature', async () => {
  const id = await eventWithLog(1);
  const [editor, administrator] = [await server.as('editor'), await server.as('administrator')];
  const status = async (path: string, token: string | null) => (await download(path, token)).status;
  for (const ending of ['csv', 'pdf', 'xlsx']) {
    assert.equal(await status(`/api/v2/events/${id}/log.${ending}`, null), 401);
    assert.equal(await status(`/api/v2/events/${id}/log.${ending}`, editor.token), 403);
    assert.equal(await status(`/api/v2/events/${id}/log.${ending}`, administrator.token), 200);
    assert.equal(await status(`/api/v2/events/999999/log.${ending}`, administrator.token), 404);
    assert.equal(await status(`/api/v2/events/x/log.${ending}`, administrator.token), 400);
  }
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { languageField } from '#server/channels/rendering/render.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { tokenOf } from '#server/platform/secrets.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, passWindow, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { formMark, markHolds } from './answer-form.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

let keys = 0;

/** A sent message to one person, with the link. */
async function asked(values: Parameters<typeof createDraft>[1] & { mode?: 'LIVE' | 'EXERCISE' } = {}) {
  const { mode = 'LIVE', ...draft } = values;
  const person = await createPerson(db, { firstName: 'Erika', lastName: 'Mustermann' });
  const event = await createEvent(db, { mode });
  const report = await createReport(db, { eventId: event.id });
  const message = await createDraft(db, { reportId: report.id, people: [person.id], requestAnswer: true, ...draft });
  return { person, event, report, message, ...(await launched(message.id)) };
}

async function launched(messageId: number) {
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(messageId), key: `page-${++keys}` });
  const rows = await db
    .selectFrom('messageRecipients')
    .selectAll()
    .where('messageId', '=', messageId)
    .orderBy('id')
    .execute();
  const tokens = rows.map((row) => tokenOf(server.app.secrets.link, row.nonce));
  return { rows, tokens, token: tokens[0]! };
}

const get = (token: string, init: RequestInit = {}) => fetch(`${server.url}/a/${token}`, init);
const post = (token: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/a/${token}`, { method: 'POST', body: new URLSearchParams(fields), headers });
const markIn = (html: string) => /name="mark" value="([^"]+)"/.exec(html)![1]!;
const answersOf = (reportId: number) =>
  db.selectFrom('answers').selectAll().where('reportId', '=', reportId).orderBy('id').execute();

test('the page shows only its recipient and question, in German and English, uncached', async () => {
  const { token } = await asked({
    title: 'Alarm <3 & "mehr"',
    content: 'Guten Tag {{ person.firstName }},\n\nbitte kommen Sie: {{ answer.link }}',
  });
  const response = await get(token);
  const html = await response.text();
  assert.equal(response.status, 200);
  for (const [name, value] of Object.entries({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })) {
    assert.equal(response.headers.get(name), value);
  }
  const policy = response.headers.get('content-security-policy')!;
  assert.match(policy, /default-src 'none'/);
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text!);
  const [hash] = scripts.map((text) => createHash('sha256').update(text).digest('base64'));
  assert.equal(scripts.length, 1);
  assert.ok(policy.includes(`script-src 'sha256-${hash}'; connect-src 'self';`), policy);
  assert.ok(!policy.includes('unsafe') && !/<script [^>]|onload|onclick/i.test(html), 'one script, of this page');
  assert.match(html, /<html lang="de">[\s\S]*Alarm &lt;3 &amp; &quot;mehr&quot;[\s\S]*Guten Tag,\n\nbitte kommen Sie:/);
  assert.match(html, /Für Erika Mustermann[\s\S]*Gesendet: \d\d:\d\d</);
  assert.match(
    html,
    /<button class="option positive" name="option" value="1">Ich komme<\/button>\s*<button class="option negative" name="option" value="2">Ich komme nicht<\/button>\s*<button class="option neutral" name="option" value="3">Später \/ unklar<\/button>[\s\S]*Guten Tag/,
    'the answers stand before the text',
  );
  assert.doesNotMatch(html, /person\.|href="tel:/, 'no number to call where none is set');
  assert.match(await (await get(token, { headers: { 'accept-language': 'en-US,en;q=0.9' } })).text(), /For Erika/);
  assert.match(await (await get(`${token}?lang=en`)).text(), /<html lang="en">/);
});

test('opening the page changes nothing; only a chosen option and the button record an answer', async () => {
  const { token, report, person, message } = await asked();
  const before = JSON.stringify(
    await db.selectFrom('messageRecipients').selectAll().where('personId', '=', person.id).execute(),
  );
  for (let at = 0; at < 5; at++) {
    await get(token);
    await get(token, { method: 'HEAD' });
    await get(token, { method: 'OPTIONS' });
  }
  const html = await (await get(token)).text();
  for (const [, href] of html.matchAll(/href="([^"]+)"/g)) await get(`${token}${href}`);
  assert.equal((await post(token, { mark: markIn(html) })).status, 400, 'the button alone is no answer');
  assert.equal((await post(token, {})).status, 400);
  assert.deepEqual(await answersOf(report.id), []);
  assert.equal(
    JSON.stringify(await db.selectFrom('messageRecipients').selectAll().where('personId', '=', person.id).execute()),
    before,
  );
  const tapped = await (await post(token, { mark: markIn(html), option: '1' })).text();
  assert.match(tapped, /Festgehalten: Ich komme<[\s\S]*Danke/);
  for (const minutes of [10, 20, 30, 45, 60]) {
    assert.ok(tapped.includes(`<button name="minutes" value="${minutes}">${minutes} min</button>`));
  }
  const response = await post(token, {
    mark: markIn(tapped),
    option: '1',
    minutes: '15',
    text: ' bin unterwegs\r\nbis gleich ',
  });
  assert.equal(response.status, 200);
  const added = await response.text();
  assert.match(added, /Festgehalten: Ich komme, in 15 Minuten, „bin unterwegs\nbis gleich“[\s\S]*Danke/);
  assert.match(
    added,
    /name="minutes"[^>]* value="15"[\s\S]*bin unterwegs\nbis gleich<\/textarea>/,
    'to be added to again',
  );
  const list = `query ($id: ID!) { message(id: $id) { messageRecipients { edges { node {
    response answer { minutes text source late option { code } } } } } } }`;
  const { node } = (await manager.run(list, { id: String(message.id) })).message.messageRecipients.edges[0];
  assert.deepEqual(node, {
    response: 'Ich komme',
    answer: { minutes: 15, text: 'bin unterwegs\nbis gleich', source: 'link', late: false, option: { code: '1' } },
  });
});

test('a form sent twice is one answer; another choice is a new answer, and the newest counts', async () => {
  const { token, report } = await asked();
  const mark = markIn(await (await get(token)).text());
  const fields = { mark, option: '1' };
  await Promise.all([post(token, fields), post(token, fields)]);
  assert.equal((await post(token, fields)).status, 200);
  assert.equal((await answersOf(report.id)).length, 1);
  await post(token, { ...fields, option: '2' });
  assert.equal((await answersOf(report.id)).length, 2);
  const html = await (await get(token)).text();
  assert.match(html, /Ihre letzte Antwort: Ich komme nicht \(/);
  const { answers } = (
    await manager.run('query ($id: ID!) { report(id: $id) { answers { positive negative none } } }', {
      id: String(report.id),
    })
  ).report;
  assert.deepEqual(answers, { positive: 0, negative: 1, none: 0 });
});

test('rejects a form that was made elsewhere, for another link, or too long ago', async () => {
  const { token, report } = await asked();
  const other = await asked();
  const { secrets } = server.app;
  const now = Date.now();
  assert.ok(markHolds(secrets, token, formMark(secrets, token, now - 29 * 60_000), now));
  assert.ok(!markHolds(secrets, token, formMark(secrets, token, now - 31 * 60_000), now));
  assert.ok(
    markHolds(secrets, token, formMark(secrets, token, now + 5 * 60_000), now),
    'of a node whose clock is fast',
  );
  assert.ok(!markHolds(secrets, token, formMark(secrets, token, now + 31 * 60_000), now));
  for (const mark of ['', 'x', formMark(secrets, other.token), formMark(secrets, token, now - 31 * 60_000)]) {
    const response = await post(token, { mark, option: '1' });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /zu lange offen[\s\S]*class="option positive front"/, 'one more tap is enough');
  }
  const added = await post(token, { mark: 'x', option: '1', minutes: '7', text: 'Hallo' });
  assert.match(
    await added.text(),
    /zu lange offen[\s\S]* value="7"[\s\S]*Hallo<\/textarea>/,
    'what was added is not lost',
  );
  const mark = formMark(secrets, token);
  const strange: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
  ];
  for (const headers of strange) assert.equal((await post(token, { mark, option: '1' }, headers)).status, 403);
  const json = await fetch(`${server.url}/a/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mark, option: '1' }),
  });
  assert.equal(json.status, 415);
  assert.deepEqual(await answersOf(report.id), []);
  const own: Record<string, string>[] = [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, { origin: server.url }];
  for (const headers of own) assert.equal((await post(token, { mark, option: '1' }, headers)).status, 200);
});

test('reports wrong minutes and too long a remark, and keeps the entered values', async () => {
  const { token, report } = await asked();
  const mark = markIn(await (await get(token)).text());
  for (const minutes of ['-1', '1441', 'zehn', '2.5']) {
    const html = await (await post(token, { mark, option: '1', minutes, text: 'Hallo' })).text();
    assert.match(html, /role="alert"[\s\S]*zwischen 0 und 1440/);
    assert.ok(html.includes(`value="${minutes}"`) && html.includes('Hallo</textarea>'));
  }
  const long = await post(token, { mark, option: '2', text: 'x'.repeat(1001) });
  assert.match(await long.text(), /zu lang/);
  assert.deepEqual(await answersOf(report.id), []);
});

test('asks to retry an answer whose commit fails, keeps its values, and counts it once', async () => {
  const { token, report } = await asked();
  const mark = markIn(await (await get(token)).text());
  const fields = { mark, option: '1', 'minutes-1': '5', text: 'Bin "gleich" da' };
  await sql`
    create function test_fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`.execute(
    db,
  );
  await sql`
    create constraint trigger test_fail after insert on answers deferrable initially deferred
    for each row execute function test_fail()`.execute(db);
  const failed = await post(token, fields);
  const html = await failed.text();
  await sql`drop function test_fail() cascade`.execute(db);
  assert.equal(failed.status, 503);
  assert.ok(Number(failed.headers.get('retry-after')) > 0);
  assert.match(
    html,
    /ist nicht verloren[\s\S]*value="Bin &quot;gleich&quot; da"[\s\S]*Kennung des Fehlers[\s\S]*<script>/,
  );
  assert.deepEqual(await answersOf(report.id), []);
  assert.equal((await post(token, fields)).status, 200);
  assert.equal((await answersOf(report.id)).length, 1);
});

test('stores a remark without the characters that the database cannot store', async () => {
  const { token, report } = await asked();
  const mark = markIn(await (await get(token)).text());
  const body = `mark=${encodeURIComponent(mark)}&option=1&text=bin%00%20gleich%20da`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await get(token, { method: 'POST', body, headers })).status, 200);
  assert.equal((await answersOf(report.id))[0]!.text, 'bin gleich da');
});

test('a link for one option shows that option first and records nothing', async () => {
  const { token, report } = await asked();
  const html = await (await get(`${token}?option=2`)).text();
  assert.match(html, /class="option negative front"[\s\S]*class="option positive"[\s\S]*class="option neutral"/);
  const strange = await (await get(`${token}?option=%3Cx&option=2`)).text();
  assert.doesNotMatch(strange, /front"/);
  assert.deepEqual(await answersOf(report.id), []);
});

test('the page uses the language of the person unless they choose another one on it', async () => {
  const { token, person } = await asked();
  const language = (valueStr: string) =>
    db.insertInto('personData').values({ personId: person.id, keyFieldId: languageField, valueStr }).execute();
  const usual = (valueStr: string) =>
    db.updateTable('systemSettings').set({ valueStr }).where('valueKey', '=', 'default_language').execute();
  const read = async (query = '', accepted = '*') =>
    /<html lang="(\w+)"/.exec(
      await (await get(token + query, { headers: { 'accept-language': accepted } })).text(),
    )![1];
  assert.equal(await read(), 'de');
  await usual('en');
  assert.equal(await read(), 'en', 'that of the installation');
  assert.equal(await read('', 'de-AT'), 'de', 'else that of the browser');
  await usual('de');
  await language('English');
  assert.equal(await read('', 'de-AT'), 'en', 'else their own');
  assert.equal(await read('?lang=de'), 'de');
});

test('the page shows the number to call in the national format', async () => {
  const { token } = await asked();
  const administrator = await server.as('administrator');
  const set = (to: string) =>
    administrator.send(
      'mutation ($to: String) { updateSystemSetting(valueKey: "organisation_phone", valueStr: $to) { valueStr } }',
      { to },
    );
  const wrong = await set('030 1');
  assert.deepEqual(wrong.errors?.[0]?.extensions['fields'], { valueStr: 'error_invalid_phone' });
  assert.equal((await set('030 23125 000')).data.updateSystemSetting.valueStr, '+493023125000');
  assert.match(await (await get(token)).text(), /href="tel:\+493023125000"><span>Anrufen<\/span> <span>030 23125000</);
  await set('');
  assert.doesNotMatch(await (await get(token)).text(), /tel:/);
});

test('an unknown link gets instructions, and only unknown links are throttled', async () => {
  const { token } = await asked();
  for (const wrong of ['AAAAAAAAAAAAAAAAAAAAAA', 'x', `${token}x`, token.toLowerCase().toUpperCase()]) {
    const response = await get(wrong);
    assert.equal(response.status, 404);
    assert.match(await response.text(), /Dieser Link gilt nicht[\s\S]*telefonisch/);
  }
  const statuses = await Promise.all(Array.from({ length: 20 }, async (_, at) => (await get(`wrong-${at}`)).status));
  assert.ok(statuses.includes(429));
  assert.equal((await get('wrong')).headers.get('retry-after'), '60');
  assert.equal((await get(token)).status, 200);
});

test('many people behind one IP address can answer at once', async () => {
  const people = await Promise.all(Array.from({ length: 60 }, async () => (await createPerson(db)).id));
  const report = await createReport(db);
  const { id } = await createDraft(db, { reportId: report.id, people, requestAnswer: true });
  const { tokens } = await launched(id);
  const statuses = await Promise.all(
    tokens.map(async (token) => {
      const mark = markIn(await (await get(token)).text());
      return (await post(token, { mark, option: '1' })).status;
    }),
  );
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.equal((await answersOf(report.id)).length, 60);
});

test('stores an answer after the end of the event or of answering, and marks it late', async () => {
  const { token, report, event } = await asked();
  await manager.run('mutation ($id: ID!) { finishEvent(id: $id) { _id } }', { id: String(event.id) });
  const html = await (await get(token)).text();
  assert.match(html, /BEENDET \d\d:\d\d.*<details.*als verspätet gekennzeichnet.*<\/details>/s);
  assert.equal((await post(token, { mark: markIn(html), option: '1' })).status, 200);
  const second = await asked();
  await db
    .updateTable('reports')
    .set({ answerUntil: new Date(Date.now() - 1000) })
    .where('id', '=', second.report.id)
    .execute();
  await post(second.token, { mark: formMark(server.app.secrets, second.token), option: '1' });
  for (const id of [report.id, second.report.id]) assert.equal((await answersOf(id))[0]!.late, true);
  const { answers } = (
    await manager.run('query ($id: ID!) { report(id: $id) { answers { positive late } } }', { id: String(report.id) })
  ).report;
  assert.deepEqual(answers, { positive: 1, late: 1 });
});

test('the page of an exercise starts with an exercise notice', async () => {
  const { token } = await asked({ mode: 'EXERCISE' });
  assert.match(await (await get(token)).text(), /<p class="mode">ÜBUNG – kein Ernstfall<\/p>/);
  assert.match(await (await get(`${token}?lang=en`)).text(), /EXERCISE/);
});

test('an answer by link advances the stop limit in the same transaction', async () => {
  const [a, b] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [a.id, b.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const { id } = await createDraft(db, { lists: [list.id], requestAnswer: true });
  const { token } = await launched(id);
  await settle(server.app);
  await deliver(db, id);
  await post(token, { mark: formMark(server.app.secrets, token), option: '1' });
  assert.deepEqual(await statusesOf(db, id), { [a.id]: 'sent', [b.id]: 'skipped limit_reached' });
});

test('a button after a yes records the arrival once; the page shows it and a stand-down', async () => {
  const { token, report, person } = await asked();
  assert.doesNotMatch(await (await get(token)).text(), /Ich bin da/, 'not before a yes');
  const mark = async () => markIn(await (await get(token)).text());
  await post(token, { mark: await mark(), option: '1', minutes: '5' });
  const html = await (await get(token)).text();
  assert.match(html, /Ich bin da/);
  assert.match(await (await get(`${token}?lang=en`)).text(), /I have arrived/);
  const arrivals = () => db.selectFrom('arrivals').selectAll().where('reportId', '=', report.id).execute();
  assert.equal((await post(token, { mark: 'forged', arrived: 'yes' })).status, 400);
  assert.equal((await arrivals()).length, 0);
  const taken = await post(token, { mark: markIn(html), arrived: 'yes' });
  assert.equal(taken.status, 200);
  assert.match(await taken.text(), /Sie sind als eingetroffen gemeldet/);
  await post(token, { mark: markIn(html), arrived: 'yes' });
  assert.partialDeepStrictEqual(await arrivals(), [{ personId: person.id, source: 'link' }]);
  const log = await db.selectFrom('logEntries').select('kind').where('eventId', '=', report.eventId).execute();
  assert.equal(log.filter(({ kind }) => kind === 'arrival').length, 1);
  await post(token, { mark: await mark(), option: '2' });
  assert.deepEqual(await arrivals(), [], 'who does not come after all is not there');
});

test('a person reads their stand-down behind their link', async () => {
  const [first, second] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [first.id, second.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 2 }] });
  const { report, message, tokens } = await asked({ people: [], lists: [list.id] });
  await deliver(db, message.id);
  await db.updateTable('cascades').set({ needed: 1 }).where('reportId', '=', report.id).execute();
  const mark = markIn(await (await get(tokens[0]!)).text());
  await post(tokens[0]!, { mark, option: '1' });
  await passWindow(db, report.id);
  await settle(server.app);
  const told = await (await get(tokens[1]!)).text();
  assert.match(told, /Sie werden nicht mehr gebraucht/);
  const remark = { mark: markIn(told), option: '1', minutes: '20', text: '' };
  assert.match(await (await post(tokens[1]!, remark)).text(), /Sie werden nicht mehr gebraucht/);
  assert.equal((await answersOf(report.id)).length, 1, 'minutes that were added too late are no new yes');
  assert.doesNotMatch(await (await get(tokens[0]!)).text(), /nicht mehr gebraucht/);
});

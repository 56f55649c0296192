import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { defaultAnswerOptions, type NewAnswerOption, rollCallOptions } from '#server/alerting/messages/report-rules.ts';
import { listComing } from '#server/alerting/progress/expected.ts';
import { answerUrl } from '#server/channels/rendering/render.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import { smsSize } from '#shared/sms.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, settle } from '#testing/messages.ts';
import { get, workbook } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { listRollCall, type RollCallPerson } from './list.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const update = `mutation ($i: UpdateReportInput!) { updateReport(input: $i) {
  answerOptions { code label labelEn kind askMinutes safety } answers { rollCall { people } } } }`;

const view = `query ($id: ID!, $show: ReportPeopleFilter, $memberOf: ID) { report(id: $id) {
  answers { asked neutral none goal rollCall { people safe needsHelp notHeard notReached } }
  rollCallGroups { group { _id } people safe needsHelp notHeard notReached }
  people(show: $show, order: safety, memberOf: $memberOf) { totalCount edges { node {
    person { _id } needsHelpSince answer { option { safety } source text late at by { _id } } } } } } }`;

type Shown = { node: { person: { _id: number }; answer: { option: { safety: string }; late: boolean } | null } };

const names = ['Ahrens', 'Brandt', 'Conrad', 'Dorn', 'Ebert'] as const;

/** A roll call with a stop limit: Ebert has no address, Dorn's message was refused. */
async function rollCall() {
  const people: number[] = [];
  for (const lastName of names) {
    people.push((await createPerson(db, lastName === 'Ebert' ? { lastName, email: null } : { lastName })).id);
  }
  const [first, , third] = people as [number, number, number, number, number];
  const groups = [
    await createGroup(db, { name: 'Haus A', members: people }),
    await createGroup(db, { name: 'Haus B', members: [first, third] }),
  ];
  const list = await createMailingList(db, { groups: [{ id: groups[0]!.id, stopLimit: 1 }] });
  const { id, eventId } = await createReport(db);
  const channel = await createChannel(db, 'email');
  const message = await createDraft(db, { reportId: id, channelId: channel.id, lists: [list.id], requestAnswer: true });
  await manager.run(update, { i: { id: String(id), question: 'SAFETY' } });
  await manager.run(`mutation { sendReport(id: ${id}, launchKey: "roll-${id}") { _id } }`);
  await settle(server.app);
  await deliver(db, message.id, (person) => (person === people[3] ? 'failed' : 'sent'));
  const answer = async (at: number, option: string, text?: string) => {
    const { id: recipient } = await db
      .selectFrom('messageRecipients')
      .select('id')
      .where('reportId', '=', id)
      .where('personId', '=', people[at]!)
      .executeTakeFirstOrThrow();
    await manager.run(
      'mutation ($r: ID!, $o: String!, $t: String) { recordAnswer(recipient: $r, option: $o, text: $t) { _id } }',
      { r: String(recipient), o: option, t: text ?? null },
    );
  };
  const look = async (more: object = {}) => (await manager.run(view, { id: String(id), ...more })).report;
  const shown = async (more: object = {}) =>
    (await look(more)).people.edges.map(({ node }: Shown) => names[people.indexOf(node.person._id)]);
  return { id, eventId, people, groups, answer, look, shown };
}

test('an author makes a draft a roll call, and back; ambiguous options are refused', async () => {
  const { id } = await createReport(db);
  const change = async (i: object) => (await manager.run(update, { i: { id: String(id), ...i } })).updateReport;
  assert.equal((await change({ title: 'Abfrage' })).answers.rollCall, null);
  const asked = await change({ question: 'SAFETY' });
  assert.deepEqual(
    asked.answerOptions.map(({ code, label, safety }: Record<string, string>) => [code, label, safety]),
    [
      ['1', 'Ich bin in Sicherheit', 'SAFE'],
      ['2', 'Ich brauche Hilfe', 'NEEDS_HELP'],
    ],
  );
  assert.deepEqual(asked.answers.rollCall, { people: 0 });
  const copy = (await manager.run(`mutation { copyReport(id: "${id}") { answerOptions { safety } } }`)).copyReport;
  assert.deepEqual(copy.answerOptions, [{ safety: 'SAFE' }, { safety: 'NEEDS_HELP' }], 'a copy stays a roll call');
  const [safe, help] = rollCallOptions.map((option) => ({ ...option }));
  const wrong = [
    [safe],
    [safe, { ...help, safety: 'SAFE' }],
    [safe, help, { code: '3', label: 'Komme', kind: 'POSITIVE' }],
    [safe, { ...help, kind: 'NEGATIVE' }],
    [safe, { ...help, askMinutes: true }],
  ];
  for (const answerOptions of wrong) {
    await assert.rejects(change({ answerOptions }), /error_answer_options/);
  }
  const old = rollCallOptions.map(({ safety: _, ...option }) => ({ ...option, label: `${option.label}!` }));
  assert.deepEqual(
    (await change({ answerOptions: old })).answerOptions.map(({ safety }: Record<string, string>) => safety),
    ['SAFE', 'NEEDS_HELP'],
    'a program that does not know roll calls',
  );
  await assert.rejects(
    change({ answerOptions: [...old, { code: '3', label: 'Komme', kind: 'POSITIVE' }] }),
    /error_answer_options/,
  );
  const again = await change({ question: 'ARRIVAL' });
  assert.deepEqual(
    again.answerOptions.map(({ kind, safety }: Record<string, string>) => [kind, safety]),
    [
      ['POSITIVE', null],
      ['NEGATIVE', null],
      ['NEUTRAL', null],
    ],
  );
});

test('the answers take no more room in a text than the usual ones', () => {
  for (const language of ['de', 'en']) {
    const line = (options: readonly NewAnswerOption[]) =>
      smsSize(options.map((option) => `${option.code} = ${readIn(option, 'label', language)}`).join(', '));
    const [own, usual] = [line(rollCallOptions), line(defaultAnswerOptions)];
    assert.equal(own.encoding, 'GSM-7');
    assert.ok(own.units <= usual.units, `${own.units} units in ${language}`);
  }
});

test('asks everyone despite a stop limit, and lists help first, then not reached, no answer and safe', async () => {
  const { answer, look, shown, groups } = await rollCall();
  const { answers } = await look();
  assert.deepEqual(answers.rollCall, { people: 5, safe: 0, needsHelp: 0, notHeard: 5, notReached: 2 });
  await answer(0, '1');
  await answer(2, '2', '3. Stock, Treppe verraucht');
  await answer(1, '2');
  const found = await look();
  assert.deepEqual(found.answers.rollCall, { people: 5, safe: 1, needsHelp: 2, notHeard: 2, notReached: 2 });
  assert.equal(found.answers.neutral, 3, 'no one counts as coming');
  assert.deepEqual(await shown(), ['Conrad', 'Brandt', 'Dorn', 'Ebert', 'Ahrens']);
  assert.deepEqual(await shown({ show: 'needs_help' }), ['Conrad', 'Brandt']);
  assert.deepEqual(await shown({ show: 'not_heard' }), ['Dorn', 'Ebert']);
  assert.deepEqual(await shown({ show: 'not_reached' }), ['Dorn', 'Ebert']);
  assert.deepEqual(await shown({ show: 'no_answer' }), []);
  assert.deepEqual(await shown({ show: 'safe' }), ['Ahrens']);
  assert.deepEqual(await shown({ memberOf: String(groups[1]!.id) }), ['Conrad', 'Ahrens']);
  const [{ node }] = found.people.edges;
  assert.equal(node.answer.source, 'operator');
  assert.equal(node.answer.text, '3. Stock, Treppe verraucht');
  assert.equal(node.answer.by._id, Number(manager.userId), 'the user who recorded it');
  assert.deepEqual(
    found.rollCallGroups.map(({ group, ...figures }: { group: { _id: number } }) => [group._id, figures]),
    [
      [groups[0]!.id, { people: 5, safe: 1, needsHelp: 2, notHeard: 2, notReached: 2 }],
      [groups[1]!.id, { people: 2, safe: 1, needsHelp: 1, notHeard: 0, notReached: 0 }],
    ],
  );
});

test('a person who repeats a call for help keeps their place, until they were safe', async () => {
  const { answer, look, shown } = await rollCall();
  const first = async () => (await look({ show: 'needs_help' })).people.edges.map(({ node }: Shown) => node);
  await answer(0, '2');
  await answer(1, '2');
  const [before] = await first();
  await answer(0, '2', 'Tür klemmt');
  const [after] = await first();
  assert.equal(after.answer.text, 'Tür klemmt');
  assert.equal(after.needsHelpSince, before.answer.at, 'since the first call');
  assert.deepEqual(await shown({ show: 'needs_help' }), ['Ahrens', 'Brandt']);
  await answer(0, '1');
  assert.deepEqual(
    (await look({ show: 'safe' })).people.edges.map(
      ({ node }: { node: { needsHelpSince: string | null } }) => node.needsHelpSince,
    ),
    [null],
  );
  await answer(0, '2');
  assert.deepEqual(await shown({ show: 'needs_help' }), ['Brandt', 'Ahrens']);
});

test('counts the newest answer at once, also a late one, and stays readable after the end', async () => {
  const { eventId, answer, look, shown } = await rollCall();
  await answer(0, '1');
  assert.deepEqual(await shown({ show: 'safe' }), ['Ahrens']);
  await answer(0, '2');
  assert.deepEqual(await shown({ show: 'safe' }), []);
  assert.deepEqual((await shown())[0], 'Ahrens');
  await manager.run(`mutation { finishEvent(id: "${eventId}") { _id } }`);
  await answer(1, '1');
  const { answers, people } = await look({ show: 'safe' });
  assert.equal(answers.goal, 'over');
  assert.deepEqual(answers.rollCall, { people: 5, safe: 1, needsHelp: 1, notHeard: 3, notReached: 2 });
  assert.equal(people.edges[0].node.answer.late, true);
});

test('the answer page has the two answers, and only a roll call hides that no one needs to come', async () => {
  const { id, eventId, people, look } = await rollCall();
  const { nonce } = await db
    .selectFrom('messageRecipients')
    .select('nonce')
    .where('reportId', '=', id)
    .where('personId', '=', people[0]!)
    .executeTakeFirstOrThrow();
  const url = new URL(answerUrl({ publicUrl: server.url, secrets: server.app.secrets }, nonce));
  const page = await (await fetch(`${server.url}${url.pathname}`)).text();
  assert.match(page, /<button class="option positive" name="option" value="1">Ich bin in Sicherheit<\/button>/);
  assert.match(page, /<button class="option negative" name="option" value="2">Ich brauche Hilfe<\/button>/);
  assert.equal(page.match(/class="option /g)?.length, 2);
  const mark = /name="mark" value="([^"]+)"/.exec(page)![1]!;
  await fetch(`${server.url}${url.pathname}`, { method: 'POST', body: new URLSearchParams({ mark, option: '2' }) });
  assert.equal((await look()).answers.rollCall.needsHelp, 1);
  await manager.run(`mutation { finishEvent(id: "${eventId}") { _id } }`);
  const over = await (await fetch(`${server.url}${url.pathname}`)).text();
  assert.match(over, /BEENDET/);
  assert.doesNotMatch(over, /kommen Sie nicht mehr/);
});

test('the file has the state of one moment, in the language of the reader', async () => {
  const { id, answer } = await rollCall();
  await answer(0, '1');
  await answer(2, '2', '=HYPERLINK("x")');
  const path = `/api/v2/reports/${id}/roll_call`;
  const { text, headers } = await get(server, `${path}.csv`, manager.token);
  assert.match(headers.get('content-disposition')!, /filename="sicherheitsabfrage-\d+\.csv"/);
  const [head, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  assert.equal(head, 'Stand;Zustand;Name;Vorname;Gruppen;Antwort;Geantwortet;Verspätet;Bemerkung;Erfasst von');
  const rows = lines.map((line) => line.split(';'));
  assert.equal(new Set(rows.map(([asOf]) => asOf)).size, 1);
  assert.deepEqual(
    rows.map(([, state, name, , groups]) => [state, name, groups]),
    [
      ['braucht Hilfe', 'Conrad', 'Haus A, Haus B'],
      ['keine Rückmeldung, nicht erreicht', 'Dorn', 'Haus A'],
      ['keine Rückmeldung, nicht erreicht', 'Ebert', 'Haus A'],
      ['keine Rückmeldung, gefragt', 'Brandt', 'Haus A'],
      ['in Sicherheit', 'Ahrens', 'Haus A, Haus B'],
    ],
  );
  assert.match(lines[0]!, /;Ich brauche Hilfe;[^;]+;;"?'=HYPERLINK/, 'no formula');
  const reader = await server.as('editor');
  await reader.run('mutation { changeLanguage(language: "en") { id } }');
  assert.match((await get(server, `${path}.csv`, reader.token)).text, /^\uFEFF?As of;State;Last name;/);
  assert.ok(await workbook(server, `${path}.xlsx`, manager.token));
  const other = await createReport(db);
  assert.equal((await get(server, `/api/v2/reports/${other.id}/roll_call.csv`, manager.token)).status, 404);
});

test('an answer to a roll call leaves open whether the person comes to the event', async () => {
  const { eventId, people, answer } = await rollCall();
  const alarm = await createReport(db, { eventId });
  const channel = await createChannel(db, 'email');
  const ids = people.slice(0, 2);
  await createDraft(db, { reportId: alarm.id, channelId: channel.id, people: ids, requestAnswer: true });
  await manager.run(`mutation { sendReport(id: ${alarm.id}, launchKey: "alarm-${alarm.id}") { _id } }`);
  await settle(server.app);
  const { id: recipient } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('reportId', '=', alarm.id)
    .where('personId', '=', people[0]!)
    .executeTakeFirstOrThrow();
  await manager.run(`mutation { recordAnswer(recipient: "${recipient}", option: "1", minutes: 5) { _id } }`);
  await answer(0, '1');
  const { afterAction } = await manager.run(
    `{ afterAction(event: "${eventId}") { alarms { report { _id } } reach { asked positive neutral } } }`,
  );
  assert.deepEqual(afterAction.reach, { asked: 2, positive: 1, neutral: 0 });
  const reports = await db.selectFrom('reports').select('id').where('eventId', '=', eventId).execute();
  const coming = await listComing(
    db,
    reports.map(({ id }) => id),
    10,
  );
  assert.deepEqual(
    coming.people.map(({ lastName }) => lastName),
    ['Ahrens'],
  );
});

test('all of 1,500 groups can be listed and found by name', async () => {
  const { id, people } = await rollCall();
  await sql`
    with g as (
      insert into groups (name, group_type_id)
      select 'Gebäude ' || n, (select min(id) from group_types) from generate_series(1, 1500) n returning id)
    insert into person_groups (person_id, group_id) select ${people[0]!}, id from g`.execute(db);
  const { report } = await manager.run(
    `query ($id: ID!, $long: String!) { report(id: $id) {
      rollCallGroupCount all: rollCallGroups(first: 10000) { group { name } people } some: rollCallGroups { people }
      named: rollCallGroups(search: "gebaude 1499") { group { name } people }
      count: rollCallGroupCount(search: "GEBÄUDE 1499") ten: rollCallGroupCount(search: "gebaude 1499 g e b a u d 1 4 x")
      long: rollCallGroupCount(search: $long) } }`,
    { id: String(id), long: 'gebaude '.repeat(100_000) },
  );
  assert.ok(report.rollCallGroupCount >= 1500);
  assert.equal(report.all.length, report.rollCallGroupCount);
  assert.equal(report.some.length, 1000);
  assert.deepEqual(report.named, [{ group: { name: 'Gebäude 1499' }, people: 1 }]);
  assert.deepEqual([report.count, report.ten], [1, 1], 'ten words count, so that no search occupies the process');
  assert.ok(report.long >= 1500);
  const { errors } = await manager.send(`{ report(id: ${id}) { rollCallGroups(first: 10001) { people } } }`);
  assert.equal(errors?.[0]?.message, 'error_page_size');
});

test('five thousand people add up in figures, groups, pages and file', async () => {
  const { id, people, groups, look } = await rollCall();
  const { rows } = await sql<{ personId: number }>`
    with p as (
      insert into people (first_name, last_name) select 'M', 'Menge ' || n from generate_series(1, 4995) n returning id),
    m as (insert into person_groups (person_id, group_id) select id, ${groups[1]!.id} from p),
    r as (
      insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm, nonce,
        status, lane, sent_at)
      select one.message_id, one.report_id, one.channel_id, p.id, 'x' || p.id || '@example.org',
        'x' || p.id || '@example.org', decode(md5(p.id::text), 'hex'), 'sent', one.lane, now()
      from p, (select * from message_recipients where report_id = ${id} order by id limit 1) one returning id, person_id)
    insert into answers (report_id, recipient_id, person_id, option_id, source)
    select ${id}, r.id, r.person_id, o.id, 'link' from r join answer_options o on o.report_id = ${id}
      and o.code = case when r.person_id % 10 = 0 then '2' else '1' end
    where r.person_id % 10 < 8 returning person_id`.execute(db);
  const help = rows.filter(({ personId }) => personId % 10 === 0).length;
  const found = await look();
  const { rollCall: figures } = found.answers;
  assert.deepEqual(figures, {
    people: 5000,
    safe: rows.length - help,
    needsHelp: help,
    notHeard: 5000 - rows.length,
    notReached: 2,
  });
  assert.equal(found.people.totalCount, 5000);
  const named = 'query ($id: ID!) { report(id: $id) { people(first: 5, search: "menge 4") { totalCount } } }';
  await sql`analyze people`.execute(db); // the planner expects one person of this name
  assert.equal((await manager.run(named, { id: String(id) })).report.people.totalCount, 1107);
  assert.ok(found.people.edges.every(({ node }: Shown) => node.answer?.option.safety === 'NEEDS_HELP'));
  const ofGroup = found.rollCallGroups[0];
  assert.equal(ofGroup.group._id, groups[1]!.id);
  assert.equal(ofGroup.people, 4997);
  assert.equal(ofGroup.safe + ofGroup.needsHelp + ofGroup.notHeard, 4997);
  const { text } = await get(server, `/api/v2/reports/${id}/roll_call.csv`, manager.token);
  const states = Map.groupBy(text.trimEnd().split('\r\n').slice(1), (line) => line.split(';')[1]);
  assert.equal(states.get('braucht Hilfe')?.length, figures.needsHelp);
  assert.equal(states.get('in Sicherheit')?.length, figures.safe);
  assert.equal(states.get('keine Rückmeldung, nicht erreicht')?.length, 2);
  assert.equal(states.get('keine Rückmeldung, gefragt')?.length, figures.notHeard - 2);

  const pages = listRollCall(db, id);
  await pages.next(); // the 500 first ones: all or all but one of them need help
  await db.deleteFrom('people').where('id', '=', people[4]!).execute();
  const second: RollCallPerson[] = (await pages.next()).value ?? [];
  const others = second.filter(({ lastName }) => lastName !== 'Dorn');
  assert.ok(others.length > 490);
  assert.deepEqual([...new Set(others.map(({ state }) => state))], ['no_answer'], 'each has their own state');
});

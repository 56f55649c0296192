import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { closeForgottenEvents } from '#server/api/by-person/closed.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { verifyFile } from '#server/records/log-file/verify-file.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, settle } from '#testing/messages.ts';
import { readPdfTexts } from '#testing/pdf.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

const secret = 'Stau auf der Umgehung';
let server: TestServer;
let db: Db;
let manager: TestClient;
let clerk: TestClient;
let owner: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'documentation_officer', 'editor');
  clerk = await server.as('contact_manager', 'administrator');
  owner = await server.as('system_owner', 'administrator', 'crisis_manager', 'documentation_officer');
});
after(() => server.stop());

/** An alarm to seven people of one group and two of another; the first comes, the last can't be reached. */
async function alarm() {
  const people: number[] = [];
  for (let n = 0; n < 9; n++) people.push((await createPerson(db, { firstName: 'Zora', lastName: `Zweig${n}` })).id);
  const groups = [
    await createGroup(db, { name: 'Haus', members: people.slice(0, 7) }),
    await createGroup(db, { name: 'Labor', members: people.slice(7) }),
  ];
  const list = await createMailingList(db, { groups: [{ id: groups[0]!.id, stopLimit: 7 }, { id: groups[1]!.id }] });
  const { id, eventId } = await createReport(db);
  const channel = await createChannel(db, 'email');
  const message = await createDraft(db, { reportId: id, channelId: channel.id, lists: [list.id], requestAnswer: true });
  await manager.run(`mutation { sendReport(id: ${id}, launchKey: "council-${id}") { _id } }`);
  await settle(server.app);
  await deliver(db, message.id, (person) => (person === people[8] ? 'failed' : 'sent'));
  await sql`update message_recipients set status = 'read' where message_id = ${message.id} and status = 'sent'`.execute(
    db,
  );
  for (const [place, option] of [
    [0, '1'],
    [1, '2'],
    [7, '1'],
  ] as const)
    await answer(id, people[place]!, option);
  await manager.run('mutation ($r: ID!) { recordArrival(recipient: $r) { id } }', {
    r: await recipient(id, people[0]!),
  });
  return { id, eventId, people, groups, message: message.id };
}

const recipient = async (report: number, person: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from message_recipients where report_id = ${report} and person_id = ${person} order by id limit 1`.execute(
    db,
  );
  return String(rows[0]!.id);
};
const answer = async (report: number, person: number, option: string) =>
  manager.run(
    'mutation ($r: ID!, $o: String!, $t: String) { recordAnswer(recipient: $r, option: $o, text: $t) { answer { text } } }',
    {
      r: await recipient(report, person),
      o: option,
      t: secret,
    },
  );
const finish = (event: number) => manager.run(`mutation { finishEvent(id: ${event}) { id } }`);
const hoursAgo = (event: number, hours: number) =>
  sql`update events set finished_at = clock_timestamp() - make_interval(hours => ${hours}::int) where id = ${event}`.execute(
    db,
  );

const look = `query ($report: ID!, $event: ID!, $person: ID!, $message: ID!) {
  report(id: $report) { personAccess
    answers { positive negative nextArrival isWithheld goal limits { reached } figures { people read answered } }
    people { totalCount edges { node { person { _id } answer { text } } } }
    declined: people(show: declined) { totalCount }
    expected { totalCount } rollCallGroups { people } }
  message(id: $message) { messageResult { sent delivered read failed }
    answered: messageRecipients(answered: true) { totalCount }
    messageRecipients { totalCount edges { node { person { _id } status statusReason sentAt deliveredAt answer { text } response } } } }
  person(id: $person) { messageRecipients { totalCount edges { node { status answer { text } } } } }
  event(id: $event) { personAccess log { edges { node { kind text data isWithheld person { _id } } } }
    found: log(filter: { person: "Zweig0" }) { totalCount } }
  afterAction(event: $event) { personAccess people { person { _id } } limits { reached } counts { arrived }
    groups { id name people positive } course { answered arrived } alarms { firstAt halfAt allAt figures { answered } }
    channels { delivered answers handedOver failed } } }`;

type Made = Awaited<ReturnType<typeof alarm>>;
const see = (client: TestClient, { id, eventId, people, message }: Made) =>
  client.run(look, { report: String(id), event: String(eventId), person: String(people[0]), message: String(message) });
const files = ({ id, eventId }: Made) => [
  `/api/v2/reports/${id}/results.csv`,
  `/api/v2/events/${eventId}/after_action.csv`,
];
const statusOf = async (client: TestClient, path: string) => (await get(server, path, client.token)).status;

test('shows answers by person to named roles while the event runs, and figures to others', async () => {
  const made = await alarm();
  const seen = await see(manager, made);
  assert.deepEqual([seen.report.personAccess, seen.report.people.totalCount], ['open', 9]);
  assert.ok(JSON.stringify(seen).includes(secret));
  const others = await see(clerk, made);
  assert.equal(others.report.personAccess, 'not_permitted');
  assert.deepEqual([others.report.answers.positive, others.report.answers.negative], [2, 1]);
  assert.deepEqual(
    [others.report.people.totalCount, others.report.declined.totalCount, others.report.expected.totalCount],
    [0, 0, 0],
  );
  assert.deepEqual([others.event.found.totalCount, others.message.answered.totalCount], [0, 0]);
  assert.ok(!JSON.stringify(others).includes(secret));
  for (const path of files(made)) {
    assert.equal(await statusOf(manager, path), 200);
    assert.equal(await statusOf(clerk, path), 403);
  }
});

test('closes them a day after the end, for every role, and merges small groups', async () => {
  const made = await alarm();
  await finish(made.eventId);
  await hoursAgo(made.eventId, 23);
  assert.ok(JSON.stringify(await see(manager, made)).includes(secret));
  await hoursAgo(made.eventId, 25);
  for (const client of [manager, owner, clerk]) {
    const seen = await see(client, made);
    assert.ok(!JSON.stringify(seen).includes(secret));
    assert.equal(seen.report.personAccess, 'ended');
    const { answers, people, declined, expected } = seen.report;
    assert.deepEqual([answers.positive, answers.negative, answers.nextArrival, answers.limits], [2, 1, null, []]);
    assert.deepEqual([people.totalCount, declined.totalCount, expected.totalCount], [0, 0, 0]);
    assert.deepEqual(seen.message.messageResult, { sent: 8, delivered: 0, read: 0, failed: 1 });
    assert.equal(seen.message.answered.totalCount, 0);
    assert.deepEqual(
      seen.message.messageRecipients.edges.map(({ node }: { node: object }) => node),
      [
        {
          person: { _id: made.people[8] },
          status: 'failed',
          statusReason: null,
          sentAt: null,
          deliveredAt: null,
          answer: null,
          response: null,
        },
      ],
      'only the wrong address',
    );
    assert.equal(seen.person.messageRecipients.totalCount, 0);
    const entries: { kind: string; isWithheld: boolean; data: object | null; person: object | null }[] =
      seen.event.log.edges.map(({ node }: { node: object }) => node);
    const about = entries.filter(({ kind }) => /^(answer|arrival|limit_)/.test(kind));
    assert.ok(about.length >= 4);
    assert.ok(about.every(({ isWithheld, data, person }) => isWithheld && data === null && person === null));
    assert.equal(seen.event.found.totalCount, 0);
    const { afterAction } = seen;
    assert.deepEqual([afterAction.people, afterAction.limits], [[], []]);
    assert.deepEqual(
      afterAction.groups,
      [{ id: 0, name: 'Weitere', people: 9, positive: 2 }],
      'two people alone would be told',
    );
    assert.deepEqual(afterAction.alarms, [{ firstAt: null, halfAt: null, allAt: null, figures: { answered: 3 } }]);
    assert.ok(
      afterAction.course.every(({ answered, arrived }: { answered: number; arrived: number }) => !answered && !arrived),
    );
    assert.deepEqual(afterAction.channels, [{ delivered: 0, answers: 0, handedOver: 8, failed: 1 }]);
    for (const path of files(made)) assert.equal(await statusOf(client, path), 403);
  }
  const paper = await fetch(`${server.url}/api/v2/events/${made.eventId}/after_action.pdf`, {
    headers: { authorization: `Bearer ${manager.token}` },
  });
  assert.equal(paper.status, 200);
  const printed = JSON.stringify(readPdfTexts(Buffer.from(await paper.arrayBuffer())));
  assert.ok(printed.length > 100);
  assert.ok(!printed.includes('Zweig'));

  await sql`update events set is_running = true where id = ${made.eventId}`.execute(db);
  await finish(made.eventId);
  await hoursAgo(made.eventId, 25);
  await manager.run(`mutation { continueEvent(id: ${made.eventId}) { id } }`);
  const continued = await see(manager, made);
  assert.equal(continued.event.personAccess, 'open', 'what happens from now on');
  assert.equal(continued.report.personAccess, 'ended', 'continuing reopens nothing');
  assert.ok(!JSON.stringify(continued).includes(secret));
  assert.deepEqual([continued.afterAction.personAccess, continued.afterAction.people], ['ended', []]);
  for (const path of files(made)) assert.equal(await statusOf(manager, path), 403);
});

/** An alarm to one person, who declines. */
async function smallAlarm() {
  const { id: person } = await createPerson(db);
  const { id, eventId } = await createReport(db);
  const list = await createMailingList(db, { people: [person] });
  const message = await createDraft(db, { reportId: id, lists: [list.id], requestAnswer: true });
  await manager.run(`mutation { sendReport(id: ${id}, launchKey: "few-${id}") { _id } }`);
  await settle(server.app);
  await deliver(db, message.id, () => 'sent');
  await sql`update message_recipients set status = 'read' where message_id = ${message.id}`.execute(db);
  await answer(id, person, '2');
  return { id, eventId, people: [person], groups: [], message: message.id };
}

test('shows figures of fewer than five people only to named roles while the event runs', async () => {
  const made = await smallAlarm();
  const seen = await see(manager, made);
  assert.deepEqual([seen.report.answers.negative, seen.report.answers.isWithheld], [1, false]);
  assert.deepEqual(seen.message.messageResult, { sent: 0, delivered: 0, read: 1, failed: 0 });
  const others = await see(clerk, made);
  const { negative, isWithheld, figures } = others.report.answers;
  assert.deepEqual([negative, isWithheld, figures], [0, true, { people: 0, read: 0, answered: 0 }]);
  assert.deepEqual([seen.report.answers.goal, others.report.answers.goal], ['answered', 'waiting']);
  assert.deepEqual(others.message.messageResult, { sent: 1, delivered: 0, read: 0, failed: 0 });
  await sql`
    insert into message_recipients overriding system value select x.* from message_recipients r cross join generate_series(1, 5) n
    cross join lateral jsonb_populate_record(r, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('message_recipients', 'id')), 'address_norm', r.address_norm || n,
      'token_hash', null, 'external_id', null)) x
    where r.message_id = ${made.message}`.execute(db);
  const { messageResult } = (await see(clerk, made)).message;
  assert.deepEqual(messageResult, { sent: 6, delivered: 0, read: 0, failed: 0 }, 'six addresses of one person');
  assert.deepEqual([others.afterAction.groups, others.afterAction.course], [[], []]);
  const nine = await see(clerk, await alarm());
  assert.equal(nine.report.answers.isWithheld, false);
  assert.deepEqual(nine.afterAction.groups, [{ id: 0, name: 'Weitere', people: 9, positive: 2 }]);
  assert.deepEqual(nine.report.answers.limits, [], 'the difference to seven of nine would be two people');
});

test('closes an event that nobody finished 30 days after its newest message, and what follows is open', async () => {
  const made = await alarm();
  const unfinished = await alarm();
  // the log of this test is of now
  const later = sql<Date>`(clock_timestamp() + interval '1 hour')`;
  const aged = async (table: 'messages' | 'answers', days: number) =>
    table === 'messages'
      ? sql`update messages set launched_at = clock_timestamp() - make_interval(days => ${days}::int)
          where id = ${made.message}`.execute(db)
      : sql`update answers set at = clock_timestamp() - make_interval(days => ${days}::int)
          where report_id = ${made.id}`.execute(db);
  for (const [table, days] of [
    ['messages', 31],
    ['answers', 29],
  ] as const) {
    await aged(table, days);
    await closeForgottenEvents(db, later);
    assert.ok(JSON.stringify(await see(manager, made)).includes(secret), 'people still answer');
  }
  await aged('answers', 31);
  await closeForgottenEvents(db, later);
  const seen = await see(manager, made);
  assert.deepEqual([seen.report.personAccess, seen.event.personAccess], ['ended', 'open']);
  assert.ok(!JSON.stringify(seen).includes(secret));
  assert.deepEqual([seen.afterAction.personAccess, seen.afterAction.people], ['ended', []]);
  for (const path of files(made)) assert.equal(await statusOf(manager, path), 403);
  assert.ok(JSON.stringify(await see(manager, unfinished)).includes(secret), 'an event of today');
  const closedAt = async () =>
    (await db.selectFrom('events').select('byPersonClosedAt').where('id', '=', made.eventId).executeTakeFirstOrThrow())
      .byPersonClosedAt;
  const before = await closedAt();
  await closeForgottenEvents(db, later);
  assert.deepEqual(await closedAt(), before, 'once, so that what happens later is visible');
});

test('leaves out all figures of fewer than five people', async () => {
  const made = await smallAlarm();
  await finish(made.eventId);
  await hoursAgo(made.eventId, 25);
  const seen = await see(manager, made);
  assert.deepEqual(seen.report.answers.figures, { people: 0, read: 0, answered: 0 });
  assert.equal(seen.report.answers.negative, 0);
  assert.deepEqual([seen.afterAction.groups, seen.afterAction.course], [[], []]);
});

test('a log file withholds entries about people and both verifiers accept it', async () => {
  const made = await alarm();
  await finish(made.eventId);
  await hoursAgo(made.eventId, 25);
  const path = `/api/v2/events/${made.eventId}/log`;
  const response = await fetch(`${server.url}${path}.csv`, { headers: { authorization: `Bearer ${manager.token}` } });
  const text = Buffer.from(await response.arrayBuffer()).toString(); // with its byte order mark
  assert.ok(!text.includes(secret) && !text.includes('Zweig'));
  const verdict = await verifyFile(Readable.from([text]), null);
  assert.deepEqual(verdict.findings, []);
  assert.match(verdict.remarks.join(), /withheld \(\d+\)/);
  const blanked = text.replace(/"\[[^;]*event_finished[^;]*\]"/, '');
  assert.notEqual(blanked, text);
  assert.ok((await verifyFile(Readable.from([blanked]), null)).findings.length > 0, 'only such entries may be empty');
  const folder = await mkdtemp(join(tmpdir(), 'council-'));
  try {
    const file = join(folder, 'log.csv');
    await writeFile(file, text);
    const { stdout } = await promisify(execFile)(process.execPath, ['docs/verify-log.mjs', file]);
    assert.match(stdout, /^The content of \d+ entries .*\nwhole /);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('gives a person all their data, and records it', async () => {
  const made = await alarm();
  await finish(made.eventId);
  await hoursAgo(made.eventId, 25);
  const { exportPerson } = await clerk.run('query ($id: ID!) { exportPerson(id: $id) }', {
    id: String(made.people[0]),
  });
  assert.equal(exportPerson.answers[0].text, secret);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from security_entries where kind = 'contacts_exported' and what = ${`person ${made.people[0]}`}`.execute(
    db,
  );
  assert.equal(rows[0]!.n, 1);
});

test('only a system owner switches it off, confirms it, and everyone sees the reason', async () => {
  const made = await alarm();
  await finish(made.eventId);
  await hoursAgo(made.eventId, 25);
  const set = (client: TestClient, variables: Record<string, unknown>) =>
    client.send(
      'mutation ($on: Boolean!, $why: String!, $sure: Boolean) { setWorksCouncilMode(isOn: $on, reason: $why, confirmed: $sure) { isOn reason } }',
      variables,
    );
  const off = { on: false, why: 'Vereinbarung vom 1. Mai', sure: true };
  assert.equal((await set(clerk, off)).errors?.[0]?.message, 'error_forbidden');
  assert.ok((await set(owner, { ...off, sure: null })).errors?.[0]?.extensions['fields']);
  assert.ok((await set(owner, { ...off, why: '  ' })).errors?.[0]?.extensions['fields']);
  assert.deepEqual((await clerk.run('{ worksCouncilMode { isOn since } }')).worksCouncilMode, {
    isOn: true,
    since: null,
  });
  assert.deepEqual((await set(owner, off)).data.setWorksCouncilMode, { isOn: false, reason: off.why });
  assert.equal((await set(owner, off)).errors?.[0]?.message, 'error_already_set');
  const { worksCouncilMode: mode } = await clerk.run('{ worksCouncilMode { isOn since reason by { id } } }');
  assert.deepEqual([mode.isOn, mode.reason, typeof mode.since], [false, off.why, 'string']);
  assert.ok(JSON.stringify(await see(clerk, made)).includes(secret), 'also of past events');
  const { auditEntries } = await clerk.run('{ auditEntries(first: 1) { edges { node { type label after } } } }');
  assert.deepEqual(auditEntries.edges[0].node, {
    type: 'WorksCouncilMode',
    label: off.why,
    after: { isOn: false, reason: off.why },
  });
  assert.equal((await set(owner, { on: true, why: 'Probe beendet' })).data.setWorksCouncilMode.isOn, true);
  assert.ok(!JSON.stringify(await see(owner, made)).includes(secret));
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { queueWebhooks } from '#server/alerting/event-log/webhook-queue.ts';
import { monitorState } from '#server/outside/monitor/state.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, settle } from '#testing/messages.ts';
import { readPdfTexts } from '#testing/pdf.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let clerk: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'documentation_officer', 'editor', 'administrator');
  clerk = await server.as('administrator');
});
after(() => server.stop());

async function send(report: number, key: string): Promise<void> {
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }', {
    id: String(report),
    key,
  });
  await settle(server.app);
  const { rows } = await sql<{ id: number }>`
    select id from messages where report_id = ${report} and launched_at is not null order by id desc limit 1`.execute(
    db,
  );
  await deliver(db, rows[0]!.id);
}

const answer = async (report: number, person: number) => {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from message_recipients where report_id = ${report} and person_id = ${person}`.execute(db);
  await manager.run('mutation ($r: ID!) { recordAnswer(recipient: $r, option: "1") { id } }', {
    r: String(rows[0]!.id),
  });
};

/** An alarm to six people with a stop limit that one fills. */
async function alarm(count = 6) {
  const people: number[] = [];
  for (let n = 0; n < count; n++) people.push((await createPerson(db, { firstName: 'Zita', lastName: `Zaun${n}` })).id);
  const group = await createGroup(db, { name: 'Pforte', members: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const { id, eventId } = await createReport(db);
  const channel = await createChannel(db, 'email');
  const draft = { reportId: id, channelId: channel.id, requestAnswer: true };
  await createDraft(db, { ...draft, lists: [list.id] });
  await send(id, `doors-${id}`);
  await answer(id, people[0]!);
  await settle(server.app);
  return { id, eventId, people, draft };
}

async function close(event: number): Promise<void> {
  await manager.run(`mutation { finishEvent(id: ${event}) { id } }`);
  await sql`update events set finished_at = clock_timestamp() - interval '25 hours' where id = ${event}`.execute(db);
}

const kindsOfLog = async (event: number) =>
  (await db.selectFrom('logEntries').select('kind').where('eventId', '=', event).execute()).map(({ kind }) => kind);

test('a situation report loses groups, stop limits and their entries after the event, and the stored one keeps them', async () => {
  const { eventId } = await alarm();
  const line = { positive: 1, negative: 0, neutral: 0, none: 5, arrived: 0 };
  const at = new Date().toISOString();
  const limit = { report: 1, group: 'Pforte', groupId: 1, needed: 1, reached: 1 };
  const data = {
    summary: 'Lage',
    answers: {
      at,
      source: 'answers',
      groups: [
        { group: null, ...line },
        { group: 'Pforte', ...line },
      ],
    },
    limits: { at, source: 'limits', limits: [{ group: 'Pforte', needed: 1, reached: 1, contacted: 1 }] },
    log: {
      ...{ at, source: 'log', more: 0 },
      entries: [
        { at, kind: 'limit_reached', text: null, data: limit },
        { at, kind: 'note', text: 'Tor zu', data: null },
      ],
    },
  };
  const { id } = await db
    .insertInto('situationReports')
    .values({ eventId, number: 1, data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shown = async () =>
    (await manager.run('query ($id: ID!) { situationReport(id: $id) { data } }', { id: String(id) })).situationReport
      .data;
  assert.deepEqual(await shown(), data);
  await close(eventId);
  const guarded = {
    ...data,
    answers: { ...data.answers, groups: [{ group: null, ...line }] },
    limits: { ...data.limits, limits: [] },
    log: { ...data.log, entries: [data.log.entries[1]] },
  };
  assert.deepEqual(await shown(), guarded);
  await manager.run(`mutation { continueEvent(id: ${eventId}) { id } }`);
  assert.deepEqual(await shown(), guarded);
  await sql`update situation_reports set created_at = clock_timestamp() where id = ${id}`.execute(db);
  assert.deepEqual(await shown(), guarded, 'one that was made afterwards counts earlier answers too');
  const stored = await db.selectFrom('situationReports').select('data').where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual(stored.data, data);
});

test('a webhook about a late answer names no person', async () => {
  const { id: report, eventId, people } = await alarm();
  const { id } = await db
    .insertInto('webhooks')
    .values({
      ...{ name: 'doors', url: 'https://hooks.example.org/', eventTypes: ['answer.recorded'] },
      ...{ secret: Buffer.from('x'), insertedBy: Number(manager.userId) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const data = { report, recipient: 1, person: people[1]!, option: 'Ja', kind: 'POSITIVE', minutes: null };
  const queue = () =>
    queueWebhooks(db, [{ eventId, by: null, kind: 'answer', data: { ...data, source: 'link', late: true } }]);
  await queue();
  await close(eventId);
  await queue();
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select('data')
    .where('webhookId', '=', id)
    .orderBy('id')
    .execute();
  const [open, closed] = rows.map((row) =>
    Object.keys(row.data as object).toSorted((one, other) => (one < other ? -1 : 1)),
  );
  assert.deepEqual(open, ['event', 'mode', 'person', 'recipient', 'report']);
  assert.deepEqual(closed, ['event', 'mode', 'report']);
  const shown = async (client: TestClient) => {
    const { webhookDeliveries } = await client.run(
      `{ webhookDeliveries(webhook: "${id}") { edges { node { data } } } }`,
    );
    return JSON.stringify(webhookDeliveries).includes('person');
  };
  assert.deepEqual([await shown(manager), await shown(clerk)], [false, false], 'also of the delivery before the end');
  const { eventId: running, people: others } = await alarm();
  const answered = { ...data, person: others[1]!, source: 'link', late: false } as const;
  await queueWebhooks(db, [{ eventId: running, by: null, kind: 'answer', data: answered }]);
  assert.deepEqual([await shown(manager), await shown(clerk)], [true, false], 'named roles while the event runs');
});

test('a monitor shows neither people nor stop limits of a closed alarm, also after the event was continued', async () => {
  const { eventId } = await alarm();
  const state = () => monitorState(db, eventId, 'de');
  const open = await state();
  assert.deepEqual([open.coming.map(({ name }) => name), open.functions.length], [['Zita Zaun0'], 1]);
  assert.match(JSON.stringify(open.log), /Zusage/);
  await close(eventId);
  await manager.run(`mutation { continueEvent(id: ${eventId}) { id } }`);
  const closed = await state();
  assert.deepEqual([closed.coming, closed.functions, closed.moreComing, closed.arrived], [[], [], 0, 0]);
  assert.doesNotMatch(JSON.stringify(closed), /Zusage|Zaun/);
});

test('replies of people disappear after the event, and no one can decide on them', async () => {
  const { eventId } = await alarm();
  const channel = await createChannel(db, 'sms');
  const at = new Date();
  const { id, version } = await db
    .insertInto('replies')
    .values({
      ...{ eventId, channelId: channel.id, externalId: `doors-${eventId}`, fromAddress: '+4915170000000' },
      ...{ text: 'Bin krank', at, sortedAt: at },
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  const look = async (client: TestClient) =>
    client.run(
      `query ($event: ID!, $id: ID!) { replies(event: $event) { totalCount } reply(id: $id) { text }
        event(id: $event) { openReplies } }`,
      { event: String(eventId), id: String(id) },
    );
  const open = { replies: { totalCount: 1 }, reply: { text: 'Bin krank' }, event: { openReplies: 1 } };
  assert.deepEqual(await look(manager), open);
  await close(eventId);
  assert.deepEqual(await look(manager), { replies: { totalCount: 0 }, reply: null, event: { openReplies: 0 } });
  const { errors } = await manager.send('mutation ($id: ID!, $v: Int!) { fileReply(id: $id, version: $v) { _id } }', {
    id: String(id),
    v: version,
  });
  assert.equal(errors?.[0]?.message, 'error_not_found');
});

test('who is alerted in an old report of a continued event is seen, and those before stay hidden', async () => {
  const { id, eventId, people, draft } = await alarm();
  await close(eventId);
  await manager.run(`mutation { continueEvent(id: ${eventId}) { id } }`);
  const look = async (client: TestClient) =>
    (
      await client.run(
        `query ($id: ID!) { report(id: $id) { personAccess answers { goal limits { reached } figures { people } }
          people { edges { node { person { _id } answer { at } } } } expected { totalCount }
          messages { edges { node { messageRecipients { edges { node { person { _id } answer { at } } } } } } } } }`,
        { id: String(id) },
      )
    ).report;
  const closed = await look(manager);
  assert.partialDeepStrictEqual(closed, { personAccess: 'ended', answers: { goal: 'answered', limits: [] } });
  assert.deepEqual(closed.people.edges, []);
  const { id: newcomer } = await createPerson(db, { firstName: 'Nora', lastName: 'Neu' });
  await createDraft(db, { ...draft, people: [newcomer] });
  await send(id, `again-${id}`);
  await answer(id, newcomer);
  const seen = await look(manager);
  assert.equal(seen.personAccess, 'open');
  assert.equal(seen.answers.limits.length, 1);
  const shown = seen.people.edges.map(({ node }: { node: { person: { _id: number }; answer: object | null } }) => [
    node.person._id,
    node.answer !== null,
  ]);
  assert.deepEqual(shown, [[newcomer, true]]);
  assert.equal(seen.expected.totalCount, 1);
  const recipients = JSON.stringify(seen.messages);
  assert.ok(recipients.includes(`"_id":${newcomer}}`) && !recipients.includes(`"_id":${people[0]}}`));
  assert.deepEqual((await look(clerk)).people.edges, []);
  const file = await fetch(`${server.url}/api/v2/reports/${id}/results.csv`, {
    headers: { authorization: `Bearer ${manager.token}` },
  });
  assert.equal(file.status, 403, 'it would contain what was closed');
});

test('the printed review names no stop limit, and says what is withheld instead of a zero', async () => {
  const printed = async (event: number) => {
    const response = await fetch(`${server.url}/api/v2/events/${event}/after_action.pdf`, {
      headers: { authorization: `Bearer ${manager.token}` },
    });
    return readPdfTexts(Buffer.from(await response.arrayBuffer())).text;
  };
  const { eventId } = await alarm();
  assert.ok((await kindsOfLog(eventId)).includes('limit_reached'));
  assert.match(await printed(eventId), /1 von 1 Zusagen/);
  await close(eventId);
  const many = await printed(eventId);
  assert.doesNotMatch(many, /von 1 Zusagen|Excel|Zaun/);
  assert.match(many, /nicht sichtbar/);
  const few = await alarm(2);
  await close(few.eventId);
  const text = await printed(few.eventId);
  assert.match(text, /Zugesagt und gekommen\s+nicht sichtbar/);
  assert.doesNotMatch(text, /0 eingetroffen/);
});

test('a filter of the log does not tell the second of a withheld entry', async () => {
  const { eventId } = await alarm();
  await close(eventId);
  const { rows } = await sql<{ at: Date }>`
    select at from log_entries where event_id = ${eventId} and kind = 'answer' order by id limit 1`.execute(db);
  const minute = new Date(Math.floor(rows[0]!.at.getTime() / 60_000) * 60_000);
  const found = async (from: Date, until: Date) => {
    const { event } = await manager.run(
      `query ($id: ID!, $from: DateTime, $until: DateTime) {
        event(id: $id) { log(filter: { from: $from, until: $until }) { edges { node { kind } } } } }`,
      { id: String(eventId), from: from.toISOString(), until: until.toISOString() },
    );
    return event.log.edges.some(({ node }: { node: { kind: string } }) => node.kind === 'answer');
  };
  assert.equal(await found(minute, minute), true);
  assert.equal(await found(new Date(minute.getTime() + 1), new Date(minute.getTime() + 59_999)), false);
});

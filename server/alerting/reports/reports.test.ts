import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { roles } from '#shared/permissions.ts';
import { createEvent, createMailingList, createMessage, createReport, idByIdentifier } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let editor: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  editor = await server.as('editor');
});
after(() => server.stop());

const create = `mutation ($input: CreateReportInput!) { createReport(input: $input) {
  _id title content answerUntil answerOptions { code label kind askMinutes } reportType { identifier } } }`;
const update = `mutation ($input: UpdateReportInput!) { updateReport(input: $input) {
  title content answerUntil answerOptions { code label } } }`;
const remove = 'mutation ($id: ID!) { deleteReport(id: $id) { _id } }';
const add = `mutation ($report: ID!, $channels: [ID!]!) { addReportChannels(report: $report, channels: $channels) { _id } }`;
const keyOf = async (client: TestClient, document: string, variables: object) =>
  (await client.send(document, { ...variables })).errors?.[0]?.message ?? 'done';
const messages = (reportId: number) =>
  db.selectFrom('messages').selectAll().where('reportId', '=', reportId).orderBy('id').execute();

test('a report has its own answers and appears in its event', async () => {
  const event = await createEvent(db);
  const reportType = await idByIdentifier(db, 'reportTypes', 'staff_information');
  const answerOptions = [
    { code: 'a', label: 'Gelesen', kind: 'POSITIVE' },
    { code: 'b', label: 'Rückfrage', kind: 'NEUTRAL', askMinutes: true },
  ];
  const input = {
    event: event.id,
    reportType,
    title: ' Lage ',
    content: 'Text',
    answerOptions,
    answerUntil: '2099-11-21T12:00:00Z',
  };
  const { createReport: report } = await editor.run(create, { input });
  assert.deepEqual([report.title, report.content, report.answerUntil], ['Lage', 'Text', '2099-11-21T12:00:00.000Z']);
  assert.deepEqual(report.answerOptions, [
    { ...answerOptions[0], askMinutes: false },
    { ...answerOptions[1], askMinutes: true },
  ]);
  const { reports, event: parent } = await editor.run(
    'query ($id: ID!) { reports(event: $id) { totalCount edges { node { _id } } } event(id: $id) { reports { edges { node { _id } } } } }',
    { id: event.id },
  );
  assert.deepEqual(
    [reports.edges[0].node._id, parent.reports.edges[0].node._id, reports.totalCount],
    [report._id, report._id, 1],
  );
});

test('refuses ambiguous answers', async () => {
  const event = await createEvent(db);
  const reportType = await idByIdentifier(db, 'reportTypes', 'staff_information');
  const option = (code: string, label = 'Text') => ({ code, label, kind: 'POSITIVE' });
  for (const answerOptions of [[option('a'), option('A ')], [option('')], [option('1', ' ')], [option('a b')]]) {
    const input = { event: event.id, reportType, title: 'x', answerOptions };
    assert.equal(await keyOf(editor, create, { input }), 'error_answer_options', JSON.stringify(answerOptions));
  }
});

test('drafts follow the report while they contain its text', async () => {
  const report = await createReport(db, { type: 'staff_information', title: 'Alt', content: 'Alter Text' });
  const same = { reportId: report.id, title: 'Alt', content: 'Alter Text' };
  const [follows, adapted] = [await createMessage(db, same), await createMessage(db, { ...same, content: 'Kurz' })];
  await editor.run(update, { input: { id: report.id, title: 'Neu', content: 'Neuer Text' } });
  const after = await messages(report.id);
  const text = (id: number) => after.filter((m) => m.id === id).map((m) => [m.title, m.content])[0];
  assert.deepEqual(
    [text(follows.id), text(adapted.id)],
    [
      ['Neu', 'Neuer Text'],
      ['Neu', 'Kurz'],
    ],
  );
});

test('submitting a message locks text and answers, but not the end of answering', async () => {
  const statuses = {
    draft: true,
    rejected: true,
    pending_approval: false,
    scheduled: false,
    queued: false,
    sending: false,
    sent: false,
    sent_with_errors: false,
    failed: false,
    cancelled: true,
  };
  for (const [status, free] of Object.entries(statuses)) {
    const report = await createReport(db, { type: 'staff_information' });
    await createMessage(db, { reportId: report.id, status });
    const options = [{ code: '1', label: 'Neu', kind: 'POSITIVE' }];
    const expected = free ? 'done' : 'error_report_sent';
    assert.equal(await keyOf(editor, update, { input: { id: report.id, title: 'Neu' } }), expected, status);
    assert.equal(await keyOf(editor, update, { input: { id: report.id, answerOptions: options } }), expected, status);
    assert.equal(await keyOf(editor, remove, { id: report.id }), expected, status);
    if (free) continue;
    const later = { id: report.id, answerUntil: '2099-01-01T00:00:00Z' };
    assert.equal((await editor.run(update, { input: later })).updateReport.answerUntil, '2099-01-01T00:00:00.000Z');
  }
});

test('a cancelled message that reached a person locks the text', async () => {
  const report = await createReport(db, { type: 'staff_information' });
  const message = await createMessage(db, { reportId: report.id, status: 'cancelled' });
  await server.app.database.pool.query(
    `insert into message_recipients (message_id, report_id, channel_id, target_address, address_norm, lane, status, attempts, nonce)
     values ($1, $2, $3, 'a@example.org', 'a@example.org', 'normal', 'sent', 1, '\\x00')`,
    [message.id, report.id, message.channelId],
  );
  assert.equal(await keyOf(editor, update, { input: { id: report.id, title: 'Neu' } }), 'error_report_sent');
});

test('of a launch and an edit at once, the edit is refused or the message has the new text', async () => {
  for (let round = 0; round < 10; round++) {
    const report = await createReport(db, { type: 'staff_information', title: 'Alt' });
    const message = await createMessage(db, { reportId: report.id, title: 'Alt' });
    const launch = server.app.db.transaction().execute(async (tx) => {
      const locked = await tx
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', message.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await tx.updateTable('messages').set({ status: 'queued' }).where('id', '=', message.id).execute();
      return locked.title;
    });
    const [outcome, sent] = await Promise.all([
      keyOf(editor, update, { input: { id: report.id, title: 'Neu' } }),
      launch,
    ]);
    assert.equal(sent, outcome === 'done' ? 'Neu' : 'Alt', outcome);
  }
});

test('a deleted report disappears with its drafts and stays deleted', async () => {
  const report = await createReport(db, { type: 'staff_information' });
  await createMessage(db, { reportId: report.id });
  await editor.run(remove, { id: report.id });
  assert.equal((await editor.run('query ($id: ID!) { report(id: $id) { _id } }', { id: report.id })).report, null);
  assert.equal((await messages(report.id))[0]!.isActive, false);
  assert.equal(await keyOf(editor, remove, { id: report.id }), 'error_not_found');
});

test('each action needs the feature for this type of report', async () => {
  const staff = await createReport(db, { type: 'staff_information' });
  const alarm = await createReport(db);
  const event = await createEvent(db);
  const channel = await idByIdentifier(db, 'channels', 'exercise');
  const types = {
    staff: await idByIdentifier(db, 'reportTypes', 'staff_information'),
    alarm: await idByIdentifier(db, 'reportTypes', 'activation'),
  };
  const input = (reportType: number) => ({ input: { event: event.id, reportType, title: 'x' } });
  const acts: [string, string, object][] = [
    ['create staff', create, input(types.staff)],
    ['create alarm', create, input(types.alarm)],
    ['edit staff', update, { input: { id: staff.id, title: 'x' } }],
    ['edit alarm', update, { input: { id: alarm.id, title: 'x' } }],
    ['add staff', add, { report: staff.id, channels: [channel] }],
    ['add alarm', add, { report: alarm.id, channels: [channel] }],
  ];
  const may: Record<string, string[]> = {
    crisis_manager: ['create alarm', 'edit alarm', 'add alarm'],
    editor: ['create staff', 'edit staff', 'add staff'],
    administrator: ['delete alarm'],
  };
  for (const role of roles) {
    const client = await server.as(role);
    for (const [name, document, variables] of acts) {
      const expected = may[role]?.includes(name) ? 'done' : 'error_forbidden';
      assert.equal(await keyOf(client, document, variables), expected, `${role}: ${name}`);
    }
    const fresh = await createReport(db);
    assert.equal(
      await keyOf(client, remove, { id: fresh.id }),
      role === 'administrator' ? 'done' : 'error_forbidden',
      role,
    );
  }
  const own = await createReport(db, { insertedBy: manager.userId });
  assert.equal(
    await keyOf(manager, remove, { id: own.id }),
    'done',
    'its author takes back an activation that never left',
  );
});

test('adding channels makes one draft each with the same recipients, a publishing one only once', async () => {
  const list = await createMailingList(db);
  const report = await createReport(db, { type: 'staff_information', title: 'T', content: 'C' });
  const exercise = await idByIdentifier(db, 'channels', 'exercise');
  const channelTypeId = await idByIdentifier(db, 'channelTypes', 'webfeed');
  const feed = await db
    .insertInto('channels')
    .values({ name: 'Feed', identifier: 'feed', channelTypeId })
    .returningAll()
    .executeTakeFirstOrThrow();
  const first = await createMessage(db, { reportId: report.id });
  await db.insertInto('messageLists').values({ messageId: first.id, mailingListId: list.id }).execute();
  await editor.run(add, { report: report.id, channels: [feed.id, exercise] });
  const [, onFeed, onExercise] = await messages(report.id);
  assert.deepEqual(
    [onFeed!.channelId, onFeed!.title, onFeed!.content, onFeed!.requestAnswer],
    [feed.id, 'T', 'C', false],
  );
  const lists = await db
    .selectFrom('messageLists')
    .selectAll()
    .where('messageId', 'in', [onFeed!.id, onExercise!.id])
    .execute();
  assert.deepEqual(
    lists.map((row) => [row.messageId, row.mailingListId]),
    [[onExercise!.id, list.id]],
  );
  assert.equal(await keyOf(editor, add, { report: report.id, channels: [exercise] }), 'done');
  assert.equal(await keyOf(editor, add, { report: report.id, channels: [exercise, feed.id] }), 'error_channel_used');
  assert.equal((await messages(report.id)).length, 4, 'a refusal adds nothing');
  const other = await createReport(db, { type: 'staff_information' });
  const both = await Promise.all([1, 2, 3].map(() => keyOf(editor, add, { report: other.id, channels: [feed.id] })));
  assert.deepEqual(both.sort(), ['done', 'error_channel_used', 'error_channel_used']);
  await db.updateTable('channels').set({ isActive: false }).where('id', '=', feed.id).execute();
  assert.equal(await keyOf(editor, add, { report: report.id, channels: [feed.id] }), 'error_inactive');
});

test('rejects writing into an archived event', async () => {
  const event = await createEvent(db, { state: 'archived' });
  const report = await createReport(db, { type: 'staff_information', eventId: event.id });
  const channel = await idByIdentifier(db, 'channels', 'exercise');
  const reportType = report.reportTypeId;
  const attempts: [string, object][] = [
    [create, { input: { event: event.id, reportType, title: 'x' } }],
    [update, { input: { id: report.id, title: 'x' } }],
    [remove, { id: report.id }],
    [add, { report: report.id, channels: [channel] }],
  ];
  for (const [document, variables] of attempts) {
    assert.equal(await keyOf(editor, document, variables), 'error_event_archived', document);
  }
});

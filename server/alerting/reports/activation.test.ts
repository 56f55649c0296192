import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { roles } from '#shared/permissions.ts';
import {
  createEvent,
  createEventType,
  createMailingList,
  createPerson,
  createSnippet,
  idByIdentifier,
} from '#testing/factories.ts';
import { createChannel } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let editor: TestClient;
let activation: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  editor = await server.as('editor');
  activation = await idByIdentifier(db, 'reportTypes', 'activation');
  await db
    .updateTable('systemSettings')
    .set({ valueStr: 'Klinikum' })
    .where('valueKey', '=', 'organisation_name')
    .execute();
});
after(() => server.stop());

const fields = `_id title content reportType { identifier } insertedBy { id }
  answerOptions { code label kind askMinutes }
  event { _id name mode isRunning eventStatus { identifier } eventType { name } activationEventType { name }
    location { name } log { edges { node { kind text } } } }`;
const activate = `mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) { ${fields} } }`;
const communicate = `mutation ($input: CreateActivationInput!) { report: createCommunication(input: $input) { ${fields} } }`;
const start = async (client: TestClient, document: string, input: object) =>
  (await client.run(document, { input })).report;

/** A report's stored messages with channel and lists. */
async function messagesOf(reportId: number) {
  const { rows } = await server.app.database.pool.query(
    `select m.status, m.title, m.content, m.request_answer as answer, c.identifier as channel,
       (select array_agg(mailing_list_id order by sort_order) from message_lists l where l.message_id = m.id) as lists
     from messages m join channels c on c.id = m.channel_id where report_id = $1 order by m.id`,
    [reportId],
  );
  return rows;
}

test('one step creates an activation that is ready to send', async () => {
  const lists = [await createMailingList(db), await createMailingList(db)];
  const off = await createMailingList(db, { isActive: false });
  const location = await db
    .insertInto('locations')
    .values({ name: 'Haus B', address: 'Weg 1\n89073 Ulm' })
    .returningAll()
    .executeTakeFirstOrThrow();
  const type = await createEventType(db, {
    name: 'Brand',
    lists: [off.id, ...lists.map(({ id }) => id)],
    locationId: location.id,
  });
  await createSnippet(db, {
    content:
      '{{ event.type }} in {{event.location}} ({{ event.address }}), {{ organisation.name }}. {{ person.firstName }}: ' +
      '{{ answer.link }} {{ input:"Treffpunkt" }} {{ unknown.thing }} {{ author.phone }} – {{ author.name }}',
    eventTypeId: type.id,
    reportTypeId: activation,
  });
  await createSnippet(db, { content: 'Allgemeiner Text', reportTypeId: activation });
  const report = await start(manager, activate, { eventType: type.id });
  assert.match(report.event.name, /^Brand, \d\d\.\d\d\. \d\d:\d\d$/);
  assert.equal(report.title, 'ALARM: Brand – Haus B');
  const author = await db.selectFrom('users').selectAll().where('id', '=', manager.userId!).executeTakeFirstOrThrow();
  assert.equal(
    report.content,
    'Brand in {{event.location}} ({{ event.address }}), Klinikum. {{ person.firstName }}: ' +
      `{{ answer.link }} {{ input:"Treffpunkt" }} {{ unknown.thing }} {{ author.phone }} – Vorname ${author.lastName}`,
  );
  const { placeholders } = (await manager.run(`{ report(id: ${report._id}) { placeholders } }`)).report;
  assert.partialDeepStrictEqual(placeholders, { 'event.location': 'Haus B', 'event.address': 'Weg 1\n89073 Ulm' });
  const { event } = report;
  assert.deepEqual(
    [event.isRunning, event.eventStatus.identifier, event.mode, event.location.name],
    [false, 'draft', 'LIVE', 'Haus B'],
    'an abandoned wizard leaves no running event',
  );
  assert.deepEqual([event.eventType.name, event.activationEventType.name], ['Brand', 'Brand']);
  assert.deepEqual(
    event.log.edges.map((edge: { node: { kind: string } }) => edge.node.kind),
    ['event_created'],
  );
  assert.deepEqual(report.answerOptions, [
    { code: '1', label: 'Ich komme', kind: 'POSITIVE', askMinutes: true },
    { code: '2', label: 'Ich komme nicht', kind: 'NEGATIVE', askMinutes: false },
    { code: '3', label: 'Später / unklar', kind: 'NEUTRAL', askMinutes: false },
  ]);
  assert.deepEqual(await messagesOf(report._id), [
    {
      status: 'draft',
      title: report.title,
      content: report.content,
      answer: true,
      channel: 'exercise',
      lists: lists.map(({ id }) => id),
    },
  ]);
});

test('without given channels, takes one of each type that addresses people, e-mail first', async () => {
  const sms = await createChannel(db, 'sms');
  const troubled = await createChannel(db, 'email', { trouble: 'channel_unreachable' });
  const email = await createChannel(db, 'email');
  const others = [
    troubled,
    await createChannel(db, 'sms'), // the fallback of the first
    await createChannel(db, 'webfeed'),
    await createChannel(db, 'email', { isActive: false }),
    await createChannel(db, 'voice'), // a type that is switched off
    await createChannel(db, 'sms', { settings: JSON.stringify({ provider: 'gone' }) }), // nothing serves it
  ];
  const type = await createEventType(db);
  const report = await start(manager, activate, { eventType: type.id });
  const messages = await messagesOf(report._id);
  assert.deepEqual(
    messages.map(({ channel }) => channel),
    [email.identifier, sms.identifier],
  );
  const ids = [email.id, sms.id, ...others.map(({ id }) => id)];
  await db.updateTable('channels').set({ isActive: false }).where('id', 'in', ids).execute();
});

test('public information starts with publishing channels, except those that need an area first', async () => {
  const reportType = await idByIdentifier(db, 'reportTypes', 'public_information');
  const { id: eventType } = await createEventType(db);
  const channelsOf = async (type = reportType) =>
    (await messagesOf((await start(editor, communicate, { eventType, reportType: type }))._id)).map(
      ({ channel }) => channel,
    );
  assert.deepEqual(await channelsOf(), ['exercise'], 'nothing else is active');
  const mail = await createChannel(db, 'email');
  assert.deepEqual(await channelsOf(), [], 'a mail to staff informs nobody outside');
  const others = [await createChannel(db, 'chat'), await createChannel(db, 'webhook'), await createChannel(db, 'cap')];
  const page = await createChannel(db, 'webfeed');
  const post = await createChannel(db, 'social_media', { settings: JSON.stringify({ provider: 'mastodon' }) });
  assert.deepEqual(await channelsOf(), [post.identifier, page.identifier]);
  const press = await channelsOf(await idByIdentifier(db, 'reportTypes', 'press_release'));
  assert.ok(press.includes(mail.identifier) && !press.includes(page.identifier), press.join());
  const ids = [mail, page, post, ...others].map(({ id }) => id);
  await db.updateTable('channels').set({ isActive: false }).where('id', 'in', ids).execute();
});

test('given channels and lists replace the defaults; publishing channels get no lists', async () => {
  const feed = await createChannel(db, 'webfeed');
  const exercise = await idByIdentifier(db, 'channels', 'exercise');
  const [standard, own] = [await createMailingList(db), await createMailingList(db)];
  const type = await createEventType(db, { lists: [standard.id] });
  const report = await start(manager, activate, {
    eventType: type.id,
    channels: [feed.id, `/api/v2/channels/${exercise}`],
    lists: [own.id],
    name: 'Mein Name',
    title: 'Titel {{ event.name }}',
    content: '<p>Text {{ event.name }} <script>alert(1)</script><a href="javascript:x" onclick="y">Link</a></p>',
    mode: 'EXERCISE',
  });
  assert.deepEqual(
    [report.event.name, report.title, report.content, report.event.mode],
    ['Mein Name', 'Titel Mein Name', '<p>Text Mein Name <a>Link</a></p>', 'EXERCISE'],
  );
  const messages = await messagesOf(report._id);
  assert.deepEqual(
    messages.map(({ channel, lists }) => [channel, lists]),
    [
      [feed.identifier, null],
      ['exercise', [own.id]],
    ],
  );
});

test('a name cannot smuggle in a placeholder or markup', async () => {
  const type = await createEventType(db);
  await createSnippet(db, { content: '<p>{{ event.name }}</p>', eventTypeId: type.id, reportTypeId: activation });
  const report = await start(manager, activate, { eventType: type.id, name: '{{ event.description }} <b>&' });
  assert.equal(report.content, '<p>(( event.description )) &lt;b&gt;&amp;</p>');
});

test('uses only the most specific snippets: those of the event type, else those for all', async () => {
  const type = await createEventType(db);
  const content = async () => (await start(manager, activate, { eventType: type.id })).content;
  const before = await db.selectFrom('reportEventSnippets').selectAll().where('eventTypeId', 'is', null).execute();
  await db.deleteFrom('reportEventSnippets').where('eventTypeId', 'is', null).execute();
  assert.equal(await content(), '');
  await createSnippet(db, { content: 'alle', reportTypeId: activation });
  assert.equal(await content(), 'alle');
  await createSnippet(db, { content: 'beide 1', eventTypeId: type.id, reportTypeId: activation });
  await createSnippet(db, { content: 'aus', eventTypeId: type.id, reportTypeId: activation, isActive: false });
  await createSnippet(db, { content: 'beide 2', eventTypeId: type.id, reportTypeId: activation });
  assert.equal(await content(), 'beide 1\n\nbeide 2');
  assert.ok(before.length > 0);
});

test('a plain text keeps its lines next to one with markup', async () => {
  const type = await createEventType(db);
  for (const content of ['Kommen Sie.\nSofort & <alle>.', '<p>Bitte <b>antworten</b>.</p>']) {
    await createSnippet(db, { content, eventTypeId: type.id, reportTypeId: activation });
  }
  const report = await start(manager, activate, { eventType: type.id });
  assert.equal(report.content, '<p>Kommen Sie.<br />Sofort &amp; &lt;alle&gt;.</p><p>Bitte <b>antworten</b>.</p>');
});

test('a communication has its own type, no answers, and only the lists chosen by its author', async () => {
  const list = await createMailingList(db);
  const type = await createEventType(db, { lists: [list.id] });
  const report = await start(editor, communicate, { eventType: type.id });
  assert.equal(report.reportType.identifier, 'staff_information');
  assert.equal(report.event.activationEventType, null);
  assert.deepEqual(
    (await messagesOf(report._id)).map(({ answer, lists }) => [answer, lists]),
    [[false, null]],
  );
  const press = await idByIdentifier(db, 'reportTypes', 'press_release');
  const other = await start(editor, communicate, { eventType: type.id, reportType: press, lists: [list.id] });
  assert.equal(other.reportType.identifier, 'press_release');
  assert.deepEqual(
    (await messagesOf(other._id)).map(({ lists }) => lists),
    [[list.id]],
  );
  const wrong = await editor.send(communicate, { input: { eventType: type.id, reportType: activation } });
  assert.deepEqual(wrong.errors?.[0]?.extensions.fields, { reportType: 'error_invalid_input' });
});

test('sending an activation escalates a communication', async () => {
  const [first, second] = [await createEventType(db, { name: 'Panne' }), await createEventType(db, { name: 'Brand' })];
  const { event } = await start(editor, communicate, { eventType: first.id });
  const report = await start(manager, activate, { eventType: second.id, event: event._id });
  assert.equal(report.event._id, event._id);
  assert.deepEqual([report.event.eventType.name, report.event.activationEventType], ['Panne', null]);
  const empty = await createEvent(db, { state: 'running' });
  const person = await createPerson(db);
  const list = await createMailingList(db, { people: [person.id] });
  const before = await start(manager, activate, { eventType: second.id, event: empty.id, lists: [list.id] });
  assert.equal(before.event.eventType, null);
  await manager.run(`mutation { sendReport(id: ${before._id}, launchKey: "escalate") { id } }`);
  const { event: escalated } = (await manager.run(`{ report(id: ${before._id}) { ${fields} } }`)).report;
  assert.deepEqual(
    [escalated.eventType.name, escalated.activationEventType.name, escalated.isRunning],
    ['Brand', 'Brand', true],
  );
  const texts = escalated.log.edges.map((edge: { node: { text: string } }) => edge.node.text);
  assert.ok(texts.includes('Aktivierung als Brand'), String(texts));
});

test('an existing event keeps its mode and must not be over', async () => {
  const type = await createEventType(db);
  const attempt = async (
    client: TestClient,
    document: string,
    state: 'draft' | 'running' | 'finished' | 'archived',
    more = {},
  ) => {
    const event = await createEvent(db, { state, mode: 'EXERCISE' });
    const answer = await client.send(document, { input: { eventType: type.id, event: event.id, ...more } });
    const { rows } = await server.app.database.pool.query('select 1 from reports where event_id = $1', [event.id]);
    assert.equal(rows.length, answer.errors ? 0 : 1);
    return answer.errors?.[0]?.message ?? 'done';
  };
  assert.equal(await attempt(manager, activate, 'running', { mode: 'LIVE' }), 'error_mode_fixed');
  assert.equal(await attempt(manager, activate, 'running', { mode: 'EXERCISE' }), 'done');
  assert.equal(await attempt(manager, activate, 'finished'), 'error_event_finished');
  assert.equal(await attempt(manager, activate, 'archived'), 'error_event_archived');
  assert.equal(await attempt(editor, communicate, 'finished'), 'done', 'an all-clear follows the end');
  assert.equal(await attempt(editor, communicate, 'archived'), 'error_event_archived');
});

test('an invalid choice leaves nothing behind', async () => {
  const count = async () => (await server.app.database.pool.query('select count(*)::int as n from events')).rows[0].n;
  const [type, old] = [await createEventType(db), await createEventType(db, { isActive: false })];
  const [channel, list] = [
    await createChannel(db, 'email', { isActive: false }),
    await createMailingList(db, { isActive: false }),
  ];
  const before = await count();
  const inputs = {
    eventType: { eventType: old.id },
    channels: { eventType: type.id, channels: [channel.id] },
    lists: { eventType: type.id, lists: [list.id] },
  };
  for (const [field, input] of Object.entries(inputs)) {
    const answer = await manager.send(activate, { input });
    assert.deepEqual(answer.errors?.[0]?.extensions.fields, { [field]: 'error_inactive' });
  }
  assert.equal(await count(), before);
});

test('only a crisis manager activates, only an editor communicates', async () => {
  const type = await createEventType(db);
  for (const role of roles) {
    const client = await server.as(role);
    const outcomes = [];
    for (const document of [activate, communicate]) {
      const answer = await client.send(document, { input: { eventType: type.id } });
      outcomes.push(answer.errors?.[0]?.message ?? 'done');
    }
    const expected = [role === 'crisis_manager', role === 'editor'].map((may) => (may ? 'done' : 'error_forbidden'));
    assert.deepEqual(outcomes, expected, role);
  }
});

test('a start repeated with its key, also at once, makes one draft; the key has no other use', async () => {
  const input = { eventType: String((await createEventType(db)).id), mode: 'EXERCISE' };
  const once = `mutation ($input: CreateActivationInput!, $key: String) {
    report: createActivation(input: $input, key: $key) { _id event { _id } } }`;
  const key = 'one tap';
  const made = await Promise.all([1, 2, 3].map(async () => (await manager.run(once, { input, key })).report));
  assert.deepEqual(made, [made[0], made[0], made[0]]);
  const other = await manager.send(once, { input: { ...input, mode: 'LIVE' }, key });
  assert.equal(other.errors?.[0]?.message, 'error_launch_key_reused');
  const second = (await manager.run(once, { input, key: 'another tap' })).report;
  assert.notEqual(second._id, made[0]._id);
  const colleague = (await (await server.as('crisis_manager')).run(once, { input, key })).report;
  assert.notEqual(colleague._id, made[0]._id, 'a key is one user’s');
  await manager.run('mutation ($id: ID!) { deleteReport(id: $id) { _id } }', { id: String(made[0]._id) });
  const late = await manager.send(once, { input, key });
  assert.equal(late.errors?.[0]?.message, 'error_not_found');
  await db.updateTable('messages').set({ status: 'sent' }).where('reportId', '=', second._id).execute();
  const sent = await manager.send(once, { input, key: 'another tap' });
  assert.equal(sent.errors?.[0]?.message, 'error_not_found', 'what was sent since is no new alarm');
});

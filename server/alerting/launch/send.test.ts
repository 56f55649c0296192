import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { newKey } from '#server/api/viewer/key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { sha256, tokenOf } from '#server/platform/secrets.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  createUser,
  idByIdentifier,
} from '#testing/factories.ts';
import { createChannel, createDraft, deliver, settle, setUndoSeconds, statusesOf } from '#testing/messages.ts';
import { post } from '#testing/rest.ts';
import { createClient, startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

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

const send = `mutation ($id: ID!, $key: String!, $at: DateTime) { message: sendMessage(id: $id, launchKey: $key, sendAt: $at) {
  _id status recipientCount releaseAt sendAt percentageStatus launchedBy { _id }
  messageResult { total pending sent failed suppressed skipped }
  messageRecipients { totalCount edges { node { targetAddress status statusReason via person { _id } } } } } }`;
const sendAll = 'mutation ($id: ID!, $key: String!) { report: sendReport(id: $id, launchKey: $key) { _id } }';
let keys = 0;
const key = () => `key-${++keys}-of-this-test`;
const refused = (answer: { errors?: { message: string; extensions: { code: string } }[] }) =>
  answer.errors?.map(({ message, extensions }) => `${extensions.code} ${message}`);
const countRows = async (table: string, where: string, ...values: unknown[]): Promise<number> =>
  Number((await server.app.database.pool.query(`select count(*) as n from ${table} where ${where}`, values)).rows[0].n);

test('a launch freezes recipients with address and path, and the others with a reason', async () => {
  const one = await createPerson(db, { email: 'eins@example.org' });
  const same = await createPerson(db, { email: 'EINS@example.org' });
  const silent = await createPerson(db, { email: null });
  const group = await createGroup(db, { name: 'Stab', members: [one.id, silent.id] });
  const list = await createMailingList(db, { name: 'Verteiler', people: [same.id], groups: [{ id: group.id }] });
  const { id } = await createDraft(db, { lists: [list.id], people: [one.id] });
  const { message } = await manager.run(send, { id: String(id), key: key() });
  assert.equal(message.status, 'queued');
  assert.equal(message.recipientCount, 1);
  assert.equal(message.launchedBy._id, manager.userId);
  assert.deepEqual(message.messageResult, { total: 3, pending: 1, sent: 0, failed: 0, suppressed: 2, skipped: 0 });
  assert.equal(message.percentageStatus, 66);
  const rows = message.messageRecipients.edges.map(({ node }: { node: Record<string, unknown> }) => node);
  assert.deepEqual(rows, [
    {
      targetAddress: 'EINS@example.org',
      status: 'queued',
      statusReason: null,
      via: ['Verteiler'],
      person: { _id: same.id },
    },
    {
      targetAddress: 'eins@example.org',
      status: 'suppressed',
      statusReason: 'duplicate',
      via: ['Verteiler › Stab'],
      person: { _id: one.id },
    },
    {
      targetAddress: '',
      status: 'suppressed',
      statusReason: 'no_address',
      via: ['Verteiler › Stab'],
      person: { _id: silent.id },
    },
  ]);
  await db.updateTable('personData').set({ valueStr: 'neu@example.org' }).where('personId', '=', same.id).execute();
  const row = await db.selectFrom('messageRecipients').selectAll().where('personId', '=', same.id).executeTakeFirst();
  assert.equal(row!.targetAddress, 'EINS@example.org', 'later changes do not touch it');
});

test('a message goes from launch to sending to the end, with each step in the event log', async () => {
  const { id: eventId } = await createEvent(db, { state: 'draft' });
  const report = await createReport(db, { eventId });
  const [a, b] = [await createPerson(db), await createPerson(db)];
  const { id } = await createDraft(db, { reportId: report.id, people: [a.id, b.id], title: 'Alarm' });
  await manager.run(send, { id: String(id), key: key() });
  await settle(server.app);
  const status = async () =>
    (
      await manager.run('query ($id: ID!) { messageStatus(id: $id) { status percentageStatus sentAt } }', {
        id: String(id),
      })
    ).messageStatus;
  assert.equal((await status()).status, 'sending');
  assert.deepEqual(await deliver(db, id, (person) => (person === a.id ? 'sent' : 'failed')), [a.id, b.id]);
  await settle(server.app);
  assert.partialDeepStrictEqual(await status(), { status: 'sent_with_errors', percentageStatus: 100 });
  const log = await db
    .selectFrom('logEntries')
    .select(['kind', 'data'])
    .where('eventId', '=', eventId)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    log.map(({ kind }) => kind),
    ['event_started', 'message_launched', 'message_finished'],
    'the draft event began to run',
  );
  assert.partialDeepStrictEqual(log[2]!.data, { message: id, status: 'sent_with_errors', sent: 1, failed: 1 });
  assert.ok(!JSON.stringify(log).includes('@'), 'no addresses in the log');
});

test('stores the token of an answer link only as a hash, and only for messages with answers', async () => {
  const person = await createPerson(db);
  const withAnswer = await createDraft(db, { people: [person.id], requestAnswer: true });
  const without = await createDraft(db, { people: [person.id] });
  for (const { id } of [withAnswer, without]) await manager.run(send, { id: String(id), key: key() });
  const rowOf = (messageId: number) =>
    db.selectFrom('messageRecipients').selectAll().where('messageId', '=', messageId).executeTakeFirstOrThrow();
  const row = await rowOf(withAnswer.id);
  assert.deepEqual(row.tokenHash, sha256(tokenOf(server.app.secrets.link, row.nonce)));
  assert.equal((await rowOf(without.id)).tokenHash, null);
});

test('repeats a launch with the same key without doubling it, also at the same moment', async () => {
  const person = await createPerson(db);
  const { id } = await createDraft(db, { people: [person.id] });
  const variables = { id: String(id), key: key() };
  const answers = await Promise.all([manager.run(send, variables), manager.run(send, variables)]);
  answers.push(await manager.run(send, variables)); // the client whose connection broke after the commit asks again
  for (const { message } of answers) assert.deepEqual([message._id, message.messageResult.total], [id, 1]);
  assert.equal(await countRows('message_recipients', 'message_id = $1', id), 1);
  const other = await createDraft(db, { people: [person.id] });
  assert.deepEqual(refused(await manager.send(send, { ...variables, id: String(other.id) })), [
    'CONFLICT error_launch_key_reused',
  ]);
  assert.equal(
    (await editor.send(send, { ...variables, id: String(other.id) })).errors?.[0]?.message,
    'error_forbidden',
  );
});

test('a client with a broken connection retries with its key and launches exactly once', async () => {
  const person = await createPerson(db);
  for (let round = 0; round < 12; round++) {
    const { id } = await createDraft(db, { people: [person.id] });
    const variables = { id: String(id), key: key() };
    const request = fetch(`${server.url}/api/graphql/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${manager.token}` },
      body: JSON.stringify({ query: send, variables }),
      signal: AbortSignal.timeout(1 + round * 3),
    });
    await request.catch(() => {});
    await manager.run(send, variables);
    await settle(server.app);
    assert.equal(await countRows('message_recipients', 'message_id = $1', id), 1);
    assert.equal(await countRows('log_entries', `kind = 'message_launched' and (data->>'message')::int = $1`, id), 1);
  }
});

test('of two launches of one message with different keys only one happens', async () => {
  const person = await createPerson(db);
  const { id } = await createDraft(db, { people: [person.id] });
  const answers = await Promise.all([1, 2, 3].map(() => manager.send(send, { id: String(id), key: key() })));
  assert.deepEqual(
    answers.flatMap((answer) => refused(answer) ?? []),
    ['CONFLICT error_message_already_sent', 'CONFLICT error_message_already_sent'],
  );
  assert.equal(await countRows('message_recipients', 'message_id = $1', id), 1);
});

test('a refused launch leaves nothing behind and returns its key', async () => {
  const { id } = await createDraft(db, {});
  const variables = { id: String(id), key: key() };
  assert.deepEqual(refused(await manager.send(send, variables)), ['BAD_USER_INPUT error_no_recipients']);
  assert.equal(await countRows('launches', 'launch_key = $1', variables.key), 0);
  const person = await createPerson(db);
  const set = 'mutation ($id: ID!, $people: [ID!]) { setMessageRecipients(message: $id, people: $people) { _id } }';
  await manager.run(set, { id: String(id), people: [`/api/v2/people/${person.id}`] });
  assert.equal((await manager.run(send, variables)).message.recipientCount, 1);
});

test('refuses a blocked launch with the name of the blocker', async () => {
  const person = await createPerson(db);
  const attempt = async (values: Parameters<typeof createDraft>[1]) => {
    const { id } = await createDraft(db, { people: [person.id], ...values });
    return refused(await manager.send(send, { id: String(id), key: key() }))?.[0];
  };
  const inState = async (state: 'finished' | 'archived', type?: string) =>
    (await createReport(db, { eventId: (await createEvent(db, { state })).id, ...(type ? { type } : {}) })).id;
  assert.equal(
    await attempt({ content: 'Treffen um {{ input:"Uhrzeit" }}' }),
    'BAD_USER_INPUT error_open_placeholders',
  );
  assert.equal(await attempt({ content: 'Ort: {{ event.location }}' }), 'BAD_USER_INPUT error_open_placeholders');
  assert.equal(await attempt({ reportId: await inState('finished') }), 'CONFLICT error_event_finished');
  assert.equal(await attempt({ reportId: await inState('archived') }), 'CONFLICT error_event_archived');
  assert.equal(
    await attempt({ reportId: await inState('finished', 'all_clear') }),
    undefined,
    'an all-clear may leave',
  );
  const off = await createChannel(db, 'email', { isActive: false });
  assert.equal(await attempt({ channelId: off.id }), 'CONFLICT error_channel_inactive');
  await db.insertInto('channelTypes').values({ identifier: 'pager', name: 'Pager' }).execute();
  const unserved = await createChannel(db, 'pager');
  assert.equal(await attempt({ channelId: unserved.id }), 'CONFLICT error_channel_no_provider');
  const gone = await createChannel(db, 'sms', { settings: JSON.stringify({ provider: 'gone' }) });
  assert.equal(await attempt({ channelId: gone.id }), 'CONFLICT error_channel_no_provider', 'no other one steps in');
  const report = await createReport(db);
  await db.deleteFrom('answerOptions').where('reportId', '=', report.id).execute();
  assert.equal(await attempt({ reportId: report.id, requestAnswer: true }), 'BAD_USER_INPUT error_no_answer_options');
  assert.equal(await attempt({ title: ' ', content: '' }), 'BAD_USER_INPUT error_message_empty');
});

test('freezes the text with filled placeholders, except those that differ per person', async () => {
  const event = await createEvent(db, { name: 'Brand' });
  const report = await createReport(db, { eventId: event.id, title: 'Alarm' });
  const person = await createPerson(db);
  const content = '{{ event.name }}: {{ person.firstName }}, bitte {{ answer.link }}';
  const { id } = await createDraft(db, { reportId: report.id, people: [person.id], content });
  await manager.run(send, { id: String(id), key: key() });
  await db.updateTable('events').set({ name: 'Übung' }).where('id', '=', event.id).execute();
  const { message } = await manager.run('query ($id: ID!) { message(id: $id) { content } }', { id: String(id) });
  assert.equal(message.content, 'Brand: {{ person.firstName }}, bitte {{ answer.link }}');
});

test('activations leave at once, the rest after the undo window; large messages yield', async (t) => {
  await setUndoSeconds(db, 10);
  t.after(() => setUndoSeconds(db, 0));
  const person = await createPerson(db);
  const window = async (type: string) => {
    const report = await createReport(db, { type });
    const { id } = await createDraft(db, { reportId: report.id, people: [person.id] });
    const { message } = await manager.run(send, { id: String(id), key: key() });
    await settle(server.app);
    const row = await db
      .selectFrom('messageRecipients')
      .selectAll()
      .where('messageId', '=', id)
      .executeTakeFirstOrThrow();
    const { status, launchedAt } = await db
      .selectFrom('messages')
      .select(['status', 'launchedAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(row.tryAt!.toISOString(), new Date(message.releaseAt).toISOString());
    return { seconds: (row.tryAt!.getTime() - launchedAt!.getTime()) / 1000, status, lane: row.lane };
  };
  assert.deepEqual(await window('activation'), { seconds: 0, status: 'sending', lane: 'alarm' });
  assert.deepEqual(await window('staff_information'), { seconds: 10, status: 'queued', lane: 'normal' });
});

test('messages of an exercise go to the exercise channel, at the address of the real channel', async () => {
  const event = await createEvent(db, { mode: 'EXERCISE' });
  const report = await createReport(db, { eventId: event.id });
  const sms = await createChannel(db, 'sms');
  const person = await createPerson(db, { mobile: '+4915111111111' });
  const { id } = await createDraft(db, { reportId: report.id, channelId: sms.id, people: [person.id] });
  await manager.run(send, { id: String(id), key: key() });
  const row = await db
    .selectFrom('messageRecipients')
    .selectAll()
    .where('messageId', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(row.channelId, await idByIdentifier(db, 'channels', 'exercise'));
  assert.equal(row.targetAddress, '+4915111111111');
});

test('a publishing channel gets one row without a person, which counts but is no recipient', async () => {
  const feed = await createChannel(db, 'webfeed');
  const report = await createReport(db, { type: 'public_information' });
  const { id } = await createDraft(db, { reportId: report.id, channelId: feed.id });
  const { message } = await editor.run(send, { id: String(id), key: key() });
  assert.partialDeepStrictEqual(message, {
    recipientCount: 0,
    percentageStatus: 0,
    messageRecipients: { totalCount: 0 },
  });
  await db.updateTable('messageRecipients').set({ status: 'sending' }).where('messageId', '=', id).execute();
  await db.updateTable('messageRecipients').set({ status: 'sent' }).where('messageId', '=', id).execute();
  const again = await editor.run('query ($id: ID!) { message(id: $id) { percentageStatus messageResult { sent } } }', {
    id: String(id),
  });
  assert.deepEqual(again.message, { percentageStatus: 100, messageResult: { sent: 1 } });
});

test('sends all drafts of a report together and removes one without recipients', async () => {
  const report = await createReport(db);
  const [mail, sms] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const person = await createPerson(db);
  const first = await createDraft(db, { reportId: report.id, channelId: mail.id, people: [person.id] });
  const second = await createDraft(db, { reportId: report.id, channelId: sms.id, people: [person.id] });
  const variables = { id: String(report.id), key: key() };
  await Promise.all([manager.run(sendAll, variables), manager.run(sendAll, variables)]);
  const statuses = await db
    .selectFrom('messages')
    .select(['id', 'status', 'isActive'])
    .where('reportId', '=', report.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(statuses, [
    { id: first.id, status: 'queued', isActive: true },
    { id: second.id, status: 'draft', isActive: false },
  ]);
  assert.deepEqual(refused(await manager.send(sendAll, { ...variables, key: key() })), ['CONFLICT error_no_drafts']);
});

test('checks the right to send for each type of report', async () => {
  const person = await createPerson(db);
  const attempt = async (client: TestClient, type: string) => {
    const report = await createReport(db, { type });
    const { id } = await createDraft(db, { reportId: report.id, people: [person.id] });
    const answer = await client.send(send, { id: String(id), key: key() });
    assert.equal(Object.keys(await statusesOf(db, id)).length, answer.errors ? 0 : 1);
    return answer.errors?.[0]?.message ?? 'sent';
  };
  const contacts = await server.as('contact_manager');
  const outside = await server.client();
  assert.equal(await attempt(editor, 'activation'), 'error_forbidden');
  assert.equal(await attempt(editor, 'staff_information'), 'sent');
  assert.equal(await attempt(manager, 'activation'), 'sent');
  assert.equal(await attempt(manager, 'staff_information'), 'sent');
  assert.equal(await attempt(contacts, 'staff_information'), 'error_forbidden');
  assert.equal(await attempt(outside, 'staff_information'), 'error_unauthenticated');
});

/** Launches an alarm during other work; returns its refusal. */
async function whileItWaits(client: TestClient, meanwhile: () => Promise<unknown>) {
  const person = await createPerson(db);
  const report = await createReport(db, { type: 'activation' });
  const { id } = await createDraft(db, { reportId: report.id, people: [person.id] });
  const other = await server.app.database.pool.connect();
  await other.query('begin');
  await other.query('select from reports where id = $1 for update', [report.id]);
  const asked = client.send(send, { id: String(id), key: key() });
  await until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
  await meanwhile();
  await other.query('commit');
  other.release();
  const told = refused(await asked);
  assert.deepEqual(await statusesOf(db, id), {});
  return told;
}

test('a caller who loses the right, session or key while the launch waits launches nothing', async () => {
  const administrator = await server.as('administrator');
  const leaving = await server.as('crisis_manager');
  const demoted = await whileItWaits(leaving, () =>
    administrator.run('mutation ($id: ID!) { updateUser(input: { id: $id, roles: ["editor"] }) { _id } }', {
      id: String(leaving.userId),
    }),
  );
  assert.deepEqual(demoted, ['FORBIDDEN error_forbidden']);
  const signedOut = await server.as('crisis_manager');
  assert.deepEqual(await whileItWaits(signedOut, () => post(server, '/api/logout', {}, { token: signedOut.token })), [
    'UNAUTHENTICATED error_session_expired',
  ]);
  const { id } = await createUser(db, { roles: ['crisis_manager'] });
  const { key: token, ...stored } = newKey();
  const row = { name: 'Leitstelle', scopes: ['send_activation_message'], insertedBy: id, ...stored };
  await db.insertInto('apiKeys').values(row).execute();
  const overdue = await whileItWaits(createClient(server.url, id, token), () =>
    sql`update api_keys set expires_at = clock_timestamp() where prefix = ${stored.prefix}`.execute(db),
  );
  assert.deepEqual(overdue, ['UNAUTHENTICATED error_key_invalid']);
});

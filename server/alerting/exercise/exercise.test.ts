import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createEvent, createPerson, createReport, createUser } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer();
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const fields = `_id kind address subject text html readAt answerUrl person { _id } user { _id } message { _id }
  answerOptions { code label kind } answer { minutes source option { code } }`;
const list = `query ($person: ID, $kind: String, $search: String, $first: Int, $after: String) {
  box: exerciseMessages(person: $person, kind: $kind, search: $search, first: $first, after: $after) {
    totalCount pageInfo { endCursor } edges { node { ${fields} } } } }`;

// biome-ignore lint/suspicious/noExplicitAny: rows of arbitrary shape
type Node = any;
const box = async (client: TestClient, variables: Record<string, unknown> = {}): Promise<Node[]> =>
  (await client.run(list, variables)).box.edges.map(({ node }: { node: Node }) => node);

/** Sends a message of an exercise to one person; returns the received ones. */
async function sendOne(
  type: string,
  values: { requestAnswer?: boolean } = {},
): Promise<{ person: number; mail: Node }> {
  const event = await createEvent(db, { mode: 'EXERCISE', isRunning: true });
  const report = await createReport(db, { eventId: event.id });
  const person = await createPerson(db, { lastName: 'Übermut', mobile: '+4915112345678' });
  const channel = await createChannel(db, type);
  const draft = {
    channelId: channel.id,
    title: 'Probe',
    content: 'Guten Tag {{ person.lastName }}',
    people: [person.id],
  };
  const { id } = await createDraft(db, { ...draft, reportId: report.id, ...values });
  const key = `key-for-message-${id}`;
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
    id,
    key,
  });
  const mail = await until(async () => (await box(manager, { person: String(person.id) }))[0]);
  return { person: person.id, mail };
}

test('a message of an exercise arrives as mail and is answered there', async () => {
  await db.updateTable('systemSettings').set({ valueStr: '0' }).where('valueKey', '=', 'undo_seconds').execute();
  const { person, mail } = await sendOne('email', { requestAnswer: true });
  assert.deepEqual([mail.kind, mail.subject, mail.readAt, mail.answer], ['mail', 'ÜBUNG: Probe', null, null]);
  assert.match(mail.text, /Guten Tag Übermut/);
  assert.ok(mail.text.includes(mail.answerUrl) && mail.html.includes(mail.answerUrl));
  const token = new URL(mail.answerUrl).pathname.slice('/a/'.length);
  const asked = await db.selectFrom('messageRecipients').select('tokenHash').where('personId', '=', person).execute();
  assert.deepEqual(asked[0]!.tokenHash, sha256(token));
  assert.deepEqual(
    mail.answerOptions.map(({ code }: Node) => code),
    ['1', '2', '3'],
  );
  const answer = `mutation ($id: ID!, $option: String!, $minutes: Int) {
    message: answerExerciseMessage(id: $id, option: $option, minutes: $minutes) { ${fields} } }`;
  const { message } = await manager.run(answer, { id: mail._id, option: '1', minutes: 20 });
  assert.deepEqual(message.answer, { minutes: 20, source: 'exercise', option: { code: '1' } });
  assert.notEqual(message.readAt, null);
  const wrong = await manager.send(answer, { id: mail._id, option: 'no such' });
  assert.equal(wrong.errors?.[0]?.message, 'error_answer_option');
  const { people } = await manager.run(
    '{ people: exercisePeople { edges { node { person { _id } messages unread } } } }',
  );
  const own = people.edges.find(({ node }: Node) => node.person._id === person);
  assert.deepEqual([own.node.messages, own.node.unread], [1, 0]);
});

test('a text message arrives without subject and markup; without a question it takes no answer', async () => {
  const { mail } = await sendOne('sms');
  assert.deepEqual([mail.kind, mail.subject, mail.html, mail.address], ['phone', '', null, '+4915112345678']);
  assert.equal(mail.text, 'ÜBUNG: Probe\nGuten Tag Übermut');
  assert.deepEqual([mail.answerUrl, mail.answerOptions, mail.answer], [null, [], null]);
  const answer = 'mutation ($id: ID!) { answerExerciseMessage(id: $id, option: "1") { _id } }';
  assert.equal((await manager.send(answer, { id: mail._id })).errors?.[0]?.message, 'error_not_found');
});

test('searches the mailbox, filters it by kind and reads it page by page, newest first', async () => {
  const ids = (await box(manager)).map(({ _id }) => _id);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  );
  assert.ok((await box(manager, { kind: 'phone' })).every(({ kind }) => kind === 'phone'));
  assert.equal((await box(manager, { search: 'uebermut phone' })).length, 0);
  assert.ok((await box(manager, { search: 'uebermut' })).length >= 2);
  const first = (await manager.run(list, { first: 1 })).box;
  const second = (await manager.run(list, { first: 1, after: first.pageInfo.endCursor })).box;
  assert.deepEqual([first.edges[0].node._id, second.edges[0].node._id], ids.slice(0, 2));
  assert.equal((await manager.send(list, { kind: 'fax' })).errors?.[0]?.message, 'error_invalid_input');
});

test('system mails are for their user and administrators, those of administrators for owners', async () => {
  const keep = async (userId: number | null) => {
    const mail = { kind: 'mail', address: 'x@example.org', text: 'Ihr Link', userId };
    return (await db.insertInto('exerciseMessages').values(mail).returning('id').executeTakeFirstOrThrow()).id;
  };
  const boss = await createUser(db, { roles: ['administrator'] });
  const [own, ofAdministrator, ofNobody] = [await keep(manager.userId), await keep(boss.id), await keep(null)];
  const seen = async (client: TestClient) => {
    const ids = (await box(client, { search: 'Link' })).map(({ _id }) => _id);
    return [own, ofAdministrator, ofNobody].map((id) => ids.includes(id));
  };
  assert.deepEqual(await seen(manager), [true, false, false]);
  assert.deepEqual(await seen(await server.as('administrator')), [true, false, true]);
  assert.deepEqual(await seen(await server.client(boss.id)), [true, true, true]);
  assert.deepEqual(await seen(await server.as('administrator', 'system_owner')), [true, true, true]);
  assert.deepEqual(await seen(await server.as('documentation_officer')), [false, false, false]);
  const read = await manager.send('mutation ($id: ID!) { readExerciseMessage(id: $id) { _id } }', {
    id: ofAdministrator,
  });
  assert.equal(read.errors?.[0]?.message, 'error_not_found');
});

test('a user with neither the event menu nor the administration has no mailbox', async () => {
  const stranger = await server.as('contact_manager');
  for (const query of [list, '{ exercisePeople { totalCount } }', 'mutation { readExerciseMessage(id: 1) { _id } }']) {
    assert.equal((await stranger.send(query)).errors?.[0]?.extensions.code, 'FORBIDDEN');
  }
});

test('many messages in a list cost as many statements as a few', async () => {
  const title = 'Kosten der Liste';
  const { recipients } = await createRecipients(db, { count: 12, title });
  await until(async () => {
    const { n } = await db
      .selectFrom('exerciseMessages')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where(
        'recipientId',
        'in',
        recipients.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow();
    return n === 12 ? true : undefined;
  });
  const cost = (first: number) => fewestStatements(server, () => manager.run(list, { first, search: title }));
  assert.equal(await cost(10), await cost(2));
});

test('masks a private address for users who may not edit contacts, and hides it from search', async () => {
  const { person, mail } = await sendOne('sms');
  await db.updateTable('messageRecipients').set({ isPrivate: true }).where('personId', '=', person).execute();
  const both = await server.as('crisis_manager', 'contact_manager');
  const found = async (client: TestClient, search: string) =>
    (await box(client, { person: String(person), search })).map(({ address }) => address);
  assert.equal(mail.address, '+4915112345678');
  assert.deepEqual(await found(both, '4915112345'), ['+4915112345678']);
  assert.deepEqual(await found(manager, '4915112345'), []);
  const [masked] = await found(manager, 'uebermut');
  assert.ok(masked && !masked.includes('12345'), masked);
});

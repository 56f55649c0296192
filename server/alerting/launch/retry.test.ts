import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { wakeCascades } from '#server/alerting/cascade/cascade.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

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
const retry = `mutation ($id: ID!, $key: String!) { retryFailedRecipients(message: $id, launchKey: $key) {
  status messageResult { total pending sent failed } } }`;
const error = (answer: { errors?: { message: string }[] }) => answer.errors?.[0]?.message;

async function sent(values: Parameters<typeof createDraft>[1]): Promise<number> {
  const { id } = await createDraft(db, values);
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(id), key: `retry-${++keys}` });
  await settle(server.app);
  return id;
}

test('failed recipients get it once more at their current address; a repeated request is one', async () => {
  const [a, b, c, d] = [await createPerson(db), await createPerson(db), await createPerson(db), await createPerson(db)];
  const id = await sent({ people: [a.id, b.id, c.id, d.id] });
  await deliver(db, id, (person) => (person === a.id ? 'sent' : 'failed'));
  await settle(server.app);
  await db.updateTable('personData').set({ valueStr: 'neu@example.org' }).where('personId', '=', b.id).execute();
  await db.updateTable('people').set({ isActive: false }).where('id', '=', c.id).execute();
  const { targetAddress } = await db
    .selectFrom('messageRecipients')
    .select('targetAddress')
    .where('personId', '=', a.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('personData').set({ valueStr: targetAddress }).where('personId', '=', d.id).execute();
  const variables = { id: String(id), key: 'retry-once' };
  const answers = await Promise.all([manager.run(retry, variables), manager.run(retry, variables)]);
  for (const { retryFailedRecipients } of answers) {
    assert.deepEqual(retryFailedRecipients, {
      status: 'queued',
      messageResult: { total: 4, pending: 1, sent: 1, failed: 2 },
    });
  }
  const addresses: string[] = [];
  await settle(server.app);
  const reached = await deliver(db, id, (_person, address) => {
    addresses.push(address);
    return 'sent';
  });
  assert.deepEqual([reached, addresses], [[b.id], ['neu@example.org']], 'c is inactive, d has a’s address');
  await settle(server.app);
  assert.deepEqual(await statusesOf(db, id), {
    [a.id]: 'sent',
    [b.id]: 'sent',
    [c.id]: 'failed',
    [d.id]: 'failed',
  });
  const rows = await db.selectFrom('messageRecipients').select('id').where('messageId', '=', id).execute();
  assert.equal(rows.length, 5, 'the first attempt stays on record');
  assert.equal(error(await manager.send(retry, { id: String(id), key: 'retry-twice' })), 'error_nothing_to_retry');
});

test('a recipient possibly reached by an earlier attempt stays marked after a retry', async () => {
  const [a, b, c] = [await createPerson(db), await createPerson(db), await createPerson(db)];
  const id = await sent({ people: [a.id, b.id, c.id] });
  await deliver(db, id, () => 'failed');
  await settle(server.app);
  const of = (person: number) =>
    db.updateTable('messageRecipients').where('messageId', '=', id).where('personId', '=', person);
  await of(a.id).set({ maybeDuplicate: true }).execute();
  await manager.run(retry, { id: String(id), key: `retry-${++keys}` });
  await settle(server.app);
  // a late receipt: the first attempt arrived
  await of(c.id).set({ status: 'delivered' }).where('superseded', '=', true).execute();
  assert.deepEqual(await deliver(db, id), [a.id, b.id, c.id]);
  const { message } = await manager.run(
    `query ($id: ID!) { message(id: $id) {
      messageRecipients { edges { node { status maybeDuplicate } } }
      report { people { edges { node { recipients { maybeDuplicate } } } } } } }`,
    { id: String(id) },
  );
  const expected = [true, false, true];
  assert.deepEqual(
    message.messageRecipients.edges.map(({ node }: { node: object }) => node),
    expected.map((maybeDuplicate) => ({ status: 'sent', maybeDuplicate })),
  );
  const people = message.report.people.edges.map(({ node }: { node: { recipients: object[] } }) => node.recipients);
  assert.equal(people.flat().filter((one: { maybeDuplicate: boolean }) => one.maybeDuplicate).length, 2);
});

test('a draft, and a message delivered to all, have nothing to retry', async () => {
  const person = await createPerson(db);
  const id = await sent({ people: [person.id] });
  await deliver(db, id);
  await settle(server.app);
  const draft = await createDraft(db, { people: [person.id] });
  for (const message of [id, draft.id]) {
    const answer = await manager.send(retry, { id: String(message), key: `retry-${++keys}` });
    assert.equal(error(answer), 'error_nothing_to_retry');
  }
  const editor = await server.as('editor');
  assert.equal(error(await editor.send(retry, { id: String(id), key: `retry-${++keys}` })), 'error_forbidden');
});

test('within a stop limit the retry of a person waits for that person again', async () => {
  const [a, b] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [a.id, b.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db);
  const id = await sent({ reportId: report.id, lists: [list.id], requestAnswer: true });
  for (const _ of [a, b]) {
    await deliver(db, id, () => 'failed');
    await settle(server.app);
  }
  const status = async () =>
    (await db.selectFrom('messages').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  assert.equal(await status(), 'failed');
  await manager.run(retry, { id: String(id), key: 'retry-limit' });
  await settle(server.app);
  assert.deepEqual(await deliver(db, id), [a.id, b.id]);
  await settle(server.app);
  assert.equal(await status(), 'sending', 'their answers are waited for');
});

test('a message that counted as sent to everyone does not when a bounce comes in later', async () => {
  const [a, b] = [await createPerson(db), await createPerson(db)];
  const id = await sent({ people: [a.id, b.id] });
  await deliver(db, id);
  await settle(server.app);
  const message = () => db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { status, reportId } = await message();
  assert.equal(status, 'sent');
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('messageRecipients').set({ status: 'failed' }).where('personId', '=', a.id).execute();
    await wakeCascades(tx, [{ reportId, personId: a.id }]);
  });
  assert.equal((await message()).status, 'sent_with_errors');
});

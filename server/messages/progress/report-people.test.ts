import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/database/connect.ts';
import { createPerson, createReport } from '#server/testing/factories.ts';
import { createChannel, createDraft } from '#server/testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const list = `query ($id: ID!, $show: ReportPeopleFilter, $search: String, $first: Int, $after: String) {
  report(id: $id) { people(show: $show, search: $search, first: $first, after: $after) {
    totalCount pageInfo { endCursor }
    edges { node { person { _id } answer { option { code } } recipients { status } } } } } }`;

/** Four people on two channels: one comes, one does not, one is silent, one has no address. */
async function launched() {
  const report = await createReport(db);
  const people = [
    await createPerson(db, { lastName: 'Adler', mobile: '+4915133333401' }),
    await createPerson(db, { lastName: 'Bär', mobile: '+4915133333402' }),
    await createPerson(db, { lastName: 'Bauer', mobile: '+4915133333403' }),
    await createPerson(db, { lastName: 'Czerny', email: null }),
  ];
  const ids = people.map(({ id }) => id);
  for (const type of ['email', 'sms']) {
    const channel = await createChannel(db, type);
    await createDraft(db, { reportId: report.id, channelId: channel.id, people: ids, requestAnswer: true });
  }
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(report.id), key: `people-${report.id}` });
  const answer = async (person: number, option: string) => {
    const recipient = await db
      .selectFrom('messageRecipients')
      .select('id')
      .where('reportId', '=', report.id)
      .where('personId', '=', person)
      .executeTakeFirstOrThrow();
    await manager.run(
      'mutation ($id: ID!, $option: String!) { recordAnswer(recipient: $id, option: $option) { _id } }',
      {
        id: String(recipient.id),
        option,
      },
    );
  };
  await answer(ids[0]!, '1');
  await answer(ids[1]!, '1');
  await answer(ids[1]!, '2');
  return { id: String(report.id), ids };
}

test('everyone a report goes to stands once, by name, with all channels and the answer that holds', async () => {
  const { id, ids } = await launched();
  const { people } = (await manager.run(list, { id })).report;
  assert.equal(people.totalCount, 4);
  const order = people.edges.map(({ node }: { node: { person: { _id: number } } }) => node.person._id);
  assert.deepEqual(order, [ids[0], ids[1], ids[2], ids[3]], 'ä stands beside a');
  assert.deepEqual(
    people.edges.map(({ node }: { node: { answer: { option: { code: string } } | null } }) => node.answer?.option.code),
    ['1', '2', undefined, undefined],
  );
  assert.ok(people.edges.every(({ node }: { node: { recipients: unknown[] } }) => node.recipients.length === 2));
});

test('the list narrows to answers, to who was not reached and to names, and pages without gaps', async () => {
  const { id, ids } = await launched();
  const shown = async (variables: object) =>
    (await manager.run(list, { id, ...variables })).report.people.edges.map(
      ({ node }: { node: { person: { _id: number } } }) => node.person._id,
    );
  assert.deepEqual(await shown({ show: 'coming' }), [ids[0]]);
  assert.deepEqual(await shown({ show: 'declined' }), [ids[1]]);
  assert.deepEqual(await shown({ show: 'unclear' }), []);
  assert.deepEqual(await shown({ show: 'unanswered' }), [ids[2]]);
  assert.deepEqual(await shown({ show: 'unreached' }), [ids[3]], 'no address on any channel');
  assert.deepEqual(await shown({ show: 'waiting' }), [ids[2]], 'what was answered leaves on no other channel');
  assert.deepEqual(await shown({ search: 'czer' }), [ids[3]]);
  const first = (await manager.run(list, { id, first: 3 })).report.people;
  assert.deepEqual(await shown({ first: 3, after: first.pageInfo.endCursor }), [ids[3]]);
});

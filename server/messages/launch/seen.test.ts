import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/database/connect.ts';
import { createEventType, createMailingList, createPerson } from '#server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let db: Db;
let sender: TestClient;
let colleague: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  [sender, colleague] = [await server.as('crisis_manager'), await server.as('crisis_manager')];
});
after(() => server.stop());

const activate = `mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) {
  id _id messages { edges { node { id channel { id } } } } } }`;
const look = 'query ($id: ID!) { preflightReport(report: $id) { seen recipients } }';
const send = `mutation ($id: ID!, $key: String!, $seen: String) {
  sendReport(id: $id, launchKey: $key, seen: $seen) { id } }`;

// biome-ignore lint/suspicious/noExplicitAny: what the API answered
type Answered = any;

async function draft() {
  const [person, other] = [await createPerson(db), await createPerson(db)];
  const list = await createMailingList(db, { people: [person.id] });
  const kind = await createEventType(db, { lists: [list.id] });
  const { report } = await sender.run(activate, { input: { eventType: kind.id } });
  return { report, person, other, list };
}

const looked = async (id: string): Promise<string> => (await sender.run(look, { id })).preflightReport.seen;

type Draft = Awaited<ReturnType<typeof draft>>;
const changes: Record<string, (of: Draft) => Promise<unknown>> = {
  place: ({ report }) =>
    colleague.run('mutation ($i: UpdateReportInput!) { updateReport(input: $i) { id } }', {
      i: { id: report.id, place: 'Hof' },
    }),
  text: ({ report }) =>
    colleague.run('mutation ($i: UpdateReportInput!) { updateReport(input: $i) { id } }', {
      i: { id: report.id, content: 'Nicht kommen.' },
    }),
  'text of one channel': ({ report }) =>
    colleague.run('mutation ($i: UpdateMessageInput!) { updateMessage(input: $i) { id } }', {
      i: { id: report.messages.edges[0].node.id, content: 'Nicht kommen.' },
    }),
  recipients: ({ report, other }) =>
    colleague.run('mutation ($r: ID!, $p: [ID!]) { setReportRecipients(report: $r, people: $p) { id } }', {
      r: report.id,
      p: [String(other.id)],
    }),
  'one more draft for others': ({ report, other }) =>
    colleague.run(
      'mutation ($r: ID!, $c: [ID!]!, $p: [ID!]) { addReportChannels(report: $r, channels: $c, people: $p) { id } }',
      {
        r: report.id,
        c: [report.messages.edges[0].node.channel.id],
        p: [String(other.id)],
      },
    ),
};

for (const [what, change] of Object.entries(changes)) {
  test(`what a colleague changed since it was looked over is not sent unseen: ${what}`, async () => {
    const of = await draft();
    const { id, _id } = of.report as Answered;
    const seen = await looked(id);
    await change(of);
    const { errors } = await sender.send(send, { id, key: `seen-${_id}`, seen });
    assert.equal(errors?.[0]?.message, 'error_report_changed');
    const { rows } = await server.app.database.pool.query(`select 1 from message_recipients where report_id = ${_id}`);
    assert.equal(rows.length, 0);
    await sender.run(send, { id, key: `seen-${_id}`, seen: await looked(id) });
  });
}

test('what happens to lists and people between keeps no alarm back; a lost answer is asked for again with the same key', async () => {
  const { report, list, other } = await draft();
  const seen = await looked(report.id);
  await db.insertInto('mailingListPeople').values({ mailingListId: list.id, personId: other.id }).execute();
  const again = { id: report.id, key: `again-${report._id}`, seen };
  await sender.run(send, again);
  await sender.run(send, again);
  const { rows } = await server.app.database.pool.query(
    `select 1 from message_recipients where report_id = ${report._id}`,
  );
  assert.equal(rows.length, 2 * report.messages.edges.length);
});

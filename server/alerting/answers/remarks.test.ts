import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { tokenOf } from '#server/platform/secrets.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, passWindow, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const board = `query ($id: ID!) { report(id: $id) { answers { positive }
  people { edges { node { person { _id } answer { text minutes option { code } } arrival { state } } } } } }`;

test('keeps a remark after a stand-down with the answer, without a new yes', async () => {
  const { db } = server.app;
  const [first, second] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [first.id, second.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 2 }] });
  const { id } = await createReport(db);
  const message = await createDraft(db, { reportId: id, lists: [list.id], requestAnswer: true });
  await manager.run(`mutation { sendReport(id: ${id}, launchKey: "remarks-${id}") { _id } }`);
  await deliver(db, message.id);
  const links = await db
    .selectFrom('messageRecipients')
    .select(['personId', 'nonce'])
    .where('messageId', '=', message.id)
    .execute();
  const linkOf = (person: number) =>
    `${server.url}/a/${tokenOf(server.app.secrets.link, links.find(({ personId }) => personId === person)!.nonce)}`;
  const [own, others] = [linkOf(second.id), linkOf(first.id)];
  const markOf = async (link: string) => /name="mark" value="([^"]+)"/.exec(await (await fetch(link)).text())![1]!;
  const post = async (link: string, fields: Record<string, string>) =>
    (await fetch(link, { method: 'POST', body: new URLSearchParams({ mark: await markOf(link), ...fields }) })).text();
  await post(others, { option: '1' });
  // with one, a further yes gets a stand-down
  await db.updateTable('cascades').set({ needed: 1 }).where('reportId', '=', id).execute();
  await post(own, { option: '1' });
  await post(own, { option: '1', minutes: '20', text: '' });
  await passWindow(db, id);
  await settle(server.app);
  assert.match(await (await fetch(own)).text(), /Sie werden nicht mehr gebraucht/);
  const shown = await post(own, { option: '1', minutes: '20', text: 'Stehe im Stau' });
  assert.match(shown, /Stehe im Stau[\s\S]*Sie werden nicht mehr gebraucht/);
  await post(own, { option: '1', minutes: '5', text: 'Stehe im Stau' });
  const { report } = await manager.run(board, { id: String(id) });
  const row = report.people.edges.find(
    ({ node }: { node: { person: { _id: number } } }) => node.person._id === second.id,
  ).node;
  assert.partialDeepStrictEqual(row, {
    answer: { text: 'Stehe im Stau', minutes: 20, option: { code: '1' } },
    arrival: { state: 'not_needed' },
  });
  const stored = await db.selectFrom('answers').select('at').where('personId', '=', second.id).execute();
  assert.equal(stored.length, 3, 'what was said stays');
});

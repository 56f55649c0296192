import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createEventType, createMailingList, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

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
const update = 'mutation ($i: UpdateReportInput!) { updateReport(input: $i) { id } }';
const write = 'mutation ($i: UpdateMessageInput!) { updateMessage(input: $i) { id } }';
const first = ({ report }: Draft): string => report.messages.edges[0].node.id;
const addDraft = ({ report, other }: Draft) =>
  colleague.run(
    'mutation ($r: ID!, $c: [ID!]!, $p: [ID!]) { addReportChannels(report: $r, channels: $c, people: $p) { id } }',
    { r: report.id, c: [report.messages.edges[0].node.channel.id], p: [String(other.id)] },
  );
const changes: Record<string, (of: Draft) => Promise<unknown>> = {
  place: ({ report }) => colleague.run(update, { i: { id: report.id, place: 'Hof' } }),
  'what exactly': ({ report }) => colleague.run(update, { i: { id: report.id, description: 'Rauch' } }),
  text: ({ report }) => colleague.run(update, { i: { id: report.id, content: 'Nicht kommen.' } }),
  'text of one channel': (of) => colleague.run(write, { i: { id: first(of), content: 'Nicht kommen.' } }),
  'common text, where each channel has its own': async (of) => {
    await db.updateTable('messages').set({ content: 'Eigener.' }).where('reportId', '=', of.report._id).execute();
    seenBefore.set(of, await looked(of.report.id));
    await colleague.run(update, { i: { id: of.report.id, content: 'Nicht kommen.' } });
  },
  answers: ({ report }) =>
    colleague.run(update, { i: { id: report.id, answerOptions: [{ code: '7', label: 'Bin da', kind: 'POSITIVE' }] } }),
  'until when they count': ({ report }) =>
    colleague.run(update, { i: { id: report.id, answerUntil: new Date(Date.now() + 3_600_000).toISOString() } }),
  'whether they are asked for': (of) => colleague.run(write, { i: { id: first(of), requestAnswer: false } }),
  'what is entered besides': (of) =>
    db
      .updateTable('messages')
      .set({ feedValues: JSON.stringify({ section: 'Lage' }) })
      .where('id', '=', Number(first(of).split('/').at(-1)))
      .execute(),
  'a draft that is no more': async (of) => {
    await addDraft(of);
    seenBefore.set(of, await looked(of.report.id));
    await sender.run('mutation ($id: ID!) { deleteMessage(id: $id) { id } }', { id: first(of) });
  },
  'where it happens, of which the draft says nothing itself': async (of) => {
    const { _id } = of.report;
    await db.updateTable('messages').set({ content: 'Nach {{ event.place }}.' }).where('reportId', '=', _id).execute();
    seenBefore.set(of, await looked(of.report.id));
    const { eventId } = await db
      .selectFrom('reports')
      .select('eventId')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    await db.updateTable('events').set({ place: 'Hof' }).where('id', '=', eventId).execute();
  },
  recipients: ({ report, other }) =>
    colleague.run('mutation ($r: ID!, $p: [ID!]) { setReportRecipients(report: $r, people: $p) { id } }', {
      r: report.id,
      p: [String(other.id)],
    }),
  'one more draft for others': addDraft,
};
/** The revision before, for drafts with their own state. */
const seenBefore = new Map<Draft, string>();

for (const [what, change] of Object.entries(changes)) {
  test(`does not send changes of a colleague that the sender has not reviewed: ${what}`, async () => {
    const of = await draft();
    const { id, _id } = of.report as Answered;
    const before = await looked(id);
    await change(of);
    const seen = seenBefore.get(of) ?? before;
    const { errors } = await sender.send(send, { id, key: `seen-${_id}`, seen });
    assert.equal(errors?.[0]?.message, 'error_report_changed');
    const { rows } = await server.app.database.pool.query(`select 1 from message_recipients where report_id = ${_id}`);
    assert.equal(rows.length, 0);
    await sender.run(send, { id, key: `seen-${_id}`, seen: await looked(id) });
  });
}

test('changed lists and people delay no alarm; a lost response is recovered with the same key', async () => {
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

test('a renamed event and event details outside the draft do not block an alarm', async () => {
  const { report } = await draft();
  const { eventId } = await db
    .selectFrom('reports')
    .select('eventId')
    .where('id', '=', report._id)
    .executeTakeFirstOrThrow();
  await db.updateTable('messages').set({ content: '{{ event.name }}' }).where('reportId', '=', report._id).execute();
  await colleague.run(update, { i: { id: report.id, place: 'Hof' } });
  const seen = await looked(report.id);
  await db
    .updateTable('events')
    .set({ name: 'Anders', place: 'Tor', description: 'Rauch' })
    .where('id', '=', eventId)
    .execute();
  await sender.run(send, { id: report.id, key: `named-${report._id}`, seen });
});

test('the report, its preview and its preflight have the same revision', async () => {
  const { report } = await draft();
  const marked = async () => {
    const asked = `query ($id: ID!) { report(id: $id) { seen title } previewReport(report: $id) { seen }
      preflightReport(report: $id) { seen } }`;
    const { report: now, previewReport, preflightReport } = await sender.run(asked, { id: report.id });
    return new Set([now.seen, preflightReport.seen, ...previewReport.map(({ seen }: Answered) => seen)]);
  };
  const before = await marked();
  assert.equal(before.size, 1);
  await colleague.run(update, { i: { id: report.id, place: 'Hof' } });
  const after = await marked();
  assert.equal(after.size, 1);
  assert.notDeepEqual(after, before);
});

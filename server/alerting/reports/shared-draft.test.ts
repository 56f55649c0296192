import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createKind } from '#testing/alarms/kinds.ts';
import { createPerson } from '#testing/factories.ts';
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

const messagesOf = `messages { edges { node { id _id title content channel { id addressesPeople }
  messageLists { edges { node { _id } } } messagePeople { edges { node { _id } } } } } }`;
const activate = `mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) {
  id _id title content ${messagesOf} } }`;
const change = `mutation ($input: UpdateReportInput!) { report: updateReport(input: $input) { title content ${messagesOf} } }`;
const changeMessage = 'mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }';
const choose = `mutation ($r: ID!, $lists: [ID!], $people: [ID!]) {
  report: setReportRecipients(report: $r, lists: $lists, people: $people) { ${messagesOf} } }`;
const add = `mutation ($r: ID!, $c: [ID!]!, $people: [ID!], $key: String) {
  report: addReportChannels(report: $r, channels: $c, people: $people, key: $key) { ${messagesOf} } }`;
const discard = 'mutation ($id: ID!) { deleteReport(id: $id, ifUntouched: true) { id } }';

// biome-ignore lint/suspicious/noExplicitAny: what the API answered
type Answered = any;

async function draft() {
  const [person, other] = [await createPerson(db), await createPerson(db)];
  const kind = await createKind(db, { name: 'Brand', people: [person.id], content: 'Bitte sofort kommen.' });
  const { report } = await manager.run(activate, { input: { eventType: kind.id } });
  return { report, listId: kind.listId, person, other };
}

const toPeople = (report: Answered): Answered[] =>
  report.messages.edges.map(({ node }: Answered) => node).filter(({ channel }: Answered) => channel.addressesPeople);
const choiceOf = ({ messageLists, messagePeople }: Answered) => ({
  lists: messageLists.edges.map(({ node }: Answered) => node._id),
  people: messagePeople.edges.map(({ node }: Answered) => node._id),
});

test('a line deleted by its author does not return on any channel', async () => {
  const { report } = await draft();
  const { report: said } = await manager.run(change, { input: { id: report.id, description: 'Rauch im Keller' } });
  assert.match(said.content, /event\.description/);
  const { report: after } = await manager.run(change, { input: { id: report.id, content: 'Rauch. Eingang Nord.' } });
  for (const { content } of [after, ...toPeople(after)]) assert.equal(content, 'Rauch. Eingang Nord.');
});

test('a line deleted by its author does not return when the other detail changes', async () => {
  const { report } = await draft();
  await manager.run(change, { input: { id: report.id, place: 'Parkhaus', description: 'Rauch' } });
  await manager.run(change, { input: { id: report.id, content: 'Bitte kommen.\n{{ event.description }}' } });
  const again = { place: 'Parkhaus', description: 'Rauch im Keller' };
  const { report: after } = await manager.run(change, { input: { id: report.id, ...again } });
  for (const { content } of [after, ...toPeople(after)])
    assert.equal(content, 'Bitte kommen.\n{{ event.description }}');
});

for (const order of [
  [{ place: 'Parkhaus' }, { description: 'Rauch' }],
  [{ description: 'Rauch' }, { place: 'Parkhaus' }],
]) {
  const named = order.flatMap((said) => Object.keys(said)).join(', then ');
  test(`details set one after the other by a colleague do not block a text typed before: ${named}`, async () => {
    const { report } = await draft();
    const before = { title: report.title, content: report.content };
    for (const said of order) await manager.run(change, { input: { id: report.id, ...said } });
    const typed = { title: report.title, content: 'Eingang Nord.' };
    const { report: after } = await manager.run(change, { input: { id: report.id, ...typed, before } });
    assert.deepEqual(after.content.split('\n').sort(), ['Eingang Nord.', '{{ event.description }}']);
    assert.match(after.title, / – Parkhaus$/);
  });
}

test('a text saved without knowing new details includes them on every channel', async () => {
  const { report } = await draft();
  const [own] = toPeople(report);
  const before = { title: report.title, content: report.content };
  const adapt = (input: object) => manager.send(changeMessage, { input: { id: own.id, ...input } });
  await adapt({ content: 'Eigener Text.' });
  await manager.run(change, { input: { id: report.id, description: 'Rauch im Keller' } });
  const typed = { title: report.title, content: 'Eingang Nord.' };
  const { report: after } = await manager.run(change, { input: { id: report.id, ...typed, before } });
  assert.match(after.content, /Eingang Nord\.\s*{{ event\.description }}/);
  const { errors } = await adapt({ content: 'Kurz.', before: { title: own.title, content: 'Eigener Text.' } });
  assert.equal(errors, undefined);
  const { report: all } = await manager.run(change, { input: { id: report.id } });
  for (const { content } of toPeople(all)) assert.match(content, /event\.description/);
});

test('refuses to overwrite a text that its author has not seen; a repeat changes nothing', async () => {
  const { report } = await draft();
  const before = { title: report.title, content: report.content };
  const mine = { input: { id: report.id, title: report.title, content: 'Eingang Nord.', before } };
  const { report: first } = await manager.run(change, mine);
  const { report: again } = await manager.run(change, mine);
  assert.equal(again.content, first.content);
  const theirs = { input: { ...mine.input, content: 'Eingang Süd.' } };
  assert.equal((await manager.send(change, theirs)).errors?.[0]?.message, 'error_changed_meanwhile');
  const { report: kept } = await manager.run(change, { input: { id: report.id } });
  assert.equal(kept.content, first.content);
});

test('a message that returns to the common text takes the stored one and follows it again', async () => {
  const { report } = await draft();
  const [own] = toPeople(report);
  const adapt = (input: object) => manager.run(changeMessage, { input: { id: own.id, ...input } });
  await adapt({ title: 'Anders', content: 'Eigener Text.' });
  await manager.run(change, { input: { id: report.id, content: 'Eingang Nord.' } });
  await adapt({ commonText: true });
  const { report: after } = await manager.run(change, { input: { id: report.id, content: 'Eingang Süd.' } });
  const texts = toPeople(after).map(({ title, content }) => ({ title, content }));
  for (const text of texts) assert.deepEqual(text, { title: report.title, content: 'Eingang Süd.' });
});

test('chooses recipients of a report for all of its channels or for none', async () => {
  const { report, listId, other } = await draft();
  await manager.run(add, { r: report.id, c: [toPeople(report)[0].channel.id] });
  const { report: after } = await manager.run(choose, { r: report.id, lists: [], people: [String(other.id)] });
  const wanted = { lists: [], people: [other.id] };
  assert.ok(toPeople(after).length > 1);
  assert.deepEqual(
    toPeople(after).map(choiceOf),
    toPeople(after).map(() => wanted),
  );
  const refused = await manager.send(choose, { r: report.id, lists: [String(listId)], people: ['999999'] });
  assert.ok(refused.errors);
  const { report: kept } = await manager.run(change, { input: { id: report.id } });
  assert.deepEqual(
    toPeople(kept).map(choiceOf),
    toPeople(kept).map(() => wanted),
  );
});

test('a draft added for other people has them from the start, and a repeat adds it once', async () => {
  const { report, other } = await draft();
  const [{ channel }] = toPeople(report);
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: report.id,
    key: `more-${report.id}`,
  });
  const wanted = { r: report.id, c: [channel.id], people: [String(other.id)], key: `added-${report.id}` };
  const first = await manager.run(add, wanted);
  const again = await manager.run(add, wanted);
  const added = ({ report: now }: Answered) => now.messages.edges.length - report.messages.edges.length;
  assert.deepEqual([added(first), added(again)], [1, 1]);
  assert.deepEqual(choiceOf(first.report.messages.edges.at(-1).node), { lists: [], people: [other.id] });
});

test('leaving an untouched draft discards it, unless a colleague changed it', async () => {
  const touches: ((report: Answered, of: Answered) => Promise<unknown>)[] = [
    ({ id }) => manager.run(change, { input: { id, description: 'Rauch' } }),
    ({ messages }) => manager.run(changeMessage, { input: { id: messages.edges[0].node.id, title: 'Anders' } }),
    ({ id }, { other }) => manager.run(choose, { r: id, people: [String(other.id)] }),
  ];
  for (const touch of touches) {
    const started = await draft();
    await touch(started.report, started);
    const { errors } = await manager.send(discard, { id: started.report.id });
    assert.equal(errors?.[0]?.message, 'error_report_touched');
  }
  const { report } = await draft();
  await manager.run(discard, { id: report.id });
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { appendLogs } from '#server/alerting/event-log/log.ts';
import { logGroups, logKinds } from '#shared/event-log/kinds.ts';
import { logSamples } from '#shared/testing/log-samples.ts';
import { createEvent, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let officer: TestClient;
let event: number;
const days = (n: number) => new Date(Date.now() - n * 86_400_000);
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  const { db } = server.app;
  officer = await server.as('documentation_officer');
  event = (await createEvent(db)).id;
  const person = await createPerson(db, { firstName: 'Jürgen', lastName: 'Öztürk' });
  await db
    .updateTable('users')
    .set({ firstName: 'Ada', lastName: 'Müller-Lüdenscheidt' })
    .where('id', '=', officer.userId!)
    .execute();
  const answer = { ...logSamples.answer[0]!, person: person.id };
  await appendLogs(db, [
    { eventId: event, by: officer.userId, kind: 'note', text: 'Vorgestern', happenedAt: days(2) },
    { eventId: event, by: null, kind: 'answer', data: answer },
    { eventId: event, by: officer.userId, kind: 'message_stopped', data: logSamples.message_stopped[0]! },
    { eventId: event, by: null, kind: 'note', text: 'Jetzt' },
  ]);
});
after(() => server.stop());

async function kinds(filter: object, more: object = {}): Promise<string[]> {
  const document = `query ($id: ID!, $filter: LogFilter, $first: Int, $after: String) { event(id: $id) {
    log(filter: $filter, first: $first, after: $after) { totalCount pageInfo { endCursor } edges { node { kind text } } } } }`;
  const { log } = (await officer.run(document, { id: event, filter, ...more })).event;
  if (!('first' in more)) assert.equal(log.totalCount, log.edges.length);
  return log.edges.map(({ node }: { node: { kind: string; text: string } }) =>
    node.kind === 'note' ? node.text : node.kind,
  );
}

test('every kind belongs to one group', () => {
  const grouped = Object.values(logGroups).flat();
  assert.deepEqual(grouped.toSorted(), ['note', ...Object.keys(logKinds)].toSorted());
});

test('filters the log by kind, by author or person concerned, and by time', async () => {
  const all = ['Jetzt', 'message_stopped', 'answer', 'Vorgestern'];
  assert.deepEqual(await kinds({}), all);
  assert.deepEqual(await kinds({ groups: [], person: ' ' }), all);
  assert.deepEqual(await kinds({ groups: ['NOTE'] }), ['Jetzt', 'Vorgestern']);
  assert.deepEqual(await kinds({ groups: ['ANSWER', 'MESSAGE'] }), ['message_stopped', 'answer']);
  assert.deepEqual(await kinds({ person: 'müller ada' }), ['message_stopped', 'Vorgestern']);
  assert.deepEqual(await kinds({ person: 'ozturk' }), ['answer']);
  assert.deepEqual(await kinds({ person: '%' }), []);
  assert.deepEqual(await kinds({ until: days(1) }), ['Vorgestern']);
  assert.deepEqual(await kinds({ from: days(1) }), ['Jetzt', 'message_stopped', 'answer']);
  assert.deepEqual(await kinds({ from: days(3), until: days(1), groups: ['ANSWER'] }), []);
});

test('a filtered log is read in pages like a whole one', async () => {
  const filter = { groups: ['NOTE'] };
  assert.deepEqual(await kinds(filter, { first: 1 }), ['Jetzt']);
  const document = `query ($id: ID!, $filter: LogFilter) { event(id: $id) {
    log(filter: $filter, first: 1) { totalCount pageInfo { endCursor hasNextPage } } } }`;
  const { log } = (await officer.run(document, { id: event, filter })).event;
  assert.deepEqual([log.totalCount, log.pageInfo.hasNextPage], [2, true]);
  assert.deepEqual(await kinds(filter, { first: 5, after: log.pageInfo.endCursor }), ['Vorgestern']);
});

test('rejects an invalid name', async () => {
  const document = 'query ($id: ID!, $p: String) { event(id: $id) { log(filter: { person: $p }) { totalCount } } }';
  const answer = await officer.send(document, { id: event, p: 'x'.repeat(201) });
  assert.equal(answer.errors?.[0]?.message, 'error_too_long');
});

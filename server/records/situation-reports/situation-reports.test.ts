import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createEvent, createMailingList, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let officer: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
});
after(() => server.stop());

async function insert(eventId: number, number: number) {
  const values = {
    eventId,
    number,
    data: '{"overview": "ruhig"}',
    template: '{"sections": []}',
    insertedBy: officer.userId,
  };
  return server.app.db.insertInto('situationReports').values(values).returningAll().executeTakeFirstOrThrow();
}

test('lists situation reports by event, newest first, and returns single ones', async () => {
  const event = await createEvent(server.app.db);
  const first = await insert(event.id, 1);
  await insert(event.id, 2);
  await insert((await createEvent(server.app.db)).id, 1);
  const document = `query ($event: ID!, $id: ID!) {
    situationReports(event: $event) { totalCount edges { node { number } } }
    event(id: $event) { situationReports(first: 1) { totalCount edges { node { number } } } }
    situationReport(id: $id) { id number data template status mailSent mailSentAt pdfUrl approvedBy { id } insertedBy { id }
      event { _id } } }`;
  const answer = await officer.run(document, { event: event.id, id: first.id });
  const numbers = (list: { edges: { node: { number: number } }[] }) => list.edges.map(({ node }) => node.number);
  assert.deepEqual([numbers(answer.situationReports), answer.situationReports.totalCount], [[2, 1], 2]);
  assert.deepEqual([numbers(answer.event.situationReports), answer.event.situationReports.totalCount], [[2], 2]);
  assert.deepEqual(answer.situationReport, {
    id: `/api/v2/situation_reports/${first.id}`,
    number: 1,
    data: { overview: 'ruhig' },
    template: { sections: [] },
    status: 'draft',
    mailSent: false,
    mailSentAt: null,
    pdfUrl: `/api/v2/situation_reports/${first.id}.pdf`,
    approvedBy: null,
    insertedBy: { id: `/api/v2/users/${officer.userId}` },
    event: { _id: event.id },
  });
});

test('deletes reports with their event', async () => {
  const event = await createEvent(server.app.db, { state: 'finished', isActive: false });
  const { id } = await insert(event.id, 1);
  const document = `query ($event: ID!, $id: ID!) { situationReports(event: $event) { totalCount } situationReport(id: $id) { id } }`;
  const answer = await officer.run(document, { event: event.id, id });
  assert.deepEqual(answer, { situationReports: { totalCount: 0 }, situationReport: null });
  const reach = 'query ($id: ID!) { situationReportReach(id: $id, lists: []) { people } }';
  for (const gone of [String(id), '999999'])
    assert.equal((await officer.send(reach, { id: gone })).errors?.[0]?.message, 'error_not_found', gone);
});

test('warns beforehand that a real report reaches no one without a mail server', async () => {
  const { db } = server.app;
  const list = await createMailingList(db, { people: [(await createPerson(db)).id] });
  const document = `query ($id: ID!, $lists: [ID!]!) {
    situationReportReach(id: $id, lists: $lists) { people reachesNobody } }`;
  for (const mode of ['LIVE', 'EXERCISE', 'TEST'] as const) {
    const { id } = await insert((await createEvent(db, { mode })).id, 1);
    const { situationReportReach: reach } = await officer.run(document, { id, lists: [String(list.id)] });
    assert.deepEqual(reach, { people: 1, reachesNobody: mode === 'LIVE' }, mode);
  }
});

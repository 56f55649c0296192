import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createEvent, createReport } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let editor: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  editor = await server.as('editor');
});
after(() => server.stop());

/** `next` returns the next emission. */
async function subscribe(query: string, variables: object, token: string | null = editor.token) {
  const controller = new AbortController();
  const response = await fetch(`${server.url}/api/graphql/stream`, {
    method: 'POST',
    signal: controller.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ query, variables }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  const next = async () => {
    for (;;) {
      const match = /^data: (\{.*\})$/m.exec(buffer);
      if (match) {
        buffer = buffer.slice(match.index + match[0].length);
        return JSON.parse(match[1]!);
      }
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream ended');
      buffer += value;
    }
  };
  return { next, close: () => controller.abort() };
}

test('a change of an event appears at once, and every emission is read fresh', async () => {
  const event = await createEvent(server.app.db, { name: 'Alt' });
  const fields =
    'name isRunning eventStatus { identifier } log(first: 1) { totalCount edges { node { kind } } } logIntact';
  const stream = await subscribe(`subscription ($id: ID!) { eventChanged(id: $id) { ${fields} } }`, { id: event.id });
  const next = async () => (await stream.next()).data.eventChanged;
  const first = await next();
  assert.deepEqual([first.name, first.isRunning, first.log.totalCount], ['Alt', true, 0]);
  await editor.run('mutation ($id: ID!) { updateEvent(input: { id: $id, name: "Neu" }) { id } }', { id: event.id });
  const second = await next();
  assert.deepEqual([second.name, second.log.totalCount], ['Neu', 1]);
  await editor.run('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: event.id });
  const third = await next();
  assert.deepEqual([third.isRunning, third.log.edges[0].node.kind, third.logIntact], [false, 'event_finished', true]);
  stream.close();
});

test('subscribers of a report and of its event receive a change of the report', async () => {
  const report = await createReport(server.app.db, { type: 'staff_information', title: 'Alt' });
  const own = await subscribe('subscription ($id: ID!) { reportChanged(id: $id) { title } }', { id: report.id });
  const events = await subscribe(
    'subscription ($id: ID!) { eventChanged(id: $id) { reports { edges { node { title } } } } }',
    { id: report.eventId },
  );
  assert.equal((await own.next()).data.reportChanged.title, 'Alt');
  await events.next();
  await editor.run('mutation ($id: ID!) { updateReport(input: { id: $id, title: "Neu" }) { title } }', {
    id: report.id,
  });
  assert.equal((await own.next()).data.reportChanged.title, 'Neu');
  assert.equal((await events.next()).data.eventChanged.reports.edges[0].node.title, 'Neu');
  own.close();
  events.close();
});

test('a subscriber of a report receives its discarding, and nothing that looks like a draft', async () => {
  const report = await createReport(server.app.db, { type: 'staff_information' });
  const own = await subscribe('subscription ($id: ID!) { reportChanged(id: $id) { title } }', { id: report.id });
  await own.next();
  await editor.run('mutation ($id: ID!) { deleteReport(id: $id) { id } }', { id: report.id });
  assert.equal((await own.next()).errors[0].message, 'error_not_found');
  own.close();
});

test('a subscription to a missing object fails; signed out there is none', async () => {
  const document = 'subscription ($id: ID!) { eventChanged(id: $id) { name } }';
  const missing = await subscribe(document, { id: 999_999 });
  assert.equal((await missing.next()).errors[0].message, 'error_not_found');
  missing.close();
  const out = await subscribe(document, { id: 1 }, null);
  assert.equal((await out.next()).errors[0].message, 'error_unauthenticated');
  out.close();
});

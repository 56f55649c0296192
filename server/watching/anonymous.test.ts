import assert from 'node:assert/strict';
import http from 'node:http';
import test, { after, before } from 'node:test';
import { createEvent } from '#server/testing/factories.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { until } from '#server/testing/until.ts';
import { metric } from '#server/testing/watching.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

const attempts = 3000;

/** Tries to watch without a token, over a connection of its own; the status, once the other side has ended it. */
function tryToWatch(document: string, agent: http.Agent): Promise<number> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.url}/api/graphql/stream`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    });
    request.on('error', reject).end(JSON.stringify({ query: document }));
  });
}

test('three thousand streams that nobody signed in for are refused, none stays, and the log holds a few lines', async () => {
  const { id } = await createEvent(server.app.db, { isRunning: true });
  const agent = new http.Agent({ maxSockets: 200 });
  const documents = ['runningEventsChanged', `eventChanged(id: "${id}") { _id }`, 'channelsChanged'];
  const statuses = await Promise.all(
    Array.from({ length: attempts }, (_, n) => tryToWatch(`subscription { ${documents[n % 3]} }`, agent)),
  );
  agent.destroy();
  assert.deepEqual(new Set(statuses), new Set([401]));
  assert.equal(await metric(server, 'live_watchers'), 0);
  assert.equal(await metric(server, 'live_views'), 0);
  const { db } = server.app;
  await until(
    async () => (await db.selectFrom('securityEntries').select('id').where('kind', '=', 'denied').execute()).length,
  );
  const { stop } = server.app.securityLog;
  await stop();
  const rows = await db.selectFrom('securityEntries').selectAll().where('kind', '=', 'denied').execute();
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    attempts,
  );
  assert.ok(rows.length <= 2 * documents.length, `${rows.length} entries`);
  assert.ok(rows.every(({ userId, detail }) => userId === null && detail === 'error_unauthenticated'));
});

import assert from 'node:assert/strict';
import { type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import test, { after, before } from 'node:test';
import { SignJWT } from 'jose';
import { sessionKey } from '#server/api/viewer/viewer.ts';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { metric } from '#testing/watching.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

const attempts = 3000;
const bearer = (token?: string) => (token === undefined ? {} : { authorization: `Bearer ${token}` });

/** Tries to watch, over a connection of its own; the status, once the other side has ended it. */
function tryToWatch(document: string, agent: http.Agent, token?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...bearer(token) };
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.url}/api/graphql/stream`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    });
    request.on('error', reject).end(JSON.stringify({ query: document }));
  });
}

test('refuses three thousand unauthenticated streams, keeps none and logs a few lines', async () => {
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

test('refuses invented and expired tokens before reading the document', async () => {
  const { token, userId } = await server.as('crisis_manager');
  const [head, payload] = token!.split('.');
  const sign = (secret: Uint8Array | KeyObject, exp: number) =>
    new SignJWT({ sid: randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(userId))
      .setIssuer('meldekette')
      .setAudience('session')
      .setExpirationTime(exp)
      .sign(secret);
  const now = Math.floor(Date.now() / 1000);
  const ask = async (document: string, given: string, accept: string) => {
    const headers = { 'content-type': 'application/json', accept, authorization: given };
    const body = JSON.stringify({ query: document });
    const answer = await fetch(`${server.url}/api/graphql`, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') };
  };
  const invented = [
    'Bearer a.b.c',
    'Bearer nothing',
    'Basic dXNlcjpwYXNz',
    `Bearer ${head}.${payload}.${'A'.repeat(43)}`,
    `Bearer ${await sign(randomBytes(32), now + 3600)}`,
    `Bearer ${await sign(sessionKey(server.app.secrets), now - 1)}`,
  ];
  for (const given of invented) {
    const asked = await ask('{ {{{', given, 'application/json');
    assert.equal(asked.status, 401, given);
    assert.match(asked.text, /"error_session_expired".*"UNAUTHENTICATED"/);
    const watched = await ask('subscription {{{', given, 'text/event-stream');
    assert.deepEqual([watched.status, watched.type], [401, 'text/event-stream'], given);
    assert.match(watched.text, /^event: next\ndata: .*"error_session_expired".*\n\nevent: complete/);
  }
  assert.match((await ask('{ {{{', `Bearer ${token}`, 'application/json')).text, /Syntax Error/, 'it is looked at');
  const over = await ask(
    '{ currentUser { id } }',
    `Bearer ${await sign(sessionKey(server.app.secrets), now + 60)}`,
    '*/*',
  );
  assert.equal(over.status, 401, 'of a session that was ended the database knows');
});

test('three thousand streams with invented tokens leave as little', async () => {
  const agent = new http.Agent({ maxSockets: 200 });
  const document = 'subscription { runningEventsChanged }';
  const statuses = await Promise.all(
    Array.from({ length: attempts }, (_, n) => tryToWatch(document, agent, `a${n}.${'b'.repeat(200)}.c`)),
  );
  agent.destroy();
  assert.deepEqual(new Set(statuses), new Set([401]));
  assert.equal(await metric(server, 'live_watchers'), 0);
  assert.equal(await metric(server, 'live_views'), 0);
});

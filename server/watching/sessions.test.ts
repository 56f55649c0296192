import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { endSessions } from '#server/auth/sessions.ts';
import { post } from '#server/testing/rest.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

async function open(token: string) {
  const response = await fetch(`${server.url}/api/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: 'subscription { runningEventsChanged }' }),
  });
  assert.equal(response.status, 200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  assert.match(first.value!, /runningEventsChanged|^:/);
  return async () => {
    for (;;) if ((await reader.read()).done) return Date.now();
  };
}

const changeRoles = 'mutation ($id: ID!) { updateUser(input: { id: $id, roles: ["documentation_officer"] }) { id } }';

test('an open stream ends within seconds when its session ends: signed out, expired, another reason', async () => {
  const owner = await server.as('administrator', 'system_owner');
  const ends: [string, (user: { userId: number; token: string }) => Promise<unknown>][] = [
    ['signing out', ({ token }) => post(server, '/api/logout', {}, { token })],
    ['all sessions', ({ userId }) => endSessions(server.app.db, userId)],
    ['other roles', ({ userId }) => owner.run(changeRoles, { id: String(userId) })],
  ];
  for (const [what, end] of ends) {
    const { userId, token } = await server.as('editor');
    const closed = await open(token!);
    const started = Date.now();
    await end({ userId: userId!, token: token! });
    assert.ok((await closed()) - started < 3000, what);
  }
});

test('a stream ends by itself when the session is over', async () => {
  const { userId, token } = await server.as('editor');
  const expiresAt = new Date(Date.now() + 800);
  await server.app.db.updateTable('sessions').set({ expiresAt }).where('userId', '=', userId!).execute();
  const closed = await open(token!);
  assert.ok((await closed()) - expiresAt.getTime() < 2000);
});

test('a stream of one user goes on when another signs out', async () => {
  const [staying, leaving] = [await server.as('editor'), await server.as('editor')];
  const closed = await open(staying.token!);
  await post(server, '/api/logout', {}, { token: leaving.token });
  const outcome = await Promise.race([closed(), new Promise((resolve) => setTimeout(resolve, 500, 'open'))]);
  assert.equal(outcome, 'open');
  await endSessions(server.app.db, staying.userId!);
});

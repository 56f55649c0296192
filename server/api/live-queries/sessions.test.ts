import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { endSessions } from '#server/accounts/sessions.ts';
import { viewerOf } from '#server/api/viewer/viewer.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { post } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { startSessions } from './sessions.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
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

test('an open stream ends within seconds with its session: signed out, expired or otherwise', async () => {
  const owner = await server.as('administrator', 'system_owner');
  const ends: [string, (user: { userId: number; token: string }) => Promise<unknown>][] = [
    ['signing out', ({ token }) => post(server, '/api/logout', {}, { token })],
    ['all sessions', ({ userId }) => inTransaction(server.app.db, (tx) => endSessions(tx, userId))],
    ['other roles', ({ userId }) => owner.run(changeRoles, { id: String(userId) })],
  ];
  for (const [what, end] of ends) {
    const { userId, token } = await server.as('editor');
    const closed = await open(token!);
    const started = Date.now();
    await end({ userId: userId!, token: token! });
    assert.ok((await closed()) - started < 30_000, what); // without a notification it ends after a minute
  }
});

test('a stream ends by itself when the session expires', async () => {
  for (let span = 500; ; span *= 2) {
    const { userId, token } = await server.as('editor');
    const expiresAt = new Date(Date.now() + span);
    await server.app.db.updateTable('sessions').set({ expiresAt }).where('userId', '=', userId!).execute();
    const closed = await open(token!).catch(() => null);
    if (!closed && span < 60_000) continue; // a busy machine may need longer to open a stream
    assert.ok(closed, 'the stream opens');
    assert.ok((await closed()) - expiresAt.getTime() < 30_000); // all sessions are verified after a minute
    return;
  }
});

test('a stream of one user continues when another signs out', async () => {
  const [staying, leaving] = [await server.as('editor'), await server.as('editor')];
  const closed = await open(staying.token!);
  await post(server, '/api/logout', {}, { token: leaving.token });
  const outcome = await Promise.race([closed(), new Promise((resolve) => setTimeout(resolve, 500, 'open'))]);
  assert.equal(outcome, 'open');
  await inTransaction(server.app.db, (tx) => endSessions(tx, staying.userId!));
});

test('with a limit set, a stream of an unused session ends and that of a used one continues', async () => {
  const { app } = server;
  await sql`insert into system_settings (value_key, value_str) values ('idle_minutes', '15')
    on conflict (value_key) do update set value_str = excluded.value_str`.execute(app.db);
  const sessions = startSessions(app, 100);
  const [idle, used] = [await server.as('editor'), await server.as('editor')];
  const ended: string[] = [];
  const releases: (() => void)[] = [];
  for (const [name, { token }] of Object.entries({ idle, used }))
    releases.push(sessions.guard((await viewerOf(app, `Bearer ${token}`, '192.0.2.1'))!, () => ended.push(name)));
  try {
    await sql`update sessions set last_seen_at = now() - interval '16 minutes'
      where user_id = ${idle.userId!}`.execute(app.db);
    await until(async () => ended.includes('idle'));
    assert.ok(!ended.includes('used'));
  } finally {
    for (const release of releases) release();
    sessions.stop();
    await sql`update system_settings set value_str = null where value_key = 'idle_minutes'`.execute(app.db);
  }
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { loadConfig } from '#server/platform/config.ts';
import { type RunningServer, startServer } from '#server/program/server.ts';
import { post } from '#testing/rest.ts';
import { createClient, startTestServer, type TestServer } from '#testing/server.ts';

let first: TestServer;
let second: RunningServer;
before(async () => {
  first = await startTestServer({ ROLES: 'web' });
  const { DATABASE_URL = '' } = first.app.config;
  second = await startServer(
    loadConfig({
      PORT: '0',
      ROLES: 'web',
      DATABASE_URL,
      SECRET_KEY: 'a secret key that only tests know',
      OWNER_PASSWORD: 'owner password of the tests',
      LOG_LEVEL: 'silent',
    }),
  );
});
after(async () => {
  await second.stop();
  await first.stop();
});

const me = '{ currentUser { _id visibleFeatures } }';

/** Returns a person whom both servers have just verified. */
async function seen() {
  const { userId, token } = await first.as('editor');
  const clients = [first, second].map(({ url }) => createClient(url, userId, token));
  for (const client of clients) assert.equal((await client.run(me)).currentUser._id, userId);
  const answers = () => Promise.all(clients.map((client) => client.send(me)));
  const refused = async () => (await answers()).map(({ errors }) => errors?.[0]?.extensions.code);
  return { userId: userId!, token: token!, clients, answers, refused };
}

const both = ['UNAUTHENTICATED', 'UNAUTHENTICATED'];

/** Changes rights; resolves once both servers are notified. */
async function change(what: () => Promise<unknown>) {
  const heard = [first, second].map(
    ({ app }) =>
      new Promise<void>((resolve) => {
        const stop = app.live.watch('access', () => {
          stop();
          resolve();
        });
      }),
  );
  await what();
  await Promise.all(heard);
}

test('a sign-out on one server is enforced at once on all', async () => {
  const { token, refused } = await seen();
  await change(() => post(second, '/api/logout', {}, { token }));
  assert.deepEqual(await refused(), both);
});

test('all servers refuse at once a session ended elsewhere and a switched-off user', async () => {
  const { userId, refused } = await seen();
  await change(() => first.app.db.deleteFrom('sessions').where('userId', '=', userId).execute());
  assert.deepEqual(await refused(), both);
  const other = await seen();
  const off = first.app.db.updateTable('users').set({ isActive: false }).where('id', '=', other.userId);
  await change(() => off.execute());
  assert.deepEqual(await other.refused(), both);
});

test('other roles take effect at once on all servers', async () => {
  const { userId, answers } = await seen();
  const other = first.app.db
    .updateTable('users')
    .set({ roles: ['contact_manager'] })
    .where('id', '=', userId);
  await change(() => other.execute());
  for (const { data } of await answers()) assert.ok(data.currentUser.visibleFeatures.includes('edit_contact'));
});

test('trusts no cached session while notifications are missing', async () => {
  const { userId, refused } = await seen();
  await sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
    where application_name = 'meldekette live' and datname = current_database()`.execute(first.app.db);
  await first.app.db.deleteFrom('sessions').where('userId', '=', userId).execute();
  assert.deepEqual(await refused(), both);
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { createUser } from '#testing/factories.ts';
import { post, takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { watch } from '#testing/watching.ts';
import { hashPassword } from './password.ts';

const password = 'vier Zebras grasen im Nebel';
const next = 'sieben Kraniche ziehen heim';
let server: TestServer;
let passwordHash: string;
let admin: TestClient;
before(async () => {
  server = await startTestServer();
  passwordHash = await hashPassword(password);
  admin = await server.as('administrator');
});
after(() => server.stop());

const signIn = (email: string, given = password) => post(server, '/api/auth', { email, password: given });
const sessionsOf = async (id: number) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from sessions where user_id = ${id}`.execute(
    server.app.db,
  );
  return rows[0]!.n;
};

const crowd = (id: number) =>
  sql`insert into sessions (user_id, expires_at)
  select ${id}, now() + interval '12 hours' from generate_series(1, 300)`.execute(server.app.db);

test('ends the least recently used of more than fifty sessions, with its open streams', async () => {
  const { id, email } = await createUser(server.app.db, { passwordHash, roles: ['editor'] });
  const tokens: string[] = [];
  for (let n = 0; n < 50; n++) tokens.push((await server.client(id)).token!);
  const [first, unused, later] = tokens as [string, string, string];
  const watcher = watch(server, { token: unused }, 'subscription { runningEventsChanged }');
  await until(async () => watcher.seen.length > 0);
  const { sid } = JSON.parse(Buffer.from(unused.split('.')[1]!, 'base64url').toString());
  // the open stream's entry is the oldest
  await sql`update sessions set last_seen_at = inserted_at + interval '1 hour' where user_id = ${id} and id <> ${sid}`.execute(
    server.app.db,
  );
  const newest = (await signIn(email)).body.token;
  assert.equal(await sessionsOf(id), 50);
  const holds = async (token: string) =>
    (await post(server, '/api/graphql', { query: '{ currentUser { _id } }' }, { token })).status === 200;
  assert.deepEqual(await Promise.all([first, unused, later, newest].map(holds)), [true, false, true, true]);
  await until(async () => watcher.hasEnded());
});

test('repeated and concurrent sign-ins leave fifty sessions', async () => {
  const { id, email } = await createUser(server.app.db, { passwordHash });
  for (let n = 0; n < 48; n++) await server.client(id);
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(email)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(await sessionsOf(id), 50);
});

const endings: Record<string, (user: { id: number; email: string; client: TestClient }) => Promise<unknown>> = {
  'a changed password': ({ client }) =>
    client.run('mutation ($a: String!, $b: String!) { changePassword(currentPassword: $a, newPassword: $b) }', {
      a: password,
      b: next,
    }),
  'signing out everywhere': ({ client }) => client.run('mutation { signOutEverywhere }'),
  'switching off': ({ id }) =>
    admin.run('mutation ($i: UpdateUserInput!) { updateUser(input: $i) { id } }', { i: { id, isActive: false } }),
  'taking all roles': ({ id }) =>
    admin.run('mutation ($i: UpdateUserInput!) { updateUser(input: $i) { id } }', { i: { id, roles: [] } }),
  deleting: ({ id }) => admin.run('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id }),
  'a new password by mail': async ({ email }) => {
    await post(server, '/api/forgot-password', { email });
    const token = tokenIn(await takeMail(server, email));
    assert.equal((await post(server, '/api/reset-password', { token, password: next })).status, 200);
  },
  'npm run recover': ({ email }) =>
    promisify(execFile)(process.execPath, ['server/program/recover.ts', email], {
      env: { ...process.env, DATABASE_URL: server.app.config.DATABASE_URL },
    }),
};
const keepsOwn = ['a changed password', 'signing out everywhere'];

for (const [what, end] of Object.entries(endings)) {
  test(`${what} ends hundreds of sessions and their open streams`, async () => {
    const { id, email } = await createUser(server.app.db, { passwordHash, roles: ['editor'] });
    const [client, other] = [await server.client(id), await server.client(id)];
    const watcher = watch(server, other, 'subscription { runningEventsChanged }');
    await until(async () => watcher.seen.length > 0);
    await crowd(id); // as an installation may have from before there was a limit
    await end({ id, email, client });
    assert.equal(await sessionsOf(id), keepsOwn.includes(what) ? 1 : 0);
    await until(async () => watcher.hasEnded());
  });
}

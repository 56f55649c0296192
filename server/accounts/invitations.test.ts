import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createUser } from '#testing/factories.ts';
import { post, takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { hashPassword } from './password.ts';

const password = 'vier Zebras grasen im Nebel';
let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const refusal = async (answer: Promise<{ errors?: { message: string }[] }>) => (await answer).errors?.[0]?.message;
const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { _id isInvited } }';
const resend = 'mutation ($id: ID!) { resendInvitation(id: $id) { isInvited } }';
const remove = 'mutation ($id: ID!) { deleteUser(id: $id) { _id isActive } }';
const update = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { isActive } }';
const input = (email: string, roles: string[] = ['editor']) => ({ email, firstName: 'Gerda', lastName: 'Gast', roles });

test('mails an invitation again with a new link until a password is set', async () => {
  const admin = await server.as('administrator');
  const email = 'gerda@example.org';
  const { createUser: made } = await admin.run(create, { input: input(email) });
  assert.equal(made.isInvited, true);
  const first = tokenIn(await takeMail(server, email));
  assert.equal((await admin.run(resend, { id: made._id })).resendInvitation.isInvited, true);
  const second = tokenIn(await takeMail(server, email));
  const set = (token: string) => post(server, '/api/reset-password', { token, password });
  assert.equal((await set(first)).body.message, 'invalid_token');
  assert.equal((await set(second)).status, 200);
  assert.equal(await refusal(admin.send(resend, { id: made._id })), 'error_user_not_invited');
  assert.equal(await refusal((await server.as('editor')).send(resend, { id: made._id })), 'error_forbidden');
});

test('limits repeated invitations and invites no switched-off user', async () => {
  const admin = await server.as('administrator');
  const { createUser: made } = await admin.run(create, { input: input('oft@example.org') });
  for (let i = 0; i < 5; i++) await admin.run(resend, { id: made._id });
  assert.equal(await refusal(admin.send(resend, { id: made._id })), 'too_many_attempts');
  const off = await createUser(server.app.db, { isActive: false });
  assert.equal(await refusal(admin.send(resend, { id: off.id })), 'error_user_not_invited');
});

test('withdrawing an unused invitation deletes its data; a user with sign-ins is only disabled', async () => {
  const { db } = server.app;
  const admin = await server.as('administrator');
  const owner = await server.as('administrator', 'system_owner');
  const { createUser: made } = await admin.run(create, { input: input('irrtum@example.org') });
  const token = tokenIn(await takeMail(server, 'irrtum@example.org'));
  assert.equal((await admin.run(remove, { id: made._id })).deleteUser._id, made._id);
  assert.equal((await admin.run(`{ user(id: ${made._id}) { id } }`)).user, null);
  assert.equal((await post(server, '/api/reset-password', { token, password })).body.message, 'invalid_token');

  const came = await createUser(db, { passwordHash: await hashPassword(password) });
  assert.equal((await admin.run(remove, { id: came.id })).deleteUser.isActive, false);
  assert.equal((await admin.run(`{ user(id: ${came.id}) { isActive } }`)).user.isActive, false);
  const wrote = await createUser(db, {});
  const status = await db.selectFrom('eventStatuses').select('id').executeTakeFirstOrThrow();
  await db.insertInto('events').values({ name: 'Brand', insertedBy: wrote.id, eventStatusId: status.id }).execute();
  await admin.run(remove, { id: wrote.id });
  assert.equal(
    (await admin.run(`{ user(id: ${wrote.id}) { isActive } }`)).user.isActive,
    false,
    'what they wrote stays',
  );

  const high = (await owner.run(create, { input: input('hoch@example.org', ['administrator']) })).createUser;
  assert.equal(await refusal(admin.send(remove, { id: high._id })), 'error_only_system_owner');
  assert.equal((await owner.run(remove, { id: high._id })).deleteUser._id, high._id);
});

test('switching a user off ends sessions and streams at once; switched on, they sign in again', async () => {
  const admin = await server.as('administrator');
  const user = await createUser(server.app.db, { passwordHash: await hashPassword(password), roles: ['editor'] });
  const client = await server.client(user.id);
  const response = await fetch(`${server.url}/api/graphql/stream`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${client.token}`,
    },
    body: JSON.stringify({ query: 'subscription { runningEventsChanged }' }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  await admin.run(update, { input: { id: user.id, isActive: false } });
  assert.equal(await refusal(client.send('{ currentUser { id } }')), 'error_session_expired');
  while (!(await reader.read()).done);
  assert.equal((await post(server, '/api/auth', { email: user.email, password })).body.message, 'user_inactive');
  await admin.run(update, { input: { id: user.id, isActive: true } });
  assert.equal(
    await refusal(client.send('{ currentUser { id } }')),
    'error_session_expired',
    'the old one stays ended',
  );
  assert.equal((await post(server, '/api/auth', { email: user.email, password })).status, 200);
});

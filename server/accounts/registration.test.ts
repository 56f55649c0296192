import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createUser } from '#testing/factories.ts';
import { get, post, takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { hashPassword } from './password.ts';
import { purgeExpired } from './purge.ts';

const password = 'vier Zebras grasen im Nebel';
const other = 'sieben Kraniche ziehen heim';
let server: TestServer;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
});
after(() => server.stop());

let count = 0;
const network = () => `10.2.${++count}.7`;
const register = (fields: object, from = network()) =>
  post(
    server,
    '/api/register',
    { email: `neu${++count}@example.org`, firstName: 'Nora', lastName: 'Neu', ...fields },
    { from },
  );
const verify = (token: string, given = password) =>
  post(server, '/api/verify', { token, password: given }, { from: network() });
const signIn = (email: string, given = password) =>
  post(server, '/api/auth', { email, password: given }, { from: network() });
const row = (email: string) =>
  server.app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const approve =
  'mutation ($id: ID!, $roles: [String!]!) { approveUser(id: $id, roles: $roles) { isActive needApproval roles } }';

test('registers, verifies, approves and signs in a user for the first time', async () => {
  const chief = await server.as('administrator');
  const answer = await register({ email: 'Nora.Neu@example.org', mobilePhoneNumber: '0151 23456789' });
  assert.deepEqual([answer.status, answer.text], [201, '{"message":"success_user_created"}']);
  const { id, ...user } = await row('nora.neu@example.org');
  assert.deepEqual([user.isActive, user.needApproval, user.verifiedAt, user.roles], [false, false, null, []]);
  assert.deepEqual([user.mobilePhoneNumber, user.language], ['+4915123456789', 'de']);
  assert.equal((await signIn('nora.neu@example.org')).status, 401);

  const mail = await takeMail(server, 'nora.neu@example.org');
  assert.match(mail.subject, /Bitte bestätigen Sie Ihre E-Mail-Adresse/);
  assert.match(mail.text, /^Guten Tag Nora Neu,/);
  assert.ok(mail.text.includes(`${server.app.publicUrl}/#/verify-user/`));
  assert.doesNotMatch(mail.text + mail.html, /\{\{/);
  const token = tokenIn(mail);
  for (let i = 0; i < 3; i++) await get(server, `/api/verify?token=${token}`);
  assert.equal((await verify(token, 'elf Zeichen')).body.fields.password, 'error_password_short');
  assert.equal((await verify(token, 'Nora.Neu-2026!')).body.fields.password, 'error_password_common');
  assert.equal((await verify(token)).text, '{"message":"success_user_verified"}');
  assert.equal((await verify(token)).text, '{"message":"invalid_token","fields":{"token":"invalid_token"}}');
  assert.equal((await signIn('nora.neu@example.org')).body.message, 'user_needs_approval');

  const admin = await server.app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', chief.userId!)
    .executeTakeFirst();
  const notice = await takeMail(server, admin!.email);
  assert.match(notice.text, /Nora Neu \(nora\.neu@example\.org\)/);
  assert.match(notice.text, /#\/administration\/users/);
  const waiting = await chief.run('{ users(needApproval: true) { totalCount edges { node { _id email } } } }');
  assert.deepEqual(
    waiting.users.edges.map((edge: { node: { _id: number } }) => edge.node._id),
    [id],
  );
  const approved = await chief.run(approve, { id: `/api/v2/users/${id}`, roles: ['editor', 'crisis_manager'] });
  assert.deepEqual(approved.approveUser, { isActive: true, needApproval: false, roles: ['crisis_manager', 'editor'] });
  assert.match((await takeMail(server, 'nora.neu@example.org')).subject, /freigegeben/);
  assert.equal((await chief.send(approve, { id, roles: [] })).errors![0]!.message, 'error_user_not_waiting');
  assert.equal((await signIn('nora.neu@example.org')).status, 200);
});

test('a form can set only its own fields', async () => {
  const email = 'gierig@example.org';
  const more = {
    roles: ['system_owner'],
    isActive: true,
    is_active: true,
    needApproval: false,
    verifiedAt: '2020-01-01T00:00:00Z',
    id: 1,
  };
  assert.equal((await register({ email, ...more })).status, 201);
  const user = await row(email);
  assert.deepEqual([user.roles, user.isActive, user.verifiedAt], [[], false, null]);
});

test('registering a known address returns the same answer, changes nothing and mails its owner', async () => {
  const known = await createUser(server.app.db, { passwordHash: await hashPassword(password), language: 'en' });
  const fresh = await register({});
  const again = await register({ email: known.email.toUpperCase(), firstName: 'Eve' });
  assert.deepEqual([again.status, again.text], [fresh.status, fresh.text]);
  const mail = await takeMail(server, known.email);
  assert.match(mail.subject, /You already have an account/);
  assert.deepEqual(await row(known.email), known);
  assert.equal((await signIn(known.email)).status, 200);
});

test('registering cannot take over an invited user; a forgotten registration can be repeated', async () => {
  const invited = await createUser(server.app.db, { verifiedAt: null, roles: ['administrator'], passwordHash: null });
  await register({ email: invited.email });
  assert.deepEqual(await row(invited.email), invited);

  const email = 'zweimal@example.org';
  await register({ email, firstName: 'Erste' });
  const first = tokenIn(await takeMail(server, email));
  await register({ email, firstName: 'Zweite' });
  const second = tokenIn(await takeMail(server, email));
  assert.equal((await verify(first)).status, 400);
  assert.equal((await verify(second)).status, 200);
  assert.equal((await row(email)).firstName, 'Zweite');
  assert.equal((await signIn(email)).body.message, 'user_needs_approval');
});

test('sets the password from the mailed link and ignores one entered before', async () => {
  const email = 'umworben@example.org';
  assert.equal((await register({ email, password: other })).status, 201);
  assert.equal((await verify(tokenIn(await takeMail(server, email)))).status, 200);
  const { id } = await row(email);
  await (await server.as('administrator')).run(approve, { id, roles: ['crisis_manager'] });
  assert.equal((await signIn(email, other)).status, 401);
  assert.equal((await signIn(email)).status, 200);
});

test('keeps the password of a registration that is confirmed without one', async () => {
  const email = 'programm@example.org';
  const short = await register({ email, password: 'elf Zeichen' });
  assert.deepEqual([short.status, short.body.fields], [400, { password: 'error_password_short' }]);
  assert.equal((await register({ email, password: 'passwordpassword' })).body.fields.password, 'error_password_common');
  assert.equal((await register({ email, password })).status, 201);
  const known = await createUser(server.app.db, { passwordHash: await hashPassword(other) });
  assert.equal((await register({ email: known.email, password })).status, 201);
  const [early, asKnown] = [await signIn(email), await signIn(known.email)];
  assert.deepEqual([early.status, early.body.message], [403, 'user_not_verified']);
  assert.deepEqual([asKnown.status, asKnown.text], [early.status, early.text], 'reveals no account');
  for (const address of [email, known.email])
    assert.equal((await signIn(address, 'Noch ein anderer Satz')).body.message, 'invalid_credentials');
  assert.equal((await signIn(known.email, other)).status, 200, 'their own password still signs in');
  const token = tokenIn(await takeMail(server, email));
  assert.equal((await post(server, '/api/verify', { token }, { from: network() })).status, 200);
  assert.equal((await signIn(email)).body.message, 'user_needs_approval');
  await (await server.as('administrator')).run(approve, { id: (await row(email)).id, roles: ['editor'] });
  assert.equal((await signIn(email)).status, 200);
});

test('the password of an unconfirmed registration is void once an administrator lets the user in', async () => {
  const admin = await server.as('administrator');
  const update = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { isInvited } }';
  const [email, deleted] = ['vorab@example.org', 'weg@example.org'];
  for (const one of [email, deleted]) assert.equal((await register({ email: one, password: other })).status, 201);
  const { id } = await row(email);
  const { updateUser } = await admin.run(update, { input: { id, isActive: true, roles: ['editor'] } });
  assert.equal(updateUser.isInvited, true);
  assert.equal((await row(email)).passwordHash, null);
  assert.equal((await signIn(email, other)).status, 401);
  await admin.run('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: (await row(deleted)).id });
  assert.deepEqual(await server.app.db.selectFrom('users').select('id').where('email', '=', deleted).execute(), []);
});

test('invites an approved user with a confirmed address and without a password', async () => {
  const email = 'ohne@example.org';
  await register({ email });
  const token = tokenIn(await takeMail(server, email));
  assert.equal((await post(server, '/api/verify', { token }, { from: network() })).status, 200);
  await (await server.as('administrator')).run(approve, { id: (await row(email)).id, roles: ['editor'] });
  const invitation = tokenIn(await takeMail(server, email));
  assert.equal((await post(server, '/api/reset-password', { token: invitation, password })).status, 200);
  assert.equal((await signIn(email)).status, 200);
});

test('changes nothing of a registration when no more mails are sent', async () => {
  const email = 'oft@example.org';
  for (let n = 0; n < 3; n++) await register({ email });
  assert.equal((await register({ email, firstName: 'Eve' })).status, 201);
  assert.equal((await row(email)).firstName, 'Nora');
});

test('concurrent registrations of one address create one user', async () => {
  const email = 'gleichzeitig@example.org';
  const answers = await Promise.all(Array.from({ length: 5 }, () => register({ email })));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  assert.equal((await server.app.db.selectFrom('users').select('id').where('email', '=', email).execute()).length, 1);
});

test('refuses bad input field by field', async () => {
  const cases: [object, Record<string, string>][] = [
    [{ email: 'a@x.de, b@y.de' }, { email: 'error_invalid_email' }],
    [{ email: 'a@x.de\r\nBcc: b@y.de' }, { email: 'error_invalid_email' }],
    [{ firstName: ' ' }, { firstName: 'error_required' }],
    [{ lastName: 'x'.repeat(201) }, { lastName: 'error_too_long' }],
    [{ lastName: 'a\nb' }, { lastName: 'error_invalid_input' }],
    [{ mobilePhoneNumber: '123' }, { mobilePhoneNumber: 'error_invalid_phone' }],
  ];
  for (const [fields, expected] of cases) {
    const answer = await register(fields);
    assert.equal(answer.status, 400, JSON.stringify(fields).slice(0, 60));
    assert.deepEqual(answer.body.fields, expected);
  }
  const empty = await post(server, '/api/register', {}, { from: network() });
  assert.deepEqual(Object.keys(empty.body.fields), ['email', 'firstName', 'lastName']);
});

test('registration can be closed and is limited per network', async () => {
  const set = (valueStr: string) =>
    server.app.db.updateTable('systemSettings').set({ valueStr }).where('valueKey', '=', 'registration_open').execute();
  await set('false');
  const closed = await register({});
  assert.deepEqual([closed.status, closed.body.message], [403, 'error_registration_closed']);
  assert.equal((await get(server, '/api/status')).body.registrationOpen, false);
  await set('true');
  const noisy = network();
  for (let i = 0; i < 20; i++) await register({}, noisy);
  assert.equal((await register({}, noisy)).status, 429);
});

test('deletes a rejected registration and mails the reason', async () => {
  const chief = await server.as('administrator');
  const user = await createUser(server.app.db, { isActive: false, needApproval: true });
  const reject = 'mutation ($id: ID!, $reason: String) { rejectUser(id: $id, reason: $reason) }';
  await chief.run(reject, { id: user.id, reason: 'Unbekannt in {{ user.firstName }}' });
  assert.match((await takeMail(server, user.email)).text, /Begründung: Unbekannt in \(\( user\.firstName \)\)/);
  assert.equal((await chief.send(reject, { id: user.id })).errors![0]!.message, 'error_not_found');
  const active = await createUser(server.app.db, {});
  assert.equal((await chief.send(reject, { id: active.id })).errors![0]!.message, 'error_user_not_waiting');
});

test('a forgotten password: one answer for all, a link for one hour, all sessions end', async () => {
  const user = await createUser(server.app.db, { passwordHash: await hashPassword(password) });
  const { token: session } = (await signIn(user.email)).body;
  const unknown = await post(server, '/api/forgot-password', { email: 'niemand@example.org' }, { from: network() });
  const known = await post(server, '/api/forgot-password', { email: user.email }, { from: network() });
  assert.deepEqual([known.status, known.text], [200, unknown.text]);
  const mail = await takeMail(server, user.email);
  assert.match(mail.text, /#\/reset-password\//);
  const token = tokenIn(mail);
  const reset = (given: string) => post(server, '/api/reset-password', { token, password: given }, { from: network() });
  assert.equal((await reset('passwort123456')).body.fields.password, 'error_password_common');
  assert.equal((await post(server, '/api/verify', { token })).status, 400, 'a token serves its own purpose only');
  assert.equal((await reset(other)).status, 200);
  assert.equal((await reset(other)).status, 400);
  assert.match((await takeMail(server, user.email)).subject, /Passwort wurde geändert/);
  assert.equal((await post(server, '/api/logout', {}, { token: session })).status, 401);
  assert.equal((await signIn(user.email)).status, 401);
  assert.equal((await signIn(user.email, other)).status, 200);
});

test('stores tokens only as hashes, expires them and limits guessing per network', async () => {
  const email = 'spaet@example.org';
  await register({ email });
  const token = tokenIn(await takeMail(server, email));
  const dump = JSON.stringify([
    await server.app.db.selectFrom('oneTimeTokens').selectAll().execute(),
    (await server.app.database.pool.query('select * from pgboss.job')).rows,
  ]);
  assert.ok(!dump.includes(token));
  await server.app.db.updateTable('oneTimeTokens').set({ expiresAt: new Date() }).execute();
  assert.equal((await post(server, '/api/verify', { token })).body.message, 'invalid_token');
  const from = network();
  const guess = () => post(server, '/api/verify', { token: 'A'.repeat(22) }, { from });
  for (let i = 0; i < 20; i++) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
});

test('the nightly purge removes only unconfirmed registrations', async () => {
  const old = new Date(Date.now() - 8 * 86_400_000);
  const gone = await createUser(server.app.db, { verifiedAt: null, isActive: false, insertedAt: old });
  const kept = [
    await createUser(server.app.db, { verifiedAt: null, isActive: false }),
    await createUser(server.app.db, { isActive: false, insertedAt: old }),
    await createUser(server.app.db, { verifiedAt: null, isActive: true, insertedAt: old, roles: ['editor'] }),
  ];
  await purgeExpired(server.app.db);
  const left = await server.app.db.selectFrom('users').select('id').execute();
  const ids = new Set(left.map(({ id }) => id));
  assert.deepEqual([ids.has(gone.id), ...kept.map(({ id }) => ids.has(id))], [false, true, true, true]);
});

test('a renewed link reveals no known address when old registrations are purged', async () => {
  const { db } = server.app;
  const known = await createUser(db, { passwordHash: await hashPassword(other) });
  const emails = [known.email, 'unbekannt@example.org'];
  for (const email of emails) {
    await register({ email, password });
    await takeMail(server, email);
  }
  // both registered a week ago, with expired links
  const users = await db.selectFrom('users').select('id').where('email', 'in', emails).execute();
  const ids = users.map(({ id }) => id);
  const [old, yesterday] = [new Date(Date.now() - 8 * 86_400_000), new Date(Date.now() - 2 * 86_400_000)];
  await db.updateTable('users').set({ insertedAt: old }).where('id', 'in', ids).execute();
  const times = { insertedAt: old, changedAt: yesterday };
  await db.updateTable('registrationPasswords').set(times).where('userId', 'in', ids).execute();
  await db.updateTable('oneTimeTokens').set({ expiresAt: yesterday }).where('userId', 'in', ids).execute();
  for (const email of emails) {
    await post(server, '/api/forgot-password', { email }, { from: network() });
    await takeMail(server, email);
  }
  await purgeExpired(db);
  const answers = await Promise.all(emails.map((email) => signIn(email)));
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    emails.map(() => [403, '{"message":"user_not_verified"}']),
  );
});

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { features, roles } from '#shared/permissions.ts';
import { createUser } from '#testing/factories.ts';
import { post, takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { hashPassword } from './password.ts';

const password = 'vier Zebras grasen im Nebel';
const other = 'sieben Kraniche ziehen heim';
let server: TestServer;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
});
after(() => server.stop());

const refusal = async (answer: Promise<{ errors?: { message: string }[] }>) => (await answer).errors?.[0]?.message;
const update = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { _id roles isActive email } }';

test('currentUser returns everything that the page needs for its decisions', async () => {
  const user = await server.as('administrator', 'editor');
  await server.app.db
    .updateTable('users')
    .set({ searchHistory: ['Brand'] })
    .where('id', '=', user.userId!)
    .execute();
  const { currentUser } = await user.run(
    '{ currentUser { id _id email roles visibleFeatures searchHistory isActive needApproval language image { id } } }',
  );
  assert.equal(currentUser.id, `/api/v2/users/${user.userId}`);
  assert.deepEqual(currentUser.roles, ['administrator', 'editor']);
  const expected = Object.entries(features)
    .filter(([, held]) => (held as readonly string[]).some((role) => currentUser.roles.includes(role)))
    .map(([feature]) => feature);
  assert.deepEqual(currentUser.visibleFeatures, expected);
  assert.deepEqual(currentUser.searchHistory, ['Brand']);
  assert.equal(await refusal((await server.client()).send('{ currentUser { id } }')), 'error_unauthenticated');
});

test('roles have fixed numbers and names in the language of the user', async () => {
  const editor = await server.as('editor');
  const query = '{ securityRoles { totalCount edges { node { id _id identifier name features } } } }';
  const { securityRoles } = await editor.run(query);
  assert.deepEqual(
    securityRoles.edges.map((edge: { node: { identifier: string } }) => edge.node.identifier),
    [...roles],
  );
  assert.equal(securityRoles.edges[4].node.id, '/api/v2/security_roles/5');
  assert.equal(securityRoles.edges[4].node.name, 'Redaktion');
  assert.deepEqual(securityRoles.edges[6].node.features, []);
  await editor.run('mutation { changeLanguage(language: "en") { language } }');
  assert.equal((await editor.run(query)).securityRoles.edges[4].node.name, 'Editor');
  assert.equal(await refusal(editor.send('mutation { changeLanguage(language: "fr") { id } }')), 'error_invalid_input');
});

test('only user administrators list users; others see name and picture of people they meet', async () => {
  const admin = await server.as('administrator');
  const target = await createUser(server.app.db, {
    firstName: 'Änne',
    lastName: 'Zöllner',
    mobilePhoneNumber: '+4915112345678',
    roles: ['editor'],
    searchHistory: ['geheim'],
  });
  const one = `{ user(id: ${target.id}) { lastName email mobilePhoneNumber roles searchHistory } }`;
  const seen = { lastName: 'Zöllner', email: target.email, mobilePhoneNumber: '+4915112345678', roles: ['editor'] };
  assert.deepEqual((await admin.run(one)).user, { ...seen, searchHistory: [] });
  for (const role of roles.filter((name) => name !== 'administrator')) {
    const viewer = await server.as(role);
    assert.equal(await refusal(viewer.send(one)), 'error_forbidden', role);
    assert.equal(await refusal(viewer.send('{ users { totalCount } }')), 'error_forbidden', role);
  }
  const found = await admin.run('{ users(search: "änne zöl") { edges { node { _id } } } }');
  assert.deepEqual(found.users.edges, [{ node: { _id: target.id } }]);
  assert.equal((await admin.run('{ users(search: "%") { totalCount } }')).users.totalCount, 0);

  const event = await server.app.db
    .insertInto('events')
    .values({
      name: 'Brand',
      insertedBy: target.id,
      eventStatusId: (await server.app.db.selectFrom('eventStatuses').select('id').executeTakeFirstOrThrow()).id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const met = `{ event(id: ${event.id}) { insertedBy { firstName lastName email mobilePhoneNumber roles visibleFeatures searchHistory needApproval sessions { id } } } }`;
  const hidden = { email: '', mobilePhoneNumber: null, roles: [], visibleFeatures: [], searchHistory: [] };
  assert.deepEqual((await (await server.as('editor')).run(met)).event.insertedBy, {
    firstName: 'Änne',
    lastName: 'Zöllner',
    needApproval: false,
    sessions: [],
    ...hidden,
  });
});

test('lists users by last name in German order, page by page', async () => {
  const admin = await server.as('administrator');
  for (const lastName of ['Qz', 'Qä', 'Qb', 'Qa']) await createUser(server.app.db, { firstName: 'Sortiert', lastName });
  const page = async (after: string | null) =>
    (
      await admin.run(
        'query ($after: String) { users(first: 3, after: $after, search: "Sortiert") { totalCount pageInfo { endCursor hasNextPage } edges { node { lastName } } } }',
        { after },
      )
    ).users;
  const names = (list: { edges: { node: { lastName: string } }[] }) => list.edges.map(({ node }) => node.lastName);
  const first = await page(null);
  assert.deepEqual([names(first), first.totalCount, first.pageInfo.hasNextPage], [['Qa', 'Qä', 'Qb'], 4, true]);
  assert.deepEqual(names(await page(first.pageInfo.endCursor)), ['Qz']);
});

test('only a system owner grants, removes or edits holders of administrator and system_owner', async () => {
  const admin = await server.as('administrator');
  const owner = await server.as('administrator', 'system_owner');
  const colleague = await createUser(server.app.db, { roles: ['administrator'] });
  const editor = await createUser(server.app.db, { roles: ['editor'] });
  const approve = 'mutation ($id: ID!, $roles: [String!]!) { approveUser(id: $id, roles: $roles) { id } }';
  const pending = await createUser(server.app.db, { isActive: false, needApproval: true });
  for (const [document, variables] of [
    [update, { input: { id: editor.id, roles: ['editor', 'administrator'] } }],
    [update, { input: { id: admin.userId, roles: ['administrator', 'system_owner'] } }],
    [update, { input: { id: colleague.id, roles: [] } }],
    [update, { input: { id: colleague.id, isActive: false } }],
    [update, { input: { id: colleague.id, email: 'gekapert@example.org' } }],
    ['mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: colleague.id }],
    [approve, { id: pending.id, roles: ['system_owner'] }],
    [
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input: { email: 'neu.admin@example.org', firstName: 'A', lastName: 'B', roles: ['administrator'] } },
    ],
  ] as const) {
    assert.equal(await refusal(admin.send(document, variables)), 'error_only_system_owner', JSON.stringify(variables));
  }
  await owner.run(update, { input: { id: editor.id, roles: ['editor', 'administrator'] } });
  await owner.run(update, { input: { id: colleague.id, isActive: false } });
  await admin.run(update, { input: { id: editor.id, firstName: 'Geändert' } });
  assert.equal(await refusal(admin.send(update, { input: { id: editor.id, roles: ['chef'] } })), 'error_unknown_role');
  assert.equal(
    await refusal((await server.as('editor')).send(update, { input: { id: editor.id, roles: [] } })),
    'error_forbidden',
  );
  assert.equal(
    (await refusal(admin.send('mutation { updateProfile(input: { roles: ["administrator"] }) { id } }'))) !== undefined,
    true,
  );
});

test('waiting for approval neither locks out, deletes nor restores privileged users', async () => {
  const admin = await server.as('administrator');
  const owner = await server.as('administrator', 'system_owner');
  const colleague = await server.as('administrator', 'system_owner');
  const off = await createUser(server.app.db, { roles: ['administrator'], isActive: false });
  const approve = 'mutation ($id: ID!) { approveUser(id: $id, roles: ["administrator"]) { id } }';
  const reject = 'mutation ($id: ID!) { rejectUser(id: $id) }';
  for (const id of [colleague.userId, off.id]) {
    const answer = admin.send(update, { input: { id, needApproval: true } });
    assert.equal(await refusal(answer), 'error_only_system_owner');
    await server.app.db
      .updateTable('users')
      .set({ needApproval: true, isActive: false })
      .where('id', '=', id!)
      .execute();
    for (const document of [approve, reject]) {
      assert.equal(await refusal(admin.send(document, { id })), 'error_only_system_owner', document);
    }
  }
  await owner.run(update, { input: { id: off.id, needApproval: false } });
  const user = await server.as('editor');
  await owner.run(update, { input: { id: user.userId, needApproval: true } });
  assert.equal(await refusal(user.send('{ currentUser { id } }')), 'error_session_expired');
  const back = admin.send(update, { input: { id: user.userId, isActive: true } });
  assert.equal(await refusal(back), 'error_user_waiting', 'it would look as if they could sign in');
  await server.app.db.updateTable('users').set({ lastSignInAt: new Date() }).where('id', '=', user.userId!).execute();
  assert.equal(await refusal(owner.send(reject, { id: user.userId })), 'error_user_signed_in_before');
  assert.ok((await admin.run(update, { input: { id: user.userId, needApproval: false, isActive: true } })).updateUser);
});

test('the last system owner remains, also when two remove each other concurrently', async () => {
  const { db } = server.app;
  const owners = sql<boolean>`'system_owner' = any(roles)`;
  for (let round = 0; round < 5; round++) {
    await db.updateTable('users').set({ roles: [] }).where(owners).execute();
    const one = await server.as('administrator', 'system_owner');
    const two = await server.as('administrator', 'system_owner');
    const answers = await Promise.all([
      one.send(update, { input: { id: two.userId, roles: ['editor'] } }),
      two.send(update, { input: { id: one.userId, isActive: false } }),
    ]);
    const left = await db.selectFrom('users').select('id').where(owners).where('isActive', '=', true).execute();
    assert.equal(left.length, 1, JSON.stringify(answers));
    const last = left[0]!.id === one.userId ? one : two;
    for (const input of [{ roles: ['administrator'] }, { isActive: false }, { needApproval: true }]) {
      const answer = last.send(update, { input: { id: last.userId, ...input } });
      assert.equal(await refusal(answer), 'error_last_system_owner');
    }
  }
});

test("new roles, another address and switching off end that user's sessions, not one's own", async () => {
  const owner = await server.as('administrator', 'system_owner');
  for (const input of [{ roles: ['editor'] }, { email: 'umgezogen@example.org' }, { isActive: false }]) {
    const user = await server.as('contact_manager');
    assert.ok((await user.run('{ currentUser { id } }')).currentUser);
    await owner.run(update, { input: { id: user.userId, ...input } });
    assert.equal(await refusal(user.send('{ currentUser { id } }')), 'error_session_expired', JSON.stringify(input));
  }
  const kept = await server.as('editor');
  await owner.run(update, { input: { id: kept.userId, firstName: 'Nur der Name' } });
  assert.ok((await kept.run('{ currentUser { id } }')).currentUser);
  await owner.run(update, { input: { id: owner.userId, roles: ['administrator', 'system_owner', 'editor'] } });
  assert.ok((await owner.run('{ currentUser { id } }')).currentUser);
});

test('an invited user sets the first password by the mailed link', async () => {
  const admin = await server.as('administrator');
  const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { _id isActive roles } }';
  const input = { email: 'Gast@Example.org', firstName: 'Gerda', lastName: 'Gast', roles: ['editor'], language: 'en' };
  assert.deepEqual((await admin.run(create, { input })).createUser.roles, ['editor']);
  assert.equal(await refusal(admin.send(create, { input })), 'error_email_taken');
  const mail = await takeMail(server, 'gast@example.org');
  assert.match(mail.text, /^Hello Gerda Gast,/);
  const from = '10.3.0.1';
  const early = await post(server, '/api/auth', { email: input.email, password }, { from });
  assert.equal(early.status, 401);
  assert.equal((await post(server, '/api/reset-password', { token: tokenIn(mail), password }, { from })).status, 200);
  assert.equal((await post(server, '/api/auth', { email: input.email, password }, { from })).status, 200);
});

test('changing the password needs the old one, ends other sessions and sends a mail', async () => {
  const user = await createUser(server.app.db, { passwordHash: await hashPassword(password) });
  const [here, elsewhere] = [await server.client(user.id), await server.client(user.id)];
  const change = 'mutation ($old: String!, $new: String!) { changePassword(currentPassword: $old, newPassword: $new) }';
  const wrong = await here.send(change, { old: 'falsch', new: other });
  assert.deepEqual(wrong.errors![0]!.extensions.fields, { currentPassword: 'error_wrong_password' });
  const weak = await here.send(change, { old: password, new: 'passwort12345' });
  assert.deepEqual(weak.errors![0]!.extensions.fields, { newPassword: 'error_password_common' });
  assert.equal((await here.run(change, { old: password, new: other })).changePassword, true);
  assert.match((await takeMail(server, user.email)).text, /geändert/);
  assert.ok((await here.run('{ currentUser { id } }')).currentUser);
  assert.equal(await refusal(elsewhere.send('{ currentUser { id } }')), 'error_session_expired');
  for (let i = 0; i < 8; i++) await here.send(change, { old: 'falsch', new: other });
  assert.equal(await refusal(here.send(change, { old: other, new: password })), 'too_many_attempts');
});

test('refuses a password change from an older password after a concurrent change', async () => {
  const user = await createUser(server.app.db, { passwordHash: await hashPassword(password) });
  const client = await server.client(user.id);
  const change = 'mutation ($old: String!, $new: String!) { changePassword(currentPassword: $old, newPassword: $new) }';
  const reset = await hashPassword('ein Fuchs im Haferfeld');
  const holder = await server.app.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('update users set password_hash = $1 where id = $2', [reset, user.id]);
    const changing = client.send(change, { old: password, new: other });
    await until(async () => {
      const { rows } = await server.app.database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await holder.query('commit');
    assert.equal(await refusal(changing), 'error_wrong_password');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const { passwordHash } = await server.app.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  assert.equal(passwordHash, reset);
});

test('lists sessions and lets their user or a user administrator end each one', async () => {
  const user = await createUser(server.app.db, {});
  const [here, elsewhere] = [await server.client(user.id), await server.client(user.id)];
  const list = '{ currentUser { sessions { id userAgent isCurrent } } }';
  const { sessions } = (await here.run(list)).currentUser;
  assert.deepEqual([sessions.length, sessions.filter((s: { isCurrent: boolean }) => s.isCurrent).length], [2, 1]);
  const away = sessions.find((s: { isCurrent: boolean }) => !s.isCurrent).id;
  const end = `mutation { endSession(id: "${away}") }`;
  assert.equal((await (await server.as('editor')).run(end)).endSession, false);
  assert.equal((await here.run(end)).endSession, true);
  assert.equal(await refusal(elsewhere.send(list)), 'error_session_expired');
  const admin = await server.as('administrator');
  const seen = (await admin.run(`{ user(id: ${user.id}) { sessions { id } } }`)).user.sessions;
  assert.equal((await admin.run(`mutation { endSession(id: "${seen[0].id}") }`)).endSession, true);
  assert.equal(await refusal(here.send(list)), 'error_session_expired');
});

test('changes the profile field by field', async () => {
  const user = await server.as('editor');
  const change =
    'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { firstName lastName mobilePhoneNumber image { id } } }';
  const first = await user.run(change, { input: { firstName: ' Rita ', mobilePhoneNumber: '0151 23456789' } });
  assert.equal(first.updateProfile.firstName, 'Rita');
  assert.equal(first.updateProfile.mobilePhoneNumber, '+4915123456789');
  assert.match(first.updateProfile.lastName, /^Nachname/);
  assert.equal((await user.run(change, { input: { mobilePhoneNumber: null } })).updateProfile.mobilePhoneNumber, null);
  const bad = await user.send(change, { input: { lastName: '' } });
  assert.deepEqual(bad.errors![0]!.extensions.fields, { lastName: 'error_required' });
});

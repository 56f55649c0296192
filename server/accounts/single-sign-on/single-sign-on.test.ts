import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { mailPasswordReset } from '#server/accounts/password-reset.ts';
import { sealedFor } from '#server/accounts/totp/second-factor.ts';
import { newTotpSecret } from '#server/accounts/totp/time-code.ts';
import { seal } from '#server/platform/secrets.ts';
import { createUser } from '#testing/factories.ts';
import { type FakeAccount, followProvider, type OidcFake, startOidcFake } from '#testing/fakes/oidc-provider.ts';
import { post, type RestAnswer } from '#testing/rest.ts';
import { createClient, startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let fake: OidcFake;
let owner: TestClient;
let providerId: number;
let people = 0;

/** A person at the provider that no other test uses. */
const person = (values: Record<string, unknown> = {}): FakeAccount => {
  const n = ++people;
  return {
    sub: `subject ${n}`,
    email: `sso${n}@example.org`,
    email_verified: true,
    given_name: 'Petra',
    family_name: `Provider ${n}`,
    groups: ['crisis'],
    ...values,
  };
};

const create = `mutation ($input: CreateOidcProviderInput!) { createOidcProvider(input: $input) {
  _id hasClientSecret callbackUrl roleMap { group role } } }`;
const update = 'mutation ($input: UpdateOidcProviderInput!) { updateOidcProvider(input: $input) { version } }';
const settings = (changes: Record<string, unknown>) => owner.run(update, { input: { id: providerId, ...changes } });

before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
  fake = await startOidcFake(server.app.publicUrl, person());
  owner = await server.as('administrator', 'system_owner');
  const input = {
    issuer: fake.issuer,
    label: 'Haus',
    clientId: fake.clientId,
    clientSecret: fake.clientSecret,
    ownNetwork: true,
    roleMap: [
      { group: 'crisis', role: 'crisis_manager' },
      { group: 'admins', role: 'system_owner' },
    ],
  };
  const { createOidcProvider: made } = await owner.run(create, { input });
  providerId = made._id;
  assert.equal(made.hasClientSecret, true);
  assert.equal(made.callbackUrl, `${server.app.publicUrl}/api/sso/callback`);
});
beforeEach(async () => {
  fake.come();
  fake.tamper = null;
  fake.signWithForeignKey(false);
});
after(async () => {
  await fake.stop();
  await server.stop();
});

let networks = 0;
const network = () => `10.9.${++networks}.7`;

/** Goes to the provider and back to the page. */
async function comeBack(account: FakeAccount, token?: string | null) {
  fake.account = account;
  const path = token ? '/api/sso/link/start' : '/api/sso/start';
  const begun = await post(server, path, { provider: providerId }, { token: token ?? null, from: network() });
  assert.equal(begun.status, 200, begun.text);
  const back = await followProvider(begun.body.url, `${server.app.publicUrl}/api/sso/callback`);
  const landed = await fetch(back, { redirect: 'manual' });
  const address = new URL(landed.headers.get('location')!);
  const given = Object.fromEntries(new URLSearchParams(address.hash.slice('#/sso?'.length)));
  return { flow: begun.body.flow as string, ...given };
}

const finish = (body: object, token?: string): Promise<RestAnswer> =>
  post(server, token ? '/api/sso/link' : '/api/sso/finish', body, { token: token ?? null, from: network() });
const signIn = async (account: FakeAccount) => finish(await comeBack(account));
const told = ({ status, body }: RestAnswer) => [status, body.message ?? (body.token ? 'token' : 'ticket')];
const userOf = (email: unknown) =>
  server.app.db.selectFrom('users').selectAll().where('email', '=', String(email)).executeTakeFirstOrThrow();

test('the first sign-in creates a user with the roles of the groups; later ones also remove some', async () => {
  const account = person({ groups: ['crisis', 'others'] });
  const first = await signIn(account);
  assert.deepEqual(told(first), [200, 'token']);
  assert.deepEqual(first.body.user.roles, ['crisis_manager']);
  assert.equal(first.body.user.firstName, 'Petra');
  const { id } = await userOf(account['email']);
  await sql`update users set roles = roles || '{editor}' where id = ${id}`.execute(server.app.db);
  const second = await signIn({ ...account, groups: [], email: 'moved@example.org' });
  assert.deepEqual(second.body.user.roles, ['editor'], 'a role that was assigned here stays');
  assert.equal(second.body.user._id, id, 'known by issuer and subject');
  assert.equal((await server.client(id)).userId, id);
  const { rows } = await sql`select detail from security_entries where user_id = ${id} and kind = 'sign_in'`.execute(
    server.app.db,
  );
  assert.deepEqual(rows, [{ detail: 'provider' }, { detail: 'provider' }]);
});

test('a new user without a group that grants a role waits for approval and then signs in', async () => {
  const account = person({ groups: ['nothing'] });
  assert.deepEqual(told(await signIn(account)), [403, 'user_needs_approval']);
  assert.deepEqual(told(await signIn(account)), [403, 'user_needs_approval']);
  const { id } = await userOf(account['email']);
  await owner.run('mutation ($id: ID!) { approveUser(id: $id, roles: ["editor"]) { id } }', { id });
  assert.deepEqual((await signIn(account)).body.user.roles, ['editor']);
  const { rows } = await sql`select 1 from one_time_tokens where user_id = ${id}`.execute(server.app.db);
  assert.equal(rows.length, 0, 'no link to set a password');
});

test('only the user or an owner links an account with the same address, never the address alone', async () => {
  const own = await createUser(server.app.db, { roles: ['editor'] });
  const account = person({ email: own.email.toUpperCase(), groups: [] });
  assert.deepEqual(told(await signIn(account)), [409, 'error_sso_account_exists']);
  const { waitingIdentities } = await owner.run('{ waitingIdentities { _id provider user { email } } }');
  const waiting = waitingIdentities.find((one: { user: { email: string } }) => one.user.email === own.email);
  assert.equal(waiting.provider, 'Haus');
  assert.deepEqual(told(await signIn(account)), [409, 'error_sso_account_exists']);
  await owner.run('mutation ($id: ID!) { confirmIdentity(id: $id) }', { id: waiting._id });
  assert.equal((await signIn(account)).body.user._id, own.id);

  const other = await server.client((await createUser(server.app.db)).id);
  const second = person({ email: 'nobody.here@example.org', email_verified: false, groups: [] });
  assert.deepEqual(told(await finish(await comeBack(second, other.token), other.token!)), [200, 'success_sso_linked']);
  assert.equal((await signIn(second)).body.user._id, other.userId);
  const third = await server.client((await createUser(server.app.db)).id);
  assert.deepEqual(told(await finish(await comeBack(second, third.token), third.token!)), [409, 'error_sso_taken']);
  const begunByOther = await comeBack(person(), other.token);
  assert.deepEqual(told(await finish(begunByOther, third.token!)), [401, 'error_sso_again']);
  const forSignIn = await comeBack(person(), other.token);
  assert.deepEqual(told(await finish(forSignIn)), [401, 'error_sso_again']);
});

test('an unverified address leaves nothing for an owner to confirm', async () => {
  const own = await createUser(server.app.db);
  assert.deepEqual(told(await signIn(person({ email: own.email, email_verified: false }))), [
    409,
    'error_sso_account_exists',
  ]);
  const { rows } = await sql`select 1 from user_identities where user_id = ${own.id}`.execute(server.app.db);
  assert.equal(rows.length, 0);
});

test('a response counts once, for its browser and with its own code', async () => {
  const given = await comeBack(person());
  assert.deepEqual(told(await finish(given)), [200, 'token']);
  assert.deepEqual(told(await finish(given)), [401, 'error_sso_again']);
  const [one, two] = [await comeBack(person()), await comeBack(person())];
  assert.deepEqual(told(await finish({ ...one, flow: two.flow })), [401, 'error_sso_again']);
  const code = (two as unknown as { code: string }).code;
  assert.deepEqual(told(await finish({ ...one, code })), [401, 'error_sso_failed'], 'PKCE: a code of another sign-in');
  assert.deepEqual(told(await finish({ ...two, flow: 'AAAA' })), [401, 'error_sso_again']);
  assert.deepEqual(told(await finish({ ...(await comeBack(person())), iss: 'https://evil.example' })), [
    401,
    'error_sso_issuer',
  ]);
  const denied = await comeBack(person());
  const { flow, state } = denied as unknown as { flow: string; state: string };
  assert.deepEqual(told(await finish({ flow, state, iss: fake.issuer, error: 'access_denied' })), [
    403,
    'error_sso_denied',
  ]);
});

for (const [what, tamper, refusal] of [
  ['a foreign issuer', { iss: 'https://evil.example' }, 'error_sso_issuer'],
  ['another audience', { aud: 'another client' }, 'error_sso_failed'],
  ['another nonce', { nonce: 'another' }, 'error_sso_failed'],
  ['a clock far behind', { iat: -4000, exp: -3400 }, 'error_sso_clock'],
  ['a clock six minutes ahead', { iat: 360, exp: 960 }, 'error_sso_clock'],
  ['a clock six minutes behind', { iat: -360, exp: 240 }, 'error_sso_clock'],
] as const)
  test(`refuses an ID token with ${what}`, async () => {
    const now = Math.floor(Date.now() / 1000);
    fake.tamper = (claims) => ({
      ...claims,
      ...Object.fromEntries(Object.entries(tamper).map(([name, v]) => [name, typeof v === 'number' ? now + v : v])),
    });
    assert.equal((await signIn(person())).body.message, refusal);
  });

test('accepts a clock that is four minutes off and a key that was just replaced', async () => {
  fake.tamper = (claims) => ({ ...claims, iat: claims.iat! - 240, exp: claims.iat! - 120 });
  assert.deepEqual(told(await signIn(person())), [200, 'token']);
  fake.tamper = null;
  await fake.rotate();
  assert.deepEqual(told(await signIn(person())), [200, 'token']);
  fake.signWithForeignKey(true);
  assert.deepEqual(told(await signIn(person())), [401, 'error_sso_failed']);
});

test('an unavailable provider blocks neither the page nor the sign-in with a password', async () => {
  fake.leave();
  const { issuer, clientId } = { issuer: 'https://127.0.0.1:1', clientId: 'x' };
  const { createOidcProvider: dead } = await owner.run(create, {
    input: { issuer, clientId, label: 'Fort', ownNetwork: true },
  });
  const begun = await post(server, '/api/sso/start', { provider: dead._id }, { from: network() });
  assert.deepEqual(told(begun), [409, 'error_sso_unreachable']);
  const check = await owner.send('mutation ($id: ID!) { checkOidcProvider(id: $id) }', { id: dead._id });
  assert.equal(check.errors?.[0]?.message, 'error_sso_unreachable');
  const status = await (await fetch(`${server.url}/api/status`)).json();
  assert.deepEqual((status as { providers: unknown }).providers, [
    { id: dead._id, label: 'Fort' },
    { id: providerId, label: 'Haus' },
  ]);
  const local = { email: server.app.config.OWNER_EMAIL, password: server.app.config.OWNER_PASSWORD };
  assert.equal((await post(server, '/api/auth', local, { from: network() })).status, 200);
  await owner.run('mutation ($id: ID!) { deleteOidcProvider(id: $id) }', { id: dead._id });
});

test('a closed account and a switched-off provider allow no sign-in', async () => {
  const account = person();
  await signIn(account);
  await sql`update users set is_active = false where email = ${account['email']}`.execute(server.app.db);
  assert.deepEqual(told(await signIn(account)), [403, 'user_inactive']);
  const given = await comeBack(person());
  await settings({ isActive: false });
  assert.deepEqual(told(await finish(given)), [403, 'error_sso_inactive']);
  const begun = await post(server, '/api/sso/start', { provider: providerId }, { from: network() });
  assert.deepEqual(told(begun), [403, 'error_sso_inactive']);
  await settings({ isActive: true });
});

test('asks for a second factor as after a password, unless the provider checks one', async () => {
  const account = person();
  const { _id: id } = (await signIn(account)).body.user;
  const secret = newTotpSecret();
  const sealed = seal(server.app.secrets.store, sealedFor(id), secret);
  await server.app.db.insertInto('userTotp').values({ userId: id, secret: sealed }).execute();
  const { ticket } = (await signIn(account)).body;
  const complete = (totp: string) => post(server, '/api/sso/code', { ticket, totp }, { from: network() });
  assert.deepEqual(told(await complete('AAAA-AAAA-AAAA')), [401, 'totp_invalid']);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  assert.deepEqual(told(await complete(code)), [200, 'token']);
  assert.deepEqual(told(await complete(code)), [401, 'totp_invalid'], 'a code counts once');
  await settings({ checksSecondFactor: true });
  assert.deepEqual(told(await signIn(account)), [200, 'token']);
  fake.tamper = (claims) => ({ ...claims, amr: ['pwd'] });
  assert.deepEqual(told(await signIn(account)), [200, 'ticket'], 'the token names only a password');
  fake.tamper = null;
  await sql`update system_settings set value_str = 'crisis_manager' where value_key = 'totp_roles'`.execute(
    server.app.db,
  );
  const required = async () => {
    const { token } = (await signIn(person())).body;
    return (await createClient(server.url, null, token).run('{ currentUser { totpSetupRequired } }')).currentUser
      .totpSetupRequired;
  };
  assert.equal(await required(), false);
  await settings({ checksSecondFactor: false });
  assert.equal(await required(), true);
  await sql`update system_settings set value_str = '' where value_key = 'totp_roles'`.execute(server.app.db);
});

test('the last system owner keeps the role regardless of groups', async () => {
  const account = person({ groups: ['admins'] });
  const { _id: id } = (await signIn(account)).body.user;
  const others = sql`where 'system_owner' = any(roles) and id <> ${id}`;
  await sql`update users set is_active = false ${others}`.execute(server.app.db);
  assert.deepEqual((await signIn({ ...account, groups: [] })).body.user.roles, ['system_owner']);
  await sql`update users set is_active = true ${others}`.execute(server.app.db);
  assert.deepEqual((await signIn({ ...account, groups: [] })).body.user.roles, []);
});

test('a user without a password gets no link to set one and proves a fresh sign-in instead', async () => {
  const account = person();
  const { token, user } = (await signIn(account)).body;
  await mailPasswordReset(server.app, user.email);
  const { rows } = await sql`select 1 from one_time_tokens where user_id = ${user._id}`.execute(server.app.db);
  assert.equal(rows.length, 0);
  const start = 'mutation { startTotp(password: "", code: null) { uri } }';
  const client = createClient(server.url, user._id, token);
  assert.match((await client.run(start)).startTotp.uri, /^otpauth:/);
  await sql`update sessions set inserted_at = now() - interval '11 minutes' where user_id = ${user._id}`.execute(
    server.app.db,
  );
  assert.equal((await client.send(start)).errors?.[0]?.message, 'error_sign_in_again');
});

test('reports a wrong client secret and never returns or logs one', async () => {
  await settings({ clientSecret: 'wrong' });
  assert.deepEqual(told(await signIn(person())), [409, 'error_sso_client']);
  await settings({ clientSecret: fake.clientSecret });
  assert.deepEqual(told(await signIn(person())), [200, 'token']);
  const { rows } = await sql<{ text: string }>`select coalesce(before::text, '') || coalesce(after::text, '') as text
    from audit_entries where type = 'OidcProvider'`.execute(server.app.db);
  assert.ok(rows.length > 0);
  assert.ok(rows.every(({ text }) => !text.includes(fake.clientSecret)));
});

test('signing out redirects to the provider, which ends its own session', async () => {
  const { token } = (await signIn(person())).body;
  const out = await post(server, '/api/logout', {}, { token });
  assert.ok(out.body.providerUrl.startsWith(`${fake.issuer}/session/end?`));
  assert.equal(new URL(out.body.providerUrl).searchParams.get('post_logout_redirect_uri'), `${server.app.publicUrl}/`);
  const { token: again } = (await signIn(person())).body;
  fake.leave();
  assert.equal((await post(server, '/api/logout', {}, { token: again })).status, 200);
});

test('refuses unusable settings when they are saved', async () => {
  const good = { issuer: 'https://login.example.org', label: 'x', clientId: 'x' };
  for (const [change, field, refusal] of [
    [{ issuer: 'http://login.example.org' }, 'issuer', 'error_invalid_url'],
    [{ issuer: 'https://u:p@login.example.org' }, 'issuer', 'error_invalid_url'],
    [{ issuer: 'javascript:alert(1)' }, 'issuer', 'error_invalid_url'],
    [{ issuer: fake.issuer }, 'issuer', 'error_sso_issuer_taken'],
    [{ scopes: 'profile email' }, 'scopes', 'error_sso_scopes'],
    [{ label: ' ' }, 'label', 'error_required'],
    [{ roleMap: [{ group: 'a', role: 'king' }] }, 'roleMap', 'error_unknown_role'],
    [{ roleMap: [{ group: '', role: 'editor' }] }, 'roleMap', 'error_required'],
  ] as const) {
    const { errors } = await owner.send(create, { input: { ...good, ...change } });
    assert.equal(errors?.[0]?.extensions.fields?.[field], refusal, JSON.stringify(change));
  }
});

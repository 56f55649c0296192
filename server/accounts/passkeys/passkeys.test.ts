import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import { recoverAccount } from '#server/accounts/recover.ts';
import type { Role } from '#shared/permissions.ts';
import { type Deviation, SoftwareAuthenticator } from '#testing/authenticator.ts';
import { createUser } from '#testing/factories.ts';
import { get, post, takeMail } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { relyingParty } from './relying-party.ts';

const password = 'vier Zebras grasen im Nebel';
const origin = 'https://alarm.example.org';
let server: TestServer;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1', PUBLIC_URL: origin });
  passwordHash = await hashPassword(password);
});
after(() => server.stop());
beforeEach(() => demand(''));

const demand = (roles: string) =>
  server.app.db.updateTable('systemSettings').set({ valueStr: roles }).where('valueKey', '=', 'totp_roles').execute();

const start = `mutation ($password: String, $code: String, $passkey: String) {
  startPasskey(password: $password, code: $code, passkey: $passkey) }`;
const add = 'mutation ($name: String!, $response: String!) { addPasskey(name: $name, response: $response) }';
const remove = `mutation ($id: ID!, $password: String, $code: String, $passkey: String) {
  removePasskey(id: $id, password: $password, code: $code, passkey: $passkey) }`;
const rename = 'mutation ($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) }';
const own = '{ currentUser { secondFactor passkeys { id name signsIn isSynced lastUsedAt } recoveryCodesLeft } }';

interface Holder {
  client: TestClient;
  id: number;
  email: string;
  key: SoftwareAuthenticator;
  /** The recovery codes. */
  codes: string[];
}

/** Adds a passkey by the password; `proof` adds the second factor. */
async function enrol(client: TestClient, key: SoftwareAuthenticator, name = 'Telefon', proof: object = { password }) {
  const options = JSON.parse((await client.run(start, { ...proof })).startPasskey);
  return (await client.run(add, { name, response: JSON.stringify(key.create(options)) })).addPasskey as string[];
}

/** A user with a passkey. */
async function holder(roles: Role[] = ['editor'], key = new SoftwareAuthenticator(origin)): Promise<Holder> {
  const { id, email } = await createUser(server.app.db, { passwordHash, roles });
  const client = await server.client(id);
  const codes = await enrol(client, key);
  await takeMail(server, email); // that it was added
  return { client, id, email, key, codes };
}

let networks = 0;
const network = () => `10.9.${++networks}.7`;
const challenge = async () => (await post(server, '/api/passkey/challenge', {}, { from: network() })).body.options;
const show = (passkey: object, from = network()) => post(server, '/api/passkey', { passkey, browser: 'own' }, { from });
const enter = async (key: SoftwareAuthenticator, deviation: Deviation = {}) =>
  show(key.get(await challenge(), deviation));
const told = async (answer: ReturnType<typeof show>) => {
  const { status, body } = await answer;
  return [status, body.message];
};
const signIn = (email: string, more: object = {}) =>
  post(server, '/api/auth', { email, password, ...more }, { from: network() });
const refusal = async (answer: Promise<{ errors?: { message: string }[] }>) => (await answer).errors?.[0]?.message;
const securityOf = async (userId: number) => {
  const { rows } = await sql<{ kind: string; detail: string | null }>`
    select kind, detail from security_entries where user_id = ${userId} or subject_id = ${userId} order by id`.execute(
    server.app.db,
  );
  return rows.map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind));
};

test('the site is the configured public address; without host name or https there are no passkeys', () => {
  assert.deepEqual(relyingParty({ publicUrl: 'https://alarm.example.org:8443/x' }), {
    id: 'alarm.example.org',
    origin: 'https://alarm.example.org:8443',
  });
  assert.deepEqual(relyingParty({ publicUrl: 'http://localhost:4000' })?.id, 'localhost');
  for (const publicUrl of [
    'http://alarm.example.org',
    'https://10.0.0.7',
    'https://[fd00::1]',
    'http://127.0.0.1:80',
    '',
  ])
    assert.equal(relyingParty({ publicUrl }), null, publicUrl);
});

test('adds a passkey after the password, tells the owner, ends other sessions, and then asks for it', async () => {
  const { id, email } = await createUser(server.app.db, { passwordHash, roles: ['editor'] });
  const [client, elsewhere] = [await server.client(id), await server.client(id)];
  const key = new SoftwareAuthenticator(origin);
  const wrong = await client.send(start, { password: 'falsch' });
  assert.deepEqual(wrong.errors![0]!.extensions.fields, { password: 'error_wrong_password' });
  const options = JSON.parse((await client.run(start, { password })).startPasskey);
  assert.deepEqual([options.rp.id, options.user.name, options.attestation], ['alarm.example.org', email, 'none']);
  assert.ok(!Buffer.from(options.user.id, 'base64url').toString().includes(String(id)));
  assert.equal((await signIn(email)).status, 200, 'nothing is on before the passkey is there');
  const made = JSON.stringify(key.create(options));
  const codes = (await client.run(add, { name: ' Mein Telefon ', response: made })).addPasskey;
  assert.equal(new Set(codes).size, 10);
  assert.equal(await refusal(client.send(add, { name: 'Noch einmal', response: made })), 'error_passkey_again');
  assert.equal(await refusal(elsewhere.send('{ currentUser { id } }')), 'error_session_expired');
  const { currentUser } = await client.run(own);
  assert.deepEqual(
    currentUser.passkeys.map(({ id: _id, ...passkey }: { id: string }) => passkey),
    [{ name: 'Mein Telefon', signsIn: true, isSynced: false, lastUsedAt: null }],
  );
  assert.deepEqual([currentUser.secondFactor, currentUser.recoveryCodesLeft], [true, 10]);
  const mail = await takeMail(server, email);
  assert.match(mail.text, /Passkey „Mein Telefon“/);
  assert.deepEqual((await signIn(email)).body.message, 'totp_required');
  assert.ok((await securityOf(id)).includes('second_factor passkey_added'));
  const again = JSON.parse((await client.run(start, { password, code: codes[0] })).startPasskey);
  assert.deepEqual(
    again.excludeCredentials.map((one: { id: string }) => one.id),
    [key.id.toString('base64url')],
  );
  assert.equal(again.user.id, options.user.id, 'one account on the authenticator');
});

test('signs in without address and password, with keys of all three algorithms', async () => {
  assert.equal((await get(server, '/api/status')).body.passkeys, true);
  for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
    const { id, key, client } = await holder(['editor'], new SoftwareAuthenticator(origin, { algorithm }));
    const options = await challenge();
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials],
      ['alarm.example.org', 'required', undefined],
    );
    const { status, body } = await show(key.get(options));
    assert.deepEqual([status, body.user._id, body.trustedDevice], [200, id, null], algorithm);
    assert.ok((await client.run(own)).currentUser.passkeys[0].lastUsedAt);
    assert.ok((await securityOf(id)).includes('sign_in passkey'));
  }
});

test('refuses another origin, site, challenge, key, user or kind of response, and an owner it did not verify', async () => {
  const { key } = await holder();
  const other = await holder();
  const cases: [string, Deviation, string][] = [
    ['origin', { origin: 'https://evil.example' }, 'error_passkey_origin'],
    ['frame', { crossOrigin: true }, 'error_passkey_origin'],
    ['site', { rpId: 'evil.example' }, 'error_passkey_failed'],
    ['challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 'error_passkey_again'],
    ['key', { key: other.key.privateKey }, 'error_passkey_failed'],
    ['user', { userHandle: other.key.userHandle }, 'passkey_unknown'],
    ['kind', { type: 'webauthn.create' }, 'error_passkey_failed'],
    ['verification', { isVerified: false }, 'error_passkey_failed'],
  ];
  for (const [name, deviation, expected] of cases)
    assert.deepEqual(await told(enter(key, deviation)), [400, expected], name);
  assert.deepEqual(await told(enter(new SoftwareAuthenticator(origin))), [400, 'passkey_unknown']);
  for (const broken of [{}, { id: 'x' }, { ...key.get(await challenge()), response: { clientDataJSON: 'e30' } }])
    assert.deepEqual(await told(show(broken)), [400, 'error_invalid_input']);
  assert.equal((await enter(key)).status, 200, 'the right one still signs in');
});

test('the host of the request does not matter, only the configured address', async () => {
  const { key } = await holder();
  const headers = { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
  const { options } = (await post(server, '/api/passkey/challenge', {}, { from: network(), headers })).body;
  assert.equal(options.rpId, 'alarm.example.org');
  const forged = key.get(options, { origin: 'https://evil.example', rpId: 'evil.example' });
  assert.deepEqual(await told(post(server, '/api/passkey', { passkey: forged }, { from: network(), headers })), [
    400,
    'error_passkey_origin',
  ]);
});

test('a challenge counts once, for five minutes, and for its own purpose, user and session', async () => {
  const { key, email, client } = await holder();
  const used = key.get(await challenge());
  assert.equal((await show(used)).status, 200);
  assert.deepEqual(await told(show(used)), [400, 'error_passkey_again'], 'replayed');

  const late = key.get(await challenge());
  await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(server.app.db);
  assert.deepEqual(await told(show(late)), [400, 'error_passkey_again'], 'late');

  const { passkey: asked } = (await signIn(email)).body.factors;
  assert.deepEqual(await told(show(key.get(asked))), [400, 'error_passkey_again'], 'of the second factor');
  const confirm = JSON.parse((await client.run('mutation { askForPasskey }')).askForPasskey);
  assert.deepEqual(await told(show(key.get(confirm))), [400, 'error_passkey_again'], 'of a confirmation');
  const signingIn = JSON.stringify(key.get(await challenge()));
  assert.equal(await refusal(client.send(start, { passkey: signingIn })), 'error_passkey_again');

  const other = await holder();
  const theirs = JSON.parse((await other.client.run('mutation { askForPasskey }')).askForPasskey);
  const crossed = JSON.stringify(key.get(theirs));
  assert.equal(await refusal(client.send(start, { passkey: crossed })), 'error_passkey_again', 'of another user');
  const mine = JSON.parse((await client.run('mutation { askForPasskey }')).askForPasskey);
  const otherKey = JSON.stringify(other.key.get(mine));
  assert.equal(await refusal(client.send(start, { passkey: otherKey })), 'passkey_unknown', 'another user’s key');
  const options = JSON.parse(
    (await client.run(start, { password, passkey: await confirmation(client, key) })).startPasskey,
  );
  const second = await server.client(client.userId!);
  const made = JSON.stringify(new SoftwareAuthenticator(origin).create(options));
  assert.equal(await refusal(second.send(add, { name: 'x', response: made })), 'error_passkey_again', 'other session');
});

/** The response with which a signed-in user confirms a change. */
async function confirmation(client: TestClient, key: SoftwareAuthenticator, deviation: Deviation = {}) {
  const options = JSON.parse((await client.run('mutation { askForPasskey }')).askForPasskey);
  return JSON.stringify(key.get(options, deviation));
}

test('a count that goes back means a copy: refused, logged, and the owner gets a mail', async () => {
  const { id, email, key } = await holder();
  assert.equal((await enter(key)).status, 200);
  const { count } = key;
  assert.deepEqual(await told(enter(key, { count: count! })), [400, 'error_passkey_copied'], 'the same');
  assert.deepEqual(await told(enter(key, { count: 0 })), [400, 'error_passkey_copied'], 'none any more');
  assert.match((await takeMail(server, email)).text, /Passkey „Telefon“.*Kopie/s);
  assert.deepEqual(
    (await securityOf(id)).filter((entry) => entry === 'passkey_copied'),
    ['passkey_copied', 'passkey_copied'],
  );
  assert.equal((await enter(key)).status, 200, 'the newer of both goes on');
  assert.equal((await enter(key, { count: 4_294_967_295 })).status, 200, 'the highest count');
  const { key: synced } = await holder(['editor'], new SoftwareAuthenticator(origin, { counts: false }));
  for (let times = 0; times < 3; times++) assert.equal((await enter(synced)).status, 200);
});

test('of the same response sent many times at once exactly one signs in; many users sign in at once', async () => {
  const { key } = await holder();
  const response = key.get(await challenge());
  const answers = await Promise.all(Array.from({ length: 12 }, () => show(response)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  // several challenges, one count: the statement that stores the count lets one of them pass
  const same = await Promise.all(
    (await Promise.all(Array.from({ length: 6 }, challenge))).map((one) => show(key.get(one, { count: 40 }))),
  );
  assert.equal(same.filter(({ status }) => status === 200).length, 1);
  const holders = await Promise.all(Array.from({ length: 8 }, () => holder()));
  const entered = await Promise.all(holders.map(async (one) => (await enter(one.key)).body.user._id));
  assert.deepEqual(
    entered,
    holders.map(({ id }) => id),
  );
});

test('is the second factor after the password, beside codes of the app and recovery codes', async () => {
  const { id, email, key, codes, client } = await holder();
  const { body } = await signIn(email);
  assert.equal(body.factors.app, false);
  assert.equal(body.factors.passkey.userVerification, 'preferred');
  assert.deepEqual(
    body.factors.passkey.allowCredentials.map((one: { id: string }) => one.id),
    [key.id.toString('base64url')],
  );
  const passkey = key.get(body.factors.passkey, { isVerified: false, userHandle: null });
  assert.equal((await signIn(email, { passkey, password: 'falsch' })).body.message, 'invalid_credentials');
  assert.equal((await signIn(email, { passkey })).status, 200, 'touching it is enough');
  assert.equal((await signIn(email, { passkey })).body.message, 'error_passkey_again');
  assert.equal((await signIn(email, { totp: codes[0] })).status, 200);
  assert.equal((await signIn(email, { totp: codes[0] })).body.message, 'totp_invalid');
  const other = await holder();
  const theirs = other.key.get((await signIn(email)).body.factors.passkey);
  assert.equal((await signIn(email, { passkey: theirs })).body.message, 'passkey_unknown');

  const proof = { passkey: await confirmation(client, key) };
  const startTotp = 'mutation ($passkey: String) { startTotp(passkey: $passkey) { secret } }';
  const { secret } = (await client.run(startTotp, proof)).startTotp;
  const code = new TOTP({ secret }).generate();
  await client.run('mutation ($code: String!) { confirmTotp(code: $code) }', { code });
  assert.equal((await signIn(email)).body.factors.app, true);
  assert.ok((await securityOf(id)).includes('sign_in totp'));
});

test('wrong passkeys as second factor lock the account as long as wrong codes', async () => {
  const { email } = await holder();
  const other = await holder();
  for (let tries = 0; tries < 6; tries++) {
    const { passkey } = (await signIn(email)).body.factors;
    assert.equal((await signIn(email, { passkey: other.key.get(passkey) })).body.message, 'passkey_unknown');
  }
  const { passkey } = (await signIn(email)).body.factors;
  assert.equal((await signIn(email, { passkey: other.key.get(passkey) })).body.message, 'too_many_attempts');
});

test('a network that sends wrong responses has to wait', async () => {
  const from = '192.0.2.99';
  const key = new SoftwareAuthenticator(origin);
  const answers: string[] = [];
  for (let tries = 0; tries < 21; tries++) answers.push((await show(key.get(await challenge()), from)).body.message);
  assert.deepEqual([answers[0], answers[20]], ['passkey_unknown', 'too_many_attempts']);
});

test('a change needs the password with the second factor, or a passkey that verified its owner', async () => {
  const { client, key, email } = await holder();
  assert.equal(await refusal(client.send(start, {})), 'error_wrong_password');
  assert.equal(await refusal(client.send(start, { password })), 'error_required');
  assert.equal(
    await refusal(client.send(start, { passkey: await confirmation(client, key, { isVerified: false }) })),
    'error_wrong_password',
  );
  const touched = { password, passkey: await confirmation(client, key, { isVerified: false }) };
  const second = new SoftwareAuthenticator(origin);
  assert.deepEqual(await enrol(client, second, 'Schlüssel', touched), [], 'recovery codes only once');
  assert.match((await takeMail(server, email)).text, /„Schlüssel“/);
  const third = new SoftwareAuthenticator(origin);
  await enrol(client, third, 'Tablet', { passkey: await confirmation(client, second) });
  assert.equal((await enter(third)).status, 200);
});

test('removing: the owner by proof, not others; without any factor the codes are gone', async () => {
  const { client, key, email, id } = await holder();
  const elsewhere = await server.client(id);
  const passkey = (await client.run(own)).currentUser.passkeys[0].id;
  const other = await holder();
  assert.equal(
    (await other.client.run(remove, { id: passkey, passkey: await confirmation(other.client, other.key) }))
      .removePasskey,
    false,
  );
  assert.equal((await other.client.run(rename, { id: passkey, name: 'Meins' })).renamePasskey, false);
  assert.equal((await client.run(rename, { id: passkey, name: 'Altes Telefon' })).renamePasskey, true);
  assert.equal(await refusal(client.send(rename, { id: passkey, name: ' ' })), 'error_required');
  assert.equal(await refusal(client.send(rename, { id: passkey, name: 'x'.repeat(61) })), 'error_too_long');
  assert.equal(await refusal(client.send(remove, { id: passkey, password })), 'error_required');
  const proof = { passkey: await confirmation(client, key) };
  assert.equal((await client.run(remove, { id: passkey, ...proof })).removePasskey, true);
  assert.match((await takeMail(server, email)).text, /Altes Telefon/);
  assert.equal(await refusal(elsewhere.send('{ currentUser { id } }')), 'error_session_expired');
  assert.deepEqual((await client.run(own)).currentUser, { secondFactor: false, passkeys: [], recoveryCodesLeft: 0 });
  assert.deepEqual(await told(enter(key)), [400, 'passkey_unknown']);
  assert.equal((await signIn(email)).status, 200);
  const entries = await securityOf(id);
  for (const entry of ['passkey_renamed', 'passkey_removed']) assert.ok(entries.includes(`second_factor ${entry}`));
});

test('where a role requires a second factor, a passkey is one, and the last one stays', async () => {
  await demand('editor');
  const { id } = await createUser(server.app.db, { passwordHash, roles: ['editor'] });
  const client = await server.client(id);
  assert.equal((await client.run('{ currentUser { totpSetupRequired } }')).currentUser.totpSetupRequired, true);
  const [key, second] = [new SoftwareAuthenticator(origin), new SoftwareAuthenticator(origin)];
  await enrol(client, key);
  assert.equal((await client.run('{ currentUser { totpSetupRequired } }')).currentUser.totpSetupRequired, false);
  await enrol(client, second, 'Zweiter', { passkey: await confirmation(client, key) });
  const [one, two] = (await client.run(own)).currentUser.passkeys.map(({ id: of }: { id: string }) => of);
  const proofs = [await confirmation(client, key), await confirmation(client, second)];
  const both = await Promise.all([
    client.send(remove, { id: one, passkey: proofs[0] }),
    client.send(remove, { id: two, passkey: proofs[1] }),
  ]);
  assert.deepEqual(both.map(({ errors }) => errors?.[0]?.message ?? 'done').sort(), ['done', 'error_totp_demanded']);
  assert.equal((await client.run(own)).currentUser.passkeys.length, 1);
});

test('does not sign in users who are switched off, wait, or have no password', async () => {
  const { id, key } = await holder();
  const set = (values: object) => server.app.db.updateTable('users').set(values).where('id', '=', id).execute();
  await set({ isActive: false });
  assert.deepEqual(await told(enter(key)), [403, 'user_inactive']);
  await set({ needApproval: true });
  assert.deepEqual(await told(enter(key)), [403, 'user_needs_approval']);
  await set({ isActive: true, needApproval: false, passwordHash: null });
  assert.deepEqual(await told(enter(key)), [400, 'error_passkey_provider']);
  await set({ passwordHash });
  assert.equal((await enter(key)).status, 200);
});

test('administrators remove the passkeys of users, but only system owners those of administrators', async () => {
  const { id, email, key } = await holder();
  const administrator = await server.as('administrator');
  const reset = 'mutation ($id: ID!) { resetTotp(id: $id) { secondFactor passkeys { id } } }';
  assert.deepEqual((await administrator.run(reset, { id: String(id) })).resetTotp, {
    secondFactor: false,
    passkeys: [],
  });
  assert.match((await takeMail(server, email)).text, /Passkey entfernt: Telefon/);
  assert.deepEqual(await told(enter(key)), [400, 'passkey_unknown']);
  const colleague = await holder(['administrator']);
  assert.equal(await refusal(administrator.send(reset, { id: String(colleague.id) })), 'error_only_system_owner');
  const seen = await (await server.as('editor'))
    .run('query ($id: ID!) { node: user(id: $id) { id } }', { id: String(id) })
    .catch(() => 'refused');
  assert.equal(seen, 'refused');
});

test('the command that recovers an account removes passkeys', async () => {
  const { email, id } = await holder();
  const recovered = await recoverAccount(server.app.db, email);
  const again = await post(server, '/api/auth', { email, password: recovered!.password }, { from: network() });
  assert.equal(again.status, 200);
  assert.ok((await securityOf(id)).includes('second_factor passkey_removed'));
});

test('refuses a foreign, a repeated and a surplus passkey', async () => {
  const { client, key, id } = await holder();
  const proof = async () => ({ passkey: await confirmation(client, key) });
  const options = async () => JSON.parse((await client.run(start, await proof())).startPasskey);
  const made = new SoftwareAuthenticator(origin);
  const bring = async (deviation: Deviation, from = made) =>
    refusal(client.send(add, { name: 'x', response: JSON.stringify(from.create(await options(), deviation)) }));
  assert.equal(await bring({ origin: 'https://evil.example' }), 'error_passkey_origin');
  assert.equal(await bring({ rpId: 'evil.example' }), 'error_passkey_failed');
  assert.equal(await bring({ challenge: 'AAAA' }), 'error_passkey_again');
  assert.equal(await bring({ type: 'webauthn.get' }), 'error_passkey_failed');
  assert.equal(await refusal(client.send(add, { name: 'x', response: '{' })), 'error_passkey_failed');
  assert.equal(await bring({}, key), 'error_passkey_taken');
  assert.equal(await bring({ isVerified: false }), undefined);
  assert.deepEqual(
    (await client.run(own)).currentUser.passkeys.map(({ signsIn }: { signsIn: boolean }) => signsIn),
    [true, false],
  );
  await sql`insert into passkeys (user_id, credential_id, public_key, user_handle, sign_count, signs_in, is_synced, name)
    select ${id}, sha256(n::text::bytea), '', '', 0, true, false, 'x' from generate_series(1, 18) n`.execute(
    server.app.db,
  );
  assert.equal(await refusal(client.send(start, await proof())), 'error_passkeys_many');
});

test('the mail of a copied passkey comes at most three times an hour', async () => {
  const { id, key } = await holder();
  await enter(key);
  for (let tries = 0; tries < 5; tries++) await enter(key, { count: 1 });
  const mails = async () => {
    const { rows } = await sql<{ mails: number }>`
      select count(*)::int as mails from exercise_messages where user_id = ${id} or address = (
        select email from users where id = ${id}) and subject like '%kopiert'`.execute(server.app.db);
    return rows[0]!.mails;
  };
  await until(async () => (await mails()) === 3);
});

import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import { type Deviation, SoftwareAuthenticator } from '#testing/authenticator.ts';
import {
  addPasskeyQuery as add,
  confirmation,
  passkeyOrigin as origin,
  ownPasskeys as own,
  passkeysOn,
  holderPassword as password,
  refusalIn as refusal,
  startPasskeyQuery as start,
  told,
} from '#testing/passkeys.ts';
import { get, post, takeMail } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { relyingParty } from './relying-party.ts';

let server: TestServer;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1', PUBLIC_URL: origin });
  passwordHash = await hashPassword(password);
});
after(() => server.stop());
beforeEach(() => demand(''));

const { challenge, demand, enter, holder, network, securityOf, show, signIn } = passkeysOn(
  () => server,
  () => passwordHash,
);

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

test('signs in without address and password, with keys of all three algorithms', async () => {
  assert.equal((await get(server, '/api/status')).body.passkeys, false);
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
  assert.equal((await get(server, '/api/status')).body.passkeys, true);
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
  // only one of parallel responses stores its count
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

test('the mail of a copied passkey comes at most three times an hour', async () => {
  const { id, key } = await holder();
  await enter(key);
  for (let tries = 0; tries < 5; tries++) await enter(key, { count: 1 });
  const mails = async () => {
    const { rows } = await sql<{ mails: number }>`
      select count(*)::int as mails from exercise_messages where address = (
        select email from users where id = ${id}) and subject like '%kopiert'`.execute(server.app.db);
    return rows[0]!.mails;
  };
  await until(async () => (await mails()) === 3);
});

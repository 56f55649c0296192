import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { hashPassword } from '#server/accounts/password.ts';
import { recoverAccount } from '#server/accounts/recover.ts';
import { type Deviation, SoftwareAuthenticator } from '#testing/authenticator.ts';
import { createUser } from '#testing/factories.ts';
import {
  addPasskeyQuery as add,
  confirmation,
  enrol,
  passkeyOrigin as origin,
  ownPasskeys as own,
  passkeysOn,
  holderPassword as password,
  refusalIn as refusal,
  startPasskeyQuery as start,
  told,
} from '#testing/passkeys.ts';
import { post, takeMail } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1', PUBLIC_URL: origin });
  passwordHash = await hashPassword(password);
});
after(() => server.stop());
beforeEach(() => demand(''));

const { demand, enter, holder, network, securityOf, signIn } = passkeysOn(
  () => server,
  () => passwordHash,
);

const remove = `mutation ($id: ID!, $password: String, $code: String, $passkey: String) {
  removePasskey(id: $id, password: $password, code: $code, passkey: $passkey) }`;
const rename = 'mutation ($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) }';

test('adds a passkey after the password, tells the owner, ends other sessions, and then asks for it', async () => {
  const { id, email } = await createUser(server.app.db, { passwordHash, roles: ['editor'] });
  const [client, elsewhere] = [await server.client(id), await server.client(id)];
  const key = new SoftwareAuthenticator(origin);
  const wrong = await client.send(start, { password: 'falsch' });
  assert.deepEqual(wrong.errors![0]!.extensions.fields, { password: 'error_wrong_password' });
  const options = JSON.parse((await client.run(start, { password })).startPasskey);
  assert.deepEqual([options.rp.id, options.user.name, options.attestation], ['alarm.example.org', email, 'none']);
  assert.ok(Buffer.from(options.user.id, 'base64url').length >= 16, 'a handle, not the number of the user');
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

test('a passkey that did not verify its owner when it was added never replaces the password', async () => {
  const { client, key, email } = await holder();
  const found = new SoftwareAuthenticator(origin);
  const options = JSON.parse((await client.run(start, { passkey: await confirmation(client, key) })).startPasskey);
  const response = JSON.stringify(found.create(options, { isVerified: false }));
  await client.run(add, { name: 'Schlüssel ohne PIN', response });
  // a person who finds the key sets its PIN; then it verifies
  assert.deepEqual(await told(enter(found)), [400, 'error_passkey_factor']);
  assert.equal(
    await refusal(client.send(start, { passkey: await confirmation(client, found) })),
    'error_wrong_password',
    'a change of the sign-in needs the password too',
  );
  const { passkey: asked } = (await signIn(email)).body.factors;
  assert.equal((await signIn(email, { passkey: found.get(asked, { userHandle: '' }) })).status, 200);
});

test('an attestation that was not requested is not read', async () => {
  const { client, key } = await holder();
  for (const attestation of ['packed', 'apple', 'android-key', 'tpm', 'unknown']) {
    const options = JSON.parse((await client.run(start, { passkey: await confirmation(client, key) })).startPasskey);
    const attested = new SoftwareAuthenticator(origin);
    const response = JSON.stringify(attested.create(options, { attestation }));
    assert.deepEqual((await client.run(add, { name: attestation, response })).addPasskey, []);
    assert.equal((await enter(attested)).status, 200, attestation);
  }
});

test('a session that ends while it adds a passkey leaves none', async () => {
  const { id } = await createUser(server.app.db, { passwordHash, roles: ['editor'] });
  const client = await server.client(id);
  const options = JSON.parse((await client.run(start, { password })).startPasskey);
  const response = JSON.stringify(new SoftwareAuthenticator(origin).create(options));
  const { db } = server.app;
  let adding: Promise<string | undefined> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from users where id = ${id} for update`.execute(tx);
    adding = refusal(client.send(add, { name: 'x', response }));
    await until(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    });
    await tx.deleteFrom('sessions').where('userId', '=', id).execute(); // as a new password does
  });
  assert.equal(await adding, 'error_session_expired');
  assert.deepEqual(await db.selectFrom('passkeys').select('id').where('userId', '=', id).execute(), []);
});

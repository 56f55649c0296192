import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import type { Role } from '#shared/permissions.ts';
import { createUser } from '#testing/factories.ts';
import { get, post, takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { stepOf } from './time-code.ts';

const password = 'vier Zebras grasen im Nebel';
let server: TestServer;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
  passwordHash = await hashPassword(password);
});
after(() => server.stop());

let networks = 0;
const network = () => `10.7.${++networks}.7`;
const signIn = (email: string, totp?: string, given = password) =>
  post(server, '/api/auth', { email, password: given, ...(totp === undefined ? {} : { totp }) }, { from: network() });
const told = async (answer: ReturnType<typeof signIn>) => {
  const { status, body } = await answer;
  return [status, body.message];
};
const refusal = async (answer: Promise<{ errors?: { message: string }[] }>) => (await answer).errors?.[0]?.message;

/** The code of the moment, or of so many steps later. */
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
/** Makes the last code old, instead of waiting. */
const later = (userId: number) =>
  server.app.db.updateTable('userTotp').set({ lastStep: 1 }).where('userId', '=', userId).execute();

const start =
  'mutation ($password: String!, $code: String) { startTotp(password: $password, code: $code) { secret uri } }';
const confirm = 'mutation ($code: String!) { confirmTotp(code: $code) }';
const disable = 'mutation ($password: String!, $code: String!) { disableTotp(password: $password, code: $code) }';
const renew = 'mutation ($password: String!, $code: String!) { renewRecoveryCodes(password: $password, code: $code) }';
const reset = 'mutation ($id: ID!) { resetTotp(id: $id) { _id totpEnabled } }';

interface Enrolled {
  client: TestClient;
  id: number;
  email: string;
  secret: string;
  codes: string[];
}

/** A person with a second factor and unused codes. */
async function enrolled(roles: Role[] = ['editor']): Promise<Enrolled> {
  const { id, email } = await createUser(server.app.db, { passwordHash, roles });
  const client = await server.client(id);
  const { secret } = (await client.run(start, { password })).startTotp;
  const codes = (await client.run(confirm, { code: codeOf(secret) })).confirmTotp;
  await takeMail(server, email); // that it is on
  await later(id);
  return { client, id, email, secret, codes };
}

const demand = (roles: string) =>
  server.app.db.updateTable('systemSettings').set({ valueStr: roles }).where('valueKey', '=', 'totp_roles').execute();

test('codes match RFC 6238 and are also valid one step before and after', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'; // the RFC's example, of its eight digits the last six
  const examples: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ];
  for (const [seconds, code] of examples) {
    const step = Math.floor(seconds / 30);
    for (const away of [-30, 0, 30]) assert.equal(stepOf(secret, code, (seconds + away) * 1000), step);
    for (const away of [-60, 60]) assert.equal(stepOf(secret, code, (seconds + away) * 1000), null);
  }
});

test('turns on once a code of the app is confirmed; then the password alone returns no token', async () => {
  const { id, email } = await createUser(server.app.db, { passwordHash, roles: ['editor'] });
  const [client, elsewhere] = [await server.client(id), await server.client(id)];
  const wrong = await client.send(start, { password: 'falsch' });
  assert.deepEqual(wrong.errors![0]!.extensions.fields, { password: 'error_wrong_password' });
  assert.equal(await refusal(client.send(confirm, { code: '123456' })), 'error_totp_not_started');
  const { secret, uri } = (await client.run(start, { password })).startTotp;
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.equal(new URL(uri).searchParams.get('secret'), secret);
  assert.ok(uri.includes('issuer=Meldekette') && uri.includes(encodeURIComponent(email)), uri);
  assert.equal((await signIn(email)).status, 200, 'not before it is confirmed');
  assert.equal(await refusal(client.send(confirm, { code: codeOf(secret, 20) })), 'error_totp_code');
  const codes = (await client.run(confirm, { code: codeOf(secret) })).confirmTotp;
  assert.equal(new Set(codes).size, 10);
  assert.deepEqual((await client.run('{ currentUser { totpEnabled totpDemanded recoveryCodesLeft } }')).currentUser, {
    totpEnabled: true,
    totpDemanded: false,
    recoveryCodesLeft: 10,
  });
  assert.equal(await refusal(elsewhere.send('{ currentUser { id } }')), 'error_session_expired');

  const alone = await signIn(email);
  assert.deepEqual([alone.status, alone.text], [401, '{"message":"totp_required"}']);
  assert.deepEqual(await told(signIn(email, '')), [401, 'totp_required']);
  assert.deepEqual(await told(signIn(email, codeOf(secret, 1), 'falsches Kennwort hier')), [
    401,
    'invalid_credentials',
  ]);
  const spaced = codeOf(secret, 1).replace(/^(...)/, '$1 ');
  assert.equal((await signIn(email, spaced)).status, 200);
});

test('accepts a code only once: not again, not the one before it, not twice concurrently', async () => {
  const { id, email, secret } = await enrolled();
  const first = codeOf(secret);
  assert.equal((await signIn(email, first)).status, 200);
  assert.deepEqual(await told(signIn(email, first)), [401, 'totp_invalid']);
  await later(id);
  assert.equal((await signIn(email, codeOf(secret, 1))).status, 200);
  assert.deepEqual(await told(signIn(email, codeOf(secret, -1))), [401, 'totp_invalid']);
  await later(id);
  const code = codeOf(secret);
  const both = await Promise.all([signIn(email, code), signIn(email, code), signIn(email, code)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401, 401]);
});

test('the code that switched it on does not sign in', async () => {
  const { id, email } = await createUser(server.app.db, { passwordHash });
  const client = await server.client(id);
  const { secret } = (await client.run(start, { password })).startTotp;
  const code = codeOf(secret);
  await client.run(confirm, { code });
  assert.deepEqual(await told(signIn(email, code)), [401, 'totp_invalid']);
});

test('a recovery code signs in once in any spelling; new codes replace all', async () => {
  const { client, id, email, secret, codes } = await enrolled();
  assert.equal((await signIn(email, codes[0]!.toLowerCase().replaceAll('-', ' '))).status, 200);
  assert.deepEqual(await told(signIn(email, codes[0])), [401, 'totp_invalid']);
  const twice = await Promise.all([signIn(email, codes[1]), signIn(email, codes[1])]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 401]);
  assert.equal((await client.run('{ currentUser { recoveryCodesLeft } }')).currentUser.recoveryCodesLeft, 8);
  const other = await enrolled();
  assert.deepEqual(await told(signIn(other.email, codes[2])), [401, 'totp_invalid'], 'it belongs to one user');
  assert.equal(await refusal(client.send(renew, { password, code: '000000' })), 'error_totp_code');
  const fresh = (await client.run(renew, { password, code: codeOf(secret) })).renewRecoveryCodes;
  await later(id);
  assert.deepEqual(await told(signIn(email, codes[2])), [401, 'totp_invalid']);
  assert.equal((await signIn(email, fresh[0])).status, 200);
});

test('six wrong codes cause a delay of five minutes, also when tried concurrently', async () => {
  const { id, email, secret } = await enrolled();
  const tries = await Promise.all(Array.from({ length: 9 }, () => signIn(email, '000000')));
  const statuses = tries.map(({ status }) => status);
  assert.deepEqual([statuses.filter((s) => s === 401).length, statuses.filter((s) => s === 429).length], [6, 3]);
  const blocked = await signIn(email, codeOf(secret));
  assert.deepEqual([blocked.status, blocked.body.message], [429, 'too_many_attempts']);
  const wait = Number(blocked.headers.get('retry-after'));
  assert.ok(wait > 280 && wait <= 300, String(wait));
  assert.equal(
    await refusal((await server.client(id)).send(disable, { password, code: codeOf(secret) })),
    'too_many_attempts',
    'the same count holds where codes are asked for otherwise',
  );
  assert.deepEqual(await told(signIn(email)), [401, 'totp_required'], 'the password is still told to be right');
  await server.app.db
    .updateTable('attempts')
    .set({ expiresAt: new Date(0) })
    .execute();
  assert.equal((await signIn(email, codeOf(secret))).status, 200);
});

test('reports a factor sealed with another key as such, not as a wrong code', async () => {
  const one = await enrolled();
  await server.app.db
    .updateTable('userTotp')
    .set({ secret: Buffer.alloc(60, 7) })
    .where('userId', '=', one.id)
    .execute();
  assert.deepEqual(await told(signIn(one.email)), [403, 'error_totp_unreadable']);
  assert.deepEqual(await told(signIn(one.email, codeOf(one.secret))), [403, 'error_totp_unreadable']);
  assert.deepEqual(await told(signIn(one.email, undefined, 'falsch')), [401, 'invalid_credentials']);
  await (await server.as('administrator')).run(reset, { id: one.id });
  assert.equal((await signIn(one.email)).status, 200);
});

test('wrong codes also count as failures of the account and cannot be tried for days', async () => {
  const { email, secret } = await enrolled();
  for (let i = 0; i < 10; i++) {
    await sql`delete from attempts where expires_at < now() + interval '1 hour'`.execute(server.app.db); // the five minutes
    assert.equal((await signIn(email, '000000')).status, 401, String(i));
  }
  assert.equal((await signIn(email, codeOf(secret))).status, 429);
});

test('one document can guess a code or a password only once', async () => {
  const { client } = await enrolled();
  const twice = `mutation { a: disableTotp(password: "x", code: "1") b: disableTotp(password: "x", code: "2") }`;
  assert.equal(await refusal(client.send(twice)), 'error_query_too_large');
  const mixed = `mutation { a: startTotp(password: "x") { uri } b: changePassword(currentPassword: "y", newPassword: "z") }`;
  assert.equal(await refusal(client.send(mixed)), 'error_query_too_large');
});

test('needs password and code to turn off, and keeps the old app valid until a new one works', async () => {
  const { client, id, email, secret } = await enrolled();
  const missing = await client.send(start, { password });
  assert.deepEqual(missing.errors![0]!.extensions.fields, { code: 'error_required' });
  const next = (await client.run(start, { password, code: codeOf(secret) })).startTotp.secret;
  assert.deepEqual(await told(signIn(email, codeOf(next))), [401, 'totp_invalid']);
  assert.equal((await signIn(email, codeOf(secret, 1))).status, 200);
  await client.run(confirm, { code: codeOf(next) });
  await later(id);
  assert.deepEqual(await told(signIn(email, codeOf(secret))), [401, 'totp_invalid']);
  assert.equal(await refusal(client.send(disable, { password: 'falsch', code: codeOf(next) })), 'error_wrong_password');
  assert.equal(await refusal(client.send(disable, { password, code: '000000' })), 'error_totp_code');
  assert.equal((await client.run(disable, { password, code: codeOf(next) })).disableTotp, true);
  assert.match((await takeMail(server, email)).text, /Zwei-Faktor-Anmeldung/);
  assert.equal((await signIn(email)).status, 200);
  assert.equal(await refusal(client.send(disable, { password, code: '1' })), 'error_totp_off');
});

test('a new password by mail does not bypass it', async () => {
  const { email, secret } = await enrolled();
  await post(server, '/api/forgot-password', { email }, { from: network() });
  const token = tokenIn(await takeMail(server, email));
  const next = 'sieben Kraniche ziehen heim';
  assert.equal((await post(server, '/api/reset-password', { token, password: next }, { from: network() })).status, 200);
  assert.deepEqual(await told(signIn(email, undefined, next)), [401, 'totp_required']);
  assert.equal((await signIn(email, codeOf(secret), next)).status, 200);
});

test('a role that requires it blocks the API until setup and prevents switching it off', async () => {
  const { id, email } = await createUser(server.app.db, { passwordHash, roles: ['editor', 'crisis_manager'] });
  const before = await server.client(id);
  assert.ok((await before.run('{ events { totalCount } }')).events);
  await demand('administrator,editor');
  try {
    const isRefused = async () =>
      (await refusal(before.send('{ events { totalCount } }'))) === 'error_totp_setup_required';
    await until(isRefused); // for processes that know the session
    const answer = await signIn(email);
    assert.deepEqual([answer.status, answer.body.user.visibleFeatures], [200, []]);
    const me = '{ currentUser { _id visibleFeatures totpSetupRequired totpDemanded } }';
    const client = await server.client(id);
    assert.deepEqual((await client.run(me)).currentUser, {
      _id: id,
      visibleFeatures: [],
      totpSetupRequired: true,
      totpDemanded: true,
    });
    for (const document of [
      '{ people { totalCount } }',
      '{ securityRoles { totalCount } }',
      'mutation { signOutEverywhere }',
      'mutation { changePassword(currentPassword: "x", newPassword: "y") }',
      'mutation { createEvent(input: { name: "x" }) { id } }',
    ]) {
      assert.equal(await refusal(client.send(document)), 'error_totp_setup_required', document);
    }
    const downloads = ['people.csv', 'people.vcf', 'groups/1/people.csv', 'mailing_lists/1/people.vcf'];
    const paths = [
      'events',
      'events/1',
      'events/1/log.csv',
      'audit_entries.csv',
      'users.csv',
      'situation_reports/1.pdf',
    ];
    for (const path of [...paths, ...downloads, 'uploads/1/report.csv']) {
      assert.equal((await get(server, `/api/v2/${path}`, client.token)).status, 403, path);
    }
    const { systemSettings } = await client.run('{ systemSettings { edges { node { valueKey } } } }');
    const keys = systemSettings.edges.map(({ node }: { node: { valueKey: string } }) => node.valueKey);
    assert.deepEqual([keys.includes('system_name'), keys.includes('totp_roles')], [true, false]);

    const { secret } = (await client.run(start, { password })).startTotp;
    await client.run(confirm, { code: codeOf(secret) });
    assert.equal((await client.run(me)).currentUser.totpSetupRequired, false);
    assert.ok((await client.run('{ events { totalCount } }')).events);
    assert.equal(await refusal(client.send(disable, { password, code: codeOf(secret, 1) })), 'error_totp_demanded');
    const reader = await server.as('contact_manager');
    assert.ok((await reader.run('{ people { totalCount } }')).people, 'other roles are not asked');
  } finally {
    await demand('');
  }
});

test('an open stream ends when a second factor becomes required', async () => {
  const editor = await server.as('editor');
  const administrator = await server.as('administrator');
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
  const response = await fetch(`${server.url}/api/graphql/stream`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${editor.token}` },
    body: JSON.stringify({ query: 'subscription { runningEventsChanged }' }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const set = 'mutation ($roles: String) { updateSystemSetting(valueKey: "totp_roles", valueStr: $roles) { id } }';
  await administrator.run(set, { roles: 'editor' });
  try {
    while (!(await reader.read()).done);
    assert.equal(await refusal(editor.send('{ events { totalCount } }')), 'error_totp_setup_required');
  } finally {
    await administrator.run(set, { roles: null });
  }
});

test('an administrator resets a lost app: sessions end, and a mail and the audit log report it', async () => {
  const admin = await server.as('administrator');
  const { client, id, email } = await enrolled();
  assert.equal((await admin.run(`{ user(id: ${id}) { totpEnabled } }`)).user.totpEnabled, true);
  assert.deepEqual((await admin.run(reset, { id })).resetTotp, { _id: id, totpEnabled: false });
  assert.equal(await refusal(client.send('{ currentUser { id } }')), 'error_session_expired');
  assert.match((await takeMail(server, email)).text, /Vorname Nachname \d+ hat .* ausgeschaltet/);
  assert.equal((await signIn(email)).status, 200);
  assert.equal(await refusal(admin.send(reset, { id })), 'error_totp_off');
  const { auditEntries } = await admin.run(
    '{ auditEntries(first: 1) { edges { node { type before after by { _id } } } } }',
  );
  assert.deepEqual(auditEntries.edges[0].node, {
    type: 'User',
    before: { totpEnabled: true },
    after: { totpEnabled: false },
    by: { _id: admin.userId },
  });
});

test('only a system owner resets administrators and system owners; resetting oneself is refused', async () => {
  const colleague = await enrolled(['administrator']);
  const admin = await enrolled(['administrator']);
  const owner = await enrolled(['administrator', 'system_owner']);
  assert.equal(await refusal(admin.client.send(reset, { id: colleague.id })), 'error_only_system_owner');
  assert.equal(await refusal(admin.client.send(reset, { id: owner.id })), 'error_only_system_owner');
  assert.equal(await refusal(owner.client.send(reset, { id: owner.id })), 'error_totp_own_reset');
  assert.equal(await refusal((await server.as('editor')).send(reset, { id: colleague.id })), 'error_forbidden');
  assert.equal((await owner.client.run(reset, { id: colleague.id })).resetTotp.totpEnabled, false);
});

test('stores neither secret nor codes in plain text and hides the state from other users', async () => {
  const { id, secret, codes } = await enrolled();
  const { rows } = await server.app.database.pool.query(
    `select (select string_agg(t::text, '') from user_totp t) || (select string_agg(c::text, '') from recovery_codes c)
      || (select string_agg(a::text, '') from audit_entries a) as dump`,
  );
  const dump: string = rows[0].dump;
  for (const hidden of [secret, ...codes, codes[0]!.replaceAll('-', '')]) {
    assert.ok(!dump.includes(hidden) && !dump.includes(Buffer.from(hidden).toString('hex')));
  }
  const { pool } = server.app.database;
  const copied = await enrolled();
  await pool.query(
    'update user_totp set secret = (select secret from user_totp where user_id = $1) where user_id = $2',
    [id, copied.id],
  );
  assert.equal((await signIn(copied.email, codeOf(secret))).status, 403, 'a secret opens for its user only');
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test, { after, before, type TestContext } from 'node:test';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { sessionKey } from '#server/api/viewer/viewer.ts';
import { createUser } from '#testing/factories.ts';
import { get, post, takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { hashPassword, setHashCost, usualCost } from './password.ts';

const password = ' vier Zebras grasen im Nebel ';
let server: TestServer;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
  passwordHash = await hashPassword(password);
});
after(() => server.stop());

let networks = 0;
/** A network per test, because of throttling. */
const network = () => `10.1.${++networks}.7`;
const signIn = (email: string, given: string, from = network()) =>
  post(server, '/api/auth', { email, password: given }, { from });
/** Uses real hashing costs until the test ends. */
const withUsualCost = (t: TestContext) => {
  const before = setHashCost(usualCost);
  t.after(() => setHashCost(before));
};
const whoAmI = async (token: string) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query: '{ currentUser { email roles } }' });
  return fetch(`${server.url}/api/graphql/`, { method: 'POST', headers, body });
};

test('signs in with a token that the API accepts until signing out revokes it', async () => {
  const user = await createUser(server.app.db, { passwordHash, roles: ['editor'], email: 'Erika.Muster@Example.org' });
  const answer = await signIn('erika.muster@example.ORG', password);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.body.user._id, user.id);
  assert.deepEqual(answer.body.user.roles, ['editor']);
  assert.ok(!answer.text.includes('argon2'));
  const claims = JSON.parse(Buffer.from(answer.body.token.split('.')[1], 'base64url').toString());
  assert.ok(Math.abs(claims.exp - Date.now() / 1000 - 12 * 3600) < 60, 'twelve hours by default');
  assert.equal((await whoAmI(answer.body.token)).status, 200);

  const out = await post(server, '/api/logout', {}, { token: answer.body.token });
  assert.equal(out.status, 200);
  assert.equal(out.headers.get('clear-site-data'), '"cache"', 'the language in local storage must survive');
  assert.equal((await whoAmI(answer.body.token)).status, 401);
  assert.equal((await post(server, '/api/logout', {}, { token: answer.body.token })).status, 401);
});

test('each sign-in is its own session, and the password is used as entered, spaces included', async () => {
  const { email } = await createUser(server.app.db, { passwordHash });
  const [first, second] = [await signIn(email, password), await signIn(email, password)];
  assert.notEqual(first.body.token, second.body.token);
  assert.equal((await signIn(email, password.trim())).status, 401);
});

test('an unknown address and a wrong password get the same bytes after the same work', async (t) => {
  withUsualCost(t);
  const { email } = await createUser(server.app.db, { passwordHash: await hashPassword(password) });
  const work = { known: 0, unknown: 0 };
  const texts = new Set<string>();
  for (let i = 0; i < 8; i++) {
    for (const [kind, address] of [
      ['known', email],
      ['unknown', `nobody${i}@example.org`],
    ] as const) {
      const before = process.cpuUsage();
      const answer = await signIn(address, 'something wrong entirely');
      work[kind] += process.cpuUsage(before).user;
      assert.equal(answer.status, 401);
      texts.add(answer.text);
    }
  }
  assert.deepEqual([...texts], ['{"message":"invalid_credentials"}']);
  // processor time; without hashing it is less than a tenth
  assert.ok(Math.min(work.known, work.unknown) > Math.max(work.known, work.unknown) / 2, JSON.stringify(work));
});

test('creates no session when the password changes during the sign-in', async () => {
  const user = await createUser(server.app.db, { passwordHash });
  const { db } = server.app;
  const answer = await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ passwordHash: 'another' }).where('id', '=', user.id).execute();
    const running = signIn(user.email, password);
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await waiting.execute(db)).rows.length > 0);
    return { running };
  });
  assert.equal((await answer.running).status, 401);
  const sessions = await db.selectFrom('sessions').select('id').where('userId', '=', user.id).execute();
  assert.deepEqual(sessions, []);
});

test('reports why an account cannot sign in only with the right password', async () => {
  const states = {
    user_not_verified: { verifiedAt: null },
    user_needs_approval: { needApproval: true, isActive: false },
    user_inactive: { isActive: false },
  };
  for (const [key, state] of Object.entries(states)) {
    const { email } = await createUser(server.app.db, { passwordHash, ...state });
    const right = await signIn(email, password);
    assert.deepEqual([right.status, right.text], [403, JSON.stringify({ message: key })]);
    const wrong = await signIn(email, 'something wrong entirely');
    assert.deepEqual([wrong.status, wrong.text], [401, '{"message":"invalid_credentials"}']);
  }
});

test('refuses malformed requests before any hashing', async () => {
  for (const body of [
    null,
    [],
    'x',
    {},
    { email: 'a@b.de' },
    { email: 1, password: {} },
    { email: 'a@b.de', password: 'x'.repeat(1025) },
  ]) {
    const answer = await post(server, '/api/auth', body, { from: network() });
    assert.equal(answer.status, 400, JSON.stringify(body)?.slice(0, 40));
    assert.equal(answer.body.message, 'error_invalid_input');
  }
  const plain = await post(server, '/api/auth', {}, { headers: { 'content-type': 'text/plain' } });
  assert.equal(plain.status, 415);
});

test('delays an account after ten failures, increasingly, except in its known networks', async () => {
  const { email } = await createUser(server.app.db, { passwordHash });
  const office = network();
  assert.equal((await signIn(email, password, office)).status, 200);
  for (let i = 0; i < 10; i++) assert.equal((await signIn(email, 'something wrong entirely')).status, 401);
  const elsewhere = await signIn(email, password);
  assert.deepEqual([elsewhere.status, elsewhere.body.message], [429, 'too_many_attempts']);
  assert.ok(Number(elsewhere.headers.get('retry-after')) >= 1);
  assert.equal((await signIn(email, password, office)).status, 200, 'nobody can lock a user out of the office');
  assert.equal((await signIn(email, password)).status, 200, 'and a success there ends the waiting');
  for (let i = 0; i < 10; i++)
    assert.equal((await signIn('ghost@example.org', 'something wrong entirely')).status, 401);
  assert.equal((await signIn('ghost@example.org', 'wrong')).status, 429, 'an address nobody has behaves the same');
});

test('allows a network twenty failures a minute over all accounts; other networks are unaffected', async () => {
  const { email } = await createUser(server.app.db, { passwordHash });
  const noisy = network();
  for (let i = 0; i < 20; i++) assert.equal((await signIn(`a${i}@example.org`, 'wrong', noisy)).status, 401);
  assert.equal((await signIn(email, password, noisy)).status, 429);
  assert.equal((await signIn(email, password)).status, 200);
});

test("a forged address in front of the proxy's one changes nothing", async () => {
  const seen = network();
  for (let i = 0; i < 20; i++) await signIn(`b${i}@example.org`, 'wrong', `192.0.2.${i}, ${seen}`);
  assert.equal((await signIn('b@example.org', 'wrong', `198.51.100.9, ${seen}`)).status, 429);
});

test('a hundred failures in a row require a new password, and its link is mailed once', async () => {
  const { id, email } = await createUser(server.app.db, { passwordHash });
  assert.equal((await signIn(email, 'something wrong entirely')).status, 401);
  const wait = (count: number) => sql`update attempts set count = ${count}, last_at = now() - interval '1 day'
    where last_at > now() - interval '10 seconds' and count = 1 and expires_at > now() + interval '1 hour'`;
  await wait(99).execute(server.app.db);
  assert.equal((await signIn(email, 'something wrong entirely')).status, 401);
  assert.equal((await signIn(email, password)).status, 429);
  const token = tokenIn(await takeMail(server, email));
  const changed = await post(server, '/api/reset-password', { token, password: 'sieben Kraniche ziehen heim' });
  assert.equal(changed.status, 200);
  assert.equal((await signIn(email, 'sieben Kraniche ziehen heim')).body.user._id, id);
});

test('signs in with a hash of older parameters and renews it', async (t) => {
  withUsualCost(t);
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.alloc(16, 7);
  const weak = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32, nonce, message: Buffer.from(password) };
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${plain(nonce)}$${plain(argon2Sync('argon2id', weak))}`;
  const { id, email } = await createUser(server.app.db, { passwordHash: old });
  assert.equal((await signIn(email, password)).status, 200);
  const renewed = await server.app.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirst();
  assert.match(renewed!.passwordHash!, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal((await signIn(email, password)).status, 200);
});

test('thirty concurrent sign-ins of one user do not block another user', async () => {
  const { email } = await createUser(server.app.db, { passwordHash });
  const other = await createUser(server.app.db, { passwordHash });
  const flood = Array.from({ length: 30 }, () => signIn(email, password));
  assert.equal((await signIn(other.email, password)).status, 200);
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body]),
    [],
  );
});

test('returns 401 for forged, foreign and expired tokens', async () => {
  const user = await createUser(server.app.db, { passwordHash, roles: ['administrator'] });
  const { token } = (await signIn(user.email, password)).body;
  const [, payload] = token.split('.');
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sid, sub: String(user.id), iss: 'meldekette', aud: 'session', exp: 9_999_999_999 };
  const sign = (header: object, body: object, key: Buffer | string) => {
    const text = `${encode(header)}.${encode(body)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const key = server.app.secrets.session;
  const HS256 = { alg: 'HS256', typ: 'JWT' };
  const expired = await new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('meldekette')
    .setAudience('session')
    .setExpirationTime(Math.floor(Date.now() / 1000) - 1)
    .sign(sessionKey(server.app.secrets));
  const forged: Record<string, string> = {
    none: `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    'none with a signature': `${encode({ alg: 'none' })}.${encode(claims)}.${token.split('.')[2]}`,
    'another key': sign(HS256, claims, 'another key'),
    'another purpose key': sign(HS256, claims, server.app.secrets.link),
    'key by kid': sign({ ...HS256, kid: '../../dev/null' }, claims, ''),
    HS512: sign({ alg: 'HS512' }, claims, key),
    expired,
    'not yet': sign(HS256, { ...claims, nbf: 9_999_999_998 }, key),
    'another audience': sign(HS256, { ...claims, aud: 'download' }, key),
    'another issuer': sign(HS256, { ...claims, iss: 'elsewhere' }, key),
    'another session': sign(HS256, { ...claims, sid: crypto.randomUUID() }, key),
    'no session': sign(HS256, { ...claims, sid: undefined }, key),
    'SQL as session': sign(HS256, { ...claims, sid: "' or true --" }, key),
    'changed payload': token.replace(payload, encode({ ...claims, sub: '1' })),
    garbage: 'x.y.z',
  };
  for (const [what, forgery] of Object.entries(forged)) assert.equal((await whoAmI(forgery)).status, 401, what);
  assert.equal((await whoAmI(sign(HS256, claims, key))).status, 200, 'the same claims with the right key do hold');
  assert.equal((await get(server, '/api/graphql/', token)).status, 405);
});

test('returns 401 at once for an ended session and a switched-off user', async () => {
  const user = await createUser(server.app.db, { passwordHash });
  const { token } = (await signIn(user.email, password)).body;
  await server.app.db.updateTable('users').set({ isActive: false }).where('id', '=', user.id).execute();
  assert.equal((await whoAmI(token)).status, 401);
  await server.app.db.updateTable('users').set({ isActive: true }).where('id', '=', user.id).execute();
  await server.app.db.updateTable('sessions').set({ expiresAt: new Date() }).where('userId', '=', user.id).execute();
  assert.equal((await whoAmI(token)).status, 401, 'the clock of the server counts, not the one of the token');
});

test('treats an empty body as an empty form for every content type', async () => {
  const headers = { 'content-type': 'application/json' };
  const empty = await fetch(`${server.url}/api/logout`, { method: 'POST', headers });
  assert.equal(empty.status, 401);
  const broken = await fetch(`${server.url}/api/auth`, { method: 'POST', headers, body: '{"email":' });
  assert.deepEqual([broken.status, await broken.json()], [400, { message: 'error_invalid_input' }]);
  const polluting = '{"__proto__":{"roles":["administrator"]},"email":"a@b.de","password":"x"}';
  assert.equal((await fetch(`${server.url}/api/auth`, { method: 'POST', headers, body: polluting })).status, 400);
});

test('the status reports whether the installation works and the values of the signed-out pages', async () => {
  const { status, body } = await get(server, '/api/status');
  assert.equal(status, 200);
  const { registrationOpen, systemName, serverType, defaultLanguage, logoUrl } = body;
  assert.deepEqual([body.status, body.version, body.database, body.queue], ['ok', '4.0', true, true]);
  assert.deepEqual(
    [registrationOpen, systemName, serverType, defaultLanguage, logoUrl],
    [true, 'Meldekette', 'production', 'de', null],
  );
});

test('the status is 503 when the database or the queue cannot work', async () => {
  const { pool } = server.app.database;
  // it is looked at once a second at most
  const told = (database: boolean, status: number) =>
    until(async () => {
      const { status: found, body } = await get(server, '/api/status');
      return body.database === database && found === status && body;
    });
  const whileRenamed = async (table: string, name: string, database: boolean) => {
    await pool.query(`alter table ${table} rename to ${name}_away`);
    try {
      const body = await told(database, 503);
      return [body.status, body.queue];
    } finally {
      await pool.query(`alter table ${table}_away rename to ${name}`);
    }
  };
  assert.deepEqual(await whileRenamed('nodes', 'nodes', false), ['unavailable', false]);
  assert.deepEqual(await whileRenamed('pgboss.queue', 'queue', true), ['unavailable', false]);
  assert.equal((await told(true, 200)).status, 'ok');
});

import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import type { Role } from '#shared/permissions.ts';
import { createUser } from '#testing/factories.ts';
import { post, takeMail } from '#testing/rest.ts';
import { createClient, startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { watch } from '#testing/watching.ts';

const password = 'vier Zebras grasen im Nebel';
let server: TestServer;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
  passwordHash = await hashPassword(password);
});
after(() => server.stop());
beforeEach(() =>
  Promise.all([setting('trusted_devices', 'true'), setting('totp_roles', ''), setting('idle_minutes', null)]),
);

const setting = (key: string, valueStr: string | null) =>
  sql`insert into system_settings (value_key, value_str) values (${key}, ${valueStr})
    on conflict (value_key) do update set value_str = excluded.value_str`.execute(server.app.db);

interface Browser {
  privateKey: KeyObject;
  publicKey: string;
}

/** A key as a browser makes it. */
function makeBrowser(namedCurve = 'prime256v1'): Browser {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  return { privateKey, publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') };
}

const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** A person who trusted the browser at sign-in. */
async function trusting(roles: Role[] = ['editor']) {
  const user = await createUser(server.app.db, { passwordHash, roles });
  const browser = makeBrowser();
  const { status, body } = await post(
    server,
    '/api/auth',
    { email: user.email, password, publicKey: browser.publicKey, browser: 'own' },
    { from: '192.0.2.17', headers: agent },
  );
  assert.equal(status, 200);
  return { ...user, browser, device: body.trustedDevice as string, token: body.token as string };
}

const challengeOf = async (device: string) => (await post(server, '/api/device/challenge', { device })).body.challenge;

const known = (body: { device: string; challenge?: string; signature: string }) => post(server, '/api/device', body);

const signed = (privateKey: KeyObject, device: string, challenge: string) =>
  sign('sha256', Buffer.from(`meldekette sign-in ${device} ${challenge}`), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64');

/** Signs in by the key alone. */
async function enter({ browser, device }: { browser: Browser; device: string }, more: object = {}) {
  const asked = await post(server, '/api/device/challenge', { device });
  if (asked.status !== 200) return asked;
  const { challenge } = asked.body;
  const signature = signed(browser.privateKey, device, challenge);
  return post(
    server,
    '/api/device',
    { device, challenge, signature, browser: 'own', ...more },
    { from: '192.0.2.18', headers: agent },
  );
}

const told = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const refused = [401, 'device_not_trusted'];
const askedAnew = [401, 'error_device_again'];
const holds = async (token: string) =>
  (await post(server, '/api/graphql', { query: '{ currentUser { _id } }' }, { token })).status === 200;

test('a trusted browser signs in by its key for 30 days and is listed with network and time', async () => {
  const me = await trusting();
  const { status, body } = await enter(me);
  assert.equal(status, 200);
  assert.equal(body.user.email, me.email);
  const client = createClient(server.url, me.id, body.token);
  const { currentUser } = await client.run(`{ currentUser { sessions { network trustedUntil isCurrent userAgent }
    trustedDevices { id network userAgent isSignedIn insertedAt expiresAt } } }`);
  assert.equal(currentUser.sessions.length, 2);
  for (const session of currentUser.sessions) assert.ok(session.trustedUntil);
  assert.deepEqual(currentUser.sessions.map(({ network }: { network: string }) => network).sort(), [
    '127.0.0.1',
    '192.0.2.17',
  ]);
  const [device] = currentUser.trustedDevices;
  assert.partialDeepStrictEqual(device, { id: me.device, network: '192.0.2.18', isSignedIn: true });
  await sql`update system_settings set value_str = '30' where value_key = 'idle_minutes'`.execute(server.app.db);
  await sql`update sessions set last_seen_at = now() - interval '1 hour' where trusted_device_id = ${me.device}::uuid`.execute(
    server.app.db,
  );
  const idle = await (await server.client(me.id)).run('{ currentUser { trustedDevices { isSignedIn } } }');
  assert.deepEqual(
    idle.currentUser.trustedDevices,
    [{ isSignedIn: false }],
    'nobody used it for longer than a session lasts',
  );
  await sql`update system_settings set value_str = null where value_key = 'idle_minutes'`.execute(server.app.db);
  const days = (Date.parse(device.expiresAt) - Date.parse(device.insertedAt)) / 86_400_000;
  assert.ok(Math.abs(days - 30) < 0.1, `${days}`);
  await sql`update trusted_devices set expires_at = now() where id = ${me.device}::uuid`.execute(server.app.db);
  assert.deepEqual(told(await enter(me)), refused);
});

test('refuses another key, another challenge, a repeated signature and a late one', async (t) => {
  const me = await trusting();
  const other = await trusting();
  assert.deepEqual(told(await enter({ ...me, browser: makeBrowser() })), askedAnew);
  assert.deepEqual(told(await enter({ ...me, browser: other.browser })), askedAnew);
  const { device } = me;
  const proof = (challenge: string) => ({
    device,
    challenge,
    signature: signed(me.browser.privateKey, device, challenge),
  });
  const first = proof(await challengeOf(device));
  const [again, own] = [proof(await challengeOf(other.device)), proof(await challengeOf(device))];
  assert.equal((await known(first)).status, 200, 'nobody takes it away by asking for another');
  assert.deepEqual(told(await known(first)), askedAnew, 'it holds once');
  assert.deepEqual(told(await known(again)), askedAnew, 'it is another device’s');
  assert.deepEqual(told(await known(proof(Buffer.alloc(56).toString('base64url')))), askedAnew);
  assert.equal((await known({ device, signature: own.signature })).status, 400);
  const { now } = Date;
  const clock = t.mock.method(Date, 'now', () => now() + 3 * 60_000);
  assert.deepEqual(told(await known(own)), askedAnew, 'it is late');
  clock.mock.restore();
  const unknown = '00000000-0000-4000-8000-000000000000';
  assert.deepEqual(told(await post(server, '/api/device/challenge', { device: unknown })), refused);
  assert.equal((await enter(me)).status, 200, 'none of that locked the owner out');
});

test('accepts only P-256 keys, and only after a full sign-in', async () => {
  const { email } = await createUser(server.app.db, { passwordHash });
  const withKey = (publicKey: string, given = password) =>
    post(server, '/api/auth', { email, password: given, publicKey });
  assert.equal((await withKey(makeBrowser('secp384r1').publicKey)).status, 400);
  assert.equal((await withKey('no key')).status, 400);
  assert.equal((await withKey(makeBrowser().publicKey, 'ein anderes Kennwort')).status, 401);
  const { rows } = await sql<{ n: number }>`select count(*) as n from trusted_devices d join users u on u.id = d.user_id
    where u.email = ${email}`.execute(server.app.db);
  assert.equal(rows[0]!.n, 0);
});

const endings: Record<string, (me: Awaited<ReturnType<typeof trusting>>) => Promise<unknown>> = {
  'ending the device': ({ id, token, device }) =>
    createClient(server.url, id, token).run('mutation ($d: ID!) { endTrustedDevice(id: $d) }', { d: device }),
  'ending its session': async ({ id }) => {
    const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${id}`.execute(server.app.db);
    const other = await server.client(id);
    return other.run('mutation ($s: ID!) { endSession(id: $s) }', { s: rows[0]!.id });
  },
  'signing out there': ({ token }) => post(server, '/api/logout', {}, { token }),
  'signing out everywhere from elsewhere': async ({ id }) =>
    (await server.client(id)).run('mutation { signOutEverywhere }'),
  'a changed password': async ({ id }) =>
    (await server.client(id)).run(
      'mutation ($a: String!, $b: String!) { changePassword(currentPassword: $a, newPassword: $b) }',
      { a: password, b: 'sieben Kraniche ziehen heim' },
    ),
  'an administrator who switches the user off': async ({ id }) =>
    (await server.as('administrator')).run('mutation ($i: UpdateUserInput!) { updateUser(input: $i) { id } }', {
      i: { id: String(id), isActive: false },
    }),
  'an administrator who ends the device': async ({ device }) =>
    (await server.as('administrator')).run('mutation ($d: ID!) { endTrustedDevice(id: $d) }', { d: device }),
};

for (const [what, end] of Object.entries(endings)) {
  test(`${what} ends the trust and its open streams`, async () => {
    const me = await trusting();
    const watcher = watch(server, { token: me.token }, 'subscription { runningEventsChanged }');
    await until(async () => watcher.seen.length > 0);
    await end(me);
    assert.deepEqual(told(await enter(me)), refused);
    assert.equal(await holds(me.token), false);
    await until(async () => watcher.hasEnded());
  });
}

/** Waits until this many such statements wait for a lock. */
const waiting = (words: string, many: number) =>
  until(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ ${words}`.execute(server.app.db);
    return rows[0]!.n >= many;
  });

for (const [what, query] of Object.entries({
  'signing out everywhere': () => 'mutation { signOutEverywhere }',
  'ending its device': (device: string) => `mutation { endTrustedDevice(id: "${device}") }`,
  'ending its session': (_device: string, session: string) => `mutation { endSession(id: "${session}") }`,
})) {
  test(`${what} leaves no session of a device that signs in concurrently`, async () => {
    const me = await trusting();
    const client = await server.client(me.id);
    const { currentUser } = await client.run('{ currentUser { sessions { id isCurrent } } }');
    const first = currentUser.sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id;
    // holds the excess device, which the sign-in ends last
    const { rows } = await sql<{ id: string }>`insert into sessions (user_id, expires_at, last_seen_at)
      select ${me.id}, now() + interval '1 hour', now() - interval '1 hour' * n from generate_series(1, 48) n
      returning id`.execute(server.app.db);
    const held = await server.app.db.startTransaction().execute();
    await sql`select 1 from sessions where id = ${rows.at(-1)!.id}::uuid for update`.execute(held);
    const signingIn = enter(me);
    const ending = waiting('delete from sessions', 1).then(() => client.send(query(me.device, first)));
    const bothWait = waiting('sessions|trusted_devices|users', 2);
    await bothWait.finally(() => held.rollback().execute());
    const entered = await signingIn;
    assert.equal((await ending).errors, undefined);
    // it may already have ended
    if (entered.status !== 200) assert.deepEqual(told(entered), [401, 'error_session_expired']);
    else assert.equal(await holds(entered.body.token), false);
    assert.equal(await holds(client.token!), true);
  });
}

test("changing one's password keeps this device trusted; other users cannot end the trust", async () => {
  const me = await trusting();
  const change = 'mutation ($a: String!, $b: String!) { changePassword(currentPassword: $a, newPassword: $b) }';
  await createClient(server.url, me.id, me.token).run(change, { a: password, b: 'sieben Kraniche ziehen heim' });
  const stranger = await server.as('editor');
  const end = 'mutation ($d: ID!) { endTrustedDevice(id: $d) }';
  assert.deepEqual(await stranger.run(end, { d: me.device }), { endTrustedDevice: false });
  assert.equal((await enter(me)).status, 200);
  await post(server, '/api/logout', { keepsDevice: true }, { token: me.token });
  assert.equal(await holds(me.token), false);
  assert.equal((await enter(me)).status, 200, 'who was only idle');
});

test('when administrators forbid trusted devices, none is added and existing ones stop working', async () => {
  const me = await trusting();
  await setting('trusted_devices', 'false');
  assert.deepEqual(told(await enter(me)), [403, 'error_trust_forbidden'], 'the browser keeps its key');
  const { email } = await createUser(server.app.db, { passwordHash });
  const answer = await post(server, '/api/auth', { email, password, publicKey: makeBrowser().publicKey });
  assert.deepEqual(told(answer), [403, 'error_trust_forbidden']);
  assert.equal((await fetch(`${server.url}/api/status`).then((response) => response.json())).trustedDevices, false);
});

test('counts challenge requests of unknown devices and uses no connection of an alarm', async () => {
  const from = '203.0.113.77';
  const guess = () => post(server, '/api/device/challenge', { device: crypto.randomUUID() }, { from });
  const answers = await Promise.all(Array.from({ length: 25 }, guess));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [401, 429]);
  const me = await trusting();
  assert.equal((await enter(me)).status, 200, 'from elsewhere');
});

test('trusting a browser again leaves one key, and a user has at most ten devices', async () => {
  const me = await trusting();
  const trustIn = async (browser: string) => {
    const { publicKey } = makeBrowser();
    return post(server, '/api/auth', { email: me.email, password, publicKey, browser }, { from: '192.0.2.17' });
  };
  assert.equal((await trustIn('own')).status, 200);
  assert.deepEqual(told(await enter(me)), refused, 'its key before holds no more');
  for (let n = 0; n < 11; n++) assert.equal((await trustIn(`browser ${n}`)).status, 200);
  const { currentUser } = await (await server.client(me.id)).run('{ currentUser { trustedDevices { id } } }');
  assert.equal(currentUser.trustedDevices.length, 10);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name = 'system_mail' and data->>'identifier' = 'new_device' and data->>'to' = ${String(me.id)}`.execute(
    server.app.db,
  );
  assert.equal(rows[0]!.n, 5, 'whoever has the password cannot fill the mailbox');
});

test('asks a trusted device for a second factor that a role requires, not for an optional one', async () => {
  const me = await trusting();
  const client = createClient(server.url, me.id, me.token);
  const start = 'mutation ($p: String!) { startTotp(password: $p) { secret } }';
  const { secret } = (await client.run(start, { p: password })).startTotp;
  const code = () => new TOTP({ secret }).generate();
  await client.run('mutation ($c: String!) { confirmTotp(code: $c) }', { c: code() });
  assert.equal((await enter(me)).status, 200);
  await setting('totp_roles', 'editor');
  assert.deepEqual(told(await enter(me)), [401, 'totp_required']);
  assert.deepEqual(told(await enter(me, { totp: '000000' })), [401, 'totp_invalid']);
  await sql`update user_totp set last_step = 1 where user_id = ${me.id}`.execute(server.app.db);
  assert.equal((await enter(me, { totp: code() })).status, 200);
  assert.equal((await takeMail(server, me.email)).subject, 'Meldekette: Zwei-Faktor-Anmeldung eingeschaltet');
});

test('mails a sign-in from a new browser, but not the first one or one from a known browser', async () => {
  const { email } = await createUser(server.app.db, { passwordHash });
  const from = (browser: string | undefined) =>
    post(
      server,
      '/api/auth',
      { email, password, ...(browser ? { browser } : {}) },
      { from: '192.0.2.20', headers: agent },
    );
  const mails = async () => {
    await until(
      async () =>
        (await sql`select 1 from pgboss.job where name = 'system_mail' and state < 'completed'`.execute(server.app.db))
          .rows.length === 0,
    );
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from exercise_messages where address = ${email}`.execute(server.app.db);
    return rows[0]!.n;
  };
  for (const browser of ['one', 'one', 'one']) assert.equal((await from(browser)).status, 200);
  assert.equal(await mails(), 0);
  await from('two');
  const mail = await takeMail(server, email);
  assert.equal(mail.subject, 'Meldekette: Anmeldung auf einem neuen Gerät');
  assert.match(mail.text, /Firefox, Linux, Netz 192\.0\.2\.20/);
  await from('two');
  await from('one');
  assert.equal(await mails(), 0);
  await from(undefined);
  await takeMail(server, email);
});

test('a session shows at once where it is used from', async () => {
  const { id } = await createUser(server.app.db);
  const { token } = await server.client(id);
  const query = { query: '{ currentUser { sessions { network } } }' };
  for (const from of ['192.0.2.31', '192.0.2.32']) {
    const used = post(server, '/api/renew', {}, { token: token!, from });
    assert.equal((await used).status, 200);
    const { body } = await post(server, '/api/graphql', query, { token: token!, from });
    assert.deepEqual(body.data.currentUser.sessions, [{ network: from }]);
  }
});

test('renews a session only in the last quarter of its time, and never beyond 30 days', async () => {
  const { id } = await createUser(server.app.db);
  const { token } = await server.client(id);
  const endOf = (shown: string) => JSON.parse(Buffer.from(shown.split('.')[1]!, 'base64url').toString()).exp as number;
  const renew = async () => {
    const { status, body } = await post(server, '/api/renew', {}, { token });
    assert.equal(status, 200);
    return endOf(body.token);
  };
  assert.equal(await renew(), endOf(token!));
  const move = (hours: number) =>
    sql`update sessions set inserted_at = inserted_at - make_interval(hours => ${hours}),
      expires_at = expires_at - make_interval(hours => ${hours}) where user_id = ${id}`.execute(server.app.db);
  await move(10); // of twelve
  const ends = await renew();
  assert.ok(Math.abs(ends - (Date.now() / 1000 + 12 * 3600)) < 300, `${ends}`);
  await sql`update sessions set inserted_at = now() - interval '30 days' + interval '5 hours',
    expires_at = now() + interval '1 hour' where user_id = ${id}`.execute(server.app.db);
  const last = await renew();
  assert.ok(Math.abs(last - (Date.now() / 1000 + 5 * 3600)) < 300, `${last}`);
  await sql`update sessions set expires_at = now() where user_id = ${id}`.execute(server.app.db);
  assert.equal((await post(server, '/api/renew', {}, { token })).status, 401);
});

test('with a limit set, an unused session ends and a used one continues', async () => {
  const { id } = await createUser(server.app.db);
  const { token } = await server.client(id);
  const idle = (minutes: number) =>
    sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}`.execute(
      server.app.db,
    );
  const ask = async () => (await post(server, '/api/renew', {}, { token })).status;
  await idle(600);
  assert.equal(await ask(), 200, 'there is no limit at first');
  await setting('idle_minutes', '15');
  await idle(14);
  assert.equal(await ask(), 200);
  await idle(14);
  assert.equal(await ask(), 200, 'it counts from the last use');
  await idle(16);
  assert.equal(await ask(), 401);
});

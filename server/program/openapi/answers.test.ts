import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import { sealedFor } from '#server/accounts/totp/second-factor.ts';
import { newTotpSecret } from '#server/accounts/totp/time-code.ts';
import { storeFile } from '#server/api/files/store.ts';
import { unsubscribeUrl } from '#server/channels/rendering/unsubscribe.ts';
import { createPersonToken } from '#server/contacts/people/tokens.ts';
import { seal, sha256, tokenOf } from '#server/platform/secrets.ts';
import { metricsToken } from '#testing/app.ts';
import { describedApi } from '#testing/described-api.ts';
import {
  createEvent,
  createEventType,
  createPerson,
  createReport,
  createUser,
  idByIdentifier,
} from '#testing/factories.ts';
import { followProvider, type OidcFake, startOidcFake } from '#testing/fakes/oidc-provider.ts';
import { startPushService } from '#testing/fakes/push-service.ts';
import { createSource } from '#testing/incoming.ts';
import { alertGroup, capXml } from '#testing/incoming-messages.ts';
import { createChannel, createDraft, setUndoSeconds } from '#testing/messages.ts';
import { holderPassword, passkeyOrigin, passkeysOn } from '#testing/passkeys.ts';
import { createPushChannel, subscribe } from '#testing/push-devices.ts';
import { takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { createTrigger } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';
import { operations } from './document.ts';

let server: TestServer;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1', PUBLIC_URL: passkeyOrigin });
  passwordHash = await hashPassword(holderPassword);
});
after(() => server.stop());

const api = describedApi(() => server);
const { call, check } = api;
const password = holderPassword;
const user = (values: object = {}) => createUser(server.app.db, { passwordHash, roles: ['editor'], ...values });
const status = async (answer: ReturnType<typeof call>) => (await answer).status;

test('the first restore, before anyone signs in', async () => {
  assert.equal(await status(call('GET /api/restore')), 200);
  assert.equal(await status(call('POST /api/restore', { body: { password: 'wrong password' } })), 401);
  assert.equal(await status(call('POST /api/restore', { body: [] })), 400);
  const begun = await call('POST /api/restore', { body: { password: 'owner password of the tests' } });
  const path = { upload: begun.body.upload as string };
  const headers = { 'content-type': 'application/octet-stream' };
  const portion = (at: number) => ({ path, query: { at }, body: Buffer.from('no backup'), headers });
  assert.equal(await status(call('PUT /api/restore/:upload', portion(0))), 200);
  assert.equal(await status(call('PUT /api/restore/:upload', portion(7))), 409);
  assert.equal(await status(call('PUT /api/restore/:upload', { ...portion(0), path: { upload: 'x' } })), 404);
  const ended = await call('POST /api/restore/:upload', { path, body: { passphrase: 'x' } });
  assert.match(ended.text, /"fault"/);
  assert.equal(await status(call('POST /api/restore/:upload', { path: { upload: 'x' }, body: {} })), 404);
});

test('signing in with a password, renewing, signing out', async () => {
  const { email } = await user();
  const entered = await call('POST /api/auth', { body: { email, password } });
  assert.equal(entered.status, 200);
  assert.equal(await status(call('POST /api/auth', { body: { email, password: 'another one' } })), 401);
  assert.equal(await status(call('POST /api/auth', { body: { email } })), 400);
  const plain = { 'content-type': 'text/plain' };
  assert.equal(await status(call('POST /api/auth', { body: Buffer.from('x'), headers: plain })), 415);
  assert.equal(await status(call('POST /api/auth', { body: 'x'.repeat(1_100_000) })), 413);
  const renewed = await call('POST /api/renew', { token: entered.body.token });
  assert.equal(await status(call('POST /api/renew')), 401);
  assert.equal(await status(call('POST /api/logout', { token: renewed.body.token })), 200);
  assert.equal(await status(call('POST /api/logout')), 401);
});

test('a second factor that is missing is described', async () => {
  const { key, email } = await passkeysOn(
    () => server,
    () => passwordHash,
  ).holder();
  const refused = await call('POST /api/auth', { body: { email, password } });
  assert.deepEqual([refused.status, refused.body.message], [401, 'totp_required']);
  const passkey = key.get(refused.body.factors.passkey);
  assert.equal(await status(call('POST /api/auth', { body: { email, password, passkey } })), 200);
  const { body } = await call('POST /api/passkey/challenge');
  const response = key.get(body.options);
  assert.equal(await status(call('POST /api/passkey', { body: { passkey: response } })), 200);
  assert.equal(await status(call('POST /api/passkey', { body: { passkey: response } })), 400);
  assert.equal(await status(call('POST /api/passkey', { body: {} })), 400);
});

test('signing in on a trusted browser', async () => {
  const { email } = await user();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const shown = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const first = await call('POST /api/auth', { body: { email, password, publicKey: shown, browser: 'own' } });
  const device = first.body.trustedDevice as string;
  const { body } = await call('POST /api/device/challenge', { body: { device } });
  const signed = Buffer.from(`meldekette sign-in ${device} ${body.challenge}`);
  const signature = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64');
  const proof = { device, challenge: body.challenge, signature };
  assert.equal(await status(call('POST /api/device', { body: proof })), 200);
  assert.ok((await status(call('POST /api/device', { body: proof }))) >= 400);
  assert.ok((await status(call('POST /api/device/challenge', { body: { device: crypto.randomUUID() } }))) >= 400);
});

test('registering, confirming and a new password', async () => {
  const email = 'neu@example.org';
  const names = { firstName: 'Nora', lastName: 'Neu' };
  assert.equal(await status(call('POST /api/register', { body: { email, ...names } })), 201);
  assert.equal(await status(call('POST /api/register', { body: { email } })), 400);
  const token = tokenIn(await takeMail(server, email));
  assert.equal(await status(call('POST /api/verify', { body: { token, password } })), 200);
  assert.ok((await status(call('POST /api/verify', { body: { token, password } }))) >= 400);
  const known = await user();
  assert.equal(await status(call('POST /api/forgot-password', { body: { email: known.email } })), 200);
  const reset = { token: tokenIn(await takeMail(server, known.email)), password: 'sieben Kraniche ziehen heim' };
  assert.equal(await status(call('POST /api/reset-password', { body: reset })), 200);
  assert.ok((await status(call('POST /api/reset-password', { body: reset }))) >= 400);
});

test('signing in with a provider', async () => {
  const fake = await startOidcFake(passkeyOrigin, { sub: 'first', email: 'sso@example.org', email_verified: true });
  try {
    await signInWithFake(fake);
  } finally {
    await fake.stop();
  }
});

async function signInWithFake(fake: OidcFake): Promise<void> {
  const owner = await server.as('administrator', 'system_owner');
  const input = {
    ...{ issuer: fake.issuer, label: 'Haus', clientId: fake.clientId, clientSecret: fake.clientSecret },
    ...{ ownNetwork: true, roleMap: [{ group: 'crisis', role: 'crisis_manager' }] },
  };
  const create = 'mutation ($input: CreateOidcProviderInput!) { createOidcProvider(input: $input) { _id } }';
  const provider = (await owner.run(create, { input })).createOidcProvider._id as number;
  const person = (n: number) => ({
    ...{ sub: `subject ${n}`, email: `sso${n}@example.org`, email_verified: true },
    ...{ given_name: 'Petra', family_name: 'Provider', groups: ['crisis'] },
  });
  const comeBack = async (n: number, token: string | null = null) => {
    fake.account = person(n);
    const start = token ? 'POST /api/sso/link/start' : 'POST /api/sso/start';
    const begun = await call(start, { body: { provider }, token });
    const back = await followProvider(begun.body.url, `${passkeyOrigin}/api/sso/callback`);
    const landed = await call('GET /api/sso/callback', { query: Object.fromEntries(back.searchParams) });
    assert.equal(landed.status, 303);
    const given = new URLSearchParams(new URL(landed.headers.get('location')!).hash.slice('#/sso?'.length));
    return { flow: begun.body.flow as string, ...Object.fromEntries(given) };
  };
  const response = await comeBack(1);
  const entered = await call('POST /api/sso/finish', { body: response });
  assert.equal(entered.status, 200);
  assert.ok((await status(call('POST /api/sso/finish', { body: response }))) >= 400);
  assert.equal(await status(call('POST /api/sso/finish', { body: {} })), 400);
  assert.equal(await status(call('POST /api/sso/start', { body: { provider: 999_999 } })), 403);

  const own = await server.as('editor');
  const link = await comeBack(2, own.token);
  assert.equal(await status(call('POST /api/sso/link', { body: link, token: own.token })), 200);
  assert.equal(await status(call('POST /api/sso/link', { body: link })), 401);
  assert.equal(await status(call('POST /api/sso/link/start', { body: { provider } })), 401);

  const secret = newTotpSecret();
  const id = entered.body.user._id as number;
  const sealed = seal(server.app.secrets.store, sealedFor(id), secret);
  await server.app.db.insertInto('userTotp').values({ userId: id, secret: sealed }).execute();
  const { body } = await call('POST /api/sso/finish', { body: await comeBack(1) });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  assert.equal(await status(call('POST /api/sso/code', { body: { ticket: body.ticket, totp: '000000' } })), 401);
  assert.equal(await status(call('POST /api/sso/code', { body: { ticket: body.ticket, totp } })), 200);
}

test('GraphQL over HTTP', async () => {
  const { token } = await server.as('editor');
  const ask = (body: unknown, headers: Record<string, string> = {}) =>
    call('POST /api/graphql', { body, token, headers });
  assert.equal((await ask({ query: '{ currentUser { id } }' })).body.errors, undefined);
  assert.equal((await ask({ query: '{ users { totalCount } }' })).body.errors[0].message, 'error_forbidden');
  assert.equal((await ask({ query: '{ nothing }' })).body.errors.length, 1);
  const headers = { 'content-type': 'application/json' };
  assert.equal(await status(ask(Buffer.from('{'), headers)), 400);
  assert.equal(await status(call('POST /api/graphql', { body: { query: '{ __typename }' }, token: 'a.b.c' })), 401);
});

test('triggers start an alarm once and cancel it', async () => {
  const { word } = await createTrigger(server);
  const { token } = await server.as('crisis_manager');
  await server.app.db
    .updateTable('systemSettings')
    .set({ valueStr: '600' })
    .where('valueKey', '=', 'trigger_undo_seconds')
    .execute();
  const body = { trigger: word, id: 'melder-1', place: 'Haus 3' };
  assert.equal(await status(call('POST /api/triggers', { body, token })), 201);
  assert.equal(await status(call('POST /api/triggers', { body, token })), 200);
  assert.equal(await status(call('POST /api/triggers', { body: { ...body, trigger: 'x' }, token })), 404);
  assert.equal(await status(call('POST /api/triggers', { body: {}, token })), 400);
  assert.equal(await status(call('POST /api/triggers', { body })), 401);
  const path = { trigger: word, id: 'melder-1' };
  assert.equal((await call('DELETE /api/triggers/:trigger/:id', { path, token })).body.status, 'cancelled');
  assert.equal(await status(call('DELETE /api/triggers/:trigger/:id', { path: { ...path, id: 'x' }, token })), 404);
});

test('the state of the server', async () => {
  await until(async () => (await call('GET /api/status')).status === 200);
  await until(async () => (await call('GET /readyz')).status === 200);
  assert.equal((await call('GET /healthz')).body.status, 'ok');
  assert.equal(await status(call('GET /api/life')), 404);
  await sql`update installation set life_text = 'released', life_signature = '\\x00'`.execute(server.app.db);
  assert.equal(await status(call('GET /api/life')), 200);
  assert.equal(await status(call('GET /metrics')), 404);
  assert.equal(await status(call('GET /metrics', { token: metricsToken })), 200);
  assert.equal(await status(call('GET /api/openapi.json')), 200);
  const headers = { 'content-type': 'application/csp-report' };
  assert.equal(await status(call('POST /api/policy-reports', { body: Buffer.from('{}'), headers })), 204);
  assert.equal(await status(call('POST /api/policy-reports', { body: {} })), 415);
});

test('a monitor watches with its link', async () => {
  const editor = await server.as('editor');
  const { id: event } = await createEvent(server.app.db);
  const make = 'mutation ($event: ID!) { createMonitorLink(event: $event) { address } }';
  const { address } = (await editor.run(make, { event: String(event) })).createMonitorLink;
  const body = { event, token: address.split('/').at(-1) as string };
  const end = new AbortController();
  const response = await fetch(`${server.url}/api/monitor`, {
    ...{ method: 'POST', body: JSON.stringify(body), signal: end.signal },
    headers: { 'content-type': 'application/json' },
  });
  const { value } = await response.body!.getReader().read();
  end.abort();
  assert.equal(check('POST /api/monitor', response, Buffer.from(value!)).status, 200);
  assert.equal(await status(call('POST /api/monitor', { body: { ...body, token: 'x' } })), 404);
});

test('devices report notifications and new addresses', async () => {
  const service = await startPushService();
  try {
    const { db } = server.app;
    const channelId = await createPushChannel(server, service);
    const person = await createPerson(db);
    const first = await subscribe(server, service, person.id);
    const manager = await server.as('crisis_manager');
    const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
    await createDraft(db, { reportId, channelId, people: [person.id], requestAnswer: true });
    await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "described") { _id } }`);
    const got = await until(async () => service.got.find(({ endpoint }) => endpoint === first.endpoint));
    const [, , key, device, mac] = (JSON.parse(got.payload) as { news: string }).news.split('/');
    const path = { key: key!, device: device!, mac: mac! };
    const report = (body: object, to = path) => status(call('POST /api/push/:key/:device/:mac', { path: to, body }));
    assert.equal(await report({ state: 'shown' }), 204);
    assert.equal(await report({ state: 'x' }), 400);
    assert.equal(await report({ state: 'shown' }, { ...path, mac: 'x' }), 404);
    const second = service.subscribe((await manager.run('{ pushPublicKey }')).pushPublicKey);
    const move = (body: object) => status(call('POST /api/push/moved', { body }));
    assert.equal(await move({ former: first, now: second }), 204);
    const third = service.subscribe((await manager.run('{ pushPublicKey }')).pushPublicKey);
    assert.equal(await move({ former: { ...second, auth: third.auth }, now: third }), 404);
    assert.equal(await move({}), 400);
  } finally {
    await service.stop();
  }
});

/** The mark of the form on a page. */
const markIn = (page: string) => /name="mark" value="([^"]+)"/.exec(page)?.[1] ?? '';

test('pages behind a personal link', async () => {
  const { db, secrets } = server.app;
  const person = await createPerson(db);
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  const message = await createDraft(db, { reportId, people: [person.id], requestAnswer: true });
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendMessage(id: ${message.id}, launchKey: "pages") { _id } }`);
  const row = await db
    .selectFrom('messageRecipients')
    .select('nonce')
    .where('messageId', '=', message.id)
    .executeTakeFirstOrThrow();
  const ownId = await db.transaction().execute((tx) => createPersonToken(server.app, tx, person.id));
  const own = await db.selectFrom('personTokens').select('nonce').where('id', '=', ownId).executeTakeFirstOrThrow();
  const unsubscribe = unsubscribeUrl(server.app, person.id).split('/').at(-1)!;
  const nonce = randomBytes(16);
  const channelId = await idByIdentifier(db, 'channels', 'exercise');
  const token = tokenOf(secrets.link, nonce);
  await sql`
    insert into way_checks (person_id, kind, address, channel_id, nonce, token_hash, expires_at)
    values (${person.id}, 'email', 'x@example.org', ${channelId}, ${nonce}, ${sha256(token)}, now() + interval '1 day')`.execute(
    db,
  );
  const pages = {
    '/a/:token': [tokenOf(secrets.link, row.nonce), { option: '1' }],
    '/p/:token': [tokenOf(secrets.link, own.nonce), { action: 'rejoin' }],
    '/u/:token': [unsubscribe, { 'List-Unsubscribe': 'One-Click' }],
    '/w/:token': [token, {}],
  } as const;
  for (const [route, [token, fields]] of Object.entries(pages)) {
    const path = { token };
    const page = await call(`GET ${route}`, { path });
    assert.equal(page.status, 200, route);
    assert.equal(await status(call(`GET ${route}`, { path: { token: 'x' } })), 404);
    const form = new URLSearchParams({ ...(fields as Record<string, string>), mark: markIn(page.text) });
    assert.equal(await status(call(`POST ${route}`, { path, body: form })), 200, route);
    assert.equal(await status(call(`POST ${route}`, { path, body: new URLSearchParams() })), 400, route);
    assert.equal(await status(call(`POST ${route}`, { path, body: {} })), 415, route);
  }
  const path = { token: pages['/a/:token'][0] };
  assert.equal(await status(call('GET /a/:token/news', { path, query: { known: 'x' } })), 200);
  assert.equal(await status(call('GET /a/:token/news', { path: { token: 'x' } })), 404);
});

test('public pages and feeds', async () => {
  const { db } = server.app;
  await setUndoSeconds(db, 0);
  const manager = await server.as('crisis_manager', 'editor');
  const channel = (await createChannel(db, 'webfeed', { settings: JSON.stringify({ title: 'Lage' }) })).id;
  const { id: type } = await createEventType(db);
  const event = await createEvent(db, { eventTypeId: type });
  const { id: reportId } = await createReport(db, { type: 'public_information', eventId: event.id });
  const { id } = await createDraft(db, { reportId, channelId: channel, title: 'Wasser', content: 'Bitte abkochen.' });
  await manager.run(`mutation { sendMessage(id: ${id}, launchKey: "public") { _id } }`);
  const read = `query ($id: ID!) { message(id: $id) { messageResult { posts } } }`;
  const post = await until(async () => {
    const { message } = await manager.run(read, { id: String(id) });
    return message.messageResult?.posts?.[0];
  });
  const entry = post.url.split('/').at(-1) as string;
  const logo = await storeFile(db, {
    name: 'x.png',
    mimeType: 'image/png',
    content: Buffer.from('x'),
    insertedBy: null,
  });
  await db.updateTable('systemSettings').set({ fileId: logo.id }).where('valueKey', '=', 'system_logo').execute();
  const path = { channel, type, entry, key: logo.key };
  const routes = Object.keys(operations).filter((route) => operations[route]!.tag === 'Public pages');
  assert.equal(routes.length, 9);
  for (const route of routes) {
    const page = await until(async () => {
      const answer = await call(route, { path });
      return answer.status === 200 ? answer : undefined;
    });
    const headers = { 'if-none-match': page.headers.get('etag')! };
    assert.equal(await status(call(route, { path, headers })), 304, route);
    if (!route.includes(':')) continue;
    assert.equal(await status(call(route, { path: { channel: 'x', type: 'x', entry: 'x', key: 'x' } })), 404, route);
  }
});

test('incoming items are stored once', async () => {
  const { secret } = await createSource(server, 'alertmanager');
  const send = (body: unknown, path = { secret }) => call('POST /api/incoming/:secret', { path, body });
  const group = JSON.parse(alertGroup('disk', { name: 'DiskFull' }));
  assert.equal((await send(group)).body.result, 'new');
  assert.equal((await send(group)).body.result, 'known');
  assert.equal(await status(send({})), 400);
  assert.equal(await status(send(group, { secret: 'x' })), 404);
  const { secret: ofCap } = await createSource(server, 'cap');
  const headers = { 'content-type': 'application/cap+xml' };
  const body = Buffer.from(capXml({ id: 'described' }));
  const sent = await call('POST /api/incoming/:secret', { path: { secret: ofCap }, body, headers });
  assert.deepEqual([sent.status, sent.body.lacksReference], [200, false]);
});

test('all other operations succeeded', () => {
  const others = Object.entries(operations).filter(([, { tag }]) => !['Reading by path', 'Files'].includes(tag));
  const succeeded = (route: string) => [...(api.seen.get(route) ?? [])].some((one) => one < 400);
  assert.deepEqual(
    others.map(([route]) => route).filter((route) => !succeeded(route)),
    [],
  );
});

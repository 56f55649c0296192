import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import { createGroup, createPerson, createUser } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { get, post, workbook } from '#testing/rest.ts';
import { createClient, startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { forgetSecurityEntries } from './forget.ts';

const password = 'vier Zebras grasen im Nebel';
let server: TestServer;
let administrator: TestClient;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ ROLES: 'web', TRUST_PROXY: '1' });
  administrator = await server.as('administrator', 'system_owner');
  passwordHash = await hashPassword(password);
});
after(() => server.stop());

interface Entry {
  _id: number;
  kind: string;
  count: number;
  lastAt: string | null;
  network: string | null;
  what: string | null;
  detail: string | null;
  apiKey: string | null;
  by: { _id: number } | null;
  subjectType: string | null;
  subjectId: number | null;
  subjectName: string | null;
}

const document = `query ($kind: String, $user: ID, $network: String, $search: String) {
  securityEntries(first: 200, kind: $kind, user: $user, network: $network, search: $search) { edges { node {
    _id kind count lastAt network what detail apiKey by { _id } subjectType subjectId subjectName } } } }`;

async function entries(filter: Record<string, unknown>, by = administrator): Promise<Entry[]> {
  const { securityEntries } = await by.run(document, filter);
  return securityEntries.edges.map(({ node }: { node: Entry }) => node);
}
const ofUser = (userId: number | null, kind?: string) => entries({ user: String(userId), kind });
const counted = (filter: Record<string, unknown>, fits: (entry: Entry) => boolean = () => true) =>
  until(async () => (await entries(filter)).find(fits));
let networks = 0;
/** An address no other test uses. */
const network = () => `10.3.${++networks}.7`;
const signIn = (email: string, given: string, from: string, more: object = {}) =>
  post(server, '/api/auth', { email, password: given, ...more }, { from });

test('records sign-ins, earlier failures and sign-outs with user, network and method', async () => {
  const from = network();
  const user = await createUser(server.app.db, { passwordHash });
  assert.equal((await signIn(user.email, 'falsch geraten, leider', from)).status, 401);
  const failed = await counted({ network: from, kind: 'sign_in_failed' });
  assert.deepEqual([failed.by?._id, failed.detail, failed.network], [user.id, 'invalid_credentials', from]);
  const { body } = await signIn(user.email, password, from);
  await post(server, '/api/logout', {}, { token: body.token, from });
  const shown = (await entries({ network: from })).filter(({ kind }) => kind !== 'sign_in_failed');
  assert.deepEqual(
    shown.map(({ kind, by, detail }) => [kind, by?._id, detail]),
    [
      ['sign_out', user.id, null],
      ['sign_in', user.id, 'password'],
    ],
  );
});

test('records lockouts once a minute and stores nothing about unknown addresses', async () => {
  const from = network();
  for (let n = 0; n < 25; n++) await signIn(`geheim${n}@example.org`, 'falsch geraten, leider', from);
  const locked = await counted({ network: from, kind: 'sign_in_locked' });
  assert.equal(locked.by, null);
  const { rows } = await sql<{ text: string }>`select s::text as text from security_entries s`.execute(server.app.db);
  assert.ok(rows.every(({ text }) => !/geheim|@/.test(text)));
});

test('records trusted devices, new passwords, second factors and the ends of sessions', async () => {
  const { id } = await createUser(server.app.db, { passwordHash });
  const [me, other] = [await server.client(id), await server.client(id)];
  await me.run('mutation ($a: String!, $b: String!) { changePassword(currentPassword: $a, newPassword: $b) }', {
    a: password,
    b: 'sieben Kraniche ziehen heim',
  });
  assert.ok((await other.send('{ currentUser { _id } }')).errors);
  const start = 'mutation ($p: String!) { startTotp(password: $p) { secret } }';
  const { secret } = (await me.run(start, { p: 'sieben Kraniche ziehen heim' })).startTotp;
  await me.run('mutation ($c: String!) { confirmTotp(code: $c) }', { c: new TOTP({ secret }).generate() });
  await me.send(start, { p: 'ein ganz anderes' });
  const kinds = (await ofUser(id)).map(({ kind, detail }) => [kind, detail]);
  assert.deepEqual(kinds.slice(-3).reverse(), [
    ['password_changed', null],
    ['session_ended', null],
    ['second_factor', 'factor_on'],
  ]);
  await counted({ user: String(id), kind: 'sign_in_failed' }, ({ detail }) => detail === 'error_wrong_password');
  await administrator.run('mutation ($id: ID!) { resetTotp(id: $id) { _id } }', { id: String(id) });
  const [reset] = await ofUser(id, 'second_factor');
  assert.deepEqual([reset!.detail, reset!.by?._id, reset!.subjectId], ['factor_off', administrator.userId, id]);
});

test('records changes of rights and points at the audit log, but no change of a name', async () => {
  const { createUser: made } = await administrator.run(`mutation {
    createUser(input: { email: "rechte@example.org", firstName: "Rosa", lastName: "Recht", roles: ["editor"] }) { _id } }`);
  const update = (fields: string) =>
    administrator.run(`mutation { updateUser(input: { id: ${made._id}, ${fields} }) { _id } }`);
  await update('roles: ["crisis_manager"]');
  await update('firstName: "Rose"');
  const changes = await ofUser(made._id, 'user_changed');
  assert.deepEqual(
    changes.map(({ what, detail, by, subjectName }) => [what, detail, by?._id, subjectName]),
    [
      ['update', 'roles', administrator.userId, 'Rose Recht'],
      ['create', null, administrator.userId, 'Rose Recht'],
    ],
  );
  const { createApiKey: key } = await administrator.run(
    'mutation { createApiKey(input: { name: "Leitstelle", scopes: ["view_audit_log"] }) { key apiKey { _id } } }',
  );
  const from = network();
  await post(server, '/api/graphql/', { query: '{ events { totalCount } }' }, { token: key.key, from });
  await post(server, '/api/graphql/', { query: '{ users { totalCount } }' }, { token: key.key, from });
  const used = await counted({ network: from, kind: 'api_key_used' });
  assert.deepEqual([used.apiKey, used.by?._id], ['Leitstelle', administrator.userId]);
  const denied = await counted({ network: from, kind: 'denied' });
  assert.deepEqual([denied.apiKey, denied.what, denied.detail], ['Leitstelle', 'query users', 'error_forbidden']);
  await administrator.run(`mutation { revokeApiKey(id: ${key.apiKey._id}) { _id } }`);
  const keys = (await entries({ kind: 'api_key_changed' })).filter(({ subjectId }) => subjectId === key.apiKey._id);
  assert.deepEqual(
    keys.map(({ what }) => what),
    ['switch_off', 'create'],
  );
  await administrator.run('mutation { updateSystemSetting(valueKey: "session_hours", valueStr: "11") { _id } }');
  const [access] = await entries({ kind: 'access_changed' });
  assert.deepEqual([access!.detail, access!.by?._id], ['session_hours', administrator.userId]);
});

test('records every refusal for missing rights on every path', async () => {
  const { token, userId } = await server.as('editor');
  const from = network();
  const ask = (query: string, bearer: string | null = token) =>
    post(server, '/api/graphql/', { query }, { token: bearer, from });
  await ask('{ auditIntact }');
  await ask('mutation { deleteUser(id: "1") { _id } }');
  const streamed = { query: 'subscription { channelsChanged }' };
  await post(server, '/api/graphql/stream', streamed, { token, from, headers: { accept: 'text/event-stream' } });
  for (const path of [
    '/api/v2/people.csv?x=1',
    '/api/v2/users',
    '/api/v2/audit_entries.csv',
    '/api/v2/events/1/log.csv',
  ])
    await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from } });
  await ask('{ events { totalCount } }', 'a.b.c');
  await fetch(`${server.url}/files/${'x'.repeat(22)}`, { headers: { 'x-forwarded-for': from } });
  const expected = [
    ['denied', userId, 'GET /api/v2/:collection', 'error_forbidden'],
    ['denied', userId, 'GET /api/v2/audit_entries.csv', 'error_forbidden'],
    ['denied', userId, 'GET /api/v2/events/:id/log.csv', 'error_forbidden'],
    ['denied', userId, 'mutation deleteUser', 'error_forbidden'],
    ['denied', userId, 'query auditIntact', 'error_forbidden'],
    ['denied', userId, 'subscription channelsChanged', 'error_forbidden'],
    ['denied', null, 'graphql', 'error_session_expired'],
    ['link_refused', null, 'file', null],
  ];
  const told = async () =>
    (await entries({ network: from })).map(({ kind, by, what, detail }) => [kind, by?._id ?? null, what, detail]);
  const found = await until(async () => {
    const all = await told();
    return expected.every((one) => all.some((other) => JSON.stringify(other) === JSON.stringify(one))) && all;
  });
  assert.ok(found.every(([kind]) => kind === 'denied' || kind === 'link_refused' || kind === 'contacts_exported'));
});

test('records downloads before they leave, contacts as their own kind, and those of this log', async () => {
  const manager = await server.as('contact_manager', 'documentation_officer');
  const group = await createGroup(server.app.db);
  for (const path of ['/api/v2/people.csv?isActive=true', `/api/v2/groups/${group.id}/people.vcf`])
    assert.equal((await get(server, path, manager.token)).status, 200);
  assert.equal((await get(server, '/api/v2/groups/999999/people.csv', manager.token)).status, 404);
  const taken = await ofUser(manager.userId, 'contacts_exported');
  assert.deepEqual(
    taken.map(({ what }) => what),
    [`/api/v2/groups/${group.id}/people.vcf`, '/api/v2/people.csv'],
  );
  const { text, status } = await get(
    server,
    '/api/v2/security_entries.csv?kind=contacts_exported',
    administrator.token,
  );
  assert.equal(status, 200);
  assert.match(
    text,
    new RegExp(`"?Kontakte heruntergeladen"?;contacts_exported;.*;/api/v2/groups/${group.id}/people.vcf`),
  );
  assert.doesNotMatch(text, /sign_in/);
  const path = '/api/v2/security_entries.xlsx?kind=contacts_exported';
  const { rows } = await workbook(server, path, administrator.token);
  assert.equal(rows.length, text.trimEnd().split('\r\n').length);
  assert.deepEqual([typeof rows[1]![0], rows[1]![1] instanceof Date, rows[1]![4]], ['number', true, 1]);
  const own = await ofUser(administrator.userId, 'exported');
  assert.deepEqual(
    own.map(({ what }) => what),
    ['/api/v2/security_entries.xlsx', '/api/v2/security_entries.csv'],
  );
});

test('records a launch with its user, and a stop', async () => {
  const person = await createPerson(server.app.db);
  const draft = await createDraft(server.app.db, { people: [person.id] });
  const manager = await server.as('crisis_manager', 'editor');
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(draft.id), key: `log-${draft.id}` });
  const [sent] = await ofUser(manager.userId, 'sent');
  assert.deepEqual([sent!.what, sent!.detail, sent!.subjectType], ['message_launched', `message ${draft.id}`, 'Event']);
});

test('only readers of the audit log read it and search it by words, persons and networks', async () => {
  const editor = await server.as('editor', 'crisis_manager', 'contact_manager');
  assert.equal((await editor.send(document)).errors?.[0]?.message, 'error_forbidden');
  assert.equal((await get(server, '/api/v2/security_entries.csv', editor.token)).status, 403);
  const from = network();
  await post(server, '/api/graphql/', { query: '{ auditIntact }' }, { from });
  const one = await counted({ network: from });
  assert.equal((await entries({ network: from.slice(0, -2) })).length, 1);
  assert.equal((await entries({ network: '%' })).length, 0);
  assert.deepEqual(
    (await entries({ search: `auditIntact ${from}` })).map(({ _id }) => _id),
    [one._id],
  );
  const alone = await get(server, `/api/v2/security_entries/${one._id}`, administrator.token);
  assert.equal(alone.body.what, 'query auditIntact');
  const me = createClient(server.url, administrator.userId, administrator.token);
  const { securityUsers } = await me.run('{ securityUsers { _id } }');
  assert.ok(securityUsers.some(({ _id }: { _id: number }) => _id === administrator.userId));
});

test('an entry cannot be changed or removed before its retention ends, and is then deleted', async () => {
  const { pool } = server.app.database;
  await assert.rejects(pool.query(`update security_entries set kind = 'sign_out'`), /append-only/);
  await assert.rejects(pool.query('delete from security_entries'), /append-only/);
  await assert.rejects(pool.query('truncate security_entries'), /append-only/);
  const age = (days: number) => sql<Date>`now() - make_interval(days => ${days}::int)`;
  const { db } = server.app;
  const old = await db
    .insertInto('securityEntries')
    .values([29, 31, 89, 91].map((days) => ({ kind: 'sign_in', what: `${days} days`, at: age(days) })))
    .returning('id')
    .execute();
  const left = async () => {
    await forgetSecurityEntries(db);
    const ids = old.map(({ id }) => id);
    const rows = await db.selectFrom('securityEntries').select('what').where('id', 'in', ids).orderBy('id').execute();
    return rows.map(({ what }) => what);
  };
  assert.deepEqual(await left(), ['29 days', '31 days', '89 days']);
  const set = (to: string) =>
    administrator.send(
      'mutation ($to: String) { updateSystemSetting(valueKey: "security_log_days", valueStr: $to) { _id } }',
      {
        to,
      },
    );
  assert.ok((await set('29')).errors, 'thirty days at least');
  assert.equal((await set('30')).errors, undefined);
  assert.deepEqual(await left(), ['29 days']);
});

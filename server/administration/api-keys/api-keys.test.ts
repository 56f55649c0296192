import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { keyFeatures, notForKeys } from '#shared/api-keys.ts';
import { features } from '#shared/permissions.ts';
import { createEvent } from '#testing/factories.ts';
import { get, post } from '#testing/rest.ts';
import { type Answer, startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web', TRUST_PROXY: '1' });
  administrator = await server.as('administrator', 'editor');
});
after(() => server.stop());

const createDocument = `mutation ($i: CreateApiKeyInput!) {
  createApiKey(input: $i) { key apiKey { _id name prefix scopes effectiveScopes expiresAt lastUsedAt revokedAt } } }`;
const make = async (input: Record<string, unknown> = {}, by = administrator) =>
  (await by.run(createDocument, { i: { name: 'Leitstelle', scopes: ['finish_event'], ...input } })).createApiKey;
const change = (id: number, input: Record<string, unknown>, by = administrator) =>
  by.send('mutation ($i: UpdateApiKeyInput!) { updateApiKey(input: $i) { scopes name expiresAt } }', {
    i: { id: String(id), ...input },
  });
const revoke = (id: number) => administrator.run(`mutation { revokeApiKey(id: ${id}) { revokedAt } }`);
const ask = async (key: string, query: string, from = '192.0.2.1'): Promise<{ status: number; body: Answer }> =>
  post(server, '/api/graphql/', { query }, { token: key, from });
const refusal = ({ errors }: Answer) => errors?.[0]?.extensions.fields ?? errors?.[0]?.message;
const running = async () => (await createEvent(server.app.db, { isRunning: true })).id;
const finish = (id: number) => `mutation { finishEvent(id: ${id}) { isRunning } }`;

test('returns a key once, stores its hash and lists it with its use', async () => {
  const { key, apiKey } = await make({ expiresAt: '2999-01-01T00:00:00Z' });
  assert.match(key, /^mk_[a-z2-7]{8}_[\w-]{43}$/);
  assert.equal(key.slice(3, 11), apiKey.prefix);
  const row = await server.app.db.selectFrom('apiKeys').selectAll().where('id', '=', apiKey._id).executeTakeFirst();
  assert.ok(!JSON.stringify(row).includes(key.slice(12)) && !row!.keyHash.includes(key.slice(12)));
  assert.equal((await ask(key, '{ events { totalCount } }')).body.errors, undefined);
  const data = await administrator.run(
    '{ apiKeys(first: 1) { edges { node { _id lastUsedAt insertedBy { _id } } } } }',
  );
  const { node } = data.apiKeys.edges[0];
  assert.deepEqual([node._id, node.insertedBy._id], [apiKey._id, administrator.userId]);
  assert.ok(Date.now() - Date.parse(node.lastUsedAt) < 60_000);
});

test('a key can use exactly its scopes, over GraphQL, by path and as CSV', async () => {
  const { key } = await make();
  const id = await running();
  assert.equal((await ask(key, finish(id))).body.data?.finishEvent.isRunning, false);
  assert.equal(refusal((await ask(key, `mutation { continueEvent(id: ${id}) { _id } }`)).body), 'error_forbidden');
  assert.equal(refusal((await ask(key, '{ currentUser { email } }')).body), 'error_forbidden');
  assert.equal((await get(server, `/api/v2/events/${id}`, key)).body.isRunning, false);
  assert.equal((await get(server, '/api/v2/users', key)).status, 403);
  assert.equal((await get(server, `/api/v2/events/${id}/log.csv`, key)).status, 403);
  assert.equal((await post(server, '/api/logout', {}, { token: key })).status, 403);
  const exporter = await make({ scopes: ['export_event_log', 'view_audit_log'] });
  assert.equal((await get(server, `/api/v2/events/${id}/log.csv`, exporter.key)).status, 200);
  assert.equal((await get(server, '/api/v2/audit_entries.csv', exporter.key)).status, 200);
});

test('the logs record actions of a key as done by its maker with the key', async () => {
  const { key } = await make({ name: 'Brandmeldeanlage', scopes: ['finish_event', 'manage_location'] });
  const id = await running();
  await ask(key, finish(id));
  const log = await administrator.run(
    `{ event(id: ${id}) { log(first: 1) { edges { node { text data by { _id } } } } } }`,
  );
  const { node } = log.event.log.edges[0];
  assert.equal(node.by._id, administrator.userId);
  assert.equal(node.data.apiKey, 'Brandmeldeanlage');
  assert.match(node.text, /\(API-Schlüssel „Brandmeldeanlage“\)$/);
  const made = await ask(key, 'mutation { createLocation(input: { name: "Haus 9" }) { _id } }');
  assert.equal(made.body.errors, undefined);
  const audit = await administrator.run(
    '{ auditEntries(first: 1) { edges { node { label by { _id } } } } auditIntact }',
  );
  assert.equal(audit.auditEntries.edges[0].node.label, 'Haus 9 (API-Schlüssel „Brandmeldeanlage“)');
  assert.ok(audit.auditIntact);
});

test('a key shows only public details of its maker', async () => {
  const { key } = await make();
  const id = await running();
  await administrator.run(finish(id));
  const { body } = await ask(
    key,
    `{ event(id: ${id}) { log { edges { node { by { email roles sessions { id } } } } } } }`,
  );
  const by = body.data.event.log.edges.map(({ node }: { node: { by: object | null } }) => node.by).find(Boolean);
  assert.deepEqual(by, { email: '', roles: [], sessions: [] });
  await ask(key, '{ searchAll(search: "Geheimnis") { events { _id } } }');
  assert.deepEqual((await administrator.run('{ currentUser { searchHistory } }')).currentUser.searchHistory, []);
});

test('refuses scopes that its maker lacks, that are closed to keys or that are unknown', async () => {
  for (const scope of ['create_activation', 'manage_user', 'manage_system_setup', 'manage_channel', 'fly']) {
    const answer = await administrator.send(createDocument, { i: { name: 'x', scopes: ['finish_event', scope] } });
    assert.deepEqual(refusal(answer), { scopes: 'error_key_scopes' }, scope);
  }
  const faults: [Record<string, unknown>, object][] = [
    [{ name: ' ' }, { name: 'error_required' }],
    [{ scopes: [] }, { scopes: 'error_required' }],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'error_key_expiry' }],
  ];
  for (const [fault, expected] of faults) {
    const answer = await administrator.send(createDocument, { i: { name: 'x', scopes: ['finish_event'], ...fault } });
    assert.deepEqual(refusal(answer), expected);
  }
});

test('a key loses the rights its maker loses, and all when the maker is switched off', async () => {
  const maker = await server.as('administrator', 'editor');
  const { key, apiKey } = await make({ scopes: ['finish_event', 'view_audit_log'] }, maker);
  const owner = await server.as('system_owner', 'administrator');
  const update = (fields: string) =>
    owner.run(`mutation { updateUser(input: { id: ${maker.userId}, ${fields} }) { _id } }`);
  await update('roles: ["administrator"]');
  assert.equal(refusal((await ask(key, finish(await running()))).body), 'error_forbidden');
  assert.equal((await ask(key, '{ auditEntries { totalCount } }')).body.errors, undefined);
  const seen = await owner.run('{ apiKeys { edges { node { _id scopes effectiveScopes } } } }');
  const node = seen.apiKeys.edges
    .map((edge: { node: { _id: number } }) => edge.node)
    .find((n: { _id: number }) => n._id === apiKey._id);
  assert.deepEqual([node.scopes, node.effectiveScopes], [['finish_event', 'view_audit_log'], ['view_audit_log']]);
  const widened = await change(apiKey._id, { scopes: ['finish_event', 'view_audit_log', 'archive_event'] }, owner);
  assert.equal(widened.errors, undefined, 'both are administrators');
  const beyond = await change(apiKey._id, { scopes: ['view_audit_log', 'edit_event'] }, owner);
  assert.deepEqual(refusal(beyond), { scopes: 'error_key_scopes' });
  await update('isActive: false');
  assert.equal((await ask(key, '{ events { totalCount } }')).status, 401);
});

test('a revoked or expired key fails like an invalid session', async () => {
  const revoked = await make();
  await revoke(revoked.apiKey._id);
  const expired = await make({ expiresAt: '2999-01-01T00:00:00Z' });
  await server.app.db
    .updateTable('apiKeys')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('id', '=', expired.apiKey._id)
    .execute();
  const never = `mk_aaaaaaaa_${'A'.repeat(43)}`;
  for (const key of [revoked.key, expired.key, never, 'mk_short', `${(await make()).key}x`]) {
    const { status, body } = await ask(key, '{ events { totalCount } }');
    assert.deepEqual([status, body.errors?.[0]?.message], [401, 'error_key_invalid'], key);
  }
  assert.equal(refusal(await change(revoked.apiKey._id, { name: 'neu' })), 'error_key_revoked');
  assert.ok((await revoke(revoked.apiKey._id)).revokeApiKey.revokedAt, 'twice is once');
});

async function openStream(key: string): Promise<() => Promise<void>> {
  const response = await fetch(`${server.url}/api/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: 'subscription { runningEventsChanged }' }),
  });
  assert.equal(response.status, 200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  return async () => {
    while (!(await reader.read()).done);
  };
}

test('open streams of a key end when it is revoked or changed, or its maker is switched off', async () => {
  const maker = await server.as('administrator', 'editor');
  const owner = await server.as('system_owner', 'administrator');
  const ends: ((id: number) => Promise<unknown>)[] = [
    revoke,
    (id) => change(id, { scopes: ['edit_event'] }),
    () => owner.run(`mutation { updateUser(input: { id: ${maker.userId}, isActive: false }) { _id } }`),
  ];
  for (const end of ends) {
    const { key, apiKey } = await make({}, maker);
    const closed = await openStream(key);
    await end(apiKey._id);
    await closed();
  }
});

test('blocks a network that tries wrong keys, but not one that also has a right key', async () => {
  const { key } = await make();
  const wrong = `mk_bbbbbbbb_${'B'.repeat(43)}`;
  const answers = [];
  for (let tries = 0; tries < 22; tries++) answers.push((await ask(wrong, '{ __typename }', '203.0.113.9')).body);
  assert.equal(refusal(answers[0]!), 'error_key_invalid');
  assert.equal(refusal(answers.at(-1)!), 'too_many_attempts');
  assert.equal((await ask(key, '{ events { totalCount } }', '203.0.113.9')).body.errors, undefined);
});

test('the audit log records making, changing and revoking a key, without the key', async () => {
  const { key, apiKey } = await make({ name: 'Vorher' });
  await change(apiKey._id, { name: 'Nachher', scopes: ['finish_event', 'edit_event'] });
  await change(apiKey._id, { name: 'Nachher' });
  await revoke(apiKey._id);
  const data = await administrator.run(
    `{ auditEntries(type: "ApiKey", rowId: ${apiKey._id}) { edges { node { action label before after } } } }`,
  );
  const nodes = data.auditEntries.edges.map(({ node }: { node: { action: string } }) => node);
  assert.deepEqual(
    nodes.map(({ action }: { action: string }) => action),
    ['switch_off', 'update', 'create'],
  );
  assert.deepEqual(nodes[1].before, { name: 'Vorher', scopes: ['finish_event'] });
  assert.ok(!JSON.stringify(nodes).includes(key.slice(12)));
});

test('declares for every feature whether a key may have it', () => {
  assert.equal(keyFeatures.length + notForKeys.length, Object.keys(features).length);
  assert.deepEqual(new Set([...keyFeatures, ...notForKeys]), new Set(Object.keys(features)));
});

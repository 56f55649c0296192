import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from '#server/live/live.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const ask = async (query: string) => (await post('/api/graphql/', JSON.stringify({ query }))).json();

test('the API answers at every documented path, with and without a slash at the end', async () => {
  for (const path of ['/api/graphql/', '/api/graphql', '/api/v2/graphql', '/api/v2/graphql/', '/api/graphql/stream']) {
    const response = await post(path, JSON.stringify({ query: '{ systemSettings { totalCount } }' }));
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
});

test('introspection, oversized, over-aliased, too deep and batched documents are refused', async () => {
  const aliases = Array.from({ length: 1000 }, (_, i) => `a${i}: __typename`).join(' ');
  const settings = (inner: string) => `{ systemSettings(first: 1000) { edges { node { ${inner} } } } }`;
  const many = Array.from({ length: 600 }, (_, i) => `a${i}: valueKey`).join(' ');
  for (const query of [
    '{ __schema { types { name } } }',
    `{ ${aliases} }`,
    settings(many),
    '{ systemSettingz { id } }',
  ]) {
    const answer = (await ask(query)) as { data?: unknown; errors: { message: string }[] };
    assert.ok(answer.errors.length > 0, query.slice(0, 60));
    assert.equal(answer.data ?? null, null);
    assert.ok(!JSON.stringify(answer).includes('Did you mean'));
  }
  const batch = await post('/api/graphql', JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]));
  assert.equal(batch.status, 400);
});

test('only POST with JSON or multipart is taken', async () => {
  assert.equal((await fetch(`${server.url}/api/graphql?query={__typename}`)).status, 404);
  const plain = await post('/api/graphql', '{ __typename }', { 'content-type': 'text/plain' });
  assert.equal(plain.status, 415);
});

test('a page longer than 1,000 and a broken cursor are refused with one clear error', async () => {
  const long = (await ask('{ systemSettings(first: 1001) { totalCount } }')) as { errors: { message: string }[] };
  assert.deepEqual(
    long.errors.map((error) => error.message),
    ['error_page_size'],
  );
  const cursor = (await ask('{ systemSettings(after: "x") { totalCount } }')) as { errors: { message: string }[] };
  assert.equal(cursor.errors[0]!.message, 'error_invalid_cursor');
});

test('a bad token is 401 with a key, a missing one is UNAUTHENTICATED where a sign-in is needed', async () => {
  const bad = await post('/api/graphql', JSON.stringify({ query: '{ __typename }' }), {
    authorization: 'Bearer x.y.z',
  });
  assert.equal(bad.status, 401);
  const none = (await ask('mutation { signOutEverywhere }')) as { errors: { extensions: { code: string } }[] };
  assert.equal(none.errors[0]!.extensions.code, 'UNAUTHENTICATED');
});

test('pages come with a strict content policy', async () => {
  const { headers } = await fetch(`${server.url}/healthz`);
  assert.match(headers.get('content-security-policy') ?? '', /script-src 'self';/);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('besides their own pictures pages may show the tiles of the map that is set up, and no others', async () => {
  const owner = await server.as('administrator', 'system_owner');
  const sources = async () => {
    const { headers } = await fetch(`${server.url}/healthz`);
    return /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')![1]!.split(' ');
  };
  const set = (valueStr: string) =>
    owner.run('mutation ($to: String) { updateSystemSetting(valueKey: "map_style_url", valueStr: $to) { id } }', {
      to: valueStr,
    });
  const expectTiles = async (origin: string | undefined) => {
    const found = async () => (await sources()).find((source) => source.startsWith('http'));
    for (let tries = 0; tries < 100 && (await found()) !== origin; tries++) await sleep(50);
    assert.equal(await found(), origin);
  };
  await expectTiles(undefined);
  await set('https://tiles.example.org:8443/{z}/{x}/{y}.png?key=1');
  await expectTiles('https://tiles.example.org:8443');
  await set('/files/tiles/{z}/{x}/{y}');
  await expectTiles(undefined);
  await set('https://{s}.tiles.example.org/{z}/{x}/{y}.png');
  await expectTiles('https://*.tiles.example.org');
  const spoiling = 'https://tiles.example.org;sandbox/{z}/{x}/{y}.png'; // would be no header at all
  await assert.rejects(set(spoiling), /error_invalid_url/);
  await server.app.db
    .updateTable('systemSettings')
    .set({ valueStr: spoiling })
    .where('valueKey', '=', 'map_style_url')
    .execute();
  await publish(server.app.db, { system: true });
  await expectTiles(undefined);
});

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test, { after, before } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Registry } from 'prom-client';
import { challengeDevice } from '#server/accounts/trusted-devices/trusted-devices.ts';
import { storeFile } from '#server/api/files/store.ts';
import { unsubscribeUrl } from '#server/channels/rendering/unsubscribe.ts';
import { createPersonToken } from '#server/contacts/people/tokens.ts';
import { connect } from '#server/platform/database/connect.ts';
import { tokenOf } from '#server/platform/secrets.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { type FailingDb, failingDb, onOtherDatabase, withKeptLog } from '#testing/faults.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createHttp } from './app.ts';

let server: TestServer;
let client: TestClient;
let failing: FailingDb;
let example: Record<string, string>;
let http: FastifyInstance;
let lines: () => string[];
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  client = await server.as(
    'administrator',
    'contact_manager',
    'mailing_list_manager',
    'crisis_manager',
    'documentation_officer',
    'editor',
  );
  example = await examples();
  failing = failingDb(server.app.db);
  const kept = withKeptLog(onOtherDatabase(server.app, failing.db));
  lines = kept.lines;
  http = await createHttp(kept.app, { registry: new Registry() });
});
after(async () => {
  await http.close();
  await server.stop();
});

/** Every mounted method and path, from Fastify's indented tree. */
function routesOf(fastify: FastifyInstance): { method: string; url: string }[] {
  const above: string[] = [];
  return fastify
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)/.exec(line) ?? [];
      const depth = indent.length / 4;
      above[depth] = (above[depth - 1] ?? '') + path;
      return methods ? methods.split(', ').map((method) => ({ method, url: above[depth]! })) : [];
    });
}

async function examples(): Promise<Record<string, string>> {
  const { db, secrets } = server.app;
  const person = await createPerson(db);
  const event = (await client.run('mutation { createEvent(input: { name: "Probe", isRunning: true }) { _id } }'))
    .createEvent._id as number;
  const draft = 'mutation ($e: ID!) { createSituationReport(input: { event: $e, data: {} }) { _id } }';
  const report = (await client.run(draft, { e: String(event) })).createSituationReport._id as number;
  const columns = JSON.stringify([]);
  const upload = await db
    .insertInto('uploads')
    .values({ status: 'applied', fileName: 'x.csv', columns, insertedBy: client.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('uploadRows').values({ uploadId: upload.id, line: 2, outcome: 'created', name: 'x' }).execute();
  const file = await storeFile(db, {
    content: Buffer.from('x'),
    mimeType: 'image/png',
    name: 'x.png',
    insertedBy: null,
  });
  await db.transaction().execute((tx) => createPersonToken(server.app, tx, person.id));
  const { nonce } = await db
    .selectFrom('personTokens')
    .select('nonce')
    .where('personId', '=', person.id)
    .executeTakeFirstOrThrow();
  const asked = await createReport(db, { eventId: (await createEvent(db)).id });
  const message = await createDraft(db, { reportId: asked.id, people: [person.id], requestAnswer: true });
  const send = 'mutation ($id: ID!) { sendMessage(id: $id, launchKey: "every-route") { _id } }';
  await client.run(send, { id: String(message.id) });
  const recipient = await db
    .selectFrom('messageRecipients')
    .select('nonce')
    .where('messageId', '=', message.id)
    .executeTakeFirstOrThrow();
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await db
    .insertInto('trustedDevices')
    .values({
      id: body.device,
      userId: client.userId!,
      publicKey: publicKey.export({ type: 'spki', format: 'der' }),
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    .execute();
  body.challenge = await challengeDevice(server.app, body.device);
  const { id: feed } = await createChannel(db, 'webfeed');
  return {
    '/public/:channel': `/public/${feed}`,
    '/a/:token': `/a/${tokenOf(secrets.link, recipient.nonce)}`,
    '/p/:token': `/p/${tokenOf(secrets.link, nonce)}`,
    '/u/:token': new URL(unsubscribeUrl(server.app, person.id)).pathname,
    '/files/:key': `/files/${file.key}`,
    '/api/roster/:file': `/api/roster/${'x'.repeat(32)}.ics`,
    '/api/v2/events/:id/log.csv': `/api/v2/events/${event}/log.csv`,
    '/api/v2/events/:id/log.pdf': `/api/v2/events/${event}/log.pdf`,
    '/api/v2/events/:id/log.xlsx': `/api/v2/events/${event}/log.xlsx`,
    ...Object.fromEntries(
      ['pdf', 'csv', 'xlsx'].map((format) => [
        `/api/v2/events/:id/after_action.${format}`,
        `/api/v2/events/${event}/after_action.${format}`,
      ]),
    ),
    '/api/v2/situation_reports/:n.pdf': `/api/v2/situation_reports/${report}.pdf`,
    '/api/v2/reports/:n/results.csv': `/api/v2/reports/${asked.id}/results.csv`,
    '/api/v2/reports/:n/results.xlsx': `/api/v2/reports/${asked.id}/results.xlsx`,
    '/api/v2/uploads/:n/report.csv': `/api/v2/uploads/${upload.id}/report.csv`,
    '/api/v2/uploads/:n/report.xlsx': `/api/v2/uploads/${upload.id}/report.xlsx`,
    '/api/v2/:collection/:n': `/api/v2/people/${person.id}`,
    '/api/v2/:collection': '/api/v2/people',
    ...Object.fromEntries(
      ['csv', 'xlsx', 'vcf'].flatMap((format) => [
        [`/api/v2/groups/:n/people.${format}`, ''],
        [`/api/v2/mailing_lists/:n/people.${format}`, ''],
      ]),
    ),
    group: String((await createGroup(db, { members: [person.id] })).id),
    list: String((await createMailingList(db)).id),
  };
}

const body = {
  email: 'owner@example.org',
  password: 'Kranich-Zebra-Nebel-4711',
  firstName: 'Ute',
  lastName: 'Ott',
  token: 'x'.repeat(22),
  event: 1,
  device: '00000000-0000-4000-8000-000000000000',
  challenge: '',
  signature: 'x',
  provider: 1,
  flow: 'x',
  state: 'x',
  ticket: 'x',
  totp: '000000',
  passkey: {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  },
  former: { endpoint: 'https://push.example.org/1', auth: 'x' },
  now: { endpoint: 'https://push.example.org/2', p256dh: 'x', auth: 'x' },
};
const document = { query: '{ people { totalCount } events { edges { node { name } } } }' };

async function requestTo(method: string, url: string): Promise<InjectOptions> {
  const { token } = url === '/api/logout' ? await server.client(client.userId!) : client; // it ends the session
  const path = url.startsWith('/api/v2/groups/:n')
    ? url.replace(':n', example['group']!)
    : url.startsWith('/api/v2/mailing_lists/:n')
      ? url.replace(':n', example['list']!)
      : (example[url] ?? url);
  const isPage = /^\/[apuw]\//.test(url);
  return {
    method: method as 'GET',
    url: path.replace('*', 'x/y'),
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' && isPage
      ? {
          payload: 'option=1&List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }
      : {}),
    ...(method === 'POST' && !isPage ? { payload: url === '/api/graphql' ? document : body } : {}),
  };
}

// they only report that the database is away
const tellHealth = new Set(['/healthz', '/readyz', '/metrics', '/api/status']);
// they ask the database nothing
const asksNothing = new Set([
  '/',
  '/index.html',
  '/api/policy-reports',
  '/api/log-key.pem',
  '/api/openapi.json',
  '/api/sso/callback',
]);
// answers that nothing is there, and rewritten paths
const isNowhere = (url: string) => /\*|^\/[apuw]$|^\/public(?!\/:channel$)|^\/status\//.test(url);
const uuid = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/;

/** Returns the id in an answer to a failure without other content; otherwise null. */
function idIn(text: string, type: string): string | null {
  if (type.includes('html')) return /Kennung des Fehlers: ([\da-f-]+)<\/p>/.exec(text)?.[1] ?? null;
  const answer = JSON.parse(text);
  if (type.includes('scim'))
    return /^The request failed\. The log has it under ([\da-f-]+)\.$/.exec(answer.detail)?.[1] ?? null;
  const [error, id] = answer.errors
    ? [answer.errors[0].message, answer.errors[0].extensions.details?.id]
    : [answer.message, answer.id];
  const known = answer.errors
    ? { errors: answer.errors.map(() => ({ message: error, extensions: { code: 'INTERNAL', details: { id } } })) }
    : { message: error, id };
  const { data, ...rest } = answer;
  assert.deepEqual([data ?? null, rest], [null, known]);
  return error === 'error_internal' && uuid.test(id) ? id : null;
}

const planted = Object.assign(new Error('relation "planted" of Erika Mustermann'), {
  code: '42P01',
  detail: 'planted',
  table: 'planted',
});

test('any failure of a route returns a key and an id, and the log has it once under that id', async () => {
  const routes = routesOf(http);
  assert.ok(routes.length > 300, `${routes.length} methods of routes`);
  const failedIn = new Set<string>();
  // HEAD answers before the body is made
  for (const { method, url } of routes.filter((route) => route.method !== 'HEAD')) {
    let goesOn = true;
    for (let statements = 0; goesOn && statements < 12; statements++) {
      const at = `${method} ${url}, statement ${statements + 1}`;
      const request = await requestTo(method, url);
      failing.failAfter(statements, planted);
      lines();
      const answer = await http.inject(request).catch(() => null); // null: it was cut off
      goesOn = failing.hasFailed();
      failing.failAfter(Number.POSITIVE_INFINITY, null);
      const logged = lines();
      const told = JSON.stringify([answer?.headers, answer?.body, logged]);
      assert.doesNotMatch(told, /planted|Mustermann/, at);
      assert.doesNotMatch(JSON.stringify([answer?.headers, answer?.body]), /42P01|relation|\.ts:|node_modules/, at);
      if (!goesOn || tellHealth.has(url)) continue;
      const failures = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request_failed');
      assert.equal(failures.length, 1, `${at}: ${answer?.statusCode} ${answer?.body} ${logged}`);
      failedIn.add(url);
      if (!answer) continue;
      // requests that are resent get a delay
      const isKept = method === 'POST' && url === '/a/:token';
      assert.equal(answer.statusCode, url === '/api/graphql' ? 200 : isKept ? 503 : 500, at);
      assert.equal(answer.headers['retry-after'], isKept ? '5' : undefined, at);
      assert.equal(idIn(answer.body, String(answer.headers['content-type'])), failures[0].id, at);
      assert.equal(answer.headers['cache-control'], 'no-store', at);
      assert.equal(answer.headers['content-disposition'], undefined, at);
    }
  }
  const silent = routes.filter(
    ({ url }) => !failedIn.has(url) && !tellHealth.has(url) && !asksNothing.has(url) && !isNowhere(url),
  );
  assert.deepEqual(silent, [], 'every route was made to fail');
});

test('while the database is unavailable, every endpoint reports it with a retry time, not a bug', async (t) => {
  const nowhere = connect('postgres://nobody:planted@127.0.0.1:1/planted');
  const kept = withKeptLog(onOtherDatabase(server.app, nowhere.db));
  const away = await createHttp(kept.app, { registry: new Registry() });
  t.after(async () => {
    await away.close();
    await nowhere.close();
  });
  for (const { method, url } of routesOf(away)) {
    if (!['GET', 'POST'].includes(method) || tellHealth.has(url) || asksNothing.has(url) || isNowhere(url)) continue;
    const answer = await away.inject(await requestTo(method, url));
    if (answer.statusCode === 405) continue;
    const at = `${method} ${url} ${answer.body}`;
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '5'], at);
    assert.doesNotMatch(answer.body, /planted|ECONN|127\.0/, at);
    if (url === '/api/graphql') {
      const extensions = { code: 'UNAVAILABLE', details: { retryAfter: 5 } };
      assert.deepEqual(answer.json().errors, [{ message: 'error_unavailable', extensions }]);
    } else if (/^\/([apuw]|public)\/(?!.*\/news$)|^\/status$/.test(url)) assert.match(answer.body, /<html lang="de">/);
    else if (url.startsWith('/scim/')) assert.equal(answer.json().detail, 'Please try again later.', at);
    else assert.deepEqual(answer.json(), { message: 'error_unavailable' }, at);
  }
  const logged = kept.lines().join('');
  assert.match(logged, /"event":"request_unavailable","code":"ECONNREFUSED"/);
  assert.doesNotMatch(logged, /request_failed|planted/);
});

test('unavailable means that PostgreSQL or its driver ends, starts, is full, demoted or silent', async () => {
  const ways = [
    ...['57P01', '57P02', '57P03', '08000', '08003', '08006', '53300', '25006', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].map(
      (code) => Object.assign(new Error('planted'), { code }),
    ),
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
  ];
  for (const way of ways) {
    failing.failAfter(1, way);
    const headers = { authorization: `Bearer ${client.token}` };
    const plain = await http.inject({ url: '/api/v2/people', headers });
    assert.deepEqual([plain.statusCode, plain.json()], [503, { message: 'error_unavailable' }], String(way));
    failing.failAfter(1, way);
    const graphql = await http.inject({ method: 'POST', url: '/api/graphql', headers, payload: document });
    const [error] = graphql.json().errors;
    assert.deepEqual([graphql.statusCode, error.message], [503, 'error_unavailable'], String(way));
    assert.equal(graphql.headers['retry-after'], '5');
  }
  failing.failAfter(Number.POSITIVE_INFINITY, null);
});

const json = { 'content-type': 'application/json' };
type Bad = [method: string, path: string, headers: Record<string, string>, body: string | null, answer: unknown[]];
const bad: Bad[] = [
  ['POST', '/api/auth', json, '{', [400, 'error_invalid_input']],
  ['POST', '/api/auth', json, '{"__proto__": {"email": "x"}}', [400, 'error_invalid_input']],
  ['POST', '/api/auth', json, '['.repeat(200_000), [400, 'error_invalid_input']],
  ['POST', '/api/auth', json, `${'['.repeat(200_000)}${']'.repeat(200_000)}`, [400, 'error_invalid_input']],
  ['POST', '/api/auth', json, '{"email": "a\\u0000@example.org", "password": "\\u0000"}', [401, 'invalid_credentials']],
  ['POST', '/api/auth', json, ' '.repeat(1_000_001), [413, 'error_request_size']],
  ['POST', '/api/auth', { 'content-type': 'text/plain' }, '{}', [415, 'error_content_type']],
  ['POST', '/api/auth', { 'content-type': 'nonsense' }, '{}', [415, 'error_content_type']],
  ['GET', '/api/auth', {}, null, [405, 'error_method', 'POST']],
  ['PUT', '/api/auth', { 'content-type': 'text/plain' }, 'x', [405, 'error_method', 'POST']],
  ['DELETE', '/api/v2/people.csv', {}, null, [405, 'error_method', 'GET, HEAD']],
  ['POST', '/api/v2/people', json, '{', [405, 'error_method', 'GET, HEAD']],
  ['OPTIONS', '/api/v2/events/1/log.csv', {}, null, [405, 'error_method', 'GET, HEAD']],
  ['POST', '/files/xxxxxxxxxxxxxxxxxxxxxx', {}, null, [405, 'error_method', 'GET, HEAD']],
  ['GET', '/api/graphql?query={__typename}', {}, null, [405, 'error_method', 'POST']],
  ['POST', '/api/graphql', { 'content-type': 'text/plain' }, '{ __typename }', [415, 'error_content_type']],
  ['POST', '/api/graphql', { 'content-type': 'application/graphql' }, '{ __typename }', [415, 'error_content_type']],
  [
    'POST',
    '/api/graphql',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'query=%7B__typename%7D',
    [415, 'error_content_type'],
  ],
  ['GET', '/api/nowhere', {}, null, [404, 'error_not_found']],
  ['PATCH', '/api/nowhere', json, '{}', [404, 'error_not_found']],
  ['GET', '/api', {}, null, [404, 'error_not_found']],
  ['GET', '/nowhere.js', {}, null, [404, 'error_not_found']],
  ['POST', '/nowhere', {}, null, [404, 'error_not_found']],
  ['GET', '/api/v2/people/%zz', {}, null, [400, 'error_invalid_input']],
  ['GET', '/files/..%2f..%2fpackage.json', {}, null, [404, 'error_not_found']],
  ['GET', '/%2e%2e/package.json', {}, null, [404, 'error_not_found']],
];

for (const [method, path, headers, body, [status, key, allow]] of bad) {
  test(`${method} ${path.slice(0, 50)} with ${body?.slice(0, 20) ?? 'nothing'} (${headers['content-type'] ?? '-'}) is ${status} ${key}`, async () => {
    const answer = await fetch(server.url + path, { method, headers, body });
    const { message, fields: _fields, ...more } = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual([answer.status, message, more], [status, key, {}]);
    assert.equal(answer.headers.get('allow'), allow ?? null);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });
}

test('pages behind a link show the same errors in the reader’s language', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const cases: [string, RequestInit, number, RegExp][] = [
    ['/a/unknown', {}, 404, /Dieser Link gilt nicht/],
    ['/a/unknown?lang=en', {}, 404, /This link is not valid/],
    ['/a/unknown', { headers: { 'accept-language': 'en' } }, 404, /This link is not valid/],
    ['/a/', {}, 404, /Dieser Link gilt nicht/],
    ['/p/mangled/link', {}, 404, /Dieser Link gilt nicht/],
    ['/p/unknown', { method: 'DELETE' }, 405, /noch nichts gespeichert/],
    ['/a/unknown', { method: 'POST', headers: json, body: '{}' }, 415, /noch nicht angekommen/],
    ['/a/unknown', { method: 'POST', headers: form, body: 'x'.repeat(20_001) }, 413, /noch nicht angekommen/],
    ['/p/unknown?lang=en', { method: 'POST', headers: form, body: 'x'.repeat(100_001) }, 413, /<html lang="en">/],
  ];
  for (const [path, init, status, text] of cases) {
    const answer = await fetch(server.url + path, init);
    assert.equal(answer.status, status, path);
    assert.match(answer.headers.get('content-type')!, /^text\/html/);
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'/, path);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(await answer.text(), text, path);
  }
});

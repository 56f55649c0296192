import assert from 'node:assert/strict';
import http from 'node:http';
import test, { after, before } from 'node:test';
import { createUser } from '#testing/factories.ts';
import { takeMail } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://alarm.example.org', DEMO_DATA: '0' });
});
after(() => server.stop());

interface TestRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** As a client that keeps to no rules of browsers asks. */
function ask(path: string, { method = 'GET', headers = {}, body }: TestRequest = {}) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const request = http.request(server.url + path, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => (text += piece));
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
    });
    request.on('error', reject).end(body);
  });
}

const json = { 'content-type': 'application/json' };

test('requires https for a year, subdomains included, behind https', async () => {
  const { headers } = await ask('/healthz');
  assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
});

test('no other origin is ever allowed to read a page', async () => {
  const origin = 'https://evil.example';
  const query = JSON.stringify({ query: '{ systemSettings { totalCount } }' });
  const asked: [string, TestRequest][] = [
    ['/api/graphql', { method: 'POST', headers: { ...json, origin }, body: query }],
    ['/api/graphql', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }],
    ['/api/v2/events/1', { headers: { origin } }],
    ['/api/status', { headers: { origin } }],
    ['/', { headers: { origin } }],
  ];
  for (const [path, given] of asked) {
    const { headers } = await ask(path, given);
    const allowed = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(allowed, [], path);
  }
});

test('serves no file outside the application', async () => {
  const paths = [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/data/secret-key',
    '/debug',
  ];
  for (const path of [...paths, '/metrics', '/assets/index.js.map', '/..%2f.env', '/%2e%2e/%2e%2e/etc/passwd']) {
    const { status, text } = await ask(path);
    assert.ok([400, 404].includes(status), `${path} ${status}`);
    assert.doesNotMatch(text, /root:|repositoryformatversion|"dependencies"/, path);
  }
  const { status } = await ask('/', { method: 'TRACE' });
  assert.ok([404, 405].includes(status), `TRACE ${status}`);
});

test('links in mails lead to this installation for any requested host', async () => {
  const { email } = await createUser(server.app.db, { language: 'de' });
  const host = 'evil.example';
  const headers = { ...json, host, 'x-forwarded-host': host, forwarded: `host=${host}` };
  const body = JSON.stringify({ email });
  const { status } = await ask('/api/forgot-password', { method: 'POST', headers, body });
  assert.equal(status, 200);
  const mail = await takeMail(server, email);
  assert.match(mail.text, /https:\/\/alarm\.example\.org\/#\/reset-password\//);
  assert.doesNotMatch(mail.text + mail.html, /evil/);
});

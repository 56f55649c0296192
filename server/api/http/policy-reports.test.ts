import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';
import { metric } from '#testing/watching.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

const report = (type: string, body: string) =>
  fetch(`${server.url}/api/policy-reports`, { method: 'POST', headers: { 'content-type': type }, body });
const counted = (directive: string) => metric(server, 'policy_violations_total', `{directive="${directive}"}`);

test('counts both forms of reports by directive and stores nothing of the page', async () => {
  const old = { 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'https://evil.example/a?b=c' } };
  const body = { effectiveDirective: 'style-src-elem', blockedURL: 'inline', documentURL: 'https://x/a/token' };
  const reports = [
    { type: 'csp-violation', body },
    { type: 'deprecation', body: {} },
    { type: 'csp-violation', body },
  ];
  const made = { 'csp-report': { 'violated-directive': 'made-up-by-somebody', 'blocked-uri': 'data:text/html,x' } };
  let rounds = 0;
  const asked = await fewestStatements(server, async () => {
    rounds++;
    assert.equal((await report('application/csp-report', JSON.stringify(old))).status, 204);
    assert.equal((await report('application/reports+json', JSON.stringify(reports))).status, 204);
    await report('application/csp-report', JSON.stringify(made));
  });
  assert.equal(asked, 0, 'the database was asked nothing');
  assert.equal(await counted('img-src'), rounds);
  assert.equal(await counted('style-src-elem'), 2 * rounds);
  assert.equal(await counted('other'), rounds);
});

test('ignores invalid reports and refuses those that are too large or of another kind', async () => {
  for (const text of ['', 'null', '[]', '{"csp-report":1}', '[[[', '"x"'])
    assert.equal((await report('application/csp-report', text)).status, 204, text);
  assert.equal((await report('application/reports+json', `[${' '.repeat(20_000)}]`)).status, 413);
  assert.ok([400, 415].includes((await report('text/html', 'x')).status));
});

test('counts nothing more after sixty reports in a minute', async () => {
  const one = { type: 'csp-violation', body: { effectiveDirective: 'font-src', blockedURL: 'inline' } };
  const ten = JSON.stringify(Array.from({ length: 10 }, () => one)); // as many as one request may tell
  for (let n = 0; n < 20; n++) assert.equal((await report('application/reports+json', ten)).status, 204);
  const seen = await counted('font-src');
  assert.ok(seen > 0 && seen <= 60, `${seen}`);
});

test('every page declares its allowed sources, styles included, and a report address', async () => {
  for (const path of ['/', '/a/0123456789012345678901', '/p/0123456789012345678901', '/api/status']) {
    const { headers } = await fetch(server.url + path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.doesNotMatch(policy, /unsafe-/, path);
    assert.match(policy, /frame-ancestors 'none'/, path);
    assert.match(policy, /report-to policy; ?report-uri \/api\/policy-reports/, path);
    assert.equal(headers.get('reporting-endpoints'), 'policy="/api/policy-reports"', path);
    assert.equal(headers.get('x-frame-options'), null, `${path}: one rule about frames`);
  }
});

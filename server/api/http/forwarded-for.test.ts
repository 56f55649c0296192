import assert from 'node:assert/strict';
import test from 'node:test';
import { Registry } from 'prom-client';
import { createHttp } from '#server/program/app.ts';
import { withKeptLog } from '#testing/faults.ts';
import { startTestServer } from '#testing/server.ts';

test('warns once about an untrusted proxy', async (t) => {
  for (const [env, warnings] of [
    [{}, 1],
    [{ TRUST_PROXY: '1' }, 0],
  ] as [Record<string, string>, number][]) {
    const server = await startTestServer({ ROLES: 'web', ...env });
    t.after(() => server.stop());
    const { app, lines } = withKeptLog(server.app);
    const http = await createHttp(app, { registry: new Registry() });
    const warned = () => lines().filter((line) => line.includes('"forwarded_for_ignored"'));
    await http.inject({ url: '/healthz' });
    assert.equal(warned().length, 0);
    for (let n = 0; n < 3; n++) await http.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.9' } });
    const found = warned();
    assert.equal(found.length, warnings, JSON.stringify(env));
    assert.ok(found.every((line) => !line.includes('203.0.113.9')));
    await http.close();
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { metricsToken } from '#testing/app.ts';
import { monitoringExpressions } from '#testing/monitoring-files.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

test('alert rules and dashboard use only metrics that /metrics returns', async () => {
  const read = () => fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  await (await read()).text(); // the first request is counted when it is over
  const text = await (await read()).text();
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]));
  assert.ok(types.size > 30);
  const { rules, panels } = monitoringExpressions();
  assert.ok(rules.length >= 10 && panels.length >= 10);
  const used = [...rules, ...panels].flatMap((expression) =>
    [...expression.replace(/\bby \([^)]*\)/g, '').matchAll(/\b[a-z]+_[a-z0-9_]+\b(?!\s*\()/g)].map(([name]) => name),
  );
  const unknown = used.filter((name) => !types.has(name.replace(/_(?:bucket|count|sum)$/, '')));
  assert.deepEqual(unknown, []);
  const values = new Map([...text.matchAll(/^(\w+)(?:\{[^\n]*\})? (\S+)$/gm)].map(([, name, value]) => [name, value]));
  const absent = /^(?:process_(?:up|starts_total|stuck_total)|worker_heartbeat_age_seconds)$/; // no supervisor, no worker
  const empty = used.filter((name) => !absent.test(name) && Number.isNaN(Number(values.get(name) ?? 'NaN')));
  assert.deepEqual(empty, []);
  const own = [...types].filter(([name]) => !name.startsWith('nodejs_')); // prom-client names those
  const counters = own.filter(([name, type]) => (type === 'counter') !== name.endsWith('_total'));
  assert.deepEqual(counters, [], 'counters end in _total, and nothing else does');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { metricsToken } from '#testing/app.ts';
import { monitoringExpressions } from '#testing/monitoring-files.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { metric } from '#testing/watching.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  await sql`update backup_settings set is_active = true, active_since = now() - interval '3 days'`.execute(
    server.app.db,
  );
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
  const absent =
    /^(?:process_(?:up|starts_total|stuck_total)|worker_heartbeat_age_seconds|database_replication_lag_seconds)$/; // no supervisor, worker, standby
  const empty = used.filter((name) => !absent.test(name) && Number.isNaN(Number(values.get(name) ?? 'NaN')));
  assert.deepEqual(empty, []);
  const own = [...types].filter(([name]) => !name.startsWith('nodejs_')); // prom-client names those
  const counters = own.filter(([name, type]) => (type === 'counter') !== name.endsWith('_total'));
  assert.deepEqual(counters, [], 'counters end in _total, and nothing else does');
});

test('figures of backups age from the switch of the schedule, then from the last backup and proof', async () => {
  const { db } = server.app;
  const figures = async () =>
    Object.fromEntries(
      await Promise.all(
        ['failed', 'age_seconds', 'proved_age_seconds', 'size_bytes', 'duration_seconds', 'scheduled'].map(
          async (name) => [name, await metric(server, `backup_${name}`)] as const,
        ),
      ),
    );
  const three = 3 * 86_400;
  const before = await figures();
  assert.ok(Math.abs(before['proved_age_seconds']! - three) < 60);
  assert.deepEqual([before['failed'], before['scheduled']], [0, 1]);
  await sql`
    insert into backups (kind, status, started_at, ended_at, size_bytes, proof, proved_at)
    values ('scheduled', 'done', now() - interval '100 minutes', now() - interval '99 minutes', 4711, 'proved',
      now() - interval '98 minutes')`.execute(db);
  const after = await figures();
  assert.deepEqual([after['size_bytes'], after['duration_seconds'], after['failed']], [4711, 60, 0]);
  assert.ok(Math.abs(after['age_seconds']! - 6000) < 60 && Math.abs(after['proved_age_seconds']! - 5880) < 60);
  await sql`insert into backups (kind, status, error, ended_at) values ('scheduled', 'failed', 'no_space', now())`.execute(
    db,
  );
  const failed = await figures();
  assert.deepEqual([failed['failed'], failed['size_bytes']], [1, 4711]);
});

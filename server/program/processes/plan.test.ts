import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ConfigError, loadConfig } from '#server/platform/config.ts';
import { pauseAfter } from './keep.ts';
import { planOf } from './plan.ts';

test('all processes together stay within the given connections, and each has enough', () => {
  const given = fc.record({
    cores: fc.integer({ min: 1, max: 256 }),
    WEB_PROCESSES: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    DATABASE_CONNECTIONS: fc.option(fc.integer({ min: 16, max: 1000 }), { nil: undefined }),
    DATABASE_URL: fc.option(fc.constant('postgres://127.0.0.1/x'), { nil: undefined }),
  });
  fc.assert(
    fc.property(given, ({ cores, ...variables }) => {
      const text = (value: unknown) => (value === undefined ? undefined : String(value));
      const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, text(value)]));
      const { WEB_PROCESSES: wanted, DATABASE_CONNECTIONS: most } = variables;
      if (most !== undefined && most < 20 + 16 * (wanted ?? 1)) {
        assert.throws(() => loadConfig(env), ConfigError);
        return;
      }
      const { webs, perWeb, perWorker, total } = planOf(loadConfig(env), cores);
      assert.ok(perWorker + webs * perWeb <= total);
      assert.ok(perWeb >= 16 && perWorker >= 20);
      assert.equal(total, most ?? total);
      assert.ok(wanted === undefined ? webs <= Math.max(1, cores - 1) : webs === wanted);
    }),
  );
});

test('two cores run one web process, four run three, many as many as PostgreSQL can serve', () => {
  const own = { DATABASE_URL: 'postgres://127.0.0.1/x' };
  const plan = (env: Record<string, string>, cores: number) => planOf(loadConfig(env), cores);
  assert.deepEqual(plan(own, 2), { webs: 1, perWeb: 28, perWorker: 20, total: 48 });
  assert.deepEqual(plan(own, 4), { webs: 3, perWeb: 22, perWorker: 20, total: 88 });
  assert.deepEqual(plan(own, 64), { webs: 4, perWeb: 17, perWorker: 20, total: 88 });
  assert.equal(plan({}, 64).webs, 10);
  assert.equal(plan({ ...own, DATABASE_CONNECTIONS: '600' }, 64).webs, 36);
});

test('refuses settings for several processes in a single one', () => {
  assert.throws(() => loadConfig({ ROLES: 'web', WEB_PROCESSES: '2' }), /WEB_PROCESSES/);
  assert.throws(() => loadConfig({ ROLES: 'worker', DATABASE_CONNECTIONS: '19' }), /at least 20/);
  assert.throws(() => loadConfig({ DATABASE_CONNECTIONS: '40', WEB_PROCESSES: '2' }), /at least 52/);
  assert.equal(loadConfig({ ROLES: 'web', WEB_PROCESSES: '' }).WEB_PROCESSES, undefined);
});

test('restarts a process that keeps ending after growing pauses of at most 15 seconds', () => {
  const pauses = Array.from({ length: 40 }, (_, n) => pauseAfter(n + 1));
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  );
  assert.deepEqual([pauses[0], pauses.at(-1)], [100, 15_000]);
});

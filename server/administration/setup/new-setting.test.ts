// Follows the recipe "A setting" of CONTRIBUTING.md.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Setting, settings } from '#shared/settings.ts';
import type { TestClient, TestServer } from '#testing/server.ts';

// In a process of its own: it knows an additional setting.
let server: TestServer;
let administrator: TestClient;
before(async () => {
  const line: Setting = { section: 'sending', kind: 'number', minimum: 1, maximum: 60, unit: 'minutes', default: '20' };
  (settings as Record<string, Setting>)['arrival_minutes'] = line;
  const { startTestServer } = await import('#testing/server.ts');
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(() => server.stop());

const read = async () => {
  const { systemSettings } = await administrator.run('{ systemSettings { edges { node { valueKey valueStr } } } }');
  const nodes: { valueKey: string; valueStr: string | null }[] = systemSettings.edges.map(
    ({ node }: { node: object }) => node,
  );
  return nodes.find(({ valueKey }) => valueKey === 'arrival_minutes')?.valueStr;
};

test('a described setting has its default and is checked, normalized and audited', async () => {
  assert.equal(await read(), '20');
  const set = (valueStr: string) =>
    administrator.send(
      'mutation ($to: String) { updateSystemSetting(valueKey: "arrival_minutes", valueStr: $to) { valueStr } }',
      { to: valueStr },
    );
  for (const [wrong, fault] of [
    ['zwanzig', 'error_invalid_number'],
    ['61', 'error_invalid_number'],
  ] as const) {
    const { errors } = await set(wrong);
    assert.deepEqual(errors?.[0]?.extensions['fields'], { valueStr: fault }, wrong);
  }
  assert.equal((await set(' 045 ')).data.updateSystemSetting.valueStr, '45');
  assert.equal(await read(), '45');
  const { auditEntries } = await administrator.run(
    '{ auditEntries(first: 1) { edges { node { type label after } } } }',
  );
  const [{ node }] = auditEntries.edges;
  assert.deepEqual([node.type, node.label, node.after.value], ['SystemSetting', 'arrival_minutes', '45']);
});

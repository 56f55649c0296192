import assert from 'node:assert/strict';
import test from 'node:test';
import { statusListFindings } from './status-lists.ts';

const path = 'server/alerting/launch/a.ts';
const findings = (text: string, at = path) => statusListFindings([{ path: at, text }]);

test('reports a list of states with its line, in SQL and in TypeScript', () => {
  for (const [line, names] of [
    ["const a = sql`r.status in ('queued', 'retrying')`;", 'queued, retrying'],
    ["const a = sql`r.status not in ('failed','expired')`;", 'failed, expired'],
    ["const a = sql`r.status = any(array['sent', 'read'])`;", 'sent, read'],
    ["const a = ['draft', 'rejected'].includes(status);", 'draft, rejected'],
    ["const a = [\n  'sent',\n  'delivered',\n];", 'sent, delivered'],
    ["const a = status === 'sent' || status === 'read';", 'sent, read'],
    ["const a = row.status !== 'draft' && row.status !== 'rejected';", 'draft, rejected'],
  ] as const)
    assert.deepEqual(findings(`\n${line}`), [
      `${path}:2 lists states (${names}): use a set of shared/delivery-states.ts`,
    ]);
});

test('accepts a single state, a named set and lists of other words', () => {
  for (const line of [
    "const a = sql`r.status = 'queued'`;",
    'const a = sql`r.status in (list)`;',
    "const a = sql`c.status in ('running', 'exhausted')`;",
    "const a = ['sent', 'left'];",
    "const a = [['sent', 'sent']];",
    "const a = status === 'sent' || kind === 'read';",
  ])
    assert.deepEqual(findings(line), [], line);
});

test('tests may spell out the states that they expect', () => {
  assert.deepEqual(findings("const a = ['sent', 'failed'];", 'server/alerting/launch/a.test.ts'), []);
  assert.deepEqual(findings("const a = ['sent', 'failed'];", 'testing/a.ts'), []);
});

test('an exception without a list is reported', () => {
  assert.deepEqual(findings('', 'faults/history.ts'), [
    'scripts/status-lists.ts allows faults/history.ts, which lists no states',
  ]);
});

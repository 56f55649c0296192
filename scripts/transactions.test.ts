import assert from 'node:assert/strict';
import test from 'node:test';
import { transactionFindings } from './transactions.ts';

const findings = (path: string, text: string) => transactionFindings([{ path, text }]).length;

test('reports a transaction started directly by the server, on one line or several', () => {
  assert.equal(findings('server/alerting/events/create.ts', 'return ctx.db.transaction().execute(async (tx) => {'), 1);
  assert.equal(
    findings('server/alerting/events/create.ts', 'await db\n  .transaction()\n  .execute((tx) => forget(tx))'),
    1,
  );
  assert.equal(findings('server/alerting/events/create.ts', 'const tx = await db.startTransaction().execute();'), 1);
  assert.equal(findings('server/alerting/events/create.ts', 'return inTransaction(ctx.db, async (tx) => {'), 0);
});

test('accepts transactions in their helper and in tests', () => {
  assert.equal(findings('server/platform/database/transaction.ts', 'db.transaction().execute(work)'), 0);
  assert.equal(findings('testing/messages.ts', 'db.transaction().execute(work)'), 0);
  assert.equal(findings('server/alerting/events/create.test.ts', 'db.transaction().execute(work)'), 0);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { resolverSqlFindings } from './resolver-sql.ts';

const path = 'server/alerting/events/query-fields.ts';
const fields = "import { builder } from '#server/api/graphql/builder.ts';\n";
const findings = (text: string) => resolverSqlFindings([{ path, text }]).map((finding) => finding.split(' beside')[0]);

test('reports SQL next to fields with its line in any form', () => {
  for (const [line, shown] of [
    ['const a = sql`select 1`;', 'sql`'],
    ['const a = sql<{ id: number }>`', 'sql<{ id: number }>`'],
    ["const a = ctx.db.selectFrom('events');", '.selectFrom('],
    ["const a = tx.insertInto('events');", '.insertInto('],
    ["const a = tx.updateTable('events');", '.updateTable('],
    ["const a = tx.deleteFrom('events');", '.deleteFrom('],
  ] as const)
    assert.deepEqual(findings(`${fields}${line}`), [`${path}:2 has SQL (${shown})`]);
});

test('accepts fields that call a reader, and SQL without a field declaration', () => {
  assert.deepEqual(findings(`${fields}resolve: (_parent, args, ctx) => listEvents(ctx, args),`), []);
  assert.deepEqual(findings("import { sql } from 'kysely';\nconst a = sql`select 1`;"), []);
});

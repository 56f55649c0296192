import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getConstructionPlans } from 'pg-boss';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { parseCode, readCode } from '#testing/sql/code.ts';
import { checkStatements } from '#testing/sql/statements.ts';
import { connect, type Database } from './connect.ts';

/** Where a statement's tables, columns or rows are its caller's. */
const excepted = {
  'faults/history.ts': 'a table that a fault makes for itself',
  'faults/list/copies.ts': 'a database that a fault makes for itself',
  'faults/list/rush.ts': 'a sequence that a fault makes for itself',
  'server/administration/identifier.ts': 'the table of an entity',
  'server/administration/queries.ts': 'the lists of an entity follow from its description',
  'server/administration/references.ts': 'the columns with pictures follow from the descriptions',
  'server/administration/write-row.ts': 'the columns of an entity follow from its description',
  'server/platform/database/usage.ts': 'what refers to a table is read from PostgreSQL',
  'server/api/graphql/loaders.ts': 'a row of any table by its id',
  'server/api/graphql/page.ts': 'a page of any list in any order',
  'server/api/search/named.ts': 'rows of three tables',
};

let copy: TestDatabase;
let database: Database;

before(async () => {
  copy = await createTestDatabase();
  database = connect(copy.url);
  await database.pool.query(getConstructionPlans());
});

after(async () => {
  await database.close();
  await copy.drop();
});

test('PostgreSQL accepts every statement, and its rows match the declared type', async (t) => {
  const report = await checkStatements(database, readCode(), Object.keys(excepted));
  const { templates, statements, rowTypes, unknown } = report;
  t.diagnostic(`${templates} parts in ${statements} statements, ${rowTypes} row types; ${unknown} unknown`);
  assert.equal(report.findings.join('\n'), '');
});

const around = (statement: string) => `import { type RawBuilder, sql } from 'kysely';
  import type { Db } from '#server/platform/database/connect.ts';
  export const findings = (db: Db, id: number) => ${statement};
  export const other = (db: Db, part: RawBuilder<unknown>) => sql\`select 1 from users where \${part}\`.execute(db);
  export const used = (db: Db) => other(db, sql\`is_active\`);`;

const wrong = {
  'sql`select no_such from users`.execute(db)': 'column no_such does not exist',
  'sql`update users set no_such = ${id}`.execute(db)': 'column no_such of relation users does not exist',
  'other(db, sql`no_such = ${id}`)': 'column no_such does not exist',
  'sql`select id from ${sql.table(String(db))}`.execute(db)': 'cannot be known before it runs',
  '[db, sql`select id from users`]': 'is handed on without a row type',
  'sql<{ id: number; name: string }>`select id from users`.execute(db)': 'the statement has no such column',
  'sql<{ id: number }>`select id, email from users`.execute(db)': 'Property email is missing',
  'sql<{ id: string }>`select id from users`.execute(db)': 'Type string is not assignable to type number',
  'sql<{ all: number[] }>`select array_agg(email) as all from users`.execute(db)': 'number[] is not assignable',
  'sql<{ at: string }>`select now() as at`.execute(db)': 'Type string is not assignable to type Date',
  'sql<{ mean: number }>`select avg(id) as mean from users`.execute(db)': 'number is not assignable to type string',
  'sql<{ passwordHash: string }>`select password_hash from users`.execute(db)': 'the column may be null',
  "db.selectFrom('users').select(sql<number>`lower(email)`.as('email'))":
    'Type number is not assignable to type string',
};

const right = [
  "sql<{ id: number; kind: 'a' | 'b' }>`select id, email as kind from users`.execute(db)",
  'sql<{ id: number; name: string | null }>`select id, first_name as name from users`.execute(db)',
  'sql<{ id: number; email?: string }>`select id from users`.execute(db)',
  'sql<{ settings: { host: string }; secrets: Buffer | null }>`select settings, secrets from channels`.execute(db)',
  'sql<{ hash: string }>`select password_hash as hash from users where password_hash is not null`.execute(db)',
  'sql<Record<string, unknown>>`select * from users`.execute(db)',
];

const asFiles = (kind: string, statements: readonly string[]) =>
  statements.map((statement, n) => ({ path: `server/${kind}-${n}.ts`, text: around(statement) }));

describe('samples', () => {
  let findings: string[];
  before(async () => {
    const code = parseCode([...asFiles('wrong', Object.keys(wrong)), ...asFiles('right', right)]);
    ({ findings } = await checkStatements(database, code, [])); // one run of the compiler for all
  });

  test('reports an error of a statement with its position', () => {
    const told = findings.map((finding) => finding.replaceAll(/["']/g, ''));
    for (const [n, expected] of Object.values(wrong).entries()) {
      const here = told.filter((finding) => finding.startsWith(`server/wrong-${n}.ts`));
      assert.equal(here.length, 1, `${n} ${expected}: ${here}`);
      assert.match(here.join(), /\.ts[:(][34]/);
      assert.ok(here.join().includes(expected), here.join());
    }
  });

  test('accepts row types that are wider or narrower in safe ways', () => {
    assert.deepEqual(
      findings.filter((finding) => !finding.startsWith('server/wrong-')),
      [],
    );
  });
});

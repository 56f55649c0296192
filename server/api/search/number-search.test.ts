import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

const size = 100_000;
// with fewer people PostgreSQL reads whole tables
const skip = process.env['TEST_FULL'] ? false : 'only in full runs: a hundred thousand people take long to insert';
let server: TestServer | undefined;
let db: Db;
let manager: TestClient;
let known: string;
before(async () => {
  if (skip) return;
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('contact_manager');
  await sql`
    with made as (
      insert into people (first_name, last_name) select 'Vorname' || n % 997, 'Name' || n
      from generate_series(1, ${size}::int) n returning id)
    insert into person_data (person_id, key_field_id, value_str)
    select id, kind, case kind
        when 1 then 'person' || id || '@klinik.example'
        when 5 then '+49151' || lpad((id::bigint * 7919 % 10000000)::text, 8, '2')
        else '+4971127' || lpad((id::bigint * 104729 % 100000)::text, 5, '0') end
    from made, unnest(array[1, 5, 8]) kind`.execute(db);
  await sql`analyze people, person_data`.execute(db);
  const { rows } = await sql<{ value: string }>`
    select value_str as value from person_data where key_field_id = 5 order by id offset ${size / 2} limit 1`.execute(
    db,
  );
  known = rows[0]!.value;
});
after(() => server?.stop());

/** Rows of people and data read so far, by all connections. */
async function readSoFar(): Promise<number> {
  const flush = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(db);
  await Promise.all(Array.from({ length: 20 }, flush));
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as n from pg_stat_user_tables
    where relname in ('people', 'person_data')`.execute(db);
  return rows[0]!.n;
}

async function searched(search: string, fields: string) {
  const before = await readSoFar();
  const { searchPeople } = await manager.run(
    `query ($search: String!) { searchPeople(search: $search, first: 20) { ${fields} edges { node { _id } } } }`,
    { search },
  );
  return { found: searchPeople, read: (await readSoFar()) - before };
}

const selective: [what: string, term: () => string, found: number][] = [
  ['a mobile number in E.164', () => known, 1],
  [
    'the same as people write it',
    () => `${known.slice(0, 6).replace('+49', '0')} / ${known.slice(6, 10)} ${known.slice(10)}`,
    1,
  ],
  ['its end', () => known.slice(-7), 1],
  ['a number that nobody has', () => '0999 12345678', 0],
];

for (const [what, term, found] of selective)
  test(`a search for ${what} reads few of many people`, { skip }, async () => {
    const { found: page, read } = await searched(term(), 'totalCount');
    assert.equal(page.totalCount, found);
    assert.ok(read <= 500, `${read} rows for ${term()}`);
  });

test('the first page of a prefix that everyone has reads few of many people', { skip }, async () => {
  const { found, read } = await searched('+49151', '');
  assert.equal(found.edges.length, 20);
  assert.ok(read <= 5000, `${read} rows`);
});

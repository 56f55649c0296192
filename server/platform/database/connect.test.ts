import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import test, { after, before } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { currentServer } from '#server/platform/connection/primary.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { until } from '#testing/until.ts';
import { startProxy } from '../../../faults/proxy.ts';
import { isDatabaseAway } from './away.ts';
import { connect, type Database } from './connect.ts';
import { keepPlans, planEachTime } from './keep-plans.ts';
import type { DB } from './types.gen.ts';
import { withRetries } from './with-retries.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

test('committed data is on disk, also when the database is tuned for faster answers', async () => {
  const tuning = connect(database.url);
  await sql`alter database ${sql.id(new URL(database.url).pathname.slice(1))} set synchronous_commit = off`.execute(
    tuning.db,
  );
  await tuning.close();
  const { db, close } = connect(database.url);
  const { rows } = await sql<{ synchronousCommit: string }>`show synchronous_commit`.execute(db);
  await close();
  assert.deepEqual(rows, [{ synchronousCommit: 'on' }]);
});

test('work waits for a busy connection as long as configured', async () => {
  const [short, long] = [3_000, 60_000].map((patience) => connect(database.url, () => {}, { max: 1, patience }));
  for (const { db } of [short!, long!]) await sql`select 1`.execute(db);
  let waited: Promise<unknown> | undefined;
  await long!.db.transaction().execute(async () => {
    waited = sql`select 1`.execute(long!.db);
    await short!.db.transaction().execute(async () => {
      await assert.rejects(sql`select 1`.execute(short!.db), /timeout exceeded when trying to connect/);
    });
  });
  await waited;
  await Promise.all([short!.close(), long!.close()]);
});

test('an abandoned statement also ends in the database and counts as unavailable', async () => {
  const { db, close } = connect(database.url, () => {}, { queryTimeout: 300 });
  const watching = connect(database.url);
  await assert.rejects(sql`select pg_sleep(60)`.execute(db), isDatabaseAway);
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity where query like 'select pg_sleep(60)%' and state = 'active'
        and datname = current_database()`.execute(watching.db);
    return rows.length === 0;
  });
  await Promise.all([close(), watching.close()]);
});

test('a silent database counts as unavailable, also when work waits longer for a connection', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { db, close } = connect(`postgres://nobody@127.0.0.1:${port}/none`, undefined, { patience: 30_000 });
  await assert.rejects(sql`select 1`.execute(db), isDatabaseAway);
  await close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('with kept plans, each statement is planned once, using the index for small tables too', async () => {
  const { db, close } = connect(database.url, undefined, { max: 1, kept: 'plans' });
  const look = (ids: number[]) =>
    sql<{ id: number; ofTest: string }>`
      select id, name as of_test from groups where id = any(${ids}) order by id`.execute(db);
  assert.deepEqual((await look([1])).rows, []);
  const { rows: made } = await sql<{ id: number }>`
    insert into groups (name) select 'Gruppe ' || n from generate_series(1, ${300}::int) n returning id`.execute(db);
  const ids = made.map(({ id }) => id).slice(0, 2);
  assert.deepEqual(
    (await look(ids)).rows.map(({ ofTest }) => ofTest),
    ['Gruppe 1', 'Gruppe 2'],
  );
  const { rows: kept } = await sql<{ generic: number; custom: number }>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where statement like '%of_test from%'`.execute(db);
  assert.deepEqual(kept, [{ generic: 2, custom: 0 }]);
  const { rows: plan } = await sql<Record<string, string>>`explain select * from groups where id = 1`.execute(db);
  assert.match(JSON.stringify(plan), /Index Scan/);
  await close();
});

test('with kept statements, PostgreSQL chooses the plan, and each pool has its own names', async () => {
  const [pages, answers] = (['statements', 'plans'] as const).map((kept) =>
    connect(database.url, undefined, { max: 1, kept }),
  );
  for (let n = 0; n < 201; n++) await sql`select ${n}::int as ${sql.raw(`n${n}`)}`.execute(pages!.db);
  const keptBy = async ({ db }: Database) =>
    (
      await sql<{
        n: number;
      }>`select count(*) as n from pg_prepared_statements where statement like 'select $1%'`.execute(db)
    ).rows[0]!.n;
  assert.equal(await keptBy(pages!), 200);
  await sql`select ${1}::int as first`.execute(answers!.db);
  assert.equal(await keptBy(answers!), 1);
  const { rows } = await sql<{ setting: string }>`show enable_seqscan`.execute(pages!.db);
  assert.deepEqual(Object.values(rows[0]!), ['on']);
  for (const { close } of [pages!, answers!]) await close();
});

test('statements and plans are kept only in transactions that choose it', async () => {
  const { db, close } = connect(database.url, undefined, { max: 1, kept: 'transactions' });
  const look = (on: Kysely<DB>) => sql`select id as of_chosen from groups where id = any(${[1]})`.execute(on);
  const plans = async () => {
    const { rows } = await sql<{ generic: number; custom: number }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements
      where statement like '%of_chosen from%'`.execute(db);
    return rows;
  };
  const isSeqscanOn = async (on: Kysely<DB>) =>
    (await sql<{ on: boolean }>`select current_setting('enable_seqscan')::boolean as on`.execute(on)).rows[0]!.on;
  const choose = (end: 'planned each time' | 'committed' | 'rolled back') =>
    db
      .transaction()
      .execute(async (tx) => {
        await keepPlans(tx);
        await look(tx);
        await look(tx);
        assert.equal(await isSeqscanOn(tx), false);
        if (end === 'rolled back') throw new Error(end);
        if (end === 'planned each time') await planEachTime(tx);
        assert.equal(await isSeqscanOn(tx), end === 'planned each time');
        if (end === 'planned each time') await look(tx);
      })
      .catch((error: Error) => assert.equal(error.message, end));
  await look(db);
  assert.deepEqual(await plans(), []);
  for (const [n, end] of (['planned each time', 'committed', 'rolled back'] as const).entries()) {
    await choose(end);
    await look(db);
    assert.equal(await isSeqscanOn(db), true);
    assert.deepEqual(await plans(), [{ generic: 2 * (n + 1), custom: 0 }], end);
  }
  await close();
});

test('a new column breaks no statement with a kept plan', async () => {
  const { db, close } = connect(database.url, undefined, { max: 1, kept: 'transactions' });
  await sql`create table kept_rows (id integer primary key)`.execute(db);
  const reads = [
    (on: Kysely<DB>) => sql`select * from kept_rows where id <> ${0}`.execute(on),
    (on: Kysely<DB>) => sql`select p.id, p.* from kept_rows p where id <> ${0}`.execute(on),
    (on: Kysely<DB>) => sql`select distinct on (id) * from kept_rows where id <> ${0}`.execute(on),
    (on: Kysely<DB>) =>
      sql`insert into kept_rows (id) values (${1}) on conflict (id) do update set id = 1 returning *`.execute(on),
    (on: Kysely<DB>) => sql`with found as (select * from kept_rows where id <> ${0}) select id from found`.execute(on),
  ];
  const readAll = () =>
    db.transaction().execute(async (tx) => {
      await keepPlans(tx);
      for (const read of reads) await read(tx);
    });
  await readAll();
  await sql`alter table kept_rows add column name text`.execute(db);
  await readAll();
  await close();
});

test('a transaction with a kept plan is repeated after a column changed its type', async () => {
  const { db, close } = connect(database.url, undefined, { max: 1, kept: 'transactions' });
  await sql`create table retyped (id integer primary key)`.execute(db);
  await sql`insert into retyped values (1)`.execute(db);
  let runs = 0;
  const read = () =>
    withRetries(db, async (tx) => {
      runs++;
      await keepPlans(tx);
      return sql`select id from retyped where id <> ${0}`.execute(tx);
    });
  await read();
  await sql`alter table retyped alter column id type bigint`.execute(db);
  assert.deepEqual((await read()).rows, [{ id: 1 }]);
  assert.equal(runs, 3);
  await close();
});

test('a kept statement that a new column changes fails once as unavailable and then works', async () => {
  const { db, close } = connect(database.url, undefined, { max: 1, kept: 'statements' });
  const all = () => sql`select * from kept_test where id <> ${0}`.execute(db);
  await sql`create table kept_test (id integer primary key)`.execute(db);
  await all();
  await sql`alter table kept_test add column name text`.execute(db);
  await assert.rejects(all(), isDatabaseAway);
  await until(async () => (await all().catch(() => null)) !== null);
  await close();
});

test('throws away a connection that finds its server read-only', async () => {
  const { db, close } = connect(database.url, undefined, { max: 1 });
  await sql`set default_transaction_read_only = on`.execute(db);
  await assert.rejects(sql`create table demoted (id integer)`.execute(db), isDatabaseAway);
  await until(async () => (await sql`create table demoted (id integer)`.execute(db).catch(() => null)) !== null);
  await close();
});

test('cuts idle connections to a server that hangs when another one takes over', async () => {
  const { hostname: host, port } = new URL(database.url);
  const [first, second] = [
    await startProxy({ host, port: Number(port) }),
    await startProxy({ host, port: Number(port) }),
  ];
  const url = database.url.replace(`${host}:${port}`, `127.0.0.1:${first.port},127.0.0.1:${second.port}`);
  const [idle, busy] = [connect(url, undefined, { warm: 1 }), connect(url, undefined, { patience: 30_000 })];
  await sql`select 1`.execute(idle.db);
  assert.equal(currentServer(url), `127.0.0.1:${first.port}`);
  const lost = once(idle.pool, 'remove');
  first.pull();
  // a new connection asks again after two seconds
  await until(async () => (await sql`select 1`.execute(busy.db).catch(() => null)) !== null);
  await lost;
  await sql`select 1`.execute(idle.db);
  assert.equal(currentServer(url), `127.0.0.1:${second.port}`);
  await Promise.all([idle.close(), busy.close()]);
  await Promise.all([first.stop(), second.stop()]);
});

test('idle connections end, except for the warm ones, which serve the next work', async () => {
  const { db, pool, close } = connect(database.url, undefined, { max: 6, warm: 2, idle: 1_000 });
  const processOf = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
  const busy = await Promise.all(
    Array.from({ length: 6 }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(0.5)`
        .execute(db)
        .then(({ rows }) => rows[0]!.pid),
    ),
  );
  assert.equal(new Set(busy).size, 6);
  await until(async () => pool.totalCount === 2);
  assert.ok(busy.includes(await processOf()), 'a warm connection was used');
  assert.equal(pool.totalCount, 2);
  await close();
});
